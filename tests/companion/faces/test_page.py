"""A view as pages get it: complete, in the reader's language."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from companion.faces.page import Page, PageCards, PageDice, PagePiece, PagePile, PageScores, PageSeat, page
from companion.kit.table_items import Dice, Pile, Scores, SeatCards
from companion.kit.text import joined, text, verbatim
from companion.kit.view import Bar, HandCard, Legend, SeatView, Space, Token, Track, View
from companion.locale import translator

BECOMES = {
    "title": {"title"},
    "who": {"who"},
    "missing": {"missing"},
    "number": {"number"},
    "caption": {"caption"},
    "is_draft": {"is_draft"},
    "position": {"position"},
    "lines": {"lines"},
    "hand": {"lines"},
    "table": {"table"},
    "page_lines": {"lines"},
    "sentence": {"lines"},
    "seats": {"seats"},
    "track": {"pieces", "goals", "step_s"},
    "again": {"again"},
    "legend": {"keys"},
    "keys": {"types"},
    "notice": {"notice"},
    "bar": {"bar"},
    "signs": {"sign"},
    "said": {"said"},
    "is_held": set(),  # a page has no keys of the box
    "qr": set(),  # its reader is let in, so only the display shows it
    "is_saved": {"is_saved"},
}
"""The field of a page for each field of a view. The spaces of the track come once, with the board."""

FULL = View(
    text("Race {n}", n=2),
    1,
    number=text("Red"),
    caption=text("no bid yet"),
    is_draft=True,
    position=(3, 13),
    lines=(joined(text("Red"), "5"), verbatim("a\tb\tc\td"), verbatim("alone")),
    seats=(SeatView(1, text("Red"), "red", "50", 4, is_in=False, sits_out=True, is_bot=True),),
    track=Track((Space("5"), Space("6")), (Token(1, "6", "king", ("5", "6"), "drafted", "5"),), ("6",), 0.3),
    again=(Token(1, "6", "king", ("5", "6")),),
    legend=Legend(green_hold=text("Look"), red_tap=verbatim("◄")),
    keys=(verbatim("1"), verbatim("±2")),
    notice=text("Not saved: disk full or broken."),
    bar=Bar("red", 1 / 3),
    missing=(2, 3),
    is_saved=False,
    table=(
        SeatCards(1, text("hand"), ("9", text("Red")), 2),
        Pile(text("Red"), 3, "7"),
        Dice(verbatim("a"), (1, 6), 1),
        Scores(text("Race {n}", n=2), (text("Red"),), (("4",), (text("Red"),))),
    ),
)


def test_every_field_of_a_view_and_of_a_page_is_accounted_for() -> None:
    assert {*BECOMES} == {*View.__struct_fields__}
    assert {"said_of_keys"}.union(*BECOMES.values()) == {*Page.__struct_fields__}
    assert {*PageSeat.__struct_fields__} == {*SeatView.__struct_fields__} - {"short"}, "a page has room for any name"
    assert {*PagePiece.__struct_fields__} == {*Token.__struct_fields__, "name"}


def test_a_sentence_is_one_line_of_a_page_however_many_rows_it_has_on_the_display() -> None:
    words = "One sentence that needs more than one row of the display"
    assert page(View(text("The rule now"), sentence=verbatim(words)), str).lines == ((words,),)


def test_a_page_says_all_that_its_view_says_in_german() -> None:
    assert page(FULL, translator("de")) == Page(
        title="Rennen 2",
        sign="",
        who=1,
        missing=(2, 3),
        number="Rot",
        caption="kein Gebot",
        is_draft=True,
        position=(3, 13),
        lines=(("Rot", "5"), ("a", "b", "c", "d"), ("alone",)),
        seats=(PageSeat(1, "Rot", "red", "50", 4, is_in=False, sits_out=True, is_bot=True),),
        pieces=(PagePiece(1, "king", "König", "6", ("5", "6"), "drafted", "5"),),
        again=(PagePiece(1, "king", "König", "6", ("5", "6"), None, ""),),
        goals=("6",),
        step_s=0.3,
        notice="Nicht gespeichert: Speicher voll?",
        is_saved=False,
        keys={"green_hold": "Sehen", "red_tap": "◄"},
        types=("1", "±2"),
        bar=("red", 0.33),
        table=(
            PageCards(1, "Hand", ("9", "Rot"), 2),
            PagePile("Rot", 3, "7"),
            PageDice("a", (1, 6), 1),
            PageScores("Rennen 2", ("Rot",), (("4",), ("Rot",))),
        ),
        said=(
            "Rennen 2",
            "Rot kein Gebot",
            "3 von 13",
            "Rot, 5, a, b, c, d, alone",
            "Nicht gespeichert: Speicher voll?",
            "Nicht gespeichert: Speicher voll?",
        ),
        said_of_keys=(),
    )


def test_a_voice_says_nothing_of_keys_and_a_hand_only_as_the_page_writes_it() -> None:
    hand = (HandCard(1, verbatim("13")),)
    told = View(verbatim("x"), lines=(text("Hold ● to roll."), verbatim("y")), notice=verbatim("○"), hand=hand)
    assert page(told, str).said == ("x", "1: 13", "y")
    assert page(told, str).said_of_keys == ("Hold dot to roll.", "ring")
    assert page(msgspec.structs.replace(told, page_lines=(verbatim("card 13"),)), str).said == ("x", "card 13")


def test_sentences_of_a_view_are_said_and_those_that_name_keys_apart() -> None:
    said = verbatim("Pia looks"), text("Hold ● to roll.")
    told = View(verbatim("x"), lines=(text("Hold ● to roll."), verbatim("y")), said=said)
    assert page(told, str).said == ("Pia looks",)
    assert page(told, str).said_of_keys == ("Hold dot to roll.",)


def test_a_page_says_why_no_key_does_anything() -> None:
    shown = page(View(verbatim("x"), legend=Legend(instead=text("a bot plays"))), translator("de"))
    assert shown.keys == {"instead": "ein Bot spielt"}


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_what_a_view_leaves_out_is_empty(language: str) -> None:
    plain = page(View(verbatim("x"), track=Track((Space("1"),), (Token(1, "1"),))), translator(language))
    assert (plain.number, plain.caption, plain.notice, plain.keys, plain.bar) == ("", "", "", {}, None)
    assert plain.pieces == (PagePiece(1, "", "", "1", (), None, ""),)


def test_a_page_is_json_that_can_be_read_back() -> None:
    shown = page(FULL, translator("fr"))
    assert msgspec.json.decode(msgspec.json.encode(shown), type=Page) == shown


def test_a_page_has_all_its_fields_even_if_nothing_is_told_in_them() -> None:
    for view in FULL, View(verbatim("x")):
        assert {*msgspec.to_builtins(page(view, str))} == {*Page.__struct_fields__}


def test_on_a_page_nobody_is_you() -> None:
    view = View(verbatim("team"), who=1, lines=(verbatim("you have 5"),), page_lines=(verbatim("Hans has 5"),))
    assert page(view, str).lines == (("Hans has 5",),)
    assert page(replace(view, page_lines=()), str).lines == (("you have 5",),)
