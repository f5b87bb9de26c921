"""The end: when it comes, who has won, and who shares a place."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.ending import Closing, Over
from companion.games.cat_royal.turns import Turn
from companion.kit.question import OneOf, Question, Seed, commit
from companion.testing.whole_games import SEED
from tests.companion.games.cat_royal.positions import (
    CLOSE,
    RULES,
    asked,
    code,
    lay_off,
    play,
    start,
    told,
    turn,
    use,
    with_hands,
)


def test_end_who_has_all_four_figures_in_the_goal_has_won_at_once() -> None:
    state = turn("1C 62, 1K G4, 1T G3, 1J G1, 2K G1", "5", "6")
    after = play(state, use(state, "citizen", "G2"))
    assert asked(after) == Question(None, Seed(intents.Close(), commit(SEED)))
    ended = events.Ended(((1, 1), (2, 2), (3, 3), (4, 3)), (1,), SEED)
    assert told(after, CLOSE) == (ended,)
    over = play(after, CLOSE)
    assert over.phase == Over((1,))
    assert RULES.question(over) is None
    assert code(over, CLOSE) == "over"


@pytest.mark.parametrize(
    ("home", "places", "winners"),
    [
        ("1K G1, 1T G2, 1C G3, 1J G4, 2K G1, 2T G2, 3K G1, 3T G2, 4K G1", (1, 2, 2, 4), (1,)),
        ("1K G1, 2K G1, 3K G1, 4K G1", (1, 1, 1, 1), (1, 2, 3, 4)),
        ("2K G1, 2T G4, 4K G1, 4J G2", (3, 1, 3, 1), (2, 4)),
    ],
)
def test_end_places_by_figures_in_the_goal_equal_ones_share(
    home: str, places: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    state = replace(turn(home), phase=Closing())
    assert told(state, CLOSE) == (events.Ended(tuple(enumerate(places, 1)), winners, SEED),)


@pytest.mark.parametrize(("seats", "places"), [(2, (2, 1)), (3, (2, 1, 3)), (4, (2, 1, 3, 4))])
def test_end_places_of_every_number_of_seats(seats: int, places: tuple[int, ...]) -> None:
    home = ("1K G1, 1T G2", "2K G1, 2T G2, 2C G3", "3K G1", "")[:seats]
    state = replace(turn(", ".join(filter(None, home)), seats=seats), phase=Closing())
    assert told(state, CLOSE) == (events.Ended(tuple(enumerate(places, 1)), (2,), SEED),)


def test_end_the_last_deal_is_played_out() -> None:
    for last_deal, phase in ((1, Closing()), (2, None)):
        state = with_hands(turn("", "5", seats=2, last_deal=last_deal), ("5",), ())
        after = play(state, lay_off())
        assert (after.phase == phase) == (phase is not None)


def test_end_a_win_with_the_last_consequence() -> None:
    state = turn("1C 62, 1K G4, 1T G3, 1J G1", "5", seats=2, last_deal=1)
    assert play(state, use(state, "citizen", "G2")).phase == Closing()
    assert isinstance(play(turn("1C 24", "2", "3"), use(turn("1C 24", "2", "3"), "citizen", 26)).phase, Turn)


def test_end_without_a_promise_no_seed_is_opened() -> None:
    state = start()
    state = replace(state, setup=replace(state.setup, commitment=None), phase=Closing())
    assert asked(state) == Question(None, OneOf((intents.Close(),)))
    assert told(state, intents.Close())[0] == events.Ended(((1, 1), (2, 1), (3, 1), (4, 1)), (1, 2, 3, 4), None)
