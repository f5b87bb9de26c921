"""The book-keeping of an auction with rising offers: who is still in, who leads, whose turn it is.

Law: passing is final. What is sold, who may take part and who opens are the game's affair.
"""

from __future__ import annotations

import msgspec

from companion.kit.money import Coins, Seat


class Auction(msgspec.Struct, frozen=True):
    """One auction, from the opener's first turn to the last pass."""

    order: tuple[Seat, ...]
    """Those taking part, clockwise from the opener."""
    turn: Seat
    high: Coins = 0
    """The highest offer; 0 while there is none."""
    leader: Seat | None = None
    """Who made it."""
    passed: tuple[Seat, ...] = ()
    """In the order in which they passed."""

    @property
    def is_over(self) -> bool:
        """Whether all have passed but the leader, or all of them."""
        return len(self.passed) >= len(self.order) - (self.leader is not None)

    def raised(self, amount: Coins) -> Auction:
        """The seat on turn has offered `amount`."""
        return msgspec.structs.replace(self, high=amount, leader=self.turn, turn=self._next(self.passed))

    def withdrawn(self) -> Auction:
        """The seat on turn has passed."""
        passed = (*self.passed, self.turn)
        return msgspec.structs.replace(self, passed=passed, turn=self._next(passed))

    def _next(self, passed: tuple[Seat, ...]) -> Seat:
        at = self.order.index(self.turn)
        after = self.order[at + 1 :] + self.order[: at + 1]
        return next((seat for seat in after if seat not in passed), self.turn)


def opened(order: tuple[Seat, ...]) -> Auction:
    """An auction in which `order[0]` makes the first offer."""
    return Auction(order, order[0])


def clockwise(start: Seat, seats: int) -> tuple[Seat, ...]:
    """All of `seats` seats in turn, from `start`."""
    return tuple((start - 1 + step) % seats + 1 for step in range(seats))
