"""Nim that tells who has won: the player who took the last match."""

from __future__ import annotations

from typing import Final

from companion.kit.seats import Seat
from tests.companion.games.nim import Nim, State


class WonNim(Nim):
    """The rules."""

    def winners(self, state: State) -> tuple[Seat, ...]:
        """The player before the one on turn."""
        seats = len(state.table.seats)
        return () if state.left else ((state.turn - 2) % seats + 1,)


WON_NIM: Final = WonNim()
