from __future__ import annotations

import pytest

from companion.kit.on_demand import OfLatest, OnDemand


def counted(made: list[str]) -> OnDemand[str]:
    """Two words; `made` hears of each that is made."""

    def make(at: int) -> str:
        made.append(("one", "two")[at])
        return made[-1]

    return OnDemand(2, make)


def test_how_many_there_are_is_known_before_they_are_made() -> None:
    made: list[str] = []
    words = counted(made)
    assert words
    assert len(words) == 2
    assert made == []
    assert not OnDemand(0, str)


def test_each_is_made_once_when_it_is_asked_for() -> None:
    made: list[str] = []
    words = counted(made)
    assert words[-1] == words[1] == "two"
    assert made == ["two"]
    assert (words[1:], *words) == (("two",), "one", "two")
    assert made == ["two", "one"]


def test_there_are_no_more_than_said() -> None:
    with pytest.raises(IndexError):
        counted([])[2]


def test_they_are_equal_to_a_tuple_of_them_in_hash_and_words_too() -> None:
    words, same = counted([]), ("one", "two")
    assert words == same == words
    assert words == counted([])
    assert words != ("one",)
    assert words != ["one", "two"]
    assert hash(words) == hash(same)
    assert repr(words) == repr(same)


def test_the_same_state_is_asked_once_about_the_same() -> None:
    asked: list[tuple[str, int]] = []

    @OfLatest
    def told(state: str, seat: int) -> str:
        asked.append((state, seat))
        return f"{state} {seat}"

    one, other = "one", "other"
    assert [told(one, 1), told(one, 1), told(one, 2), told(other, 2), told(one, 2)] == [
        "one 1", "one 1", "one 2", "other 2", "one 2",
    ]  # fmt: skip
    assert asked == [(one, 1), (one, 2), (other, 2), (one, 2)]


def test_a_state_that_is_only_equal_is_asked_anew() -> None:
    told: OfLatest[list[int], int, int] = OfLatest(lambda state, _: len(state))
    first = [1]
    assert (told(first, 0), told([1, 2], 0), told([1], 0)) == (1, 2, 1)
