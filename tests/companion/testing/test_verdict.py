"""What is said of a broken law."""

from __future__ import annotations

import pytest

from companion.kit.errors import BrokenLaw
from companion.testing.verdict import LETTERS, at, cause, compare, expect, shown


def test_what_holds_says_nothing() -> None:
    expect(True, "")
    compare("the coins", 3, 3)


def test_a_sentence_has_what_was_expected_and_what_came() -> None:
    with pytest.raises(BrokenLaw, match=r"^the coins: expected 3; came -1$"):
        compare("the coins", 3, -1)
    with pytest.raises(BrokenLaw, match=r"^expected no purse below 0; came \{1: -3\}$"):
        expect(False, "expected no purse below 0; came {}", {1: -3})


def test_a_long_value_is_cut() -> None:
    assert shown("a" * 1000) == f"'{'a' * (LETTERS - 1)} …"


def test_the_place_and_the_law_stand_around_it() -> None:
    with pytest.raises(BrokenLaw, match=r"^nobody owes: expected 3; event 5$"), at("event 5", "nobody owes"):
        expect(False, "expected 3")


@pytest.mark.parametrize(
    ("printed", "line"),
    [
        ('Traceback (most recent call last):\n  File "a.py", line 1, in a\n    a()\nKeyError: 1\n', "KeyError: 1"),
        ("Traceback (most recent call last):\nKeyError: 1\n\nTraceback (most recent call last):\nOSError\n", "OSError"),
        ("Killed\n", "Killed"),
        ("", "a failure"),
    ],
)
def test_of_what_python_prints_the_error_is_quoted(printed: str, line: str) -> None:
    assert cause(printed) == line


def test_an_error_of_the_game_says_where_it_came_from() -> None:
    with pytest.raises(BrokenLaw, match=r"^KeyError: 'frog' \(test_verdict\.py, line \d+\); event 5$"), at("event 5"):
        dict[str, int]()["frog"]
