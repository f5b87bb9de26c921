"""The page says everything in the language of the table, in words of the catalogues."""

from __future__ import annotations

import re

import pytest

from companion.locale import LANGUAGES
from companion.web.assets import STATIC
from companion.web.twin import KEYS
from companion.web.words import PAGE, words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_name_of_its_own_and_its_mark(language: str) -> None:
    keys = words(language).keys
    assert set(keys) == set(KEYS)
    assert len(set(keys.values())) == len(KEYS)
    assert all(("●" in name, "○" in name) == (key[0] == "g", key[0] == "r") for key, name in keys.items())


def test_whatever_the_page_says_somewhere_is_told() -> None:
    asked = re.findall(r'data-say="(\w+)"', (STATIC / "index.html").read_text(encoding="utf-8"))
    assert sorted(asked) == sorted(PAGE)
