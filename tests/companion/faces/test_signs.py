"""Pictures for people who cannot read yet: all are there, each is its own, and none covers a word."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import get_args

from hypothesis import given
from PIL import Image, ImageChops

from companion.faces.oled import arrange, draw
from companion.faces.page import page
from companion.faces.pictured import LARGE
from companion.faces.sheet import HEIGHT, WIDTH, Dots, Rectangle, SheetItem, TextLine
from companion.faces.signs import GENERAL, SIDE, outline, picture, rows_of, sign_of
from companion.kit.text import text, verbatim
from companion.kit.view import HandCard, Legend, SeatView, Sign, View

from .test_oled import overlap, views

HANS = SeatView(1, "Hans", "red")
SIGNS: tuple[Sign, ...] = get_args(Sign)
APART = 20
"""In how many dots two signs differ at least."""


def same(words: str) -> str:
    return words


def dots(pieces: list[SheetItem]) -> list[Dots]:
    return [piece for piece in pieces if isinstance(piece, Dots)]


def nothing_covers_a_word(view: View, translate: Callable[[str], str]) -> None:
    pieces = arrange(view, translate, pictured=True)
    for sign in dots(pieces):
        box = sign.box
        assert 0 <= box.left < box.right <= WIDTH
        assert 0 <= box.top < box.bottom <= HEIGHT
        for piece in pieces:
            if (isinstance(piece, TextLine) and piece.words.strip()) or (isinstance(piece, Dots) and piece is not sign):
                assert not overlap(box, piece.box), piece


def test_every_sign_is_drawn_in_sixteen_rows_of_sixteen_dots_and_stays_off_the_row_below() -> None:
    for sign in SIGNS:
        rows = rows_of(sign)
        assert [len(row) for row in rows] == [SIDE] * SIDE
        assert set("".join(rows)) == {"#", "."}
        assert rows[-1] == "." * SIDE


def test_no_two_signs_look_alike() -> None:
    for one, other in combinations(SIGNS, 2):
        differ = ImageChops.logical_xor(picture(one), picture(other))
        assert differ.histogram()[255] >= APART, (one, other)


def test_a_picture_is_its_rows_and_its_outline_draws_the_same() -> None:
    assert picture("less", 2).size == (LARGE, LARGE)
    assert picture("less").getbbox() == (2, 6, 14, 10)
    assert outline("less") == "M2 6h12v1h-12zM2 7h12v1h-12zM2 8h12v1h-12zM2 9h12v1h-12z"


@given(views)
def test_no_sign_covers_a_word_whatever_the_words_are(view: View) -> None:
    named = view.title.parameters[0][1]
    if isinstance(named, str) and named:
        nothing_covers_a_word(View(view.title, view.who, signs=((named, "dice"),), seats=view.seats), same)


def test_a_title_has_the_sign_that_its_game_names_or_the_boxs_own() -> None:
    view = View(text("rolls"), signs=(("rolls", "dice"),))
    assert sign_of(view.title, view) == "dice"
    assert sign_of(text("Undo?"), view) == "undo"
    assert sign_of(verbatim("+1"), view) == "more"
    assert sign_of(text("other words"), view) is None
    assert sign_of(None, view) is None


def test_keys_are_shown_in_signs_only_if_each_word_has_one() -> None:
    legend = Legend(verbatim("►"), text("OK"), verbatim("◄"), text("Back"))
    view = View(text("bids"), 1, "3", legend=legend, position=(1, 4), seats=(HANS,))
    assert len(dots(arrange(view, same, pictured=True))) == 4
    unknown = Legend(verbatim("►"), text("Rematch"))
    assert not dots(arrange(View(text("bids"), 1, "3", legend=unknown, seats=(HANS,)), same, pictured=True))


def test_where_the_body_has_no_room_the_sign_stands_in_the_header() -> None:
    signs: tuple[tuple[str, Sign], ...] = (("plays", "cards"),)
    hand = View(text("plays"), 1, hand=(HandCard(1, text("5")),), signs=signs, seats=(HANS,))
    (small,) = dots(arrange(hand, same, pictured=True))
    assert small.box == Rectangle(WIDTH - SIDE - 1, 0, WIDTH - 1, SIDE)
    long = View(text("plays"), lines=(text("a line of twenty-one"),), signs=signs)
    assert not dots(arrange(long, same, pictured=True)), "without a name, the header is full of words"


def test_in_letters_nothing_is_pictured() -> None:
    view = View(text("plays"), 1, "5", signs=(("plays", "cards"),), seats=(HANS,))
    plain, pictures = draw(view, same), draw(view, same, lettering="pictures")
    assert plain.tobytes() == draw(View(text("plays"), 1, "5", seats=(HANS,)), same).tobytes()
    assert isinstance(pictures, Image.Image)
    assert pictures.tobytes() != plain.tobytes()


def test_a_page_has_the_same_picture() -> None:
    view = View(text("plays"), 1, "5", signs=(("plays", "cards"),), seats=(HANS,))
    assert page(view, same).sign == outline("cards")
    assert page(View(text("other words")), same).sign == ""


def test_the_boxs_own_signs_are_drawn() -> None:
    assert set(GENERAL.values()) <= set(SIGNS)
