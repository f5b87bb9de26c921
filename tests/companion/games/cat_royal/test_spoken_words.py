from __future__ import annotations

import pytest

from companion.faces.pronounced import pronounced
from companion.games.cat_royal.booklet import CARDS
from companion.games.cat_royal.spoken_words import called, laid, on
from companion.kit.text import speak
from companion.locale import LANGUAGES, translator

from .positions import turn


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "the 1 or 11"), ("de", "die 1 oder 11"), ("fr", "le 1 ou 11"), ("nl", "de 1 of 11")],
)
def test_a_card_with_two_numbers_is_no_place_in_a_list(language: str, words: str) -> None:
    translate = translator(language)
    assert pronounced(speak(laid("1/11"), translate), translate) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_sounds_different(language: str) -> None:
    translate = translator(language)
    for word in (called, laid):
        assert len({pronounced(speak(word(card), translate), translate) for card in CARDS}) == len(CARDS)


def test_the_start_field_and_the_start_area_share_no_word_but_in_english() -> None:
    state = turn("")
    for language in set(LANGUAGES) - {"en"}:
        area, field = (speak(on(state, 1, place), translator(language)) for place in ("S", 1))
        assert "start" in field.lower() or "départ" in field
        assert "start" not in area.lower()
        assert "départ" not in area
