"""The numbers of the real board one after the other, to check them with two keys; and back into a board."""

from __future__ import annotations

import msgspec

from companion.games.galopp_royal.booklet import DECK, PLACES, RACES, Board
from companion.games.galopp_royal.cards import show
from companion.games.galopp_royal.track import PODIUM
from companion.kit.errors import BadChoice
from companion.kit.event import Card
from companion.kit.setup import Measure
from companion.kit.text import ordinal, text


def of_board(board: Board, deck: dict[Card, int]) -> tuple[Measure, ...]:
    """START, six finishes, six rows of three prizes, six kinds of bearers."""
    spaces = (text("START"), board.start), *((text("arch {n}", n=n), at) for n, at in enumerate(board.finishes, 1))
    prizes = (
        Measure(
            text("Race {n}", n=race),
            amount,
            text("coins"),
            text("{place} place", place=ordinal(place)),
            at=(str(board.finishes[race - 1]), PODIUM[place - 1]),
        )
        for race, row in enumerate(board.prizes, 1)
        for place, amount in enumerate(row, 1)
    )
    return (
        *(Measure(name, at, text("space"), text("from pond"), is_space=True) for name, at in spaces),
        *prizes,
        *(Measure(text("bearer {n}", n=show(card)), deck[card], text("cards"), text("in deck")) for card in DECK),
    )


def to_board(values: tuple[int, ...]) -> tuple[Board, dict[Card, int]]:
    """A board and a deck from these numbers. Raises BadChoice if no race is possible on it."""
    start, rest = values[0], values[1:]
    finishes, prizes, cards = rest[:RACES], rest[RACES : RACES * (1 + PLACES)], rest[RACES * (1 + PLACES) :]
    rows = [prizes[at : at + PLACES] for at in range(0, len(prizes), PLACES)]
    try:
        board = msgspec.convert({"start": start, "finishes": finishes, "prizes": rows}, Board)
    except msgspec.ValidationError as error:
        raise BadChoice(str(error).partition(" - at ")[0]) from None
    return board, dict(zip(DECK, cards, strict=True))
