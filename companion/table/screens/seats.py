"""A player who leaves and comes back: choosing the seat for which a bot plays meanwhile, and how well."""

from __future__ import annotations

from functools import partial
from typing import Final, TypeVar

from companion.kit.policy import Level
from companion.kit.seats import Seat
from companion.kit.text import Text, text, verbatim
from companion.table.screens.answering import Answering
from companion.table.screens.menu import Menu, MenuItem

S = TypeVar("S")

HOW_WELL: Final[dict[Level, tuple[Text, Text]]] = {
    "simple": (text("simple:"), text("takes what it sees")),
    "strong": (text("strong:"), text("it thinks")),
    "easy": (text("easy:"), text("overlooks a lot")),
    "random": (text("random:"), text("draws lots")),
}
"""The usual one first."""


def seats(game: Answering[S]) -> Menu:
    """A menu of the seats, and what each row does."""
    session, bots = game.session, game.playing.bots
    rows = (
        MenuItem((verbatim(seat.name), text("comes back")), partial(game.hand_over, seat.seat, None))
        if seat.seat in bots
        else MenuItem((verbatim(seat.name), text("leaves: a bot plays")), partial(_how_well, game, seat.seat))
        for seat in session.rules.view(session.state, None).seats
    )
    return Menu(text("Who leaves?"), tuple(rows))


def _how_well(game: Answering[S], seat: Seat, _t: float) -> Menu:
    """A menu of the levels."""
    rows = (MenuItem(words, partial(game.hand_over, seat, level)) for level, words in HOW_WELL.items())
    return Menu(text("How well?"), tuple(rows))
