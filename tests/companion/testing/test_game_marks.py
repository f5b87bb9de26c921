"""What a game must show for each mark above bronze."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES, LIST
from companion.kit import KIT, Manifest
from companion.kit.rules import Rules
from companion.testing import game_marks
from companion.testing.game_marks import ABOVE_BRONZE, lacking
from companion.testing.whole_games import finish, seated
from tests.companion.games import nim
from tests.companion.games.every_game import SHORT
from tests.companion.games.nim import NIM

GAME = Manifest(f"{nim.__name__}:NIM", "nim", "Nim", "", NIM.seats, (), KIT, ("en",), "MIT")


def lacks(game: Manifest, rules: Rules[Any], monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """What the game lacks for each mark, by few games."""
    monkeypatch.setattr(game_marks, "MATCHES", 8)
    played = [finish(rules, rules.begin(seated(rules, rules.seats[0], "box"), SHORT.get(rules.name, {})), 1)]
    return {mark: lacking(checks, game, rules, played) for mark, checks in ABOVE_BRONZE.items()}


@pytest.mark.untraced
@pytest.mark.parametrize(("game", "rules"), [*zip(LIST, GAMES, strict=True)], ids=[game.name for game in LIST])
def test_the_games_of_the_box_have_gold(game: Manifest, rules: Rules[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert lacks(game, rules, monkeypatch) == {"silver": [], "gold": []}


def test_a_game_that_has_only_what_it_must_have_lacks_most(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lacks(GAME, NIM, monkeypatch) == {
        "silver": [
            "two languages of the box",
            "every question is explained and has a rule",
            "the end has winners and places",
        ],
        "gold": [
            "a bot wins more often than by luck",
            "a report tells how a game went",
            "lights and sound follow the game",
        ],
    }


def test_every_mark_checks_something_of_its_own() -> None:
    checks = [check.__name__ for each in ABOVE_BRONZE.values() for check in each]
    assert len({*checks}) == len(checks) == 7
