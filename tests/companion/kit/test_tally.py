from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.tally import SPREAD, Occurrence, Tally, counted, percentile, share, spread_of

FACTS = st.lists(st.builds(Occurrence, st.sampled_from("ab"), st.integers(0, 3), st.integers(0, 3)))


@given(FACTS, st.data())
def test_facts_counted_in_parts_are_counted_as_a_whole(counts: list[Occurrence], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(counts)))
    parts: Tally = Counter(counts[cut:])
    parts.update(Counter(counts[:cut]))
    assert parts == Counter(counts)


def test_rows_and_values_rise_and_other_tables_stay_out() -> None:
    counts = [
        Occurrence("a", 10, 3),
        Occurrence("a", 9, 1),
        Occurrence("a", 9, 1),
        Occurrence("a", 9, 0),
        Occurrence("b", 1, 1),
    ]
    rows = counted(Counter(counts), "a")
    assert rows == {9: {0: 1, 1: 2}, 10: {3: 1}}
    assert list(rows) == [9, 10]
    assert list(rows[9]) == [0, 1]


def test_a_spread_by_hand() -> None:
    counts = Counter([1, 2, 2, 3, 4, 5, 6, 7, 8, 40])
    assert dict(zip(SPREAD, spread_of(counts), strict=True)) == {
        "mean": 7.8,
        "least": 1,
        "median": 4,
        "p90": 8,
        "most": 40,
    }


def test_nothing_has_no_spread() -> None:
    assert spread_of(Counter()) == (None,) * len(SPREAD)


@given(st.lists(st.integers(-50, 50), min_size=1), st.integers(1, 100))
def test_so_many_of_a_hundred_do_not_exceed_a_percentile(values: list[int], percent: int) -> None:
    found = percentile(Counter(values), percent)
    assert found in values
    assert 100 * sum(value <= found for value in values) >= percent * len(values)
    assert 100 * sum(value < found for value in values) < percent * len(values)


def test_nothing_has_no_percentile() -> None:
    with pytest.raises(AssertionError, match="no 50th percentile"):
        percentile({}, 50)


def test_a_share_is_in_percent() -> None:
    assert share(1, 3) == 33.33
