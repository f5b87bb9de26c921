from __future__ import annotations

from msgspec.structs import replace

from companion.games.cat_royal.look import secret
from companion.games.cat_royal.state import State
from companion.kit.text import speak

from .positions import turn


def pages(state: State, seat: int = 1, meant: int = 0) -> list[list[str]]:
    """Title and lines of each, in English."""
    return [[speak(said, str) for said in (page.title, *page.lines)] for page in secret(state, seat, meant)]


HAND = turn("1C 20", "6", "13", "1-7", "swap", "+4/-4")


def test_the_cards_with_their_slots_in_two_columns() -> None:
    assert pages(HAND)[0] == ["only you", "1 6\t\t2 13", "3 1-7\t\t4 swap", "5 ±4\t\t"]


def test_on_turn_the_cheats_follow_with_the_cards_they_go_with() -> None:
    assert pages(HAND)[1:] == [
        ["only you", "cheat +1", "with 1 2 3 5", "let go: armed"],
        ["only you", "cheat -1", "with 1 2 5", "let go: armed"],
    ]
    assert pages(turn("", "6"))[1] == ["only you", "cheat +1", "with no card", "let go: armed"]


def test_what_is_armed_says_so_and_the_cards_bear_a_mark() -> None:
    cards, more, less = pages(HAND, meant=2)
    assert (cards[0], more[-1], less[-1]) == ("only you !", "let go: armed", "armed")


def test_a_cheat_that_is_used_leaves_its_pages() -> None:
    spent = replace(HAND, spent=(1,))
    assert [page[1:] for page in pages(spent)[1:]] == [["cheat +1", "used this deal"], ["cheat -1", "used this deal"]]
    assert pages(spent)[0] == pages(HAND)[0]


def test_off_turn_there_are_the_cards_alone() -> None:
    assert pages(HAND, seat=2) == [["only you", "1 2\t\t"]]


def test_without_tricks_too() -> None:
    assert len(pages(turn("1C 20", "6", tricks=False))) == 1


def test_who_has_no_card_has_nothing_to_look_at() -> None:
    assert pages(replace(HAND, hands=(HAND.hands[0], (), *HAND.hands[2:])), seat=2) == []


def test_real_cards_are_in_their_owners_hand_the_look_holds_the_cheats() -> None:
    real = turn("1C 20", None, None, cards="table")
    assert pages(real) == [
        ["only you", "no cheat", "let go: honest"],
        ["only you", "cheat +1", "one step more", "let go: armed"],
        ["only you", "cheat -1", "one step less", "let go: armed"],
    ]
    assert pages(real, meant=2)[0] == ["only you !", "cheat -1", "let go: honest"]
    assert pages(real, seat=2) == []
    assert pages(turn("1C 20", None, cards="table", tricks=False)) == []
