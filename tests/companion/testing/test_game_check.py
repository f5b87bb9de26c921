"""The check of a whole game, law after law."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.kit import KIT, Manifest
from companion.kit.errors import BrokenLaw
from companion.kit.event import Intent
from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.kit.view import View
from companion.testing import laws_of_events, laws_of_play, laws_of_rules
from companion.testing.game_check import check
from tests.companion.games import nim
from tests.companion.games.nim import NIM, Nim, State
from tests.companion.testing.broken_games import Creative, Nameless

GAME = Manifest(f"{nim.__name__}:NIM", "nim", "Nim", "", NIM.seats, (), KIT, ("en",), "MIT")


class Wide(Nim):
    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        return replace(super().view(state, viewer, draft), lines=(text("far more words than any row can hold"),))


def of(rules: Nim, monkeypatch: pytest.MonkeyPatch, *languages: str) -> Manifest:
    """The manifest of a game with these rules."""
    monkeypatch.setattr(sys.modules[__name__], "RULES", rules, raising=False)
    return GAME._replace(place=f"{__name__}:RULES", languages=languages or ("en",))


def test_a_game_that_keeps_every_law_is_told_each() -> None:
    laws = (*laws_of_rules.ALL, *laws_of_play.ALL, *laws_of_events.ALL)
    *kept, bronze, silver, gold = check(GAME, 1, games=1)
    shown = "kept    screens fit, questions are explained in few words, every text has words: en"
    assert kept == [*(f"kept    {law.__name__.replace('_', ' ')}" for law in laws), shown]
    assert bronze == "bronze  nim keeps every law of every game"
    assert silver.startswith("silver  not yet: two languages of the box, every question is explained and has a rule, ")
    assert gold.startswith("gold    not yet: ")


@pytest.mark.parametrize(
    ("place", "why"),
    [
        (f"{__name__}:NOTHING", r"^its package can be loaded: AttributeError: .*'NOTHING' \(manifest\.py, line \d+\)$"),
        ("otters.rules:NOTHING", r"^its package can be loaded: ModuleNotFoundError: No module named 'otters' \("),
    ],
)
def test_a_game_that_does_not_load_is_one_sentence(place: str, why: str) -> None:
    with pytest.raises(BrokenLaw, match=why):
        next(check(GAME._replace(place=place), 1))


def test_its_screens_are_drawn_on_request(tmp_path: Path) -> None:
    assert f"drawn   {tmp_path / 'nim-en.png'}" in check(GAME, 1, tmp_path, games=1)
    assert (tmp_path / "nim-en.png").read_bytes().startswith(b"\x89PNG")


def test_a_screen_that_does_not_fit_is_drawn_all_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(laws_of_rules, "ALL", ())
    with pytest.raises(BrokenLaw, match=r"^every screen fits: the words of the screen 'Matches' that do not fit: "):
        list(check(of(Wide(), monkeypatch, "en", "de"), 1, tmp_path, games=1))
    assert {path.name for path in tmp_path.iterdir()} == {"nim-en.png", "nim-de.png"}


def test_the_first_law_that_is_broken_ends_it_and_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = check(of(Creative(), monkeypatch), 5, games=1)
    where = r"event 1, Took\(seat=1, count=\d\); in the game of 2 players with --seed 5"
    what = rf"every event leads to a sound state: ArithmeticError: .*, line \d+\); {where}"
    monkeypatch.setattr(laws_of_rules, "ALL", ())
    with pytest.raises(BrokenLaw, match=f"^{what}$"):
        list(kept)


def test_what_a_game_says_of_itself_is_checked_before_anybody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BrokenLaw, match=r"^the kinds of events are told apart: expected a title; came none$"):
        list(check(of(Nameless(), monkeypatch), 1))


class Wordy(Nim):
    def rule(self, state: State, question: Question) -> Text | None:  # noqa: ARG002  # always the same
        return text("Whoever takes the last match of the heap wins, all others have lost it")


def test_all_texts_without_words_in_a_language_of_the_game_are_found_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws_of_rules, "ALL", ())
    with pytest.raises(BrokenLaw) as broken:
        list(check(of(Wordy(), monkeypatch, "en", "de"), 1, games=1))
    rule = "'Whoever takes the last match of the heap wins, all others have lost it'"
    said = "every text has words in de: texts without words: expected none; came 2"
    assert str(broken.value).splitlines() == [said, "'Matches'", rule]
