"""The rows of the menu about the running game: a pause, redo, who plays for a seat, a correction of coins."""

from __future__ import annotations

from typing import TypeVar

from companion.kit.text import text
from companion.table.screens.answering import Answering
from companion.table.screens.correction import Correction
from companion.table.screens.menu import MenuItem
from companion.table.screens.pause import PAUSE, Pause
from companion.table.screens.seats import seats

S = TypeVar("S")


def pause(game: Answering[S]) -> tuple[MenuItem, ...]:
    """A pause, while something is asked."""
    asked = game.session.questions
    who = asked[0].seat if len(asked) == 1 else None
    return (MenuItem((PAUSE,), lambda _: Pause(who)),) if asked else ()


def players(game: Answering[S]) -> tuple[MenuItem, ...]:
    """Who plays for each seat, while something is asked."""
    row = MenuItem((text("Seats:"), text("bot plays")), lambda _: seats(game))
    return () if game.session.question is None else (row,)


def redo(game: Answering[S]) -> tuple[MenuItem, ...]:
    """Redo, if anything has been undone."""
    return (MenuItem((text("Redo what was"), text("undone")), game.redo),) if game.session.history.undone else ()


def correction(game: Answering[S]) -> tuple[MenuItem, ...]:
    """Correct coins, while something is asked and the game has coins."""
    rules, state = game.session.rules, game.session.state
    names = tuple(seat.name for seat in rules.view(state, None).seats)
    row = MenuItem((text("Correct coins"),), lambda _: Correction(names, game.correct))
    return (row,) if game.session.question is not None and rules.has_coins else ()
