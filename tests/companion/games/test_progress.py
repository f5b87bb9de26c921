"""How far a game is, and the final places, for people who are not at the table."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from companion.kit.rules import Rules
from companion.kit.seats import ranked
from companion.testing.whole_games import finish, seated
from tests.companion.games.every_game import EVERY_GAME, SHORT


def test_places_go_by_what_each_has_and_equal_ones_leave_the_next_out() -> None:
    assert ranked((3, 9, 9, 1)) == (3, 1, 1, 4)
    assert ranked(()) == ()


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_there_are_places_at_the_end_and_not_before(rules: Rules[Any]) -> None:
    start = rules.begin(seated(rules, 3, "box"), SHORT.get(rules.name, {}))
    over = finish(rules, start, 1).state
    assert rules.places(start) == ()
    assert rules in GAMES or rules.places(over) == (), "a game need not tell"
    if places := rules.places(over):
        assert len(places) == 3
        assert min(places) == 1
        assert {seat for seat, place in enumerate(places, 1) if place == 1} == set(over.phase.winners)  # type: ignore[attr-defined]  # each of these has it


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_progress_changes_from_stage_to_stage(rules: Rules[Any]) -> None:
    start = rules.begin(seated(rules, 3, "box"), SHORT.get(rules.name, {}))
    said = []

    def watch(_before: Any, _event: object, after: Any) -> None:
        if (now := rules.progress(after)) not in said:
            said.append(now)

    finish(rules, start, 1, watch)
    assert said == [None] if rules not in GAMES else len(said) > 1
