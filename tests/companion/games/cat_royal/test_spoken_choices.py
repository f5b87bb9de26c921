"""What is asked and chosen, in sentences: each names the whole choice, and a card in hand only to its owner."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import intents
from companion.games.cat_royal.dealing import Dealing, SettingOut
from companion.games.cat_royal.ending import Over
from companion.games.cat_royal.handing import Handing, handing
from companion.games.cat_royal.spoken_choices import of_choice
from companion.games.cat_royal.state import State
from companion.kit.event import Intent
from companion.kit.text import speak
from companion.locale import translator

from .positions import turn


def said(state: State, draft: Intent | None = None, viewer: int | None = None, language: str = "en") -> list[str]:
    """The sentences, in a language."""
    return [speak(sentence, translator(language)) for sentence in of_choice(state, viewer, draft)]


def play(state: State, viewer: int | None = None, **draft: object) -> list[str]:
    """The sentences of an unfinished play of seat 1."""
    return said(state, intents.Play(seat=1, **draft), viewer)  # type: ignore[arg-type]  # fields by name


def way(position: str, card: str, figure: str, to: int | str, last: str = "") -> str:
    """The question of the choice, when the card is open, without its mark."""
    _, sentence = play(turn(position, card, last=last), slot=1, figure=figure, to=to)
    assert sentence.endswith("?")
    return sentence[:-1]


# What is asked


def test_who_is_on_turn_with_how_many_cards_and_what_a_copy_would_be() -> None:
    assert said(turn("", "6", "13", last="1/11")) == ["Hans is on turn with 2 cards", "Last card: 1 or 11"]
    assert said(replace(turn("", "6"), last="")) == ["Hans is on turn with one card", "No card has been played yet"]
    assert said(turn("", "6", "13", last="9"), language="de")[1] == "Oben liegt 9 auf dem Stapel"


def test_who_helps_plays_the_figures_of_the_partner() -> None:
    state = turn("1K G1, 1T G2, 1C G3, 1J G4, 3C 20", "6", "9", partners="opposite")
    assert said(state)[1] == "Hans plays the figures of Werner"
    shown = play(state, slot=1, figure="citizen", to=26)
    assert shown == ["Hans shows the 6", "The citizen of Werner, 6 ahead, lands on field 26: free?"]


def test_setting_out_and_handing_over() -> None:
    state = replace(turn("", "6"), phase=SettingOut(2))
    assert said(state) == ["Pia chooses a figure for start field 17"]
    assert said(state, intents.SetOut(seat=2, figure="jester"))[1] == "The jester?"
    hands = replace(turn("", "6", partners="opposite_pass"), phase=Handing(1, (2, 3), ("", "", "", "")))
    assert said(hands) == ["Pia, Werner: choose a card for the partner"]
    assert said(hands, intents.Give(seat=1, slot=1), 1) == ["Card 1: 6, for Werner"]
    assert said(hands, intents.Give(seat=1, slot=1), 2) == said(hands), "nobody else hears it"
    assert said(hands, intents.TakeBack(seat=1)) == ["Hans: choose another card for the partner?"]
    real = turn("", None, cards="table", partners="opposite_pass")
    assert said(replace(real, phase=handing(real, 1))) == ["All hand their partner a card; Hans says when"]


def test_the_end_says_who_has_won_and_who_is_home() -> None:
    state = replace(turn("1K G1, 2K G2, 2T G3", seats=2), phase=Over((2,)))
    assert said(state) == ["Pia wins", "Figures in the goal: Pia 2, Hans 1"]


def test_a_moment_in_which_nobody_is_asked_needs_no_sentence() -> None:
    assert said(replace(turn(""), phase=Dealing())) == []


def test_asides_are_questions() -> None:
    state = turn("1K 5", "6")
    accused = said(state, intents.Accuse(seat=1, accused=2))
    assert accused == ["Hans: accuse Pia?", "If that is wrong, a figure of Hans goes back to the start area"]
    moved = said(state, intents.Shift(seat=3, cards=("2",)))
    assert moved == ["Werner: move all wormholes to other fields?"]


# A card


def test_a_voice_names_a_slot_to_all_and_its_card_to_its_owner() -> None:
    state = turn("1K 5", "6", "swap", "13")
    assert play(state, slot=2) == play(state, 2, slot=2) == ["Hans: card 2 of 3?"]
    assert play(state, 1, slot=1) == ["Card 1: 6, can be played"]
    assert play(state, 1, slot=2) == ["Card 2: swap, cannot be played"]
    assert play(turn("", "6", "12"), 1, slot=2) == ["Card 2: 12, only to discard"]


def test_a_real_card_is_named_by_its_kind() -> None:
    state = turn("1K 5", None, None, cards="table")
    assert play(state, card="1/11") == ["Hans plays the 1 or 11?"]
    assert play(state, card="12") == ["Hans discards the 12?"]
    assert play(state, card="") == ["Hans discards all cards?"]


def test_a_discard() -> None:
    assert play(turn("", "9"), slot=1, figure="", to="") == ["Hans discards the 9?"]
    assert play(turn("", "9", no_move="forfeit"), slot=1, figure="", to="") == ["Hans discards all cards?"]


def test_a_figure_is_told_without_its_field_which_would_find_cheats() -> None:
    state = turn("1K 5, 1J G2", "1/11", "copy", last="8")
    assert play(state, slot=1, figure="king") == ["Hans shows the 1 or 11", "Move the king, on the track?"]
    assert play(state, slot=1, figure="jester")[1] == "Move the jester, in goal 2?"
    assert play(state, slot=1, figure="knight")[1] == "Move the knight, in the start area?"
    assert play(state, slot=2, figure="king")[0] == "Hans shows the copy, as 8"
    assert play(turn("1K 5", "copy", last="copy"), slot=1, figure="king")[0] == "Hans shows the copy"


# Its way


@pytest.mark.parametrize(
    ("card", "to", "sentence"),
    [
        ("6", 16, "The king, 6 ahead, lands on field 16: free"),
        ("6", 17, "The king, 6 ahead, lands on field 17: free"),
        ("+4/-4", 6, "The king, 4 back, lands on field 6: free"),
        ("1-7", 11, "The king, 1 ahead, lands on field 11: a wormhole"),
        ("1/11", 21, "The king, 11 ahead, lands on field 21: free"),
        ("8", 18, "The king, 8 ahead, lands on field 18: Pia's jester is captured"),
        ("10", 20, "The king, 10 ahead, lands on field 20: Hans's citizen is captured"),
    ],
)
def test_a_way_is_told_by_the_points_claimed_its_end_and_what_is_there(card: str, to: int, sentence: str) -> None:
    assert way("1K 10, 1C 20, 2J 18", card, "king", to) == sentence


def test_a_way_into_the_goal_and_out_of_the_start_area() -> None:
    assert way("1C 62", "6", "citizen", "G3") == "The citizen, 6 ahead, lands in goal 3"
    assert way("1J 62", "8", "jester", "G4") == "The jester, 8 ahead, lands in goal 4, steps lost: 1"
    assert way("", "13", "king", 1) == "The king comes out on start field 1: free"
    assert way("2J 1", "13", "king", 1) == "The king comes out on start field 1: Pia's jester is captured"


def test_a_swap_and_a_magnet_tell_with_whom_and_where() -> None:
    assert way("1K 10, 2J 18", "swap", "king", 18) == "The king swaps with Pia's jester on field 18"
    assert way("1K 10, 2J 18", "magnet", "king", 17) == "The king lands on field 17, pulled behind Pia's jester"
    assert way("1K 17, 2J 18", "magnet", "king", 17) == "The king stays on field 17, behind Pia's jester"
    holed = "The king lands on field 27, a wormhole, pulled behind Pia's jester"
    assert way("1K 10, 2J 28", "magnet", "king", 27) == holed
