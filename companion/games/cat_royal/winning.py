"""How likely each seat is to win, by open facts: how far its figures have come, how many are out and home, and how many
cards it holds.

Law: the weights are fitted to games of simple bots, each stage apart (`fitted` names the command); a stage is how many
figures the best seat has home. Partners have none.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cat_royal.booklet import INSIDE, LOOP, STARTS
from companion.games.cat_royal.ending import Closing, Over
from companion.games.cat_royal.fitted import FITTED
from companion.games.cat_royal.state import State
from companion.kit.logit import chances as by_weights
from companion.kit.policy import Prospects
from companion.kit.seats import Player


def prospects(state: State) -> Prospects | None:
    """Rounds gone on the loop, figures on it, figures home, cards in hand; `None`: the game is over, or has teams."""
    if state.has_teams or isinstance(state.phase, Closing | Over):
        return None
    stage = max(map(state.home, range(1, state.seats + 1)))
    return Prospects(f"{stage} home", tuple([_numbers(state, player) for player in state.setup.seats]))


def _numbers(state: State, player: Player) -> tuple[float, ...]:
    places = state.at[player.seat - 1]
    out = [place for place in places if isinstance(place, int)]
    rounds = sum([(place - STARTS[player.colour]) % LOOP for place in out]) / LOOP
    home = sum([place in INSIDE for place in places])
    return rounds, len(out), home, len(state.hands[player.seat - 1])


def chances(state: State) -> Sequence[float] | None:
    """The chance of each seat to win."""
    if state.has_teams:
        return None
    if (found := prospects(state)) is not None:
        return by_weights(FITTED[state.seats][found.stage], found.numbers)
    home = [*map(state.home, range(1, state.seats + 1))]
    return tuple([(count == max(home)) / home.count(max(home)) for count in home])
