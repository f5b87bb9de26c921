"""A served scoreboard, with tables and a season of real games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.club.admission import let_in
from companion.club.board import LastHeard, Scoreboard
from companion.club.scoreboard import make_app
from companion.club.store import StoredGame
from companion.club.telling import state
from companion.club.topics import Record
from companion.club.words import board_words
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.match.session import Session
from companion.web.port import bind
from companion.web.server import Server
from tests.companion.club.evenings import Evening

NAMES = ("attic", "balcony", "cellar", "garden", "hall", "library", "porch", "study")
LONG = ("Konstantin Alexander von Hohenfels", "Wolfeschlegelsteinhausenbergerdorff", "Jean-Baptiste de La Roche")


class Club(NamedTuple):
    """The games played at a club."""

    tables: dict[str, Session[Any] | None]
    games: list[StoredGame]


@cache
def played(folder: Path) -> Club:
    """Eight boxes: joining, playing both games, or with a game over; each has an earlier finished game."""
    club = Club({}, [])
    for number, name in enumerate(NAMES):
        rules, choices = (CAT_ROYAL, {"last_deal": 2}) if number % 3 == 2 else (GALOPP_ROYAL, {})
        evening = Evening(folder / name, number, rules, **choices)
        names = LONG if name == NAMES[-1] else ()
        text = evening.whole(*names, players=3 + number % 2)
        words = msgspec.json.encode(Record(f"2026-11-22T19:{10 + number}:00+00:00", text))
        result = let_in(words, datetime(2026, 11, 23, tzinfo=UTC))
        club.games.append(StoredGame(name, result.title, result.began, result.came))
        still = evening.session if number == 4 else evening.some(10 + 25 * number, *names)
        club.tables[name] = None if number == 1 else still
        evening.journal.shut()
    return club


def filled(folder: Path, language: str = "en") -> Scoreboard:
    """The scoreboard of these boxes; one of them is offline."""
    board, club = Scoreboard(language, board_words(language)), played(folder)
    for name, session in club.tables.items():
        board.tables[name] = LastHeard(is_online=name != "porch", state=state(session, language))
    board.count(club.games, 1)
    board.show("")
    return board


@contextmanager
def served(board: Scoreboard) -> Iterator[str]:
    """The address of the scoreboard."""
    sock = bind(0)
    port = sock.getsockname()[1]
    server = Server(make_app(board), sock)
    server.start()
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.stop()
