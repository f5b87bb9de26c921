"""Large print: every screen in letters 24 pixels high, the asked seat above, the number or the answer below."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.faces.drift import drift
from companion.faces.large_print import (
    BAND,
    NARROWEST,
    PAGE_S,
    SIZES,
    LargePage,
    PageTurner,
    arrange_large,
    fits,
    pages,
)
from companion.faces.letters import dejavu
from companion.faces.oled import draw
from companion.faces.sheet import HEIGHT, WIDTH, Dots, TallWord, ink
from companion.kit.seats import COLOUR_NAMES, COLOURS
from companion.kit.text import Text, speak, text, verbatim
from companion.kit.view import Bar, HandCard, Legend, SeatView, Sign, View
from companion.locale import LANGUAGES, translator

from .sample_screens import SCREENS, screen
from .test_oled import views

HANS, PIA = SeatView(1, "Hans", "red"), SeatView(2, "Pia", "blue")
LONG = SeatView(1, "Maximiliane-Theodora", "violet")


def same(words: str) -> str:
    return words


def both(above: str, below: str) -> LargePage:
    return LargePage(above, below)


def is_readable(view: View, translate: Callable[[str], str]) -> None:
    for turn in range(len(pages(view, translate))):
        pieces = arrange_large(view, translate, turn)
        words = [piece for piece in pieces if isinstance(piece, TallWord)]
        for word in words:
            box = word.box
            assert 0 <= box.left < box.right <= WIDTH
            assert 0 <= box.top < box.bottom <= HEIGHT
            assert box.bottom <= BAND or box.top >= BAND, "no row reaches into the other one"
            assert ink("H", dejavu(word.size)).height >= 24
            assert box.width >= NARROWEST * (ink(word.words, dejavu(word.size)).width - 1) or "! " in word.words


@given(views)
def test_any_screen_is_readable(view: View) -> None:
    is_readable(view, same)


@pytest.mark.parametrize("name", SCREENS)
def test_sample_screens_are_readable(name: str) -> None:
    is_readable(SCREENS[name], same)


def test_who_is_asked_stands_above_the_number() -> None:
    view = View(text("bids"), 1, "12", lines=(text("over 11"),), seats=(HANS,))
    assert pages(view, same) == (both("Hans", "12"),)
    assert pages(replace(view, is_draft=True), same) == (LargePage("Hans", "12", is_draft=True),)


def test_an_answer_that_is_chosen_takes_turns_row_by_row() -> None:
    view = View(text("plays"), 1, lines=(text("king out"), text("to the start field")), is_draft=True, seats=(HANS,))
    assert [page.below for page in pages(view, same)] == ["king out", "to the start", "field"]


def test_without_a_number_or_an_answer_what_is_asked_stands_below_the_name() -> None:
    assert pages(View(text("rolls"), 1, lines=(text("hold"),), seats=(HANS,)), same) == (both("Hans", "rolls"),)


def test_of_a_single_switch_the_answer_that_a_press_takes_stands_below() -> None:
    view = View(text("bids"), 1, "12", seats=(HANS,), legend=Legend(green_tap=verbatim("15")))
    assert pages(view, same) == (both("Hans", "● 15"),)


def test_several_who_are_asked_take_turns() -> None:
    view = View(text("Hand on"), seats=(HANS, PIA), missing=(1, 2))
    assert pages(view, same) == (both("Hans", "Hand on"), both("Pia", "Hand on"))


def test_a_screen_that_asks_nobody_is_read_from_the_first_row_to_the_last() -> None:
    view = View(text("Prizes"), lines=(text("Race 1"), text("twenty and ten coins")), hand=(HandCard(1, text("5")),))
    told = [(page.above, page.below) for page in pages(view, same)]
    assert told == [("Prizes", "1: 5"), ("Race 1", ""), ("twenty and", "ten coins")]


def test_a_number_without_a_seat_stands_below_its_title_and_before_the_lines() -> None:
    told = pages(View(text("Players"), number="3", lines=(text("2 more"),)), same)
    assert told == (both("Players", "3"), both("2 more", ""))


def test_a_number_stands_beside_the_sign_of_what_it_is_and_a_name_alone() -> None:
    signs: tuple[tuple[str, Sign], ...] = (("bids", "hammer"),)
    view = View(text("bids"), 1, "12", lines=(text("over 11"),), seats=(HANS,), signs=signs)
    assert pages(view, same) == (LargePage("Hans", "12", sign="hammer"),)
    sign, number = [piece for piece in arrange_large(view, same) if isinstance(piece, Dots) or piece.box.top >= BAND]
    assert sign.box.right < number.box.left
    assert number.box.right < WIDTH
    assert pages(replace(view, number="Pia"), same) == (both("Hans", "Pia"),)


def test_a_notice_takes_all_room() -> None:
    view = View(text("bids"), 1, "12", is_draft=True, seats=(HANS,), notice=text("Not your turn."))
    assert pages(view, same) == (both("Not your", "turn."),)


def test_a_long_name_is_never_cut() -> None:
    said = View(text("bids"), 1, "12", seats=(LONG,))
    assert pages(said, same) == (both("Violet", "12"),)
    assert pages(replace(said, seats=(replace(LONG, short="Maxi"),)), same) == (both("Maxi", "12"),)
    won = View(text("The winner"), number=LONG.name, seats=(replace(LONG, short="Maxi"),))
    assert pages(won, same) == (both("The winner", "Maxi"),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_colours_that_stand_for_long_names_fit(language: str) -> None:
    assert all(fits(speak(COLOUR_NAMES[colour], translator(language))) for colour in COLOURS)


def test_a_word_that_is_too_long_goes_on_after_a_hyphen() -> None:
    (page,) = pages(View(text("Donaudampfschiff")), same)
    assert page.above.endswith("-")
    assert page.above.removesuffix("-") + page.below == "Donaudampfschiff"


def test_a_capital_loses_its_accent_only_if_it_is_too_high() -> None:
    def words(said: Text) -> str:
        return next(piece.words for piece in arrange_large(View(said), same) if isinstance(piece, TallWord))

    assert words(verbatim("Émile")) == "Émile"
    assert words(verbatim("Égypte")) == "Egypte"


def test_a_game_that_is_not_saved_is_marked() -> None:
    (page,) = pages(View(text("bids"), 1, "12", seats=(HANS,), is_saved=False), same)
    assert page.above == "! Hans"


def test_the_bar_of_a_hold_inverts_the_row_below() -> None:
    view = View(text("bids"), 1, "12", seats=(HANS,), bar=Bar("green", 1.0))
    plain, held = draw(replace(view, bar=None), same, lettering="large"), draw(view, same, lettering="large")
    assert plain.crop((0, 0, WIDTH, BAND)).tobytes() == held.crop((0, 0, WIDTH, BAND)).tobytes()
    assert held.getpixel((0, HEIGHT - 1)) != plain.getpixel((0, HEIGHT - 1))


def test_a_code_for_a_phone_stays_a_code() -> None:
    view = SCREENS["invitation"]
    assert draw(view, same, lettering="large").tobytes() == draw(view, same).tobytes()


def test_the_picture_may_shift_against_burning_in() -> None:
    assert drift(arrange_large(screen("bids", 2, number="7"), same), (1, 0)) == (1, 0)


def test_pages_take_turns_and_begin_again_with_a_new_screen() -> None:
    turner = PageTurner()
    view = View(text("Hand on"), seats=(HANS, PIA), missing=(1, 2))
    assert [turner.turn(view, same, 10.0 + share * PAGE_S) for share in (0.0, 0.9, 1.1, 2.1)] == [0, 0, 1, 0]
    assert turner.next_deadline(10.0 + 1.1 * PAGE_S) == pytest.approx(10.0 + 2 * PAGE_S)
    assert turner.turn(replace(view, bar=Bar("green", 0.5)), same, 10.0 + 1.1 * PAGE_S) == 1
    assert turner.turn(replace(view, missing=(2, 1), title=text("Hand")), same, 12.0) == 0
    turner.turn(View(text("bids"), 1, "12", seats=(HANS,)), same, 20.0)
    assert turner.next_deadline(20.0) is None
    turner.rest()
    assert turner.next_deadline(21.0) is None


def test_the_smallest_size_has_capitals_of_24_pixels() -> None:
    assert ink("H", dejavu(min(SIZES))).height == 24
