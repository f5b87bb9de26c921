"""What is said of a question where it depends on the rules of play; `test_explaining` of all games has the rest."""

from __future__ import annotations

import pytest

from companion.games.cat_royal.explaining import rule
from companion.kit.text import speak

from .positions import asked, turn


@pytest.mark.parametrize(("no_move", "costs"), [("discard_one", "discard one"), ("forfeit", "discard all of them")])
def test_what_it_costs_if_no_card_can_be_used_is_said_as_it_was_agreed(no_move: str, costs: str) -> None:
    state = turn("1K 5", "6", no_move=no_move)
    said = rule(state, asked(state))
    assert said is not None
    assert speak(said, str) == f"Play one card with one figure; only if no card can be used, {costs}"
