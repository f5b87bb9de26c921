"""How likely each seat is to win, with all cards open: the game is played on in short form to the end of a race and
the sales after it, and judged then.

Law: there the fitted chances stand for the races to come, so their luck does not blur the figure; the last race is run,
several times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.galopp_royal.booklet import RACES
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.rest import Rest, has_gone_on
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.winning import before, shares
from companion.kit.money import Coins
from companion.kit.policy import Chance

RUNS: Final = 3
"""How often the last race is run from the same start."""


def outlook(state: State, chance: Chance) -> Sequence[float] | None:
    """The chances of seats 1 … n; `None` where the game has no short form (`rest`)."""
    if type(state.phase) is Over:
        return shares(state.money.purses)
    rest = Rest(state, chance)
    if not has_gone_on(rest, state.phase):
        return None
    if state.phase.part == "team" and rest.race + 1 < RACES:
        rest.start()
    if rest.race == RACES:
        return shares(rest.purses)
    if rest.race + 1 < RACES:
        return before(rest.race + 1, rest.purses, rest.values())
    ends = [shares(_last_race(rest, [*rest.purses])) for _ in range(RUNS)]
    return [sum(chances) / RUNS for chances in zip(*ends, strict=True)]


def _last_race(rest: Rest, purses: list[Coins]) -> Sequence[Coins]:
    """The purses after one run of the last race; `rest` stands before it again."""
    kept, rest.purses = rest.purses, purses
    rest.start()
    rest.race, rest.purses = RACES - 1, kept
    return purses
