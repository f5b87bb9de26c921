"""A turn in a race: de B (who begins), de B1 (the die), de B2 (the bearers), de B3 (under the arch)."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.race_end import place_of
from companion.games.galopp_royal.state import At
from companion.kit.setup import Who
from tests.companion.games.galopp_royal.positions import (
    RULES,
    SIX,
    after_the_move,
    assign,
    between_races,
    carry,
    code,
    dealt,
    kinds,
    on_turn,
    passes,
    play,
    race,
    roll,
    start_auction,
    the,
    told,
    use,
    with_chairs,
    with_display,
)

# --- who rolls -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [1, 3])
def test_b_the_smallest_player_begins_race_1(first: int) -> None:
    state = play(start_auction(2, seats=4, first=first), assign(*SIX[:4]))
    assert (state.race, on_turn(state), state.chairs) == (1, first, (5, 5, 5, 5))


def test_b_the_last_of_the_race_begins_the_next() -> None:
    state = play(dealt(between_races(4, last=4, nth=2)), *passes(4, 1, 2, 3))
    assert (state.race, on_turn(state)) == (2, 4)


def test_b_clockwise_without_those_off_the_track() -> None:
    state, order = race(6, turn=2, chairs=(7, 7, "F1", 7, "P1", 7)), []
    for _ in range(5):
        order.append(seat := on_turn(state) or 0)
        state = play(state, carry("1", seat))
    assert order == [2, 4, 6, 1, 2]


def test_b_a_chair_that_leaves_the_track_loses_its_turns() -> None:
    state, order = race(4, chairs=(19, 2, 9, 9)), []
    for card in ("1", "-2", "1", "1", "1"):
        order.append(seat := on_turn(state) or 0)
        state = play(state, carry(card, seat))
    assert order == [1, 2, 3, 4, 3]


@pytest.mark.parametrize(
    ("chairs", "steps", "following"),
    [
        ((9, 9, 9, 9), ((1, 2), (3, -2)), 2),
        ((9, 9, 9, 9), ((1, -2), (2, 1), (4, 1)), 2),
        ((2, 9, 9, 9), ((1, -2), (3, 2)), 2),
        ((9, 19, 9, 9), ((1, -2), (2, 2)), 3),
    ],
)
def test_b_after_a_schemer_the_next_is_left_of_its_owner(
    chairs: tuple[At, ...], steps: tuple[tuple[int, int], ...], following: int
) -> None:
    """Whichever chairs were moved, unless they left the track by it."""
    assert on_turn(use(race(4, chairs=chairs), *steps)) == following


@pytest.mark.parametrize("face", [0, 5])
def test_b1_only_the_seat_on_turn_rolls_one_of_four_faces(face: int) -> None:
    state = race(4, turn=2)
    assert code(state, roll(1, 1)) == "not_your_turn"
    assert code(state, roll(2, face)) == "no_such_face"
    assert [kinds(told(state, roll(2, known)))[0] for known in (1, 2, 3, 4)] == ["rolled"] * 4


@pytest.mark.parametrize(("die", "by_lot"), [("box", True), ("table", False)])
def test_b1_the_die_is_the_boxs_or_typed_in(die: Who, by_lot: bool) -> None:
    question = RULES.question(race(4, die=die))
    assert question is not None
    assert question.by_lot is by_lot


# --- de B2: the bearers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bearer", "steps"), [("1", 1), ("2", 2), ("3", 3), ("5", 5), ("-2", -2)])
@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_b2_the_bearer_on_the_slot_of_the_face_carries_the_chair(bearer: str, steps: int, face: int) -> None:
    state = with_display(race(4), 1, *(bearer if slot == face else SCHEMER for slot in (1, 2, 3, 4)))
    assert told(state, roll(1, face)) == (events.Rolled(1, face, bearer), events.Moved(1, ((1, steps),)))
    assert play(state, roll(1, face)).chairs == (5 + steps, 5, 5, 5)


def test_b2_each_chair_is_carried_by_a_bearer_of_its_own_team() -> None:
    state = race(4)
    for seat, bearer in enumerate(("1", "2", "3", "5"), 1):
        state = with_display(state, seat, *(bearer,) * 4)
    assert play(state, *(roll(seat, 1) for seat in (1, 2, 3, 4))).chairs == (6, 7, 8, 10)


@pytest.mark.parametrize("bearer", ["1", "2", "3", "5", "-2"])
def test_b2_every_bearer_but_the_schemer_is_compulsory(bearer: str) -> None:
    """Nobody is asked between the roll and the move."""
    state = with_display(race(4), 1, *(bearer,) * 4)
    state = RULES.evolve(state, told(state, roll(1, 1))[0])
    assert RULES.question(state) is None
    assert isinstance(RULES.follows(state), events.Moved)


def test_b2_several_chairs_may_share_a_space() -> None:
    assert play(race(4, chairs=(4, 5, 5, 7)), carry("1", 1)).chairs == (5, 5, 5, 7)


# --- de B3: under the arch -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [19, 18, 17])
def test_b3_on_or_past_the_finish_space(at: int) -> None:
    state = race(4, chairs=(at, 5, 5, 5))
    came = told(state, carry("3", 1))
    assert after_the_move(came) == (events.Finished(1, 1),)
    assert play(state, carry("3", 1)).chairs == ("F1", 5, 5, 5)


def test_b3_one_short_of_the_finish_is_not_there() -> None:
    assert kinds(told(race(4, chairs=(16, 5, 5, 5)), carry("3", 1))) == ["rolled", "moved"]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_b3_race_r_ends_at_the_finish_of_race_r(number: int) -> None:
    finish = 19 + number
    chairs: tuple[At, ...] = (finish - 3, finish - 1, 9, 8)
    came = told(race(4, number=number, chairs=chairs), carry("3", 1))
    assert kinds(after_the_move(came)) == ["finished"]
    chairs = (finish - 4, finish - 1, 9, 8)
    assert kinds(after_the_move(told(race(4, number=number, chairs=chairs), carry("3", 1)))) == []


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_b3_the_arch_stands_on_the_finish_of_the_race_that_begins(number: int) -> None:
    state = play(dealt(between_races(4, number=number - 1, nth=2)), *passes(1, 2, 3, 4))
    assert (state.race, state.finish) == (number, 19 + number)


@pytest.mark.parametrize("before", [0, 1, 2, 3])
def test_b3_the_next_free_place_is_taken(before: int) -> None:
    """After the third there are no prizes left, but places still are."""
    arrived = tuple(f"F{place}" for place in range(1, before + 1))
    state = race(6, race_end="last_known", chairs=(19, *arrived, *(5,) * (5 - before)))
    assert the(events.Finished, told(state, carry("1", 1))).place == before + 1


def test_b3_the_chair_shows_the_plain_sum_until_its_place_is_told() -> None:
    state = race(4, chairs=(19, 5, 5, 5))
    rolled, moved, *_ = told(state, carry("3", 1))
    for event in (rolled, moved):
        state = RULES.evolve(state, event)
    assert state.chairs == (22, 5, 5, 5)


def test_a_chair_off_the_track_knows_its_place() -> None:
    state = with_chairs(race(6), ("F2", "P3", "F1", "P1", "F3", "P2"))
    assert [place_of(state, at) for at in state.chairs] == [2, 4, 1, 6, 3, 5]
