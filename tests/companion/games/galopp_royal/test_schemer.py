"""The schemer: de A1, with what the French booklet reads differently (fr A1)."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import SCHEMER
from tests.companion.games.galopp_royal.positions import (
    after_the_move,
    carry,
    code,
    kinds,
    paid,
    play,
    race,
    roll,
    scheme,
    schemed,
    schemes,
    the,
    told,
    use,
    with_display,
)

# --- the card --------------------------------------------------------------------------------------------------------


def test_a1_the_card_that_says_plus_2_minus_2_is_the_schemer() -> None:
    """As people type it, or as a record writes it."""
    state = with_display(race(4), 1, *["+2/-2"] * 4)
    assert kinds(told(state, roll(1, 1))) == ["rolled"]
    assert play(state, roll(1, 1), scheme(1, (1, 2))).chairs == (7, 5, 5, 5)


# --- rulebooks de, nl, en: ahead or back -----------------------------------------------------------------------------


def test_a1_schemer_ahead_may_push_one_by_two_two_by_one_or_nobody() -> None:
    offered = schemes(race(4, chairs=(5, 8, 7, 6)))
    ahead = {steps for steps in offered if steps[0] == (1, +2)}
    assert ahead == {
        ((1, 2),),
        ((1, 2), (2, -2)),
        ((1, 2), (3, -2)),
        ((1, 2), (4, -2)),
        ((1, 2), (2, -1), (3, -1)),
        ((1, 2), (2, -1), (4, -1)),
        ((1, 2), (3, -1), (4, -1)),
    }


def test_a1_schemer_back_must_push_one_by_two_or_two_by_one() -> None:
    state = race(4, chairs=(5, 8, 7, 6))
    back = {steps for steps in schemes(state) if steps[0] == (1, -2)}
    assert back == {
        ((1, -2), (2, 2)),
        ((1, -2), (3, 2)),
        ((1, -2), (4, 2)),
        ((1, -2), (2, 1), (3, 1)),
        ((1, -2), (2, 1), (4, 1)),
        ((1, -2), (3, 1), (4, 1)),
    }
    assert code(play(state, carry(SCHEMER, 1)), scheme(1, (1, -2))) == "must_push"


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (((2, -2), (1, 2)), "own_first"),
        (((1, 2), (2, -1)), "no_such_use"),
        (((1, 2), (2, -1), (2, -1)), "no_such_use"),
        (((1, 2), (2, 2)), "no_such_use"),
        (((1, 1),), "no_such_use"),
        (((2, 2),), "no_such_use"),
        (((1, 2), (2, -2), (3, -2)), "no_such_use"),
        ((), "no_such_use"),
    ],
)
def test_a1_schemer_knows_no_other_use(steps: tuple[tuple[int, int], ...], why: str) -> None:
    state = play(race(4, chairs=(5, 8, 7, 6)), carry(SCHEMER, 1))
    assert code(state, scheme(1, *steps)) == why


@pytest.mark.parametrize("pushed", [((2, -1), (4, -1)), ((4, -1), (2, -1))])
def test_a1_two_chairs_may_be_pushed_in_either_order(pushed: tuple[tuple[int, int], ...]) -> None:
    """Only one of the two orders is offered."""
    state = race(4, chairs=(5, 8, 7, 6))
    assert schemed(state, (1, 2), *pushed) == (events.Moved(1, ((1, 2), *pushed)),)
    assert use(state, (1, 2), *pushed) == use(state, (1, 2), *reversed(pushed))
    assert len([steps for steps in schemes(state) if {*steps[1:]} == {*pushed}]) == 1


def test_a1_schemer_moves_the_chairs_named_own_first() -> None:
    state = race(4, chairs=(5, 8, 7, 6))
    assert schemed(state, (1, 2), (2, -1), (4, -1)) == (events.Moved(1, ((1, 2), (2, -1), (4, -1))),)
    assert use(state, (1, 2), (2, -1), (4, -1)).chairs == (7, 7, 7, 5)
    assert use(state, (1, -2), (3, 2)).chairs == (3, 8, 9, 6)


def test_a1_exception_nobody_is_pushed_into_the_pond() -> None:
    offered = schemes(race(4, chairs=(5, 2, 1, 3)))
    assert {steps[1:] for steps in offered if steps[0] == (1, 2)} == {
        (),
        ((4, -2),),
        ((4, -1), (2, -1)),
    }


def test_a1_exception_a_push_is_not_shortened_either() -> None:
    offered = schemes(race(3, chairs=(5, 2, 1)))
    assert [steps for steps in offered if steps[0] == (1, 2)] == [((1, 2),)]


def test_a1_own_chair_may_go_back_into_the_pond() -> None:
    state = race(4, chairs=(2, 8, 7, 6))
    came = schemed(state, (1, -2), (2, 2))
    assert came == (events.Moved(1, ((1, -2), (2, 2))), events.Ponded(1, 4))
    assert use(state, (1, -2), (2, 2)).chairs == ("P1", 10, 7, 6)


@pytest.mark.parametrize(("at", "pushes"), [(1, []), (2, []), (3, [-2]), (4, [-2])])
def test_a1_exception_ahead_with_nobody_to_push_is_own_plus_2_alone(at: int, pushes: list[int]) -> None:
    ahead = [steps for steps in schemes(race(3, chairs=(5, at, "F1"))) if steps[0] == (1, 2)]
    assert ahead == [*(((1, 2), (2, push)) for push in pushes), ((1, 2),)]


def test_a1_back_is_only_offered_with_somebody_to_push() -> None:
    assert schemes(race(3, chairs=(9, "F1", "P1"))) == [((1, 2),)]
    assert schemes(race(3, chairs=(9, 1, "P1"))) == [((1, 2),), ((1, -2), (2, 2))]


def test_a1_chairs_off_the_track_are_not_pushed() -> None:
    offered = schemes(race(5, chairs=(9, "F1", "P1", 9, 8)))
    assert {seat for steps in offered for seat, _ in steps[1:]} == {4, 5}


def test_a1_a_push_over_the_finish_takes_the_next_place() -> None:
    state = race(4, chairs=(9, 19, 8, "F1"))
    came = schemed(state, (1, -2), (2, 2))
    assert after_the_move(came) == (events.Finished(2, 2),)
    assert use(state, (1, -2), (2, 2)).chairs == (7, "F2", 8, "F1")


def test_a1_a_push_by_one_onto_the_finish_counts() -> None:
    came = schemed(race(4, chairs=(9, 19, 8, 7)), (1, -2), (2, 1), (3, 1))
    assert after_the_move(came) == (events.Finished(2, 1),)


@pytest.mark.parametrize(("first", "second"), [(2, 3), (3, 2)])
def test_a1_two_over_the_line_at_once_in_the_order_chosen(first: int, second: int) -> None:
    came = schemed(race(4, chairs=(9, 19, 19, 8)), (1, -2), (first, 1), (second, 1))
    assert after_the_move(came) == (events.Finished(first, 1), events.Finished(second, 2))


def test_a1_the_order_is_asked_only_where_it_decides_places() -> None:
    offered = schemes(race(4, chairs=(9, 19, 19, 8)))
    pairs = [steps[1:] for steps in offered if steps[0] == (1, -2) and len(steps) == 3]
    assert pairs == [((2, 1), (3, 1)), ((3, 1), (2, 1)), ((2, 1), (4, 1)), ((3, 1), (4, 1))]


def test_a1_the_whole_action_is_carried_out_before_the_end_is_tested() -> None:
    """The own chair comes in third and ends the race, but the push after it counts: seat 4 falls back to last."""
    state = race(5, chairs=(19, "F1", "F2", 9, 8))
    came = schemed(state, (1, 2), (4, -2))
    assert kinds(came)[:3] == ["moved", "finished", "race_ended"]
    assert the(events.RaceEnded, came).last == 4


def test_a1_two_over_the_line_at_once_win_what_their_order_says() -> None:
    """The second of them is fourth, and the race has ended."""
    came = schemed(race(6, chairs=(9, 19, 19, "F1", "F2", 3)), (1, -2), (3, 1), (2, 1))
    assert after_the_move(came) == (events.Finished(3, 3), events.Finished(2, 4), events.RaceEnded(1, 6))
    assert paid(came) == [(4, 1, 20), (5, 2, 10), (3, 3, 5)]


def test_a1_own_chair_over_the_line_and_another_back_in_one_action() -> None:
    came = schemed(race(4, chairs=(18, 9, 8, 7)), (1, 2), (2, -2))
    assert came == (events.Moved(1, ((1, 2), (2, -2))), events.Finished(1, 1))
    assert use(race(4, chairs=(18, 9, 8, 7)), (1, 2), (2, -2)).chairs == ("F1", 7, 8, 7)


def test_a1_own_chair_into_the_pond_and_another_over_the_line_in_one_action() -> None:
    came = schemed(race(3, chairs=(2, 18, "F1")), (1, -2), (2, 2))
    assert after_the_move(came) == (
        events.Ponded(1, 3),
        events.Finished(2, 2),
        events.RaceEnded(1, 1),
    )
    assert paid(came) == [(3, 1, 20), (2, 2, 10), (1, 3, 5)]


def test_a1_the_whole_action_may_leave_nobody_on_the_track() -> None:
    came = schemed(race(5, chairs=(2, 18, "F1", "P1", "P2")), (1, -2), (2, 2))
    assert after_the_move(came) == (events.Ponded(1, 3), events.Finished(2, 2), events.RaceEnded(1, 4))
    assert paid(came) == [(3, 1, 20), (2, 2, 10)]


# --- rulebook fr: one effect or back ---------------------------------------------------------------------------------


def test_fr_a1_pushes_keep_off_the_pond_and_off_chairs_that_have_left() -> None:
    assert set(schemes(race(5, schemer="one_effect", chairs=(9, "F1", "P1", 2, 1)))) == {
        ((1, 2),),
        ((4, 2),),
        ((5, 2),),
        ((1, -2), (4, 2)),
        ((1, -2), (5, 2)),
        ((1, -2), (4, 1), (5, 1)),
    }


def test_fr_a1_any_chair_may_be_carried_over_the_line() -> None:
    came = schemed(race(4, schemer="one_effect", chairs=(5, 18, 7, 2)), (2, 2))
    assert came == (events.Moved(1, ((2, 2),)), events.Finished(2, 1))


def test_fr_a1_the_preset_fr_plays_one_effect_and_the_others_both() -> None:
    one = {book: ((1, 2), (2, -2)) not in schemes(race(4, rulebook=book)) for book in ("de", "nl", "en", "fr")}
    assert one == {"de": False, "nl": False, "en": False, "fr": True}
