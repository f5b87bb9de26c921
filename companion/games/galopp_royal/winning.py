"""How likely each seat is to win, by open facts: its purse and its team, in a race also its chair.

Law: the weights are fitted to games of simple bots, those of each stage apart (`fitted` names the command).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.galopp_royal.booklet import RACES
from companion.games.galopp_royal.fitted import FITTED
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.worth import held, prospect
from companion.kit.logit import chances as by_weights
from companion.kit.money import Coins
from companion.kit.policy import Prospects

MARGIN: Final = 0.0005
"""What a coin of lead is worth in the end, when the winner is known: among equal chances the safer one."""
SALE: Final = "sale {}"
"""The stage in which teams change before a race;"""
BEFORE: Final = "before {}"
"""the one in which all have their team for it;"""
RACE: Final = "race {}"
"""and the one in which it runs."""


def prospects(state: State) -> Prospects | None:
    """Purse and value of the team, in a race also the prize in reach; `None`: after the last race."""
    seats, is_racing = range(1, state.seats + 1), state.phase.part == "race"
    if is_racing and state.came:
        return Prospects(
            RACE.format(state.race), tuple([(*held(state, seat), prospect(state, seat)) for seat in seats])
        )
    race, stage = (state.race, BEFORE) if is_racing else (state.race + 1, SALE)
    return Prospects(stage.format(race), tuple([held(state, seat) for seat in seats])) if race <= RACES else None


def chances(state: State) -> Sequence[float]:
    """The chance of each seat to win; after the last race by the purses."""
    found = prospects(state)
    if found is None:
        return shares(state.money.purses)
    return by_weights(FITTED[state.seats][found.stage], found.numbers)


def before(race: int, purses: Sequence[Coins], teams: Sequence[float]) -> Sequence[float]:
    """The chances before a race, from purses and the values of the teams."""
    return by_weights(FITTED[len(purses)][BEFORE.format(race)], [*zip(purses, teams, strict=True)])


def after(race: int, purses: Sequence[Coins], teams: Sequence[float]) -> Sequence[float]:
    """The same after a race, while the teams for the next one are on sale."""
    return by_weights(FITTED[len(purses)][SALE.format(race + 1)], [*zip(purses, teams, strict=True)])


def shares(purses: Sequence[Coins]) -> tuple[float, ...]:
    """Each seat's share of the victory, when only the purses count."""
    most = max(purses)
    return tuple([(purse == most) / purses.count(most) for purse in purses])


def won(purses: Sequence[Coins], chair: int) -> float:
    """The chance after the last race, when the coins decide; and a little for the lead."""
    own, most = purses[chair], max(purses)
    others = max([each for at, each in enumerate(purses) if at != chair])
    return (own == most) / purses.count(most) + MARGIN * (own - others)
