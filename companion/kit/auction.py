"""The book-keeping of an auction with rising offers: who is still in, who leads, whose turn it is.

Law: passing is final. The game decides what is sold, who may take part and who opens.
"""

from __future__ import annotations

from companion.kit.money import Coins
from companion.kit.seats import Seat
from companion.kit.value import Value


class Auction(Value, frozen=True):
    """One auction, from the opener's first turn to the last pass."""

    order: tuple[Seat, ...]
    """The seats that take part, clockwise from the opener."""
    still: tuple[Seat, ...]
    """The seats that have not passed, clockwise from the seat on turn."""
    high: Coins = 0
    """The highest offer; 0 while there is none."""
    leader: Seat | None = None
    """Who made the highest offer."""
    passed: tuple[Seat, ...] = ()
    """The seats that have passed, in that order."""

    @property
    def turn(self) -> Seat:
        """Whose turn it is; once all have passed, the seat that passed last."""
        return self.still[0] if self.still else self.passed[-1]

    @property
    def is_over(self) -> bool:
        """Whether everybody has passed, or everybody but the leader."""
        return len(self.still) <= (self.leader is not None)

    def raised(self, amount: Coins) -> Auction:
        """The seat on turn has offered `amount`."""
        still = self.still
        return Auction(self.order, still[1:] + still[:1], amount, still[0], self.passed)

    def withdrawn(self) -> Auction:
        """The seat on turn has passed."""
        still = self.still
        return Auction(self.order, still[1:], self.high, self.leader, self.passed + still[:1])


def opened(order: tuple[Seat, ...]) -> Auction:
    """An auction in which `order[0]` makes the first offer."""
    return Auction(order, order)
