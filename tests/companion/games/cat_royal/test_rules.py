"""The game as the box sees it: what may be settled, and random play with every option."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cat_royal import events
from companion.games.cat_royal.options import PRESETS
from companion.games.cat_royal.state import State
from companion.kit.errors import BadChoice
from companion.match import record, referee
from tests.companion.games.cat_royal.any_position import tables
from tests.companion.games.cat_royal.positions import RULES, start
from tests.companion.games.cat_royal.random_games import random_game
from tests.companion.games.whole_games import RANDOM

# --- what may be settled ---------------------------------------------------------------------------------------------


def test_every_rulebook_can_be_played_and_each_option_set_alone() -> None:
    for rulebook in PRESETS:
        RULES.check({"rulebook": rulebook})
        state = start(2, rulebook=rulebook, tricks=False, holes="pairs")
        assert (state.setup.options.tricks, state.setup.options.holes) == (False, "pairs")
        assert state.setup.options.no_move == PRESETS[rulebook].no_move


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"rulebook": "de"}, "rulebook must be one of manual, app, dog, not 'de'"),
        ({"options": {"holes": "none"}}, "none"),
        ({"options": {"luck": True}}, "luck"),
        ({"last_deal": 0}, "last_deal must be from 1 to 999"),
        ({"board": {}}, "board"),
    ],
)
def test_choices_no_game_can_be_played_by(choices: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadChoice, match=sentence):
        RULES.check(choices)


def test_what_is_agreed_on_is_what_is_played() -> None:
    options = RULES.options({"rulebook": "app"})
    agreed = RULES.agreed(tuple(option.chosen for option in options))
    assert agreed == {"rulebook": "app", "options": {}}
    assert RULES.options(agreed) == options


def test_the_box_always_draws_lots() -> None:
    assert RULES.draws_lots({"cards": "table"})
    assert RULES.draws_lots({"cards": "box"})


def test_no_undo_crosses_a_deal_a_card_handed_over_an_accusation_or_the_end() -> None:
    assert set(RULES.final) == {events.Dealt, events.CardsHanded, events.Accused, events.Ended}


# --- random games ----------------------------------------------------------------------------------------------------


@settings(RANDOM, max_examples=12)
@given(table=tables(), number=st.integers(0, 1 << 30), most=st.sampled_from([20, 100, 100_000]))
def test_random_games_by_all_options_are_sound_and_their_records_right(table: State, number: int, most: int) -> None:
    entries, session = random_game(table, number, most)
    for secrets in (False, True):
        found = referee.check(RULES, record.write(RULES, table, entries, secrets=secrets))
        assert found.is_over == (session.question is None)
        events = [event for past in session.history.done for event in past.step.events]
        assert found.events == record.count(RULES, events)
        if found.is_seed_open:
            assert found.is_over
            assert found.state == session.state


@pytest.mark.untraced
@pytest.mark.parametrize("rulebook", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_by_a_win(rulebook: str, seats: int) -> None:
    entries, session = random_game(start(seats, rulebook=rulebook), number=seats)
    assert session.question is None
    assert max(map(session.state.home, range(1, seats + 1))) == 4
    assert len(entries) < 10_605
