from __future__ import annotations

import pytest

from companion.kit.text import LONGEST, Text, Wording, joined, ordinal, plain, speak, text, verbatim

GERMAN = {"{name} bids {n}": "{name} bietet {n}", "a team": "eine Mannschaft", "{what} for {n}": "für {n}: {what}"}


def german(sentence: str) -> str:
    return GERMAN[sentence]


def test_a_text_is_put_into_words_with_its_facts() -> None:
    assert speak(text("{name} bids {n}", name="Pia", n=9), german) == "Pia bietet 9"


def test_a_text_within_a_text_is_translated_too() -> None:
    assert speak(text("{what} for {n}", what=text("a team"), n=9), german) == "für 9: eine Mannschaft"


def test_words_that_are_the_same_everywhere_are_not_translated() -> None:
    assert speak(verbatim("20/10/5"), german) == "20/10/5"
    assert speak(verbatim("{n} ±2"), german) == "{n} ±2"


def test_equal_texts_are_equal() -> None:
    assert text("{n}", n=1) == Text("{n}", (("n", 1),))


def test_two_on_one_line_are_translated_each() -> None:
    assert speak(joined(text("a team"), "Pia"), lambda words: GERMAN.get(words, words)) == "eine Mannschaft\tPia"


@pytest.mark.parametrize(("place", "words"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (6, "6th")])
def test_a_place_is_an_ordinal(place: int, words: str) -> None:
    assert speak(ordinal(place), str) == words


def test_what_may_be_shown() -> None:
    assert plain("Zoë · ± 5") == "Zoë · ± 5"
    assert plain("a\nb\tc\x7f\ud800") == r"a\nb\tc\x7f\ud800"
    assert len(plain("x" * 10**6 + "y")) == LONGEST + 3
    assert plain("x" * 10**6 + "y").endswith("xy")


@pytest.mark.parametrize("said", ["x" * 10**6, Text("{" * 10**6), verbatim("x" * 10**6), Text("{n:9999}", (("n", 1),))])
def test_nothing_said_is_too_long_to_read(said: Wording) -> None:
    assert len(speak(said, str)) == LONGEST + 3
