from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL.ImageFont import FreeTypeFont

from companion.faces.letters import CELL, cut, dejavu, legible, missing, strange, terminus

ENGLISH = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = {
    "en": ENGLISH,
    "de": ENGLISH + "äöüÄÖÜß",
    "fr": ENGLISH + "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»",
    "nl": ENGLISH + "áéíóúàèëïöüÁÉÍÓÚÀÈËÏÖÜĳĲ",
    "signs": "0123456789 .,:;!?'\"()[]/+-±×→←►◄●○…–—’‘“”„€%&",  # noqa: RUF001
}


@pytest.mark.parametrize("language", LETTERS)
@pytest.mark.parametrize("font", [*map(terminus, CELL), dejavu(40)], ids=lambda font: f"{font.getname()[0]}{font.size}")
def test_every_letter_has_a_glyph(language: str, font: FreeTypeFont) -> None:
    assert missing(LETTERS[language], font) == set()


def test_a_letter_without_glyph_is_found() -> None:
    assert missing("a字b", terminus(16)) == {"字"}


@given(st.text())
def test_legible_words_have_a_glyph_for_every_letter(words: str) -> None:
    assert missing(legible(words), terminus(16)) == set()


@pytest.mark.parametrize(
    ("words", "said"), [("ẞ", "ß"), ("字", "?"), ("a\tb\nc", "a b c"), ("12\u202f000", "12 000"), ("e\u0301", "é")]
)
def test_stand_ins(words: str, said: str) -> None:
    assert legible(words) == said


@pytest.mark.parametrize("size", CELL)
@given(words=st.text(max_size=20))
def test_fitting_is_counting(size: int, words: str) -> None:
    words = legible(words)
    assert terminus(size).getlength(words, mode="1") == len(words) * CELL[size]


@pytest.mark.parametrize(("cells", "said"), [(9, "Sebastian"), (8, "Sebasti…"), (2, "S…"), (1, "…"), (0, ""), (-3, "")])
def test_cut(cells: int, said: str) -> None:
    assert cut("Sebastian", cells) == said


def test_no_blank_before_an_ellipsis() -> None:
    assert cut("Pia und Jo", 5) == "Pia…"


def test_letters_without_a_stand_in_are_named_each_once() -> None:
    assert strange("Zoë ț e\u0301?") == ""
    assert strange("字a名字") == "字名"
