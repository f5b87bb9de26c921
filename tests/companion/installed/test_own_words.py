from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.installed import join
from companion.installed.shelf import add
from companion.locale import translator
from tests.companion.installed.wheels import compiled, sources, wheel

DE = "otters/locale/de/LC_MESSAGES/"
WORDS = {
    "Otters swim.": "Otter schwimmen.",
    "{n} otters": "{n} Otter",
    "{n} fish": "{m} Fische",
    "{n} crabs": "{n Krebse",
    "An eel": "Ein \x1b[2JAal",
    "A frog\tcroaks": "Ein Frosch\tquakt",
    "Undo?": "Ganz anders?",
}


@pytest.fixture
def added(shelf_folder: Path, tmp_path: Path) -> Path:
    """The game brings its words, and two catalogues that are none."""
    words = {DE + "otters.mo": compiled(WORDS), DE + "a.mo": b"Dear diary", DE + "b.mo": compiled(WORDS)[:40]}
    add(wheel(tmp_path, {**sources(), **words}))
    join()
    return shelf_folder


@pytest.mark.usefixtures("added")
def test_a_game_brings_its_words_once_it_is_loaded() -> None:
    say = translator("de")
    assert say("Otters swim.") == "Otters swim."
    games.find_rules("otters")
    assert say("Otters swim.") == "Otter schwimmen."
    assert say("{n} otters") == "{n} Otter"
    assert say("A frog\tcroaks") == "Ein Frosch\tquakt"
    assert say("Crabs do not.") == "Crabs do not."
    assert translator("fr")("Otters swim.") == translator("en")("Otters swim.") == "Otters swim."


@pytest.mark.usefixtures("added")
def test_it_changes_no_word_of_the_box_and_none_of_its_own_can_stop_it() -> None:
    games.find_rules("otters")
    say = translator("de")
    assert say("Undo?") not in ("Undo?", "Ganz anders?")
    assert [say(message) for message in ("{n} fish", "{n} crabs", "An eel")] == ["{n} fish", "{n} crabs", "An eel"]
