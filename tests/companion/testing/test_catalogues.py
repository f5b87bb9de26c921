"""The words of a game: as an author writes them, and as a build compiles them."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.testing.catalogues import OwnWords, spoken

WRITTEN = r"""# German words.
msgid ""
msgstr ""
"Language: de\n"

msgid "Otters"
msgstr "Otter"

#, python-brace-format
msgid "{n} fish"
msgstr ""
"{n} "
"Fische"

#, fuzzy
msgid "Shore"
msgstr "Schere"

msgid "{name} dives"
msgstr "{nmae} taucht"

msgid "Pause"
msgstr "Unterbrechung"
"""


@pytest.fixture(params=["written", "compiled"])
def own(request: pytest.FixtureRequest, tmp_path: Path) -> OwnWords:
    (tmp_path / "otters.po").write_text(WRITTEN, encoding="utf-8")
    if request.param == "compiled":
        with (tmp_path / "otters.po").open("rb") as source, (tmp_path / "otters.mo").open("wb") as compiled:
            write_mo(compiled, read_po(source))
        (tmp_path / "otters.po").unlink()
    return OwnWords(tmp_path)


def test_the_words_of_the_box_come_first_then_those_of_the_game(own: OwnWords) -> None:
    put = spoken("de", own)
    assert [put(message) for message in ("Otters", "{n} fish", "The game is over.")] == [
        "Otter",
        "{n} Fische",
        "Das Spiel ist zu Ende.",
    ]
    assert own.lacks == set()


def test_what_has_no_words_is_noted_and_what_needs_none_is_not(own: OwnWords) -> None:
    put = spoken("de", own)
    for message in ("Shore", "{name} dives", "{left}\t{right}", "12", "Beavers"):
        assert put(message) == message
    assert own.lacks == {"Shore", "{name} dives", "Beavers"}


def test_a_game_without_catalogues_has_the_words_of_the_box_alone(tmp_path: Path) -> None:
    own = OwnWords(tmp_path / "nowhere")
    assert spoken("de", own)("The game is over.") == "Das Spiel ist zu Ende."
    assert spoken("de", own)("Otters") == "Otters"
    assert own.lacks == {"Otters"}
