"""What is worth counting in a game, and the sheets of many counted games.

Laws: counts come from the events alone, so a record can be counted like a new game; of a game that has not ended, only
the cards are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.games.cat_royal import events
from companion.games.cat_royal.booklet import CARDS, FIGURES, GOALS
from companion.games.cat_royal.events import Piece
from companion.kit.event import Event
from companion.kit.seats import Seat
from companion.kit.tally import SPREAD, Cell, Occurrence, Tally, TallySheet, counted, share, spread_of

DEALS, TURNS = LENGTH = ("deals", "turns")
WIN, LAST_DEAL = END = ("by a win", "by the last deal")
UNFOUND, FOUND, WRONG, MOVED, TAKEN = TRICKS = (
    "cheats unfound",
    "cheats found",
    "accused in vain",
    "wormholes moved",
    "through a wormhole",
)
DISCARDED, PLAYED = range(2)
"""How a card was used."""


def counts(told: Iterable[Event]) -> Iterator[Occurrence]:
    """The counts of one game: how each card was used; after its end also its length, captures, tricks and places."""
    came: Counter[str] = Counter()
    home: set[Piece] = set()
    for event in told:
        match event:
            case events.Dealt():
                came[DEALS] += 1
            case events.Played(owner=owner, card=card, figure=figure, to=to, cheat=cheat):
                came.update((TURNS, UNFOUND) if cheat else (TURNS,))
                home.update({(owner, figure)} if to in GOALS else ())
                yield Occurrence("cards", card, PLAYED)
            case events.Discarded(card=card):
                came[TURNS] += 1
                yield Occurrence("cards", card, DISCARDED)
            case events.Forfeited(cards=cards):
                came[TURNS] += 1
                yield from (Occurrence("cards", card, DISCARDED) for card in cards if card is not None)
            case events.Captured(figure=figure):
                came[figure] += 1
            case events.Teleported():
                came[TAKEN] += 1
            case events.Shifted():
                came[MOVED] += 1
            case events.Accused(guilty=True):
                came.update({FOUND: 1, UNFOUND: -1})
            case events.Accused():
                came[WRONG] += 1
            case events.SentHome(seat=seat, figure=figure):
                home.discard((seat, figure))
            case events.Ended():
                yield from _of_a_game(event, came, Counter(seat for seat, _ in home))
            case _:
                pass


def _of_a_game(ended: events.Ended, came: Counter[str], home: Counter[Seat]) -> Iterator[Occurrence]:
    """The counts of a whole game, including zeros."""
    yield from (Occurrence("length", what, came[what]) for what in LENGTH)
    yield from (Occurrence("captures", figure, came[figure]) for figure in FIGURES)
    yield from (Occurrence("tricks", what, came[what]) for what in TRICKS)
    yield Occurrence(
        "end", WIN if all(home[seat] == len(FIGURES) for seat in ended.winners) else LAST_DEAL, came[DEALS]
    )
    yield from (Occurrence("places", seat, place) for seat, place in ended.places)
    yield from (Occurrence("home", seat, home[seat]) for seat, _ in ended.places)
    yield from (Occurrence("won", seat, len(ended.winners)) for seat in ended.winners)


def sheets(tally: Tally) -> tuple[TallySheet, ...]:
    """Length, end, seats, captures, tricks, cards."""
    return (_length(tally), _end(tally), _seats(tally), _captures(tally), _tricks(tally), _cards(tally))


def _length(tally: Tally) -> TallySheet:
    note = "A turn is a card played or discarded, or a hand."
    return TallySheet(
        "length", "Deals and turns in a game", ("in a game", *SPREAD), _spreads(tally, "length", LENGTH), note
    )


def _end(tally: Tally) -> TallySheet:
    ends = counted(tally, "end")
    games = sum(deals.total() for deals in ends.values())
    rows = ((how, share(ends[how].total(), games), *spread_of(ends[how])) for how in END if how in ends)
    note = "By a win: somebody, or a team, has all figures in the goal; the rest of the row is the deal it was."
    return TallySheet("end", "How games end", ("end", "games %", *SPREAD), tuple(rows), note)


def _seats(tally: Tally) -> TallySheet:
    home, places, won = counted(tally, "home"), counted(tally, "places"), counted(tally, "won")
    rows = (
        (seat, _won(won.get(seat, Counter()), of.total()), spread_of(places[seat])[0], *spread_of(of))
        for seat, of in home.items()
    )
    note = "A win shared by two counts half for each; equal places are shared, and the next are left out."
    return TallySheet(
        "seats",
        "Wins, mean place and figures in the goal at the end by seat",
        ("seat", "won %", "place", *SPREAD),
        tuple(rows),
        note,
    )


def _captures(tally: Tally) -> TallySheet:
    rows = _spreads(tally, "captures", FIGURES)
    return TallySheet(
        "captures", "Captures in a game", ("captured", *SPREAD), rows, "Own figures are captured like others."
    )


def _tricks(tally: Tally) -> TallySheet:
    rows = _spreads(tally, "tricks", TRICKS)
    note = "A figure that another sends through a wormhole, or changes places with at its exit, is not counted again."
    return TallySheet("tricks", "Tricks and wormholes in a game", ("in a game", *SPREAD), rows, note)


def _cards(tally: Tally) -> TallySheet:
    laid = counted(tally, "cards")
    rows = (
        (card, of.total(), share(of[PLAYED], of.total()), share(of[DISCARDED], of.total()))
        for card in CARDS
        if (of := laid.get(card))
    )
    note = "Discarded: no card of the hand could be used honestly; forfeited hands, too."
    return TallySheet("cards", "Cards laid", ("card", "laid", "played %", "discarded %"), tuple(rows), note)


def _spreads(tally: Tally, sheet: str, rows: Iterable[str]) -> tuple[tuple[Cell, ...], ...]:
    """The counted rows of a sheet, in this order."""
    there = counted(tally, sheet)
    return tuple((row, *spread_of(there[row])) for row in rows if row in there)


def _won(wins: Counter[int], games: int) -> float:
    return share(sum(count / winners for winners, count in wins.items()), games)
