from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.daemon import demo
from companion.faces.speech import sentences
from companion.kit.table_items import Dice, Pile, SeatCards
from companion.kit.text import joined, text, verbatim
from companion.kit.view import Bar, HandCard, Legend, SeatView, Space, Token, Track, View
from companion.locale import LANGUAGES, translator
from tests.companion.daemon.stepped_box import SteppedBox, config

SEATS = (SeatView(1, "Pia", "red"), SeatView(2, "Hans", "blue"))


def said(view: View) -> tuple[str, ...]:
    return sentences(view, str)


def test_the_first_sentence_says_who_is_asked_what_and_a_brief_voice_says_little_more() -> None:
    view = View(text("team 1/3"), who=2, seats=SEATS, number="3", lines=(text("no bid yet"),))
    assert said(view) == ("Hans: team 1 of 3", "3", "no bid yet")
    assert sentences(view, str, "brief") == ("Hans: team 1 of 3", "3")
    assert said(View(text("Who plays?"), seats=SEATS)) == ("Who plays?",)
    assert said(View(text("Both answer"), missing=(1, 2), seats=SEATS)) == ("Pia, Hans: Both answer",)


def test_a_draft_is_told_with_what_it_is_and_which_of_how_many() -> None:
    view = View(text("roll"), who=1, number="13", caption=text("coins"), is_draft=True, position=(2, 5), seats=SEATS)
    assert said(view) == ("Pia: roll", "13 coins", "2 of 5")


def test_a_sentence_is_told_in_one_piece() -> None:
    words = "One sentence that needs more than one row of the display"
    assert said(View(text("The rule now"), sentence=verbatim(words))) == ("The rule now", words)


def test_lines_are_one_sentence_with_a_pause_between_its_columns() -> None:
    two = joined(joined("Pia", "49"), joined("Hans", "48"))
    assert said(View(text("Coins"), lines=(joined("Pia", "49"), two))) == ("Coins", "Pia, 49, Pia, 49, Hans, 48")
    assert said(View(text("A pile"), lines=(verbatim("top of pile:"), verbatim("6")))) == ("A pile", "top of pile: 6")


def test_numbers_with_signs_and_no_room_between_them_are_told_one_by_one() -> None:
    row = "plus or minus 2, plus or minus 2, minus 2, plus or minus 2"
    assert said(View(text("Teams"), lines=(joined("Pia", "±2±2-2±2"),))) == ("Teams", f"Pia, {row}")


def test_a_hand_is_told_with_its_slots_and_what_can_be_played() -> None:
    hand = (HandCard(1, verbatim("13"), is_able=True), HandCard(2, verbatim("±4")))
    assert said(View(text("Hand"), hand=hand)) == ("Hand", "1: 13 can be played, 2: plus or minus 4")


def test_keys_are_told_by_what_a_finger_feels_on_them() -> None:
    legend = Legend(green_tap=text("+1"), green_hold=text("OK"), red_hold=text("Pass"))
    typed = View(text("Type"), keys=(verbatim("A"), verbatim("B")), legend=legend)
    assert said(typed) == ("Type", "1: A, 2: B", "tap dot: plus 1, hold dot: OK, hold ring: Pass")
    assert sentences(typed, translator("de"))[-1] == "Punkt tippen: plus 1, Punkt halten: OK, Ring halten: Passen"
    table = Legend(green_hold=text("OK"), table_tap=text("table: on"), red_tap=text("►"))
    assert said(View(text("Page"), legend=table)) == ("Page", "hold dot: OK, tap ring: the next, table: on")
    assert said(View(text("Wait"), legend=Legend(instead=text("a bot plays")))) == ("Wait", "a bot plays")


def test_of_a_key_that_is_down_it_says_what_letting_it_go_does() -> None:
    legend = Legend(green_tap=text("let go: choose"), red_tap=verbatim("►"))
    assert said(View(text("Hand"), legend=legend, is_held=True)) == ("Hand", "let go: choose, tap ring: the next")


