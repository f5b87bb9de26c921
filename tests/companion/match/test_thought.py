"""How long everybody thought, from the log of a game."""

from __future__ import annotations

from companion.match.history import Step
from companion.match.report import Thought
from companion.match.thought import thought


def test_each_seat_has_its_sum_its_median_and_its_number_of_decisions() -> None:
    taken = ((2, 5.0), (1, 4.0), (2, 30.0), (2, 1.0))
    steps = [Step(seat, False, (), seconds) for seat, seconds in taken]
    assert thought(steps) == (Thought(1, 1, 4.0, 4.0), Thought(2, 3, 36.0, 5.0))


def test_the_box_and_what_nobody_timed_are_left_out() -> None:
    assert thought([Step(None, True, ()), Step(3, False, ())]) == ()


def test_a_step_is_the_same_however_long_it_took() -> None:
    quick, slow = Step(1, False, (), 1.0), Step(1, False, (), 9.0)
    assert quick == slow
    assert hash(quick) == hash(slow)
    assert quick != Step(2, False, (), 1.0)
