"""Nim that tells who has won: whoever took the last match."""

from __future__ import annotations

from typing import Final

from companion.kit.seats import Seat
from tests.companion.games.nim import Nim, State


class WonNim(Nim):
    """The rules."""

    def winners(self, state: State) -> tuple[Seat, ...]:
        """The one before whoever would be on turn."""
        seats = len(state.table.seats)
        return () if state.left else ((state.turn - 2) % seats + 1,)


WON_NIM: Final = WonNim()
