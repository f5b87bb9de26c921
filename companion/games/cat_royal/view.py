"""The table for one pair of eyes, in the plainest form."""

from __future__ import annotations

from companion.games.cat_royal.state import State
from companion.kit.event import Intent
from companion.kit.seats import Seat
from companion.kit.text import verbatim
from companion.kit.view import SeatView, View


def view(state: State, _viewer: Seat | None, _draft: Intent | None = None) -> View:
    """Who plays, and how many figures each has in the goal."""
    seats = tuple(
        [
            SeatView(player.seat, player.name, player.colour, has=str(state.home(player.seat)))
            for player in state.setup.seats
        ]
    )
    return View(verbatim("Cat Royal"), seats=seats)
