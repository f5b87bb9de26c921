"""Rulebooks of a made-up game with two rules, which can be chosen."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from companion.kit.errors import BadChoice
from companion.kit.rulebooks import OptionField, Rulebooks
from companion.kit.text import speak, verbatim


class Options(msgspec.Struct, frozen=True):
    ends: Literal["dawn", "noon"] = "dawn"
    aloud: bool = True


ENDS = OptionField(
    "ends",
    verbatim("It ends"),
    {"dawn": (verbatim("at dawn"), verbatim("early")), "noon": (verbatim("at noon"), verbatim("late"))},
)
ALOUD = OptionField(
    "aloud",
    verbatim("Counted"),
    {True: (verbatim("aloud"), verbatim("by all")), False: (verbatim("silently"), verbatim("by some"))},
)
BOOKS = Rulebooks(
    {"old": verbatim("Old"), "new": verbatim("New")},
    {"old": Options(), "new": Options(ends="noon", aloud=False)},
    (ENDS, ALOUD),
)


def test_what_is_set_alone_goes_before_the_rulebook() -> None:
    assert BOOKS.agreed("new", {}) == {"ends": "noon", "aloud": False}
    assert BOOKS.agreed("new", {"aloud": True}) == {"ends": "noon", "aloud": True}


def test_an_unknown_rulebook_is_told_with_those_there_are() -> None:
    with pytest.raises(BadChoice, match=r"^rulebook must be one of old, new, not 'mine'$"):
        BOOKS.agreed("mine", {})


def test_the_rulebook_is_the_first_row_and_sets_all_others() -> None:
    books, ends, aloud = BOOKS.to_rows("new", {"ends": "dawn"})
    assert [speak(name, str) for (name,) in books.values] == ["Old", "New"]
    assert (books.chosen, books.presets) == (1, ((0, 0), (1, 1)))
    assert [speak(line, str) for value in ends.values for line in value] == ["at dawn", "early", "at noon", "late"]
    assert (ends.chosen, aloud.chosen, ends.presets) == (0, 1, ())


@pytest.mark.parametrize(
    ("chosen", "single"),
    [((0, 0, 0), {}), ((1, 1, 1), {}), ((1, 0, 1), {"ends": "dawn"}), ((0, 0, 1), {"aloud": False})],
)
def test_only_what_differs_from_the_rulebook_is_kept_and_leads_back(
    chosen: tuple[int, ...], single: dict[str, str | bool]
) -> None:
    rulebook = ("old", "new")[chosen[0]]
    assert BOOKS.from_rows(chosen) == {"rulebook": rulebook, "options": single}
    assert tuple(row.chosen for row in BOOKS.to_rows(rulebook, single)) == chosen


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (Options(), [["Rulebook", "Old", "as printed"]]),
        (Options(aloud=False), [["Rulebook", "Old", "with changes"], ["Counted", "silently", "by some"]]),
    ],
)
def test_the_pages_tell_what_is_not_as_printed(options: Options, said: list[list[str]]) -> None:
    pages = BOOKS.to_pages("old", options)
    assert [[speak(line, str) for line in (page.title, *page.lines)] for page in pages] == said
