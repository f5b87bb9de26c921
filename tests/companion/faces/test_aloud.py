from __future__ import annotations

from companion.faces.aloud import lines_aloud
from companion.kit.text import joined, text, verbatim
from companion.kit.view import Bar, HandCard, Legend, SeatView, View
from companion.locale import translator

SEATS = (SeatView(1, "Pia", "red"), SeatView(2, "Hans", "blue"))


def aloud(view: View) -> tuple[str, ...]:
    return lines_aloud(view, str)


def test_the_first_line_says_who_is_asked_what() -> None:
    assert aloud(View(text("team 1/3"), who=2, seats=SEATS)) == ("Hans: team 1/3",)
    assert aloud(View(text("Who plays?"), seats=SEATS)) == ("Who plays?",)


def test_a_draft_is_told_with_what_it_is_and_which_of_how_many() -> None:
    view = View(text("roll"), who=1, number="13", caption=text("coins"), is_draft=True, position=(2, 5), seats=SEATS)
    assert aloud(view) == ("Pia: roll", "13 coins", "2/5")


def test_a_sentence_is_told_in_one_piece() -> None:
    words = "One sentence that needs more than one row of the display"
    assert aloud(View(text("The rule now"), sentence=verbatim(words))) == ("The rule now", words)


def test_the_columns_of_a_line_are_told_one_after_the_other() -> None:
    two = joined(joined("Pia", "49"), joined("Hans", "48"))
    assert aloud(View(text("Coins"), lines=(joined("Pia", "49"), two, joined(joined("Pia", "49"), "")))) == (
        "Coins",
        "Pia 49",
        "Pia 49, Hans 48",
        "Pia 49",
    )


def test_a_hand_is_told_with_its_slots_and_what_can_be_played() -> None:
    hand = (HandCard(1, verbatim("13"), is_able=True), HandCard(2, verbatim("4")))
    assert aloud(View(text("Hand"), hand=hand)) == ("Hand", "[1] 13 ✓, [2] 4")


def test_keys_are_told_by_name_and_what_types_by_its_pair() -> None:
    legend = Legend(green_tap=text("+1"), green_hold=text("OK"), red_hold=text("Pass"))
    typed = View(text("Type"), keys=(verbatim("A"), verbatim("B")), legend=legend)
    assert aloud(typed) == ("Type", "1: A, 2: B", "dot ●, tap: +1, hold: OK", "ring ○, hold: Pass")
    assert lines_aloud(typed, translator("de"))[-1] == "Ring ○, halten: Passen"
    table = Legend(green_hold=text("OK"), table_tap=text("table: on"), red_tap=text("back"))
    assert aloud(View(text("Page"), legend=table)) == ("Page", "dot ●, hold: OK", "table: on")
    assert aloud(View(text("Wait"), legend=Legend(instead=text("a bot plays")))) == ("Wait", "a bot plays")


def test_a_notice_does_not_take_the_keys_away_and_a_hold_under_way_is_not_told() -> None:
    view = View(text("Wait"), notice=text("Hold longer"), legend=Legend(green_hold=text("OK")), bar=Bar("green", 0.4))
    assert aloud(view) == ("Wait", "Hold longer", "dot ●, hold: OK")


def test_a_game_that_is_not_saved_is_told() -> None:
    assert aloud(View(text("Wait"), is_saved=False)) == ("Wait", "Not saved: disk full or broken.")
