"""The results of many games so far: added up, and kept in a file until the whole result is there.

Laws: a kill or a power cut costs the games of about one second; a file is resumed only for the same games, by the same
companion; it does not grow with the number of games.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import msgspec

from companion.kit.errors import WrongUse
from companion.kit.shape import shown
from companion.kit.tally import Occurrence, Tally
from companion.study.checked_file import CheckedFile
from companion.study.sources import fingerprint

EVERY_S: Final = 1.0
"""How often results are written."""
LONGEST: Final = 2**22
"""Bytes of a file; a longer file is added up and rewritten."""
ENDING: Final = ".kept"

_log = logging.getLogger(__name__)


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of some games."""

    games: int
    counts: tuple[tuple[Occurrence, int], ...]


_LINE: Final = msgspec.json.Decoder(_Line)


class KeptGames:
    """The games played so far and their tally; an error raised within it tells where they are kept."""

    def __init__(self, near: Path | None = None, asked: Mapping[str, object] | None = None) -> None:
        """`near`: where to keep them once the work takes long (beside it if that file exists); `None`: nowhere.

        `asked`: all that determines the games, by the names of the arguments.
        """
        self.games = 0
        self.tally: Tally = Counter()
        self._near = near
        self._head = msgspec.json.encode({**(asked or {}), "companion": fingerprint()})
        self._file: CheckedFile | None = None
        self._written = 0
        self._unwritten: Tally = Counter()
        self._due_at = time.monotonic() + EVERY_S
        self._is_well = True

    @classmethod
    def resumed(cls, path: Path, asked: Mapping[str, object]) -> KeptGames:
        """Read what a file has kept of the same games; it then keeps further games, too. Raises WrongUse."""
        kept = cls(path, asked)
        with ExitStack() as failing:
            try:
                file = failing.enter_context(closing(CheckedFile.open(path)))
                kept._take(path, file.read())
                file.rewrite(kept._all())
            except OSError as error:
                raise WrongUse(f"--resume: expected the file of an earlier run; {path}: {error.strerror}") from None
            failing.pop_all()
        kept._file = file
        return kept

    def add(self, games: int, tally: Tally) -> None:
        """Add the tally of this many more games."""
        self.games += games
        self.tally.update(tally)
        self._unwritten.update(tally)
        if time.monotonic() >= self._due_at:
            self._write()

    def __enter__(self) -> KeptGames:
        """Play within it."""
        return self

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        """Remove the file, or let the error tell where it is; after a broken pipe it is removed, too."""
        if self._file is None:
            return
        if isinstance(error, BrokenPipeError):
            error = None
        if error is not None:
            self._write()
        if error is None or not self._written:
            self._file.path.unlink(missing_ok=True)
        else:
            error.add_note(f"{self._written} games are kept: `--resume {self._file.path}` goes on with them")
        self._file.close()

    # --- the file ----------------------------------------------------------------------------------------------------

    def _take(self, path: Path, lines: list[bytes]) -> None:
        """Raises WrongUse."""
        try:
            head = msgspec.json.decode(lines[0], type=dict[str, Any])
            ended = [_LINE.decode(line) for line in lines[1:]]
        except (IndexError, msgspec.MsgspecError):
            raise WrongUse(f"--resume: expected the file of an earlier run; {path} is none") from None
        _compare(path, head, msgspec.json.decode(self._head))
        for some in ended:
            self.games += some.games
            self.tally.update(dict(some.counts))
        self._written = self.games

    def _all(self) -> Iterator[bytes]:
        yield self._head
        yield _line(self.games, self.tally)

    def _write(self) -> None:
        """Write the new results; if the disk takes none now, they are written later."""
        self._due_at = time.monotonic() + EVERY_S
        if self._near is None or self.games == self._written:
            return
        try:
            self._put(self._near)
        except OSError as error:
            if self._is_well:
                _log.warning("%s: expected a place for finished games; %s.", self._near, error.strerror)
            self._is_well = False
        else:
            self._is_well, self._written = True, self.games
            self._unwritten.clear()

    def _put(self, near: Path) -> None:
        """Raises OSError."""
        file = self._file = self._file or CheckedFile.begin(near)
        if file.size == 0:
            file.append(self._head)
        if file.size > LONGEST:
            file.rewrite(self._all())
        else:
            file.append(_line(self.games - self._written, self._unwritten))


def _line(games: int, tally: Tally) -> bytes:
    return msgspec.json.encode(_Line(games, tuple(tally.items())))


def _compare(path: Path, came: Mapping[str, Any], mine: Mapping[str, Any]) -> None:
    """Raises WrongUse if the games of a file are not mine."""
    if came.get("companion") != mine["companion"]:
        raise WrongUse(f"--resume: expected the very same companion and Python; {path} was written by another one")
    if (name := next((name for name in mine if came.get(name) != mine[name]), None)) is not None:
        expected, other = shown(mine[name]), shown(came.get(name))
        told = f"expected {name} {expected}; {path} has {other}" if expected != other else f"{path} has another {name}"
        raise WrongUse(f"--resume: expected the same games; {told}")
