"""How well a seat stands: how far its figures have come, compared with the figures of the others.

Laws: `seen` keeps open facts and the hand of its seat, and `worth` uses only these; for a lot that is about to be drawn
it takes the mean. Bots that played each other found the weights; counting threats to figures did not help.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from statistics import fmean
from typing import Final

from msgspec.structs import replace

from companion.games.cat_royal.booklet import CARDS, FIGURES, GOALS, LOOP, START
from companion.games.cat_royal.cards import is_known
from companion.games.cat_royal.landing import Landing
from companion.games.cat_royal.state import State
from companion.games.cat_royal.tricks import Punishing
from companion.kit.piles import Draws, spread
from companion.kit.question import OneOf
from companion.kit.rules import Answerable
from companion.kit.seats import Seat

OUT: Final = 15.0
"""The value of a figure that is out; each field past the own start field adds 1."""
COME: Final = {START: 0.0, **dict(zip(GOALS, (112.0, 115.0, 118.0, 121.0), strict=True))}
"""Nobody can take a figure in the goal; a figure deep in the goal leaves room for the others."""
VICTORY: Final = 1000.0


def seen(state: State, seat: Seat) -> State:
    """The game as a seat sees it: others may hold any card it has not seen, and may or may not have their cheat.

    A player who counts the steps can find out a cheat, so a cheat in a seat's latest turn stays visible.
    """
    unseen = Counter(chain(state.piles.stock.cards, *state.hands)) - Counter(state.hands[seat - 1])
    stock = Draws(state.piles.stock.size, spread({card: unseen[card] for card in CARDS}))
    hands = tuple([hand if own == seat else (None,) * len(hand) for own, hand in enumerate(state.hands, 1)])
    spent = (seat,) if seat in state.spent else ()
    return replace(state, hands=hands, piles=replace(state.piles, stock=stock), spent=spent)


def worth(play: Answerable[State], state: State, seat: Seat) -> float | None:
    """How far a seat is ahead of the mean of the others; `None`: the box does not know its hand."""
    if not is_known(state.hands[seat - 1]):
        return None
    lot = state.phase.asks(state) if type(state.phase) in (Landing, Punishing) else None
    if lot is None or type(lot.form) is not OneOf:
        standing = [_standing(state, other) for other in range(1, state.seats + 1)]
        own = standing[seat - 1]
        return own - (sum(standing) - own) / (state.seats - 1)
    after = [play.evolve(state, play.answered(state, intent)) for intent in lot.form.answers]
    return fmean([worth(play, state, seat) or 0.0 for state in after])


def _standing(state: State, seat: Seat) -> float:
    start, places = state.start(seat), state.at[seat - 1]
    come = [OUT + (place - start) % LOOP if type(place) is int else COME[str(place)] for place in places]
    return sum(come) + (VICTORY if state.home(seat) == len(FIGURES) else 0.0)
