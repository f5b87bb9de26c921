from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.games.cat_royal.intents import Play
from companion.games.cat_royal.look import picks, secret
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.question import OneOf
from companion.kit.text import Text, speak
from companion.kit.view import Legend, View

from .other_secrets import played, session_of
from .positions import RULES, asked, turn


def said(screen: View) -> list[str]:
    """Title, cards and lines, then the words of the keys, in English."""
    keys = screen.legend or Legend()
    foot = [text for text in (keys.green_tap, keys.red_tap) if isinstance(text, Text)]
    hand = [f"{card.slot}{'✓' if card.is_able else ''} {speak(card.shown, str)}" for card in screen.hand]
    return [speak(screen.title, str), *hand, *(speak(text, str) for text in (*screen.lines, *foot))]


def pages(state: State, seat: int = 1, meant: int = 0) -> list[list[str]]:
    """The hand and the cheats, without the title."""
    found = [said(page) for page in secret(state, seat, meant)]
    first, *further = [page[0] for page in found]
    assert first in {f"only {state.name(seat)} looks", f"{state.name(seat)}: no move"}
    assert set(further) <= {f"only {state.name(seat)} looks"}
    return [page[1:] for page in found]


def chosen(state: State, meant: int = 0) -> list[str]:
    """For each page of a card: its slot, and its lines."""
    return [
        " ".join([str(page.number), *(speak(line, str) for line in page.lines)]) for _, page in picks(state, 1, meant)
    ]


HAND = turn("1C 20", "6", "13", "1-7", "swap", "+4/-4")
CARDS = ["1✓ 6", "2✓ 13", "3✓ 1-7", "4 swap", "5✓ ±4"]
ON = "○ next"
BACK = "○ back to your cards"


def test_the_hand_in_frames_with_a_mark_at_the_cards_that_can_move() -> None:
    assert pages(HAND)[0] == [*CARDS, "let go: hide", "►"]


def test_a_hand_without_a_move_says_so_and_marks_no_card() -> None:
    """Each card can be discarded; that is no move."""
    for no_move in ("discard_one", "forfeit"):
        hand = turn("", "6", no_move=no_move)
        assert pages(hand)[0] == ["1 6", "let go: hide", "►"]
        assert speak(secret(hand, 1)[0].title, str) == "Hans: no move"
    assert speak(secret(HAND, 1)[0].title, str) == "only Hans looks"
    assert speak(secret(replace(turn("", "6"), phase=Turn(2)), 1)[0].title, str) == "only Hans looks", "not asked"


def test_a_page_has_the_hand_in_two_columns() -> None:
    (hand, *_) = secret(HAND, 1)
    told = [speak(line, str) for line in hand.page_lines]
    assert told == ["1✓ 6\t\t2✓ 13", "3✓ 1-7\t\t4: swap", "5✓ ±4\t\t", "others look away"]


def test_each_card_that_can_move_has_a_page_with_who_and_where() -> None:
    assert chosen(HAND) == ["1 6 citizen to 26", "2 13 4 figures", "3 1-7 citizen", "5 ±4 citizen"]
    assert chosen(turn("1C 62, 2J 40", "6")) == ["1 6 citizen, goal 3"]
    assert chosen(turn("", "6", "1/11")) == ["2 1/11 4 figures"]
    assert chosen(turn("", "6", "swap")) == ["1 6 discard it", "2 swap discard it"]
    drafts = [draft for draft, _ in picks(HAND, 1)]
    assert drafts == [Play(seat=1, slot=slot) for slot in (1, 2, 3, 5)]


def test_with_a_cheat_armed_the_pages_have_its_cards_too() -> None:
    blocked = turn("1C 20, 2T 26, 2K 17", "6")
    state = replace(HAND, hands=(("6", "2"), *HAND.hands[1:]))
    assert chosen(state, meant=1) == ["1 6 citizen to 27", "2 2 citizen to 23"]
    assert chosen(state, meant=2) == ["1 6 citizen to 25", "2 2 citizen to 21"]
    assert chosen(blocked, meant=0) == ["1 6 citizen to 26"]


@pytest.mark.parametrize("number", range(3))
def test_every_page_of_a_card_drafts_what_the_taps_reach_and_leads_somewhere(number: int) -> None:
    steps, luck = played(number), Random(number)
    for at in luck.sample(range(len(steps)), 25):
        session = session_of(steps[:at])
        question = session.question
        if question is None or question.seat is None or not isinstance(question.form, OneOf):
            continue
        for meant, form in enumerate((question.form, *question.armed)):
            assert isinstance(form, OneOf)
            drafts = [draft for draft, _ in RULES.picks(session.state, question.seat, meant)]
            assert drafts == [draft for draft in form.below(None) if draft not in form.barred]


def test_off_turn_and_with_real_cards_no_card_is_chosen_in_a_look() -> None:
    assert picks(HAND, 2) == ()
    assert picks(turn("1C 20", None, None, cards="table"), 1) == ()


def test_on_turn_the_cheats_follow_with_the_cards_they_go_with() -> None:
    assert pages(HAND)[1] == ["cheat: +1 step with:", "6 13 1-7 ±4", ON, "let go: you cheat"]
    assert pages(HAND)[2] == ["cheat: -1 step with:", "6 13 ±4", BACK, "let go: you cheat"]
    twice = turn("1C 20", "6", "6")
    assert pages(twice)[1][1] == "6"


def test_a_cheat_that_goes_with_no_card_is_none() -> None:
    assert pages(turn("", "6"))[1] == ["cheat: 1 step more", "no card allows it", ON, "let go: no cheat"]


def test_every_page_after_the_hand_has_a_form_of_its_own() -> None:
    question = asked(HAND)
    assert len(secret(HAND, 1)) == 1 + len(question.armed)
    assert question.form not in question.armed


def test_cheat_what_is_armed_is_no_longer_where_the_cards_are() -> None:
    assert [pages(HAND, meant=meant)[0][-2] for meant in (0, 1, 2)] == ["let go: hide", *["let go: be fair"] * 2]
    assert pages(HAND, meant=2)[1:] == pages(HAND)[1:]


def test_a_cheat_that_is_used_leaves_its_pages() -> None:
    spent = replace(HAND, spent=(1,))
    assert pages(spent)[1] == ["cheat: 1 step more", "used in this deal", ON, "let go: no cheat"]
    assert pages(spent)[2] == ["cheat: 1 step less", "used in this deal", BACK, "let go: no cheat"]
    assert pages(spent)[0] == pages(HAND)[0]


def test_off_turn_there_are_the_cards_alone() -> None:
    assert pages(HAND, seat=2) == [["1 2", "others look away"]]


def test_without_tricks_too() -> None:
    assert pages(turn("1C 20", "6", tricks=False)) == [["1✓ 6"]]
    assert chosen(turn("1C 20", "6", tricks=False)) == ["1 6 citizen to 26"]


def test_who_has_no_card_has_nothing_to_look_at() -> None:
    assert secret(replace(HAND, hands=(HAND.hands[0], (), *HAND.hands[2:])), 2) == ()


def test_who_holds_real_cards_looks_at_the_cheats_alone() -> None:
    real = turn("1C 20", None, None, cards="table")
    assert pages(real) == [
        ["you play fair", "others look away", "let go: no cheat", "►"],
        ["cheat: 1 step more", "than your card says", ON, "let go: you cheat"],
        ["cheat: 1 step less", "than your card says", BACK, "let go: you cheat"],
    ]
    assert secret(real, 2) == ()
    assert secret(turn("1C 20", None, cards="table", tricks=False), 1) == ()
