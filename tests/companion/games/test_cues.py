from __future__ import annotations

from collections import defaultdict

import pytest

from companion.games import GAMES
from companion.kit.rules import Rules
from companion.kit.view import Cue, won
from companion.testing.whole_games import finish, seated
from tests.companion.games.every_game import SHORT

QUIET = {
    "galopp-royal": {"Passed", "Unsold", "Laid", "RaceBegan", "Rolled", "Removed", "Drew", "Reshuffled", "Corrected"},
    "cat-royal": {"Reshuffled", "SetOut", "Shifted", "Discarded", "Forfeited"},
}
"""For each game, the events without lights or sound of their own."""


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_lights_and_sound_hear_of_all_that_is_not_quiet(rules: Rules[object]) -> None:
    moments: dict[str, set[str | None]] = defaultdict(set)
    for number in range(3):
        start = state = rules.begin(seated(rules, 3, "box"), SHORT.get(rules.name, {}))
        for event in finish(rules, start, number).events:
            state = rules.evolve(state, event)
            cue = rules.cue(state, event)
            moments[type(event).__name__].add(cue.moment if cue is not None else None)
    assert {name for name, heard in moments.items() if heard == {None}} <= QUIET[rules.name]
    assert all(None not in heard for name, heard in moments.items() if name not in {*QUIET[rules.name], "RaceEnded"})
    assert moments["Ended"] == {"win"}
    assert moments["RaceEnded"] <= {"finish", "last", None}  # after the last race nobody is last


def test_the_end_is_the_winner_s_or_everybody_s() -> None:
    assert won((3,)) == Cue("win", 3)
    assert won((1, 3)) == Cue("win")
