"""A seat that leaves, and comes back: choosing for whom a bot plays meanwhile."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from companion.kit.text import text, verbatim
from companion.table.screens.answering import Answering
from companion.table.screens.menu import Menu, Row

S = TypeVar("S")


def seats(game: Answering[S]) -> Menu:
    """Each seat, and what choosing it does."""
    session, bots = game.session, game.playing.bots
    rows = (
        Row(
            (verbatim(seat.name), text("comes back") if seat.seat in bots else text("a bot plays")),
            partial(game.hand_over, seat.seat),
        )
        for seat in session.rules.view(session.state, None).seats
    )
    return Menu(text("Who leaves?"), tuple(rows))
