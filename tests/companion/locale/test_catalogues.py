from __future__ import annotations

from string import Formatter

import pytest
from babel.messages.pofile import read_po
from PIL.ImageFont import FreeTypeFont

from companion.faces.letters import CELL, dejavu, missing, terminus
from companion.locale import LANGUAGES
from tests.companion.locale.written_catalogues import FOLDER, TRANSLATED, catalogue, marked, translate

pytestmark = pytest.mark.untraced


def slots(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(sentence)} - {None}


def test_a_folder_for_each_language_but_english() -> None:
    assert sorted(path.name for path in FOLDER.glob("*/LC_MESSAGES")) == ["LC_MESSAGES"] * len(TRANSLATED)
    assert {path.parent.parent.name for path in FOLDER.glob("*/*/companion.po")} == set(TRANSLATED)


def test_the_template_holds_what_the_code_says() -> None:
    with (FOLDER / "companion.pot").open("rb") as file:
        assert {message.id for message in read_po(file) if message.id} == marked(), "extract again: see babel.cfg"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_and_no_other(language: str) -> None:
    words = {message.id: message for message in catalogue(language) if message.id}
    assert set(words) == marked(), "update the catalogues: see babel.cfg"
    assert not catalogue(language).obsolete
    assert [message.id for message in words.values() if message.fuzzy or not message.string] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_same_facts_stand_in_every_translation(language: str) -> None:
    for message in catalogue(language):
        if message.id:
            assert slots(str(message.string)) == slots(str(message.id)), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_is_spoken(language: str) -> None:
    assert translate(language)("Race {n}") == {"de": "Rennen {n}", "fr": "Course {n}", "nl": "Wedstrijd {n}"}[language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("font", [*map(terminus, CELL), dejavu(40)], ids=lambda font: f"{font.getname()[0]}{font.size}")
def test_every_letter_said_has_a_glyph(language: str, font: FreeTypeFont) -> None:
    letters = set("".join(map(translate(language), marked()))) - {"\t"}
    assert missing("".join(letters), font) == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_no_facts_of_a_machine(language: str) -> None:
    source = (FOLDER / language / "LC_MESSAGES" / "companion.po").read_text(encoding="utf-8")
    assert "#:" not in source
    assert "#~" not in source
    assert [line for line in source.splitlines() if "Date" in line] == [
        r'"POT-Creation-Date: 1995-01-01 00:00+0000\n"',
        r'"PO-Revision-Date: 1995-01-01 00:00+0000\n"',
    ]
