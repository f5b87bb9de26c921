"""Chances from weighted numbers."""

from __future__ import annotations

from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.logit import chances

NUMBERS = st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=2, max_size=6)


def test_the_chance_is_proportional_to_exp_of_the_weighted_sum() -> None:
    one = exp(3) / (exp(3) + exp(2))
    assert chances((0.5, 2.0), ((2.0, 1.0), (4.0, 0.0))) == pytest.approx((one, 1 - one))


@given(NUMBERS, st.floats(-50, 50))
def test_chances_sum_to_1_and_only_differences_count(numbers: list[tuple[float, float]], more: float) -> None:
    found = chances((0.3, -0.1), numbers)
    assert sum(found) == pytest.approx(1)
    assert chances((0.3, -0.1), [(one + more, other) for one, other in numbers]) == pytest.approx(found)
