"""Coins: one bank, one purse for each seat, and the one function that moves money.

Law: bank and purses sum to zero after every transfer, so no coin is ever created or lost.
"""

from __future__ import annotations

from typing import TypeAlias

from companion.kit.seats import Seat
from companion.kit.value import Value

Coins: TypeAlias = int
"""An amount of money, in whole coins."""

BANK: Seat = 0
"""The bank as a party to a transfer; seats count from 1."""


class Money(Value, frozen=True):
    """Who owns what."""

    accounts: tuple[Coins, ...]
    """The bank (minus all coins it has handed out), then the purses of seats 1 … n."""

    def purse(self, seat: Seat) -> Coins:
        """What a seat owns."""
        return self.accounts[seat]

    @property
    def purses(self) -> tuple[Coins, ...]:
        """The purses of seats 1 … n."""
        return self.accounts[1:]


def endow(seats: int, capital: Coins) -> Money:
    """The money after the bank has given `capital` coins to each of `seats` seats."""
    money = Money((0,) * (seats + 1))
    for seat in range(1, seats + 1):
        money = transfer(money, BANK, seat, capital)
    return money


def transfer(money: Money, payer: Seat, payee: Seat, amount: Coins) -> Money:
    """Move `amount` coins; a negative amount moves them the other way."""
    accounts = list(money.accounts)
    accounts[payer] -= amount
    accounts[payee] += amount
    return Money(tuple(accounts))
