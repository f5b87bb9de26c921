from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from companion.faces.drift import HOME, STEP_S, WALK, drift, due, next_step
from companion.faces.oled import arrange, draw
from companion.faces.sheet import HEIGHT, WIDTH, Panel, Rectangle, SheetItem, moved, paint
from companion.kit.text import verbatim
from companion.kit.view import SeatView, View

from .sample_screens import SCREENS
from .test_oled import same, views, words_on


def test_each_minute_it_goes_a_pixel_or_two_and_in_the_end_it_is_home_again() -> None:
    places = [due(STEP_S * minute) for minute in range(len(WALK) + 1)]
    assert places[0] == places[-1] == HOME
    assert len(set(places)) == len(WALK)
    for (x, y), (right, down) in pairwise(places):
        assert 1 <= abs(right - x) + abs(down - y) <= 2


def test_it_stands_still_for_a_minute() -> None:
    assert due(0.0) == due(STEP_S - 0.01) != due(STEP_S)
    assert next_step(0.0) == STEP_S
    assert next_step(STEP_S) == 2 * STEP_S
    assert next_step(STEP_S - 0.01) == STEP_S


def letters(word: Image.Image, shift: tuple[int, int]) -> int:
    """The number of dots of a painted word that are on the display."""
    return moved(word, shift).histogram()[255]


def assert_nothing_is_lost(view: View) -> None:
    pieces = arrange(view, same)
    shifts = {drift(pieces, wished) for wished in WALK}
    for piece in words_on(view):
        word = paint([piece._replace(ink=1)])
        for shift in shifts:
            assert letters(word, shift) == letters(word, HOME), (piece.words, shift)


@pytest.mark.parametrize("name", SCREENS)
def test_no_letter_of_a_screen_is_lost(name: str) -> None:
    assert_nothing_is_lost(SCREENS[name])


@pytest.mark.untraced
@given(views)
def test_no_letter_of_any_view_is_lost(view: View) -> None:
    assert_nothing_is_lost(view)


def test_dark_letters_keep_light_above_them() -> None:
    header = arrange(View(verbatim("Title")), same)
    assert drift(header, (0, -2)) == (0, -1), "the capital begins in the third row"


FULL = View(verbatim("chooses"), who=1, seats=(SeatView(1, "Maximilian", "red", "50", 1),))
"""A screen whose name and title leave no room to move sideways."""


@pytest.mark.parametrize("view", [*SCREENS.values(), FULL])
def test_dark_letters_at_the_side_keep_light_beside_them(view: View) -> None:
    pieces = arrange(view, same)
    for word in (piece for piece in words_on(view) if piece.ink == 0):
        left, _, right, _ = paint([word._replace(ink=1)]).getbbox() or (1, 0, 1, 0)
        for x, _ in {drift(pieces, wished) for wished in WALK}:
            assert 1 <= left + x < right + x <= WIDTH - 1, (word.words, x)


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_moves(name: str) -> None:
    pieces = arrange(SCREENS[name], same)
    assert len({drift(pieces, wished) for wished in WALK}) > 1


@given(st.integers(0, 100), st.integers(0, 50))
def test_a_frame_goes_as_far_as_it_can(left: int, top: int) -> None:
    frame: list[SheetItem] = [Panel(Rectangle(left, top, left + 28, top + 14), None, 1)]
    for right, down in WALK:
        assert drift(frame, (right, down)) == (
            min(max(right, -left), WIDTH - left - 28),
            min(max(down, -top), HEIGHT - top - 14),
        )


def test_a_screen_without_words_stays_at_home() -> None:
    assert drift([], (1, 1)) == HOME
    assert drift(arrange(View(verbatim("")), same), (1, 1)) == HOME


def test_it_is_the_same_picture_only_elsewhere() -> None:
    view = SCREENS["display"]
    at_home = draw(view, same)
    moved = draw(view, same, (0, -1))
    assert moved.size == at_home.size
    assert ImageChops.logical_xor(moved.crop((0, 0, 128, 63)), at_home.crop((0, 1, 128, 64))).getbbox() is None
    assert moved.crop((0, 63, 128, 64)).tobytes() == Image.new("1", (128, 1)).tobytes()
