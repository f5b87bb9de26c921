"""What holds for every guest: the laws of every game, its manifest, its words, its wheel."""

from __future__ import annotations

import re
import shutil
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import Any
from zipfile import ZipFile

import crows
import mia
import pytest
from hatchling.builders.wheel import WheelBuilder

from companion.faces.letters import CELL, dejavu, missing, terminus
from companion.installed import source_contract
from companion.kit.manifest import Manifest
from companion.kit.text import Text
from companion.testing import game_check, laws_of_events, laws_of_play, laws_of_rules
from companion.testing.laws_of_rules import RulesLaw
from companion.testing.whole_games import Game, GameLaw, finish, seated
from tests.companion.locale import written_catalogues
from tests.guests.wheels import GUESTS
from tests.guests.words import LANGUAGES, TRANSLATED, catalogue, code, marked, translate

LONG = (pytest.mark.slow, pytest.mark.in_box_time)
EVERY = (mia.MANIFEST, crows.MANIFEST)

guests = pytest.mark.parametrize("guest", EVERY, ids=lambda guest: guest.name)


@cache
def table(guest: Manifest, seats: int) -> tuple[Any, Game]:
    """Its rules, and a whole game of so many."""
    rules = guest.load()
    return rules, finish(rules, rules.begin(seated(rules, seats, "box"), {}), seats)


@guests
@pytest.mark.parametrize("seats", [3, *(pytest.param(seats, marks=LONG) for seats in (4, 5)), 6])
@pytest.mark.parametrize("law", [*laws_of_play.ALL, *laws_of_events.ALL], ids=lambda law: law.__name__)
def test_a_table_of_it_keeps_this_law(law: GameLaw, seats: int, guest: Manifest) -> None:
    law(*table(guest, seats))


@guests
def test_the_line_of_an_event_tells_nothing_but_its_event(guest: Manifest) -> None:
    """So it is the same at the end of the game."""
    rules, game = table(guest, 3)
    state, lines = game.start, list[Text | None]()
    for event in game.events:
        lines.append(rules.line(state := rules.evolve(state, event), event))
    assert lines == [rules.line(game.state, event) for event in game.events]


@guests
@pytest.mark.parametrize("law", laws_of_rules.ALL, ids=lambda law: law.__name__)
def test_its_rules_keep_this_law(law: RulesLaw, guest: Manifest) -> None:
    law(guest.load())


@pytest.mark.slow
@pytest.mark.in_box_time
@guests
def test_it_has_gold(guest: Manifest) -> None:
    assert [*game_check.check(guest, 1, games=1)][-2:] == ["silver  reached", "gold    reached"]


@guests
def test_the_manifest_says_what_the_rules_say(guest: Manifest) -> None:
    rules = guest.load()
    named = (guest.name, guest.title, guest.board_name, guest.seats, guest.rulebooks)
    assert named == (rules.name, rules.title, rules.board_name, rules.seats, tuple(rules.rulebooks))
    assert guest.languages == LANGUAGES


# --- its words -------------------------------------------------------------------------------------------------------


def slots(sentence: object) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(str(sentence))} - {None}


@guests
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_with_its_facts_and_no_other(language: str, guest: Manifest) -> None:
    words = {message.id: message for message in catalogue(guest.name, language) if message.id}
    assert set(words) == marked(guest.name)
    assert [message.id for message in words.values() if message.fuzzy or not message.string] == []
    assert [message.id for message in words.values() if slots(message.id) != slots(message.string)] == []


@guests
@pytest.mark.parametrize("language", TRANSLATED)
def test_what_the_box_says_too_is_said_in_its_words(language: str, guest: Manifest) -> None:
    """The box asks its own catalogue first."""
    shared = [message for message in catalogue(guest.name, language) if message.id in written_catalogues.marked()]
    box = written_catalogues.translate(language)
    assert {str(message.id): str(message.string) for message in shared} == {
        str(message.id): box(str(message.id)) for message in shared
    }


@guests
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*CELL, 40])
def test_every_letter_has_a_glyph(language: str, size: int, guest: Manifest) -> None:
    font = dejavu(size) if size not in CELL else terminus(size)
    words = map(translate(guest.name, language), marked(guest.name))
    assert missing("".join({*"".join(words)}), font) == set()


# --- its wheel -------------------------------------------------------------------------------------------------------


@guests
def test_the_wheel_has_the_game_its_words_and_its_entry_point(guest: Manifest, tmp_path: Path) -> None:
    """Built in a copy of the folder by the backend that `pip` calls."""
    name, there = guest.name, tmp_path / guest.name
    shutil.copytree(GUESTS / name, there, ignore=shutil.ignore_patterns("__pycache__", "*.mo", "tests"))
    (built,) = WheelBuilder(str(there)).build(directory=str(tmp_path), versions=["standard"])
    about, compiled = f"companion_{name}-1.0.dist-info", f"{name}/locale/de/LC_MESSAGES/{name}.mo"
    with ZipFile(built) as wheel:
        modules = {f"{name}/{path.name}" for path in code(name).glob("*.py")}
        assert {file for file in wheel.namelist() if not file.startswith(about)} == {*modules, compiled}
        entry_point = f"[companion.games]\n{name} = {name}:MANIFEST\n"
        assert wheel.read(f"{about}/entry_points.txt").decode() == entry_point
        assert b"Requires-Dist: companion-box\n" in wheel.read(f"{about}/METADATA")
        written = {message.id: message.string for message in catalogue(name, "de") if message.id}
        with wheel.open(compiled) as file:
            words = GNUTranslations(file)
        assert {str(message): words.gettext(str(message)) for message in written} == written


@guests
def test_a_build_that_finds_no_words_fails_and_says_so(guest: Manifest, tmp_path: Path) -> None:
    shutil.copytree(GUESTS / guest.name, tmp_path / "here", ignore=shutil.ignore_patterns("locale", "tests"))
    builder, why = WheelBuilder(str(tmp_path / "here")), f"src/{guest.name}/locale: expected words to compile (*.po)"
    with pytest.raises(SystemExit, match=f"^{re.escape(why)}; came none$"):
        list(builder.build(directory=str(tmp_path), versions=["standard"]))
    assert not list(tmp_path.glob("*.whl"))


@guests
def test_its_source_uses_only_what_a_game_may_use(guest: Manifest) -> None:
    source_contract.check(code(guest.name))