def test_a_view_with_sentences_of_its_own_is_told_by_these_and_its_keys() -> None:
    two = verbatim("Hans bids."), verbatim("Hans has 50 coins.")
    lines = (text("by {name}", name="Pia"),)
    view = View(text("team 1/3"), who=2, seats=SEATS, number="3", caption=text("bid"), lines=lines, said=two)
    view = replace(view, position=(1, 2), hand=(HandCard(1, verbatim("6")),), legend=Legend(green_tap=text("+1")))
    assert said(view) == ("Hans bids.", "Hans has 50 coins.", "tap dot: plus 1")
    assert sentences(view, str, "brief") == ("Hans bids.", "Hans has 50 coins.")


def test_a_notice_does_not_take_the_keys_away_and_a_hold_under_way_is_not_told() -> None:
    view = View(text("Wait"), notice=text("Hold longer"), legend=Legend(green_hold=text("OK")), bar=Bar("green", 0.4))
    assert said(view) == ("Wait", "Hold longer", "hold dot: OK")


def test_a_game_that_is_not_saved_is_told() -> None:
    assert said(View(text("Wait"), is_saved=False)) == ("Wait", "Not saved: disk full or broken.")


def test_the_full_measure_tells_what_everybody_has_where_the_pieces_stand_and_what_lies_on_the_table() -> None:
    spaces = (
        Space("3"),
        Space("II", "podium", "II"),
        Space("red G2", "goal"),
        Space("red S1", "home"),
        Space("0", "trap"),
    )
    tokens = (Token(1, "3"), Token(1, "red G2", "king"), Token(2, "red S1"), Token(2, "0"), Token(2, "II"))
    seats = (SeatView(1, "Pia", "red", has="49"), SeatView(2, "Hans", "blue"))
    table = (Pile(text("stock"), 7), Dice(text("dice"), (3, 4)), SeatCards(2, text("won"), ("3", "-2"), covered=2))
    view = View(text("Wait"), seats=seats, track=Track(spaces, tokens), table=table)
    assert sentences(view, str, "full")[1:] == (
        "Pia: 49, on space 3, king in goal 2",
        "Hans: waits, in the trap, in place II",
        "stock: 7",
        "dice: 3, 4",
        "Hans, won: 3, minus 2, 2 covered",
    )


def test_a_piece_on_no_space_and_cards_of_no_seat_of_a_game_from_others_stop_no_voice() -> None:
    track = Track((Space("end", "goal"),), (Token(1, "nowhere"), Token(1, "end")))
    view = View(text("Wait"), seats=SEATS[:1], track=track, table=(SeatCards(7, text("won"), ("3",)),))
    assert sentences(view, str, "full")[1:] == ("Pia: in goal end", "7, won: 3")


SPEAKABLE = re.compile(r"(?:[\w ,.:;!?%'\u2019]|(?<=[^\W\d])-(?=\w))*")
"""What a voice reads without leaving anything out."""


def views(folder: Path, game: str, players: int) -> Iterator[View]:
    """All that the display shows in a game of bots."""
    table = SteppedBox(folder, config(game))
    seen: list[View] = []
    table.box.watch = lambda: seen.append(table.box.box.table.view(table.box.now))
    for _ in demo.play(table.box, players, Random(3)):
        yield from dict.fromkeys(seen)
        seen.clear()
    yield from seen
    table.pull_the_plug()


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize(("game", "players"), [("galopp-royal", 3), ("cat-royal", 2)])
def test_no_sentence_of_a_game_has_a_sign_that_a_voice_passes_over(game: str, players: int, tmp_path: Path) -> None:
    told = {
        (language, sentence)
        for view in views(tmp_path, game, players)
        for language in LANGUAGES
        for sentence in sentences(view, translator(language), "full")
    }
    assert len(told) > 1000
    assert not [each for each in told if SPEAKABLE.fullmatch(each[1]) is None]
