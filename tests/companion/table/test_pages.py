from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.kit.text import speak, text, verbatim
from companion.kit.view import Legend, View
from companion.table.pages import PAGE_S, TablePages
from companion.table.saving import Saving
from tests.companion.table.at_the_table import Paper

A, B, C = (View(text(title)) for title in ("Coins", "Teams", "Prizes"))


def known() -> tuple[View, ...]:
    return A, B, C


def nothing() -> tuple[View, ...]:
    return ()


def shown(pages: TablePages) -> View | None:
    """The open page without its lowest line."""
    page = pages.view(known)
    return replace(page, legend=None, position=None) if page is not None else None


def leafed(pages: TablePages, times: int) -> list[View | None]:
    """The pages that one tap a second shows."""
    leafed = []
    for at in range(times):
        pages.turn(known, float(at))
        leafed.append(shown(pages))
    return leafed


def test_pages_are_leafed_one_by_one_and_after_the_last_the_game_is_back() -> None:
    pages = TablePages(Saving(Paper()))
    assert (pages.is_open, pages.view(known), pages.next_deadline) == (False, None, None)
    assert leafed(pages, 8) == [A, B, C, None, A, B, C, None]
    assert not pages.is_open


def test_a_page_falls_back_after_six_seconds_counted_from_the_last_leaf() -> None:
    pages = TablePages(Saving(Paper()))
    pages.turn(known, 0.0)
    pages.turn(known, 5.0)
    assert pages.next_deadline == 5.0 + PAGE_S
    pages.tick(5.0 + PAGE_S - 0.01)
    assert shown(pages) == B
    pages.tick(5.0 + PAGE_S)
    assert pages.view(known) is None


def test_a_page_can_be_closed_and_then_begins_at_the_first() -> None:
    pages = TablePages(Saving(Paper()))
    leafed(pages, 2)
    pages.close()
    assert not pages.is_open
    pages.turn(known, 1.0)
    assert shown(pages) == A


def test_each_says_which_of_how_many_it_is_how_to_go_on_and_how_to_leave() -> None:
    pages = TablePages(Saving(Paper()))
    pages.turn(known, 0.0)
    keys = Legend(green_tap=text("back"), table_tap=text("table key ►"))
    assert pages.view(known) == replace(A, position=(1, 3), legend=keys)


def test_but_for_one_whose_lines_need_all_the_room() -> None:
    long = View(text("Fair dice: proof"), lines=tuple(map(verbatim, "abcd")))
    pages = TablePages(Saving(Paper()))
    pages.turn(lambda: (long,), 0.0)
    assert pages.view(lambda: (long,)) == long


def test_where_there_are_no_pages_there_is_nothing_to_leaf() -> None:
    pages = TablePages(Saving(Paper()))
    pages.turn(nothing, 0.0)
    assert not pages.is_open


@pytest.mark.parametrize(
    ("faults", "is_full", "lines"),
    [
        ("", False, []),
        ("abc", False, ["abc"]),
        ("abcd", False, ["abc", "d"]),
        ("", True, ["Games\tnot saved"]),
        ("abc", True, ["Games\tnot savedab", "c"]),
    ],
)
def test_what_is_wrong_comes_first_three_lines_a_page(faults: str, is_full: bool, lines: list[str]) -> None:
    paper = Paper()
    paper.is_full = is_full
    paper.close()
    pages = TablePages(Saving(paper))
    pages.faults = tuple(map(verbatim, faults))
    wrong = leafed(pages, len(lines) + 1)[:-1]
    assert [view and (view.title, "".join(speak(line, str) for line in view.lines)) for view in wrong] == [
        (text("Out of order"), each) for each in lines
    ]
    assert shown(pages) == A


def test_a_page_that_has_gone_with_what_was_wrong_is_not_shown() -> None:
    pages = TablePages(Saving(Paper()))
    pages.faults = (verbatim("Lights\tmissing"),)
    leafed(pages, 4)
    assert shown(pages) == C
    pages.faults = ()
    assert pages.view(known) is None
