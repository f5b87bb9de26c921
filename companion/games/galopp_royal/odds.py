"""The odds of the present race, from open facts: the rest of the race is played out many times (`sprint`)."""

from __future__ import annotations

from companion.games.galopp_royal.booklet import PLACES
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.sprint import Sprint, ahead
from companion.games.galopp_royal.state import State
from companion.kit.policy import Chance, Contest
from companion.kit.seats import Seat
from companion.kit.text import ordinal, text


def contest(state: State) -> Contest | None:
    """Who takes the next place at the arch; `None`: there is no race, or all places with a prize are taken."""
    phase, taken = state.phase, len(state.finished)
    if not isinstance(phase, Rolling | Scheming) or taken == PLACES:
        return None

    def run(chance: Chance) -> Seat | None:
        sprint = Sprint(state)
        sprint.run(phase.seat - 1, ahead(state, chance))
        return sprint.finished[taken] + 1 if len(sprint.finished) > taken else None

    return Contest(text("Odds: {place}", place=ordinal(taken + 1)), run)
