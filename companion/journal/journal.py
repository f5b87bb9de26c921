"""The journal: every entry of every game in one SQLite file, safe on disk before anybody sees it.

Laws: rows are only added; one connection, one writer. What the disk does not take waits in memory, in order, and is
tried again with whatever comes next; until then it is not `is_saved`.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion.journal import schema
from companion.journal.entries import encode
from companion.journal.file import File
from companion.journal.look import in_memory, open_to_read
from companion.journal.numbering import last_of, numbered
from companion.journal.schema import LEFT, Row, handed_over
from companion.kit.errors import Damaged, DiskFails, Unusable
from companion.kit.policy import Bots, Level
from companion.kit.seats import Seat
from companion.match.history import Entry
from companion.match.stints import HandOver

_log = logging.getLogger(__name__)

KNOWN: Final = "known: "
"""What a row of `chosen` begins with that only has to be there."""


class Saved(msgspec.Struct, frozen=True):
    """A game as it lies on disk."""

    id: int
    name: str
    header: dict[str, object]
    seed: str
    pairs: tuple[int, ...]
    began: str
    is_left: bool
    """No longer the one at the table."""
    handed: tuple[HandOver, ...]
    """What went over to bots, and back, in its order."""
    entries: tuple[bytes, ...]
    """See `companion.journal.entries`."""

    @property
    def bots(self) -> Bots:
        """The seats for which a bot plays, and how well."""
        return self.handed[-1].bots if self.handed else {}


class Names(NamedTuple):
    """What players are called."""

    at: dict[int, str]
    """By pair of keys."""
    lately: list[str]
    """To choose from, the latest first."""


class Journal:
    """The games on disk."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        """Open the journal in `folder`, or begin one; go on in memory if the disk fails. Raises Unusable."""
        self.is_saved = True
        """Whether all that was written so far is on disk, and more would be."""
        self._file = File(folder)
        self._waiting: list[Row] = []
        """A table and the values of a row, but for its numbers."""
        self._is_apart = False
        """What is read are copies in memory: the file could not be opened to write."""
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

    def begin(self, game: str, header: Mapping[str, object], seed: str, pairs: tuple[int, ...]) -> None:
        """A new game is the one in progress."""
        self._is_on = True
        began = datetime.now(UTC).isoformat(timespec="seconds")
        self._write(("game", game, _json(header), seed, _json(pairs), began))

    def append(self, entry: Entry) -> None:
        """An entry of the game in progress; on disk when this returns, or not `is_saved`."""
        if not self._is_on:
            raise AssertionError("no game is in progress that an entry could belong to")
        self._write(("entry", encode(entry)))

    def close(self) -> None:
        """No game is in progress any more."""
        if self._is_on:
            self._is_on = False
            self._write(("entry", LEFT))

    def cut(self, length: int, why: object) -> None:
        """Leave the game in progress as it is, and go on from its first entries as a new one."""
        _log.warning("%s; it is kept, and gone on with up to entry %s as a new one", why, length)
        self._write(*self._copy(self._last.game, length))

    def go_on_with(self, game: int) -> bool:
        """An earlier game is the one in progress: a copy, as rows are only added. `False`: it failed, and all stays.

        What it was copied from has the same seed.
        """
        if not self.is_saved:
            return False
        try:
            self._write(*self._copy(game))
        except (Damaged, sqlite3.Error) as why:
            _log.warning("%s; the game in progress stays", why)
            return False
        if self.is_saved:
            self._is_on = True
        else:
            self._waiting.clear()
        return self.is_saved

    def keep_language(self, language: str) -> None:
        """The language chosen at the table."""
        self._write(("chosen", "language", language))

    def keep_sound(self, loudness: str) -> None:
        """How loud the table wants it."""
        self._write(("chosen", "sound", loudness))

    def keep_odds(self, *, shown: bool) -> None:
        """Whether the table wants to know the odds of what is open."""
        self._write(("chosen", "odds", _json(shown)))

    def keep_bots(self, bots: Bots) -> None:
        """For which seats of the game in progress a bot plays, and how well."""
        self._write(("bots", _json(bots)))

    def keep_rules(self, game: str, agreed: Mapping[str, object]) -> None:
        """What has been agreed on for the next games of this name."""
        self._write(("chosen", f"rules of {game}", _json(agreed)))

    def keep_duty(self, game: str, duty: str, who: str) -> None:
        """Who does something in the next games of this name."""
        self._write(("chosen", _duty(game, duty), who))

    def keep_known(self, what: str) -> None:
        """What people have read or answered once and for all."""
        self._write(("chosen", f"{KNOWN}{what}", ""))

    def keep_names(self, names: Mapping[int, str], lately: Sequence[str]) -> None:
        """The names given at the table: by pair of keys, and those to choose from."""
        self._write(("chosen", "names", _json((names, lately))))

    def shut(self) -> None:
        """Let go of the file; what waits has its last chance."""
        with ExitStack() as closing:
            closing.callback(self._file.release)
            closing.callback(self._db.close)
            if self._waiting:
                self._write()

    def _write(self, *rows: Row) -> None:
        """All that waits, in one transaction, in order; or it goes on waiting."""
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
        """To the file. What it holds and could not be read at the start stays; the game goes on behind it."""
        db = self._file.open()
        found = last_of(db)
        if found != self._last and not self._last.is_left:
            self._waiting[:0] = self._copy(self._last.game)
        self._db.close()
        self._db, self._last, self._is_apart = db, found, False

    def _copy(self, game: int, length: int | None = None) -> list[Row]:
        """A game, or its first entries, to be written as a new one that is in progress."""
        found = schema.read(self._db, game)
        if found is None:
            raise AssertionError(f"there is no game {game} that could be copied")
        (_, *row), bodies = found
        entries = [("entry", body) for body in bodies[:length] if body != LEFT]
        bots = [(min(each.behind, len(entries)), ("bots", _json(each.bots))) for each in _handed(self._db, game)]
        in_order = sorted([*bots, *enumerate(entries)], key=lambda placed: placed[0])  # bots before what they play
        return [("game", *row), *[row for _, row in in_order]]

    # --- reading -----------------------------------------------------------------------------------------------------

    @property
    def language(self) -> str | None:
        """The language last chosen at the table; `None`: the settings' one has always been right."""
        return self._kept("language")

    @property
    def sound(self) -> str | None:
        """How loud the table last wanted it; `None`: the settings have always been right."""
        return self._kept("sound")

    @property
    def odds(self) -> bool | None:
        """Whether the table last wanted to know the odds; `None`: the settings have always been right."""
        kept = self._kept("odds")
        return kept == "true" if kept is not None else None

    def rules(self, game: str) -> dict[str, object]:
        """What was agreed on last; empty: the settings count. Raises ValueError if it cannot be read."""
        return msgspec.json.decode(self._kept(f"rules of {game}") or "{}", type=dict[str, object])

    def duty(self, game: str, duty: str) -> str | None:
        """Who does something in the games of this name, as said last; `None`: the settings have always been right."""
        return self._kept(_duty(game, duty))

    @property
    def known(self) -> frozenset[str]:
        """What people have read or answered once and for all."""
        rows = self._db.execute("SELECT what FROM chosen")
        return frozenset(what.removeprefix(KNOWN) for (what,) in rows if what.startswith(KNOWN))

    @property
    def names(self) -> Names:
        """The names last given at the table. Raises ValueError if they cannot be read."""
        return Names(*msgspec.json.decode(self._kept("names") or "[{}, []]", type=tuple[dict[int, str], list[str]]))

    def running(self) -> Saved | None:
        """The game in progress, as far as it is on disk. Raises Damaged."""
        return None if self._last.is_left else self.load(self._last.game)

    def load(self, game: int) -> Saved | None:
        """A game by its number. Raises Damaged."""
        return load(self._db, game)

    def numbers(self) -> list[int]:
        """The numbers of all games, the latest last."""
        return [number for (number,) in self._db.execute("SELECT id FROM game ORDER BY id")]

    def _kept(self, what: str) -> str | None:
        return schema.kept(self._db, what)


