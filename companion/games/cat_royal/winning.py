"""How likely each seat is to win, by open facts: how far its figures have come, how many are out and home, how deep in
the goal they are, whether king and jester are among them, and how many cards it holds.

Laws: the weights are fitted to games of simple bots, each stage apart (`fitted` names the command); a stage is how many
figures the best seat has home. A round counts with its square too: the last fields before the goal are worth more than
the first. Partners have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from companion.games.cat_royal.booklet import INSIDE, LOOP, STARTS, At
from companion.games.cat_royal.ending import Closing, Over
from companion.games.cat_royal.fitted import FITTED
from companion.games.cat_royal.state import State
from companion.games.cat_royal.steps import DEPTH, JESTER, KING
from companion.kit.logit import chances as by_weights
from companion.kit.policy import Prospects
from companion.kit.seats import Colour

SeatFacts: TypeAlias = tuple[Colour, tuple[At, ...], int]
"""What counts of a seat: its colour, where its figures are, and how many cards it holds."""

HOME: Final = 3
"""Which of the numbers says how many figures are home."""


def prospects(state: State) -> Prospects | None:
    """The numbers of each seat; `None`: the game is over, or has teams."""
    if state.has_teams or isinstance(state.phase, Closing | Over):
        return None
    return _prospects(_facts(state))


def chances(state: State) -> Sequence[float] | None:
    """The chance of each seat to win."""
    if state.has_teams:
        return None
    return by_facts(_facts(state), is_over=isinstance(state.phase, Closing | Over))


def by_facts(seats: Sequence[SeatFacts], *, is_over: bool) -> Sequence[float]:
    """The chance of each seat, from these facts; when the game is over, the most figures home win."""
    stage, numbers = _prospects(seats)
    if not is_over:
        return by_weights(FITTED[len(seats)][stage], numbers)
    home = [of[HOME] for of in numbers]
    return tuple([(count == max(home)) / home.count(max(home)) for count in home])


def _facts(state: State) -> list[SeatFacts]:
    seats = zip(state.setup.seats, state.at, state.hands, strict=True)
    return [(player.colour, places, len(hand)) for player, places, hand in seats]


def _prospects(seats: Sequence[SeatFacts]) -> Prospects:
    numbers = tuple([_numbers(*facts) for facts in seats])
    return Prospects(f"{max([int(of[HOME]) for of in numbers])} home", numbers)


@lru_cache(maxsize=4096)  # playouts meet the same places again and again
def _numbers(colour: Colour, places: tuple[At, ...], cards: int) -> tuple[float, ...]:
    """Rounds gone on the loop, their squares, figures on it, figures home, their depths, king home, jester home, cards
    in hand."""
    start = STARTS[colour]
    gone = [(place - start) % LOOP / LOOP for place in places if isinstance(place, int)]
    depths = [DEPTH[str(place)] for place in places if place in INSIDE]
    is_in = [float(places[rank] in INSIDE) for rank in (KING, JESTER)]
    return sum(gone), sum([each**2 for each in gone]), len(gone), len(depths), sum(depths), *is_in, cards
