"""What a sale was worth to its buyer: the price at which the chance to win is the same with it and without it.

Law: with it and without it, and at every price, the game continues with the same random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import sub
from typing import Any, Final, NamedTuple

from companion.kit.decision import settled
from companion.kit.event import Event
from companion.kit.policy import Sale
from companion.kit.rules import Rules
from companion.match.report import Bought, Side
from companion.players.playouts import SeatOdds, error
from companion.study.told import ToldGame

PRICES: Final = 9
"""How many prices are tried for a sale, besides the one that was paid."""
LEAST: Final = 0.05
"""How far the chance must fall from the lowest to the highest price; if it falls less, the sale did not matter."""


class Tried(NamedTuple):
    """A sale, and the states that show what it was worth."""

    sale: Sale
    prices: tuple[int, ...]
    states: tuple[Any, ...]
    """The state without the sale, then with it at each price."""


def sales(told: ToldGame) -> Iterator[tuple[int, Tried]]:
    """Each sale, with the number of its event."""
    rules, heard = told.rules, list[Event]()
    for moment in told.moments:
        befores = (moment.before, *moment.states[:-1])
        for at, (before, event) in enumerate(zip(befores, moment.events, strict=True)):
            heard.append(event)
            if (sale := rules.sale(before, heard)) is not None:
                yield moment.n + at, tried(rules, before, sale)


def tried(rules: Rules[Any], before: Any, sale: Sale) -> Tried:
    """Try a sale at prices over the whole range, the price paid among them."""
    last = len(sale.priced) - 1
    some = {round(last * at / (PRICES - 1)) for at in range(PRICES)}
    priced = [each for at, each in enumerate(sale.priced) if at in some or each[0] == sale.paid]
    events = (sale.otherwise, *(event for _, event in priced))
    return Tried(sale, tuple(price for price, _ in priced), tuple(settled(rules, before, event) for event in events))


def bought(n: int, tried: Tried, odds: Sequence[SeatOdds], least: float) -> Bought:
    """The price at which the chance with the sale has fallen to the chance without it.

    `least`: the smallest error of a chance.
    """
    seat, prices, paid = tried.sale.seat, tried.prices, tried.sale.paid
    without, *priced = [each.chances[seat - 1] for each in odds]
    falling = levelled(priced)
    falls = falling[0] - falling[-1]
    if falls < LEAST:
        return Bought(n, seat, paid, None, "", 0.0)
    fair = crossing(prices, falling, without)
    nearest = min(range(len(prices)), key=lambda at: abs(prices[at] - fair))
    off = max(least, error([*map(sub, odds[0].of(seat), odds[1 + nearest].of(seat))]))
    beyond: Side = "<" if without > falling[0] else ">" if without < falling[-1] else ""
    return Bought(n, seat, paid, fair, beyond, off * (prices[-1] - prices[0]) / falls)


def levelled(chances: Sequence[float]) -> list[float]:
    """The nearest falling row: neighbours that rise are levelled."""
    blocks: list[tuple[float, int]] = []
    for chance in chances:
        blocks.append((chance, 1))
        while len(blocks) > 1 and blocks[-1][0] > blocks[-2][0]:
            (high, more), (low, some) = blocks.pop(), blocks.pop()
            blocks.append(((high * more + low * some) / (more + some), more + some))
    return [chance for chance, count in blocks for _ in range(count)]


def crossing(prices: Sequence[int], chances: Sequence[float], without: float) -> int:
    """The price at which they cross, between two prices; the lowest or highest price if all chances lie on one side."""
    if chances[0] <= without:
        return prices[0]
    for (low, above), (high, below) in pairwise(zip(prices, chances, strict=True)):
        if below <= without:
            return round(low + (high - low) * (above - without) / (above - below))
    return prices[-1]
