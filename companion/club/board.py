"""What the scoreboard shows, in bytes for the page: tables, seasons, the latest games.

Law: only the club's loop makes the bytes; the web server's thread gives them to the page unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from companion.club.season import SeasonRow, table
from companion.club.store import StoredGame
from companion.club.topics import TableState
from companion.config import ClubSeason
from companion.match.outcome import PlayerResult

VERSION: Final = 1
LATEST: Final = 5
"""Games."""
MOST: Final = 64
"""Tables."""


class LastHeard(msgspec.Struct, frozen=True):
    """What a box last said."""

    is_online: bool = False
    state: TableState = TableState("joining")


class TableEntry(msgspec.Struct, frozen=True):
    """A box's table, with its name."""

    box: str
    is_online: bool
    state: TableState


class EndedGame(msgspec.Struct, frozen=True):
    """A finished game, the first place first."""

    box: str
    title: str
    began: str
    came: tuple[PlayerResult, ...]


class RatingTable(msgspec.Struct, frozen=True):
    """How well the players of a season play one game, or all games."""

    game: str
    """The title of the game; empty: all games."""
    rows: tuple[SeasonRow, ...]


class ShownSeason(msgspec.Struct, frozen=True):
    """A season, with its tables."""

    name: str
    """Empty: there is only one season, and all games are in it."""
    begins: str
    """Its first day, ISO 8601; empty: it has always been on."""
    ends: str
    """Its last day."""
    games: int
    """How many games were played in it."""
    tables: tuple[RatingTable, ...]
    """If several games are played, a table of all of them comes first; then a table for each, by title."""


class BoardContent(msgspec.Struct, frozen=True):
    """Everything on the scoreboard."""

    version: int
    language: str
    words: dict[str, str]
    tables: tuple[TableEntry, ...]
    seasons: tuple[ShownSeason, ...]
    """The earliest first; there is at least one."""
    latest: tuple[EndedGame, ...]
    games: int
    refused: int
    fault: str
    """Why no box can be heard; empty: boxes can be heard."""


class Scoreboard:
    """The scoreboard of one evening."""

    def __init__(self, language: str, words: dict[str, str], seasons: Sequence[ClubSeason] = ()) -> None:
        self._seasons = seasons
        self._shown = BoardContent(VERSION, language, words, (), _seasons((), seasons), (), 0, 0, "")
        self.bytes = msgspec.json.encode(self._shown)
        self.tables: dict[str, LastHeard] = {}
        """By the box's name; the box that has been silent longest comes first."""

    def hear(self, box: str, *, is_online: bool | None = None, state: TableState | None = None) -> None:
        """A box has come or gone, or has a new state of its table.

        If there are `MOST` tables already, the offline table that has been silent longest is removed; if none is
        offline, the new box is left out.
        """
        if box not in self.tables and len(self.tables) >= MOST:
            gone = next((name for name, here in self.tables.items() if not here.is_online), None)
            if gone is None:
                return
            del self.tables[gone]
        was = self.tables.pop(box, LastHeard())
        self.tables[box] = LastHeard(was.is_online if is_online is None else is_online, state or was.state)

    def forget(self, box: str) -> None:
        """A box has left for good."""
        self.tables.pop(box, None)

    def count(self, games: Sequence[StoredGame], refused: int) -> None:
        """Make all seasons again from all games."""
        latest = tuple(
            EndedGame(game.box, game.title, game.began, tuple(sorted(game.came, key=lambda came: came.place)))
            for game in games[: -LATEST - 1 : -1]
        )
        seasons = _seasons(games, self._seasons)
        self._shown = msgspec.structs.replace(
            self._shown, seasons=seasons, latest=latest, games=len(games), refused=refused
        )

    def show(self, fault: str) -> None:
        """Make the bytes of everything as it is now."""
        tables = tuple(TableEntry(box, here.is_online, here.state) for box, here in sorted(self.tables.items()))
        self._shown = msgspec.structs.replace(self._shown, tables=tables, fault=fault)
        self.bytes = msgspec.json.encode(self._shown)


def _seasons(games: Sequence[StoredGame], wanted: Sequence[ClubSeason]) -> tuple[ShownSeason, ...]:
    """The wanted seasons; if none is wanted, one of all games."""
    if not wanted:
        return (ShownSeason("", "", "", len(games), _tables(games)),)
    found = []
    for season in wanted:
        played = [game for game in games if season.begins <= game.day <= season.ends]
        begins, ends = season.begins.isoformat(), season.ends.isoformat()
        found.append(ShownSeason(season.name, begins, ends, len(played), _tables(played)))
    return tuple(found)


def _tables(games: Sequence[StoredGame]) -> tuple[RatingTable, ...]:
    titles = sorted({game.title for game in games})
    of_each = [RatingTable(title, table(game.came for game in games if game.title == title)) for title in titles]
    of_all = [RatingTable("", table(game.came for game in games))] if len(titles) > 1 else []
    return (*of_all, *of_each)
