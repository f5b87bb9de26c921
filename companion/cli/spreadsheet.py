"""All games of a box as tables for other programs: CSV as RFC 4180 has it, with a header line.

Laws: later versions may add columns at the end, but these keep their names and meaning; of a running game it tells what
everybody may see; no name is taken for a formula by a spreadsheet.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, Final, TypeAlias

from companion.daemon.finished import FinishedGame, finished, state_of
from companion.journal.permanent import in_utc, name_of
from companion.journal.saved import Saved
from companion.kit.errors import WrongUse
from companion.kit.text import speak
from companion.match.record import header
from companion.match.session import Session

CsvRow: TypeAlias = Sequence[object]
PastSession: TypeAlias = tuple[Saved, Session[Any]]
"""A game from the journal, and the same game resumed."""

GAME_COLUMNS: Final = ("number", "id", "began", "game", "state", "seats", "winners")
PLAYER_COLUMNS: Final = ("number", "id", "began", "game", "seat", "name", "colour", "bot", "starts", "has", "place")
FORMULA: Final = ("=", "+", "-", "@")
"""What a formula begins with."""


def as_csv(table: str, games: Iterable[PastSession]) -> str:
    """One of `TABLES`."""
    columns, rows = TABLES[table]
    written = StringIO()
    writer = csv.writer(written)
    writer.writerow(columns)
    for saved, session in games:
        writer.writerows(rows(saved, session))
    return written.getvalue()


def _game_rows(saved: Saved, session: Session[Any]) -> Iterator[CsvRow]:
    seats, end = session.rules.view(session.state, None).seats, _end(saved, session)
    winners = [player.name for player in end.came if player.place == 1] if end is not None else []
    yield *_begun(saved, session), state_of(saved, session), len(seats), _plain(", ".join(winners))


def _player_rows(saved: Saved, session: Session[Any]) -> Iterator[CsvRow]:
    begun, end = _begun(saved, session), _end(saved, session)
    came = {player.seat: player for player in end.came} if end is not None else {}
    for seat in session.rules.view(session.state, None).seats:
        player = came.get(seat.seat)
        told: CsvRow = ("", "", seat.has, "")
        if end is not None and player is not None:
            told = (player.level or "", int(seat.seat == end.starts), seat.has, player.place)
        yield *begun, seat.seat, _plain(speak(seat.name, str)), seat.colour, *told


def _begun(saved: Saved, session: Session[Any]) -> CsvRow:
    """What both tables tell of a game, so that they can be joined."""
    head = header(session.rules, session.rules.read_header(saved.header))
    return saved.id, name_of(head, saved.began), in_utc(saved.began), saved.name


def _end(saved: Saved, session: Session[Any]) -> FinishedGame | None:
    """The end of a game; `None`: it has none, or tells no places."""
    try:
        return finished(saved, session)
    except WrongUse:
        return None


def _plain(words: str) -> str:
    return f"'{words}" if words.startswith(FORMULA) else words


TABLES: Final[Mapping[str, tuple[Sequence[str], Callable[[Saved, Session[Any]], Iterator[CsvRow]]]]] = {
    "games": (GAME_COLUMNS, _game_rows),
    "players": (PLAYER_COLUMNS, _player_rows),
}
"""The columns of each table, and its rows of a game."""
