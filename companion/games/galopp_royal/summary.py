"""How a game goes, race by race; and a summary at its end: the best bearer, luck, the coins spent, who was last.

Laws: it is made from the events that count, without undone ones; each page has at most four lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from companion.games.galopp_royal import events
from companion.games.galopp_royal.cards import signed
from companion.games.galopp_royal.ending import may_count
from companion.games.galopp_royal.spoken_questions import counted
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.statistics import WORTH, worth
from companion.kit.best import Best
from companion.kit.curve import Curve
from companion.kit.event import Card, Event
from companion.kit.money import Coins
from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, joined, text, verbatim
from companion.kit.view import View, leaves

BY_RACE: Final = text("Coins by race")
BARS: Final = "▁▂▃▄▅▆▇█"
"""Bars from 0 to the most coins that anybody ever had."""


class Course(msgspec.Struct):
    """What is counted during the game."""

    coins: dict[int, tuple[Coins, ...]] = {}
    """After each race, the coins of seats 1 … n."""
    carried: Counter[tuple[Seat, Card]] = msgspec.field(default_factory=Counter)
    """The spaces that each bearer has carried its own chair, by seat and bearer."""
    luck: dict[Seat, float] = {}
    """Spaces gained by the die, compared with the mean of the four slots at each roll; the schemer counts as two."""
    spent: Counter[Seat] = msgspec.field(default_factory=Counter)
    """Coins spent on teams."""
    last: Counter[Seat] = msgspec.field(default_factory=Counter)
    """How often each seat was last in a race after which the last seat chooses."""
    called: Card = ""
    """The bearer of the latest roll."""

    def heed(self, state: State, event: Event) -> None:
        """Count an event, with the state it led to."""
        match event:
            case events.Rolled(seat=seat, bearer=card):
                slots = [slot for slot in state.displays[seat - 1] if slot is not None]
                self.called = card
                self.luck[seat] = self.luck.get(seat, 0.0) + WORTH[card] - worth(slots) / len(slots)
            case events.Moved(seat=seat, steps=steps):
                self.carried[seat, self.called] += sum(by for mover, by in steps if mover == seat)
            case events.RaceEnded(race=race, last=last):
                self.coins[race] = state.money.purses
                self.last.update(() if last is None else (last,))
            case events.Paid():
                self.coins[state.race] = state.money.purses
            case events.Sold(seat=seat, price=price) | events.Assigned(seat=seat, price=price):
                self.spent[seat] += price
            case _:
                pass


def summary(told: Iterable[tuple[State, Event]]) -> tuple[View, ...]:
    """The pages of a finished game; none if it had no race."""
    state, course = _course(told)
    return tuple(_pages(state, course)) if state is not None and course.coins else ()


def curves(told: Iterable[tuple[State, Event]]) -> tuple[Curve, ...]:
    """Coins at the start and after each race, if all may count them."""
    state, course = _course(told)
    if state is None or not course.coins or not may_count(state, 1, None):
        return ()
    races = sorted(course.coins)
    start = (state.setup.capital,) * len(state.setup.seats)
    return (Curve(BY_RACE, ("0", *map(str, races)), (start, *(course.coins[race] for race in races))),)


def _course(told: Iterable[tuple[State, Event]]) -> tuple[State | None, Course]:
    """The latest state, and what was counted on the way to it."""
    course, state = Course(), None
    for state, event in told:
        course.heed(state, event)
    return state, course


def _pages(state: State, course: Course) -> Iterator[View]:
    yield from leaves(BY_RACE, _chart(state, [course.coins[race] for race in sorted(course.coins)]))
    (seat, card), spaces = max(course.carried.items(), key=lambda item: item[1])
    best = (verbatim(state.name(seat)), text("bearer {n}", n=signed(card)), text("{n} spaces in all", n=spaces))
    yield View(text("Best bearer"), lines=best)
    yield from leaves(text("Luck, in spaces"), _ranked(state, course.luck, "{:+.1f}".format))
    yield from leaves(text("Spent on teams"), _ranked(state, course.spent, lambda spent: counted(int(spent))))
    yield from leaves(text("Times last"), _ranked(state, course.last, str))


def _chart(state: State, coins: Sequence[tuple[Coins, ...]]) -> tuple[Text, ...]:
    """A row of bars for each seat, all in one scale, with its coins at the end."""
    most = max(1, *(max(purses) for purses in coins))
    return tuple(
        joined(player.said, f"{''.join(BARS[(len(BARS) - 1) * coin // most] for coin in row)} {row[-1]}")
        for player, row in zip(state.setup.seats, zip(*coins, strict=True), strict=True)
    )


def _ranked(state: State, counts: Mapping[Seat, float], how: Callable[[float], Wording]) -> tuple[Text, ...]:
    """A line for each seat, the highest count first."""
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    return tuple(joined(state.name(seat), how(count)) for seat, count in ranked)


def bests(told: Iterable[tuple[State, Event]]) -> Iterator[Best]:
    """The dearest team, and the most coins at the end."""
    dearest: events.Sold | None = None
    for _, event in told:
        if type(event) is events.Sold and (dearest is None or event.price > dearest.price):
            dearest = event
        if type(event) is events.Ended:
            seat, coins = max(event.coins, key=lambda each: each[1])
            yield Best("coins", coins, seat, text("Most coins ever: {n}.", n=coins))
    if dearest is not None:
        price = dearest.price
        yield Best("team", price, dearest.seat, text("Dearest team ever: {n}.", n=price))
