"""States put up by hand: `board({1: "K5 C G2"}, …)` says where figures stand, all others are in the start area."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.cat_royal.booklet import DECK, FIGURES, HOLES, START, At, Board
from companion.games.cat_royal.duties import Duties
from companion.games.cat_royal.options import PRESETS, Options
from companion.games.cat_royal.setup import Setup
from companion.games.cat_royal.state import Hand, State, Way
from companion.games.cat_royal.turns import Turn
from companion.kit.piles import Draws, Piles, spread
from companion.kit.seats import COLOURS, Player

NAMES = ("Mia", "Tom", "Ida", "Maximilian")
RANKS = dict(zip("KTCJ", FIGURES, strict=True))
"""King, knight, citizen, jester, as the worked positions of the rules name them."""


def setup(seats: int = 2, options: Options | None = None, duties: Duties | None = None, pairs: str = "") -> Setup:
    """Red and green if two play, else in their order; or the colours named."""
    colours = pairs.split() or (["red", "green"] if seats == 2 else COLOURS[:seats])
    players = tuple(
        Player(seat, name, colour)  # type: ignore[arg-type]  # a literal, said in letters
        for seat, (name, colour) in enumerate(zip(NAMES, colours, strict=False), 1)
    )
    return Setup("manual", options or PRESETS["manual"], duties or Duties(), players, 1, Board(), DECK, 100, None)


def board(
    stands: Mapping[int, str],
    hands: Mapping[int, str] | None = None,
    *,
    seats: int = 2,
    turn: int = 1,
    last: str = "",
    options: Options | None = None,
    duties: Duties | None = None,
) -> State:
    """Seat 1 on turn; `hands` are cards in a row, `_` an empty slot, `?` a card that the box does not know."""
    held: tuple[Hand, ...] = tuple(_hand((hands or {}).get(seat, "2 3 5 6 8")) for seat in range(1, seats + 1))
    return State(
        setup(seats, options, duties),
        tuple(_places(stands.get(seat, "")) for seat in range(1, seats + 1)),
        (((),) * len(FIGURES),) * seats,
        HOLES,
        held,
        Piles(Draws(sum(DECK.values()), spread(DECK))),
        Turn(turn),
        deal=4,
        last=last,
        cheated=("",) * seats,
        fresh=("",) * seats,
    )


def with_way(state: State, seat: int, figure: str, way: Way) -> State:
    """A figure has just come along there."""
    rows = [list(row) for row in state.ways]
    rows[seat - 1][FIGURES.index(figure)] = way
    return replace(state, ways=tuple(map(tuple, rows)))


def _places(stands: str) -> tuple[At, ...]:
    at = {RANKS[each[0]]: each[1:] for each in stands.split()}
    return tuple(_place(at.get(figure, START)) for figure in FIGURES)


def _place(said: str) -> At:
    return int(said) if said.isdigit() else said


def _hand(cards: str) -> Hand:
    return tuple(None if card == "?" else "" if card == "_" else card for card in cards.split())
