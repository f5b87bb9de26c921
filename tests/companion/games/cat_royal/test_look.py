from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from companion.games.cat_royal.look import secret
from companion.games.cat_royal.state import State
from companion.kit.text import Text, speak
from companion.kit.view import Legend, View

from .positions import asked, turn


def said(screen: View) -> list[str]:
    """Title and lines, then the words of the keys, in English."""
    keys = screen.legend or Legend()
    foot = [text for text in (keys.green_tap, keys.red_tap) if isinstance(text, Text)]
    return [speak(text, str) for text in (screen.title, *screen.lines, *foot)]


def pages(state: State, seat: int = 1, meant: int = 0) -> list[list[str]]:
    """Each page, without the title."""
    found = [said(page) for page in secret(state, seat, meant)]
    assert all(page[0] == f"only {state.name(seat)} looks" for page in found)
    return [page[1:] for page in found]


HAND = turn("1C 20", "6", "13", "1-7", "swap", "+4/-4")
CARDS = ["1: 6\t\t2: 13", "3: 1-7\t\t4: swap", "5: ±4\t\t"]
BACK = "○ back to your cards"


def test_the_cards_with_their_slots_in_two_columns_and_letting_go_means_nothing() -> None:
    assert pages(HAND)[0] == [*CARDS, "let go: honest", "►"]
    assert pages(turn("", "6"))[0] == ["1: 6\t\t", "others look away", "let go: honest", "►"]


def test_on_turn_the_cheats_follow_with_the_cards_they_go_with() -> None:
    assert pages(HAND)[1] == ["1 step more with:", "6 13 1-7 ±4", BACK, "let go: you cheat"]
    assert pages(HAND)[3] == ["1 step less with:", "6 13 ±4", BACK, "let go: you cheat"]
    twice = turn("1C 20", "6", "6")
    assert pages(twice)[1][1] == "6"


def test_a_cheat_that_goes_with_no_card_is_none() -> None:
    assert pages(turn("", "6"))[1] == ["cheat: 1 step more", "no card allows it", BACK, "let go: honest"]


def test_from_every_page_letting_go_is_honest_or_the_next_page_is() -> None:
    round_and_round = [*secret(HAND, 1), secret(HAND, 1)[0]]
    for page, after in pairwise(round_and_round):
        assert "let go: honest" in said(page) + said(after)


def test_what_each_page_says_is_what_it_arms() -> None:
    question = asked(HAND)
    forms = (question.form, *question.armed)
    assert len(forms) == len(secret(HAND, 1))
    for page, form in zip(pages(HAND), forms, strict=True):
        assert ("let go: honest" in page) == (form == question.form)


def test_what_is_armed_is_no_longer_where_the_cards_are() -> None:
    assert [page[-2] for page in pages(HAND, meant=3)[::2]] == ["let go: no cheat"] * 2
    assert [page[-2] for page in pages(HAND, meant=2)[::2]] == ["let go: honest"] * 2
    assert pages(HAND, meant=3)[1::2] == pages(HAND)[1::2]


def test_a_cheat_that_is_used_leaves_its_pages() -> None:
    spent = replace(HAND, spent=(1,))
    assert pages(spent)[1] == ["cheat: 1 step more", "used in this deal", BACK, "let go: honest"]
    assert pages(spent)[3] == ["cheat: 1 step less", "used in this deal", BACK, "let go: honest"]
    assert pages(spent)[0] == pages(HAND)[0]


def test_off_turn_there_are_the_cards_alone() -> None:
    assert pages(HAND, seat=2) == [["1: 2\t\t", "others look away"]]


def test_without_tricks_too() -> None:
    assert pages(turn("1C 20", "6", tricks=False)) == [["1: 6\t\t", "others look away"]]


def test_who_has_no_card_has_nothing_to_look_at() -> None:
    assert secret(replace(HAND, hands=(HAND.hands[0], (), *HAND.hands[2:])), 2) == ()


def test_who_holds_real_cards_looks_at_the_cheats_alone() -> None:
    real = turn("1C 20", None, None, cards="table")
    fair = ["you play fair", "others look away", "let go: honest", "►"]
    assert pages(real) == [
        fair,
        ["cheat: 1 step more", "than your card says", BACK, "let go: you cheat"],
        fair,
        ["cheat: 1 step less", "than your card says", BACK, "let go: you cheat"],
    ]
    assert secret(real, 2) == ()
    assert secret(turn("1C 20", None, cards="table", tricks=False), 1) == ()