def load(db: sqlite3.Connection, game: int, after: int = 0) -> Saved | None:
    """A game by its number, with its entries behind the first `after`. Raises Damaged."""
    found = schema.read(db, game, after)
    if found is None:
        return None
    (_, name, header, seed, pairs, began), bodies = found
    is_left = bodies[-1:] == [LEFT]
    try:
        return Saved(
            game,
            name,
            msgspec.json.decode(header, type=dict[str, object]),
            seed,
            msgspec.json.decode(pairs, type=tuple[int, ...]),
            began,
            is_left,
            _handed(db, game),
            tuple(bodies[:-1] if is_left else bodies),
        )
    except msgspec.MsgspecError as error:
        raise Damaged(f"game {game} cannot be read: {error}") from None


def _handed(db: sqlite3.Connection, game: int) -> tuple[HandOver, ...]:
    """An older companion kept only the last of them, as if it had been the first."""
    return tuple(HandOver(behind, _bots(value)) for behind, value in handed_over(db, game))


def _bots(kept: str) -> Bots:
    """A still older one kept the seats alone: its bots were simple."""
    bots = msgspec.json.decode(kept, type=dict[Seat, Level] | tuple[Seat, ...])
    return bots if isinstance(bots, dict) else dict.fromkeys(bots, "simple")


def _duty(game: str, duty: str) -> str:
    return f"duty of {game}: {duty}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
