from __future__ import annotations

import pytest

from companion.web.allowance import Allowance, Pace


def test_it_begins_full_and_what_is_spent_comes_back_with_time() -> None:
    allowance = Allowance(2, 10, t=0.0)
    assert allowance.spend(10, 0.0)
    assert not allowance.spend(1, 0.25)
    assert allowance.spend(1, 0.5)
    assert not allowance.spend(1, 0.5)


def test_what_is_refused_costs_nothing() -> None:
    allowance = Allowance(1, 10, t=0.0)
    assert not allowance.spend(11, 0.0)
    assert allowance.spend(10, 0.0)


def test_no_more_is_saved_than_may_be_spent_at_once() -> None:
    allowance = Allowance(1, 10, t=0.0)
    assert allowance.spend(5, 0.0)
    assert not allowance.is_full(4.0)
    assert allowance.is_full(5.0)
    assert not allowance.spend(11, 1000.0)


def test_it_can_be_filled() -> None:
    allowance = Allowance(1, 10, t=0.0)
    assert allowance.spend(10, 0.0)
    allowance.fill(1.0)
    assert allowance.spend(10, 1.0)
    assert not allowance.spend(1, 1.5)


def test_turns_are_so_many_at_once_and_then_one_after_the_other() -> None:
    pace = Pace(10, 3)
    assert [pace.take(5.0) for _ in range(5)] == pytest.approx([0.0, 0.0, 0.0, 0.1, 0.2])
    assert pace.take(5.1) == pytest.approx(0.2)
    assert [pace.take(1000.0) for _ in range(4)] == pytest.approx([0.0, 0.0, 0.0, 0.1]), "no more is saved than that"
