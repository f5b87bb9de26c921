"""The journal: every entry of every game in one SQLite file, safe on disk before anybody sees it.

Laws: rows are only added; one connection, one writer. If the disk fails, rows wait in memory, in order, and are written
with the next row that succeeds; until then `is_saved` is false.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeAlias

import msgspec

from companion.journal import beginning, schema
from companion.journal.entries import encode
from companion.journal.file import File
from companion.journal.look import in_memory, open_to_read
from companion.journal.numbering import last_of, numbered
from companion.journal.saved import Saved, load
from companion.journal.schema import LEFT, SqlRow
from companion.kit.errors import Damaged, DiskFails, Unusable
from companion.kit.policy import Bots
from companion.match.history import Entry, NewGame

_log = logging.getLogger(__name__)

KNOWN: Final = "known: "
"""The prefix of keys in `chosen` whose mere presence means something."""

MOST_GAMES: Final = 1 << 62
"""More than any number of a game."""
SHELF: Final = 10
"""How many games are listed at once: each must be replayed to its last entry, which takes time."""

HoldSeconds: TypeAlias = Annotated[float, msgspec.Meta(gt=0, le=30)]
"""How long a key can be held for an action."""
ScanSeconds: TypeAlias = Annotated[float, msgspec.Meta(ge=0.5, le=4)]
"""How long a single switch can see an answer."""


class PlayerNames(NamedTuple):
    """The names of players."""

    at: dict[int, str]
    """The current names, by pair of keys."""
    lately: list[str]
    """Recent names to choose from, the latest first."""


class Journal:
    """The games on disk."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        """Open the journal in `folder`, or create one; work in memory if the disk fails. Raises Unusable."""
        self.is_saved = True
        """Whether everything written so far is on disk, and the disk works."""
        self._file = File(folder)
        self._waiting: list[SqlRow] = []
        """The waiting rows: a table and the values of a row, without its numbers."""
        self._is_apart = False
        """Reading uses copies in memory, because the file could not be opened for writing."""
        if read_only:
            self._db = open_to_read(self.path)
        else:
            try:
                self._db = self._file.open()
            except DiskFails as error:
                self._not_saved(error)
                self._db, self._is_apart = in_memory(self._file.read()), True
        self._last = last_of(self._db)
        self._is_on = not self._last.is_left
        """A game is in progress."""

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    @property
    def set_aside(self) -> Path | None:
        """Where a damaged journal was put, if there was one."""
        return self._file.set_aside

    # --- writing -----------------------------------------------------------------------------------------------------

    def begin(self, game: NewGame) -> None:
        """Keep a new game; it is the one in progress. All of it is written together or not at all."""
        self._is_on = True
        self._write(*beginning.new(game))

    def append(self, entry: Entry) -> None:
        """Add an entry to the game in progress; it is on disk when this returns, or `is_saved` is false."""
        if not self._is_on:
            raise AssertionError("no game is in progress that an entry could belong to")
        self._write(("entry", encode(entry)))

    def close(self) -> None:
        """End the game in progress."""
        if self._is_on:
            self._is_on = False
            self._write(("entry", LEFT))

    def cut(self, length: int, why: object) -> None:
        """Keep the game in progress as it is, and continue with its first entries as a new game."""
        _log.warning("%s; it is kept, and a new game continues after its entry %s", why, length)
        self._write(*beginning.copy(self._db, self._last.game, length))

    def go_on_with(self, game: int) -> bool:
        """Resume a copy of an earlier game (rows are only added). `False`: it failed, and nothing has changed.

        The copy has the seed of the original.
        """
        if not self.is_saved:
            return False
        try:
            self._write(*beginning.copy(self._db, game))
        except (Damaged, sqlite3.Error) as why:
            _log.warning("%s; the game in progress stays", why)
            return False
        if self.is_saved:
            self._is_on = True
        else:
            self._waiting.clear()
        return self.is_saved

    def keep_silent(self, game: int, package: str) -> None:
        """Keep that a game stopped answering with this version of its package; if it is in progress, it ends."""
        self._write(("chosen", schema.silent(game), package))
        if game == self._last.game:
            self.close()

    def keep_language(self, language: str) -> None:
        """Keep the language chosen at the table."""
        self._write(("chosen", "language", language))

    def keep_sound(self, loudness: str) -> None:
        """Keep how loud the table wants the sound."""
        self._write(("chosen", "sound", loudness))

    def keep_holds(self, holds: Mapping[int, float]) -> None:
        """Keep how many seconds the keys of some pairs are held to commit."""
        self._write(("chosen", "holds", schema.as_json(holds)))

    def keep_scans(self, scans: Mapping[int, float]) -> None:
        """Keep how many seconds each single switch sees an answer, by pair of keys."""
        self._write(("chosen", "scans", schema.as_json(scans)))

    def keep_speech(self, speech: str) -> None:
        """Keep what the table wants to hear spoken."""
        self._write(("chosen", "speech", speech))

    def keep_lettering(self, lettering: str) -> None:
        """Keep how the table wants the display written."""
        self._write(("chosen", "lettering", lettering))

    def keep_shorts(self, shorts: Mapping[str, str]) -> None:
        """Keep the short forms of names, by name."""
        self._write(("chosen", "shorts", schema.as_json(shorts)))

    def keep_odds(self, *, shown: bool) -> None:
        """Keep whether the table wants to see the odds."""
        self._write(("chosen", "odds", schema.as_json(shown)))

    def keep_sandglass(self, seconds: int) -> None:
        """Keep how long the sandglass of a question runs."""
        self._write(("chosen", "sandglass", schema.as_json(seconds)))

    def keep_bests(self, game: str, bests: Mapping[str, int]) -> None:
        """Keep the records of this house in the games of this name."""
        self._write(("chosen", f"bests of {game}", schema.as_json(bests)))

    def keep_bots(self, bots: Bots) -> None:
        """Keep for which seats of the game in progress a bot plays, and how well."""
        self._write(("bots", schema.as_json(bots)))

    def keep_rules(self, game: str, agreed: Mapping[str, object]) -> None:
        """Keep the rules agreed on for the next games of this name."""
        self._write(("chosen", f"rules of {game}", schema.as_json(agreed)))

    def keep_duty(self, game: str, duty: str, who: str) -> None:
        """Keep who does a duty in the next games of this name."""
        self._write(("chosen", _duty(game, duty), who))

    def keep_known(self, what: str) -> None:
        """Keep that people have read or answered this once and for all."""
        self._write(("chosen", f"{KNOWN}{what}", ""))

    def keep_names(self, names: Mapping[int, str], lately: Sequence[str]) -> None:
        """Keep the names given at the table: by pair of keys, and the recent ones to choose from."""
        self._write(("chosen", "names", schema.as_json((names, lately))))

    def shut(self) -> None:
        """Close the file, after a last try to write the waiting rows."""
        with ExitStack() as closing:
            closing.callback(self._file.release)
            closing.callback(self._db.close)
            if self._waiting:
                self._write()

    def _write(self, *rows: SqlRow) -> None:
        """Write all waiting rows in order, in one transaction; if that fails, they keep waiting."""
        self._waiting += rows
        try:
            if self._is_apart:
                self._come_back()
            self._db.rollback()  # what an earlier try may have left open
            writes, last = numbered(self._waiting, self._last)
            with self._db:
                for statement, values in writes:
                    self._db.execute(statement, values)
        except (sqlite3.Error, DiskFails, Unusable) as error:
            self._not_saved(error)
        else:
            if not self.is_saved:
                _log.warning("saved again, nothing is missing")
            self._last, self.is_saved = last, True
            self._waiting.clear()

    def _not_saved(self, why: Exception) -> None:
        if self.is_saved:
            _log.warning("not saved: %s; the game goes on, and every next step tries again", why)
        self.is_saved = False

    def _come_back(self) -> None:
        """Use the file again. Rows in it that were unreadable at the start stay; the game continues after them."""
        db = self._file.open()
        found = last_of(db)
        if found != self._last and not self._last.is_left:
            self._waiting[:0] = beginning.copy(self._db, self._last.game)
        self._db.close()
        self._db, self._last, self._is_apart = db, found, False

    # --- reading -----------------------------------------------------------------------------------------------------

    @property
    def language(self) -> str | None:
        """The language last chosen at the table; `None`: never chosen, so the settings count."""
        return self._kept("language")

    @property
    def sound(self) -> str | None:
        """How loud the table last wanted the sound; `None`: never chosen, so the settings count."""
        return self._kept("sound")

    @property
    def speech(self) -> str | None:
        """What the table last wanted to hear spoken; `None`: never chosen, so the settings count."""
        return self._kept("speech")

    @property
    def lettering(self) -> str | None:
        """How the table last wanted the display written; `None`: never chosen, so the settings count."""
        return self._kept("lettering")

    @property
    def shorts(self) -> dict[str, str]:
        """The short forms of names, by name. Raises ValueError if they cannot be read."""
        return msgspec.json.decode(self._kept("shorts") or "{}", type=dict[str, str])

    @property
    def odds(self) -> bool | None:
        """Whether the table last wanted to see the odds; `None`: never chosen, so the settings count."""
        kept = self._kept("odds")
        return kept == "true" if kept is not None else None

    @property
    def sandglass(self) -> str | None:
        """How many seconds the sandglass of a question runs, as last chosen; `None`: never chosen, so there is none."""
        return self._kept("sandglass")

    @property
    def holds(self) -> dict[int, float]:
        """The times last chosen for pairs of keys, in seconds. Raises ValueError if they cannot be read."""
        return msgspec.json.decode(self._kept("holds") or "{}", type=dict[int, HoldSeconds])

    @property
    def scans(self) -> dict[int, float]:
        """The times last chosen for single switches, in seconds. Raises ValueError if they cannot be read."""
        return msgspec.json.decode(self._kept("scans") or "{}", type=dict[int, ScanSeconds])

    def rules(self, game: str) -> dict[str, object]:
        """The rules last agreed on; empty: the settings count. Raises ValueError if they cannot be read."""
        return msgspec.json.decode(self._kept(f"rules of {game}") or "{}", type=dict[str, object])

    def bests(self, game: str) -> dict[str, int]:
        """The records of this house in the games of this name. Raises ValueError if they cannot be read."""
        return msgspec.json.decode(self._kept(f"bests of {game}") or "{}", type=dict[str, int])

    def duty(self, game: str, duty: str) -> str | None:
        """Who does a duty in the games of this name, as last chosen; `None`: never chosen, so the settings count."""
        return self._kept(_duty(game, duty))

    @property
    def known(self) -> frozenset[str]:
        """All that people have read or answered once and for all."""
        rows = self._db.execute("SELECT what FROM chosen WHERE what >= ? AND what < ?", (KNOWN, KNOWN + "\U0010ffff"))
        return frozenset(what.removeprefix(KNOWN) for (what,) in rows)

    @property
    def names(self) -> PlayerNames:
        """The names last given at the table. Raises ValueError if they cannot be read."""
        return PlayerNames(
            *msgspec.json.decode(self._kept("names") or "[{}, []]", type=tuple[dict[int, str], list[str]])
        )

    def running(self) -> Saved | None:
        """The game in progress, as it is on disk. Raises Damaged."""
        return None if self._last.is_left else self.load(self._last.game)

    def load(self, game: int) -> Saved | None:
        """A game by its number; `None`: there is none. Raises Damaged."""
        return load(self._db, game) if 0 < game < MOST_GAMES else None

    def numbers(self, most: int = -1, before: int = MOST_GAMES) -> list[int]:
        """The numbers of all games, or of the `most` latest, or of the latest `before` that number; the latest last."""
        rows = self._db.execute("SELECT id FROM game WHERE id < ? ORDER BY id DESC LIMIT ?", (before, most))
        return [number for (number,) in rows][::-1]

    def _kept(self, what: str) -> str | None:
        return schema.kept(self._db, what)


def _duty(game: str, duty: str) -> str:
    return f"duty of {game}: {duty}"
