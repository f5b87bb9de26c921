"""What one seat alone hears: its cards, what each can do, and how to cheat."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.cat_royal.handing import Handing
from companion.games.cat_royal.look import picks, secret
from companion.games.cat_royal.state import State
from companion.kit.text import speak
from companion.kit.view import View
from companion.locale import translator

from .positions import turn


def said(view: View, language: str = "en") -> list[str]:
    """The sentences of a page, in a language."""
    return [speak(sentence, translator(language)) for sentence in view.said]


def cards(state: State) -> list[str]:
    """The sentence of each page of a card."""
    return [" ".join(said(page)) for _, page in picks(state, 1)]


HAND = turn("1C 20", "6", "13", "1-7", "1/11", "swap")
AROUND = "Tap ○ to hear each card alone, and after the last one two ways to cheat"


def test_a_hand_is_told_card_by_card() -> None:
    hand, *_ = secret(turn("1C 20", "6", "1/11", "swap"), 1)
    assert said(hand) == [
        "Hans's cards",
        "Card 1: 6, can be played",
        "Card 2: 1 or 11, can be played",
        "Card 3: swap",
        AROUND,
    ]
    assert said(hand, "de")[1:4] == [
        "Karte 1: 6, spielbar",
        "Karte 2: 1 oder 11, spielbar",
        "Karte 3: Tausch",
    ]


def test_a_card_that_can_only_be_discarded_is_not_called_playable() -> None:
    hand, *_ = secret(turn("", "6", "12"), 1)
    assert said(hand) == ["No card can be played: choose one to discard", "Card 1: 6", "Card 2: 12", AROUND]
    assert cards(turn("", "6")) == ["Card 1: 6, only to discard"]
    forfeit, *_ = secret(turn("", "6", no_move="forfeit"), 1)
    assert said(forfeit)[0] == "No card can be played: all are discarded"


def test_each_card_says_what_it_can_do() -> None:
    assert cards(HAND) == [
        "Card 1: 6, the citizen lands on field 26",
        "Card 2: 13, for one of 4 figures",
        "Card 3: 1-7, moves the citizen",
        "Card 4: 1 or 11, for one of 4 figures",
    ]
    assert cards(turn("1C 62, 2J 40", "6")) == ["Card 1: 6, the citizen lands in goal 3"]


def test_of_every_page_a_green_key_is_down() -> None:
    assert all(page.is_held for page in [*secret(HAND, 1), *(page for _, page in picks(HAND, 1))])


def test_each_cheat_says_with_which_cards_and_where_the_ring_leads() -> None:
    _, more, less = secret(turn("1C 20", "6", "13"), 1)
    assert said(more) == ["Cheat: one step more, with the 6, the 13. Then choose the card", "Tap ○: the other cheat"]
    assert said(less) == ["Cheat: one step less, with the 6, the 13. Then choose the card", "Tap ○: back to the cards"]
    assert said(secret(turn("", "6"), 1)[1])[0] == "Cheat: one step more: no card allows it"
    assert said(secret(replace(HAND, spent=(1,)), 1)[1])[0] == "Cheat: one step more: used in this deal"


def test_off_turn_a_voice_names_the_cards_alone() -> None:
    state = replace(HAND, hands=(HAND.hands[0], ("8", "9"), *HAND.hands[2:]))
    (hand,) = secret(state, 2)
    assert said(hand) == ["Pia's cards", "Card 1: 8", "Card 2: 9"]


def test_a_card_for_the_partner() -> None:
    state = replace(turn("", "6", "9", partners="opposite_pass"), phase=Handing(1, (1,), ("", "6", "6", "6")))
    assert cards(state) == ["Card 1: 6, for Werner", "Card 2: 9, for Werner"]
    (given,) = secret(replace(state, phase=Handing(1, (2,), ("9", "", "6", "6"))), 1)
    assert said(given)[-1] == "Hans gives the 9"


def test_who_holds_real_cards_hears_the_cheats_alone() -> None:
    fair, more, _ = secret(turn("1C 20", None, None, cards="table"), 1)
    assert said(fair) == ["Hans plays without a cheat", "Tap ○ for two ways to cheat"]
    assert said(more)[0] == "Cheat: one step more than the card says"
