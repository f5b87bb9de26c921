"""The catalogue holds what the code says, and no more."""

from __future__ import annotations

from string import Formatter

import pytest

from tests.companion.locale import written_catalogues
from tests.guests.crows.tests.words import TRANSLATED, catalogue, marked


def slots(sentence: object) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(str(sentence))} - {None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_with_its_facts_and_no_other(language: str) -> None:
    words = {message.id: message for message in catalogue(language) if message.id}
    assert set(words) == marked()
    assert [message.id for message in words.values() if message.fuzzy or not message.string] == []
    assert [message.id for message in words.values() if slots(message.id) != slots(message.string)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_the_box_says_too_is_said_in_its_words(language: str) -> None:
    """The box asks its own catalogue first."""
    shared = [message for message in catalogue(language) if message.id in written_catalogues.marked()]
    box = written_catalogues.translate(language)
    assert {str(message.id): str(message.string) for message in shared} == {
        str(message.id): box(str(message.id)) for message in shared
    }
