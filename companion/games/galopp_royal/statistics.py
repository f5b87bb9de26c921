"""What is worth counting in a game, and the sheets of many counted games.

Laws: counts come from the events alone, so a record can be counted like a new game; a race or an auction that has not
ended is not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import SCHEMER, SPACES
from companion.kit.event import Card, Event
from companion.kit.money import Coins
from companion.kit.seats import Seat
from companion.kit.tally import SPREAD, Cell, Occurrence, Tally, TallySheet, counted, share, spread_of

WORTH: Final[dict[Card, int]] = {**SPACES, SCHEMER: 2}
"""The spaces that a bearer carries its own chair; the schemer counts as two ahead, since its owner need not go back."""


def worth(cards: Iterable[Card]) -> int:
    """How far four bearers carry their chair if the die calls each of them once: from -8 to 20 spaces."""
    return sum(WORTH[card] for card in cards)


def counts(told: Iterable[Event]) -> Iterator[Occurrence]:
    """The counts of one game: lengths of races, falls into the pond, prices of teams, coins and winners."""
    race = turns = fallen = 0
    prices: dict[Seat, Coins] = {}
    for event in told:
        match event:
            case events.RaceBegan():
                race, turns, fallen = event.race, 0, 0
            case events.Rolled():
                turns += 1
            case events.Ponded():
                fallen += 1
            case events.RaceEnded():
                yield Occurrence("turns", race, turns)
                yield Occurrence("pond", race, fallen)
            case events.Unsold():
                yield Occurrence("auctions", race, 0)
            case events.Sold():
                prices[event.seat] = event.price
                yield Occurrence("auctions", race, event.price)
            case events.Laid(seat=seat) if seat in prices:
                yield Occurrence("prices", worth(event.cards), prices.pop(seat))
            case events.Ended(coins=coins, winners=winners):
                for seat, amount in coins:
                    yield Occurrence("coins", seat, amount)
                for seat in winners:
                    yield Occurrence("won", seat, len(winners))
            case _:
                pass


def sheets(tally: Tally) -> tuple[TallySheet, ...]:
    """Races, pond, auctions, prices, seats."""
    return (_turns(tally), _pond(tally), _auctions(tally), _prices(tally), _seats(tally))


def _turns(tally: Tally) -> TallySheet:
    races = counted(tally, "turns")
    rows = ((race, *spread_of(counts)) for race, counts in _and_all(races))
    return TallySheet("turns", "Turns in a race", ("race", *SPREAD), tuple(rows), "A turn is one roll of the die.")


def _pond(tally: Tally) -> TallySheet:
    races = counted(tally, "pond")
    chairs = range(max((max(counts) for counts in races.values()), default=0) + 1)
    rows = ((race, *(share(counts[n], counts.total()) for n in chairs)) for race, counts in _and_all(races))
    note = "Of a hundred races, how many ended with so many chairs in the pond."
    return TallySheet("pond", "Chairs in the pond, %", ("race", *map(str, chairs)), tuple(rows), note)


def _auctions(tally: Tally) -> TallySheet:
    rows: list[tuple[Cell, ...]] = []
    for race, prices in counted(tally, "auctions").items():
        held, unsold = prices.total(), prices.pop(0, 0)
        when = f"after {race}" if race else "start"
        rows.append((when, held, share(held - unsold, held), share(unsold, held), *spread_of(prices)))
    note = (
        "At the start and after races 1 to 5; prices of those sold. The team the last seat has to take is no auction."
    )
    return TallySheet("auctions", "Auctions", ("teams", "held", "sold %", "unsold %", *SPREAD), tuple(rows), note)


def _prices(tally: Tally) -> TallySheet:
    rows = ((team, prices.total(), *spread_of(prices)) for team, prices in counted(tally, "prices").items())
    note = "Worth: the sum of the spaces on its four bearers, the schemer as +2. Random bids do not look at it."
    return TallySheet("prices", "Price of a team by its worth", ("worth", "sold", *SPREAD), tuple(rows), note)


def _seats(tally: Tally) -> TallySheet:
    coins, won = counted(tally, "coins"), counted(tally, "won")
    rows = ((seat, _won(won.get(seat, Counter()), of.total()), *spread_of(of)) for seat, of in coins.items())
    note = "A win shared by two counts half for each."
    return TallySheet("seats", "Wins and coins at the end by seat", ("seat", "won %", *SPREAD), tuple(rows), note)


def _won(wins: Counter[int], games: int) -> float:
    return share(sum(count / winners for winners, count in wins.items()), games)


def _and_all(rows: dict[int | str, Counter[int]]) -> list[tuple[Cell, Counter[int]]]:
    """The rows, with their sum as the last one if there are any."""
    return [*rows.items(), ("all", sum(rows.values(), Counter[int]()))] if rows else []
