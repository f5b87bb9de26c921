"""How well a seat stands: how far its figures have come, compared with the figures of the others.

Laws: `seen` keeps open facts and the hand of its seat, and `worth` uses only these; for a lot that is about to be drawn
it takes the mean. Bots that played each other found the weights; counting threats to figures did not help.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from statistics import fmean
from typing import Final

from msgspec.structs import replace

from companion.games.cat_royal.booklet import CARDS, GOALS, INSIDE, LOOP, START, STARTS, At
from companion.games.cat_royal.cards import is_known
from companion.games.cat_royal.handing import Handing
from companion.games.cat_royal.landing import Landing
from companion.games.cat_royal.state import State
from companion.games.cat_royal.tricks import Punishing
from companion.kit.piles import Draws
from companion.kit.question import OneOf
from companion.kit.rules import Answerable
from companion.kit.seats import Player, Seat

OUT: Final = 15.0
"""The value of a figure that is out; each field past the own start field adds 1."""
SAFE: Final[dict[At, float]] = {START: 0.0, **dict(zip(GOALS, (112.0, 115.0, 118.0, 121.0), strict=True))}
"""Nobody can take a figure in the goal; a figure deep in the goal leaves room for the others."""
COME: Final = {
    colour: SAFE | {field: OUT + (field - start) % LOOP for field in range(1, LOOP + 1)}
    for colour, start in STARTS.items()
}
"""The value of each place for the figures of a colour."""
VICTORY: Final = 1000.0

LOTS: Final = (Landing, Punishing)
"""The phases in which a lot may decide."""

IN_DECK: Final = {card: at for at, card in enumerate(CARDS)}
"""Where each kind of card stands in the deck's order."""


def seen(state: State, seat: Seat) -> State:
    """The game as a seat sees it: others may hold any card it has not seen, and may or may not have their cheat.

    A player who counts the steps can find out a cheat, so a cheat in a seat's latest turn stays visible.
    """
    others = [hand for other, hand in enumerate(state.hands, 1) if other != seat]
    unseen = sorted(filter(None, chain(state.piles.stock.cards, *others)), key=IN_DECK.__getitem__)
    stock = Draws(state.piles.stock.size, tuple(unseen))
    hands = tuple([hand if own == seat else (None,) * len(hand) for own, hand in enumerate(state.hands, 1)])
    spent = (seat,) if seat in state.spent else ()
    phase = state.phase
    if type(phase) is Handing:
        chosen = [card if own == seat or card == "" else None for own, card in enumerate(phase.chosen, 1)]
        phase = replace(phase, chosen=tuple(chosen))
    return replace(state, hands=hands, piles=replace(state.piles, stock=stock), spent=spent, phase=phase)


def worth(play: Answerable[State], state: State, seat: Seat) -> float | None:
    """How far a seat is ahead of the mean of the others, partners together; `None`: the box does not know its hand."""
    if not is_known(state.hands[seat - 1]):
        return None
    lot = state.phase.asks(state) if type(state.phase) in LOTS else None
    if lot is None or type(lot.form) is not OneOf:
        return lead(state, state.at, seat)
    after = [play.evolve(state, play.answered(state, intent)) for intent in lot.form.answers]
    return fmean([worth(play, state, seat) or 0.0 for state in after])


def lead(state: State, at: Sequence[tuple[At, ...]], seat: Seat) -> float:
    """How far a seat of this game is ahead if all figures are where `at` says."""
    standing = [*map(_standing, state.setup.seats, at)]
    if state.has_teams:
        own = sum([standing[other - 1] for other in state.team(seat)])
        return own - (sum(standing) - own)
    own = standing[seat - 1]
    return own - (sum(standing) - own) / (len(standing) - 1)


@lru_cache(maxsize=256)  # of all seats, an answer moves one or two
def _standing(player: Player, places: tuple[At, ...]) -> float:
    come = sum(map(COME[player.colour].__getitem__, places))
    return come + (VICTORY if INSIDE.issuperset(places) else 0.0)
