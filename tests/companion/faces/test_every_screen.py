"""Every screen of the box and of its games, in large print and with pictures: who is asked, and no word is covered.

In one module, so that one process plays the games and passes through their screens.
"""

from __future__ import annotations

from functools import cache

import pytest

from companion.faces.large_print import called, fits, pages
from companion.faces.letters import legible
from companion.faces.oled import arrange
from companion.faces.signs import sign_of
from companion.games import GAMES
from companion.kit.text import speak
from companion.kit.view import View
from companion.locale import LANGUAGES, translator
from companion.study import screens
from companion.study.screens import SeenScreen

from .test_large_print import is_readable
from .test_signs import dots, nothing_covers_a_word, same

pytestmark = pytest.mark.untraced


@cache
def seen() -> tuple[SeenScreen, ...]:
    """The screens of the games."""
    return tuple(each for rules in GAMES for each in screens.of_game(rules) if isinstance(each.scene, View))


@cache
def views() -> tuple[View, ...]:
    """The same, and those of the box."""
    return tuple(each.scene for each in (*screens.of_the_box(), *seen()) if isinstance(each.scene, View))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_every_game_says_who_is_asked_and_the_number_or_the_answer(language: str) -> None:
    translate = translator(language)
    assert len(views()) > 100
    for view in views():
        is_readable(view, translate)
        told = pages(view, translate)
        assert any(page.above for page in told)
        asked = [seat for seat in view.seats if seat.seat in view.asked]
        if view.notice is not None:
            continue
        for seat in asked:
            name = called(seat, lambda said: legible(speak(said, translate)))
            assert any(page.above.removeprefix("! ") == name for page in told)
        below = "".join(page.below.removesuffix("-") for page in told).replace(" ", "")
        if view.number and fits(number := legible(speak(view.number, translate))):
            assert number.replace(" ", "") in below
        elif view.is_draft:
            for line in view.lines:
                words = [word for word in legible(speak(line, translate)).split() if fits(word)]
                assert all(any(word in page.below for page in told) for word in words)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_a_game_names_signs_for_words_that_it_says(rules: object) -> None:
    said = {each.scene.title.id for each in seen() if isinstance(each.scene, View)}
    keys = {"Accuse", "Roll"}
    for game in GAMES:
        if game is rules:
            rare = {"hand over", "changes"}  # between partners, who are at no table of `screens`
            assert set(game.phrases.signs) <= said | keys | rare


def test_every_question_of_every_game_has_a_sign() -> None:
    asked = [each for each in seen() if each.how in {"asked", "choosing", "consent"}]
    assert len(asked) > 20
    for each in asked:
        assert isinstance(each.scene, View)
        assert sign_of(each.scene.title, each.scene) is not None, each.scene.title
        assert dots(arrange(each.scene, same, pictured=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sign_of_any_screen_covers_a_word(language: str) -> None:
    translate = translator(language)
    for each in seen():
        assert isinstance(each.scene, View)
        nothing_covers_a_word(each.scene, translate)
