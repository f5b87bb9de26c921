"""What a game must show for each mark above bronze."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES, LIST
from companion.kit import KIT, Manifest
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.testing import game_marks
from companion.testing.game_marks import ABOVE_BRONZE, MATCHES, STEPS, a_bot_wins_more_often_than_by_luck, lacking
from companion.testing.whole_games import finish, seated
from tests.companion.games import nim
from tests.companion.games.every_game import SHORT
from tests.companion.games.nim import NIM, Nim, State

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


class Rigged(Nim):
    """Its last state is its winners."""

    def winners(self, state: State) -> tuple[Seat, ...]:
        return state  # type: ignore[return-value]  # as `rig` has it


def rig(monkeypatch: pytest.MonkeyPatch, first: float, later: float, steps: int = 20) -> list[int]:
    """Let the bot win so often in its first twenty games, and in all later ones; gives the games that were played."""
    played: list[int] = []

    def match(_: Rules[Any], bot: int, number: int) -> tuple[tuple[Seat, ...], int]:
        played.append(number)
        share = first if number < 20 else later
        return (bot if int((number + 1) * share) > int(number * share) else bot % 2 + 1,), steps

    monkeypatch.setattr(game_marks, "_match", match)
    return played


@pytest.mark.parametrize(("first", "later", "is_better"), [(0.75, 0.6, False), (0.55, 0.7, True)])
def test_a_bot_that_was_lucky_or_unlucky_at_first_plays_on(
    first: float, later: float, is_better: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two seats, 0.65 of the games are asked for."""
    played = rig(monkeypatch, first, later)
    assert a_bot_wins_more_often_than_by_luck(GAME, Rigged(), ()) is is_better
    assert 200 < len(played) <= STEPS / 20


def test_a_bot_that_is_clearly_better_or_worse_plays_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for share, is_better in ((1.0, True), (0.0, False)):
        played = rig(monkeypatch, share, share)
        assert a_bot_wins_more_often_than_by_luck(GAME, Rigged(), ()) is is_better
        assert len(played) == MATCHES


def test_long_games_are_played_less_often_than_short_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    for steps, games in ((STEPS, MATCHES), (STEPS // 50, 50), (STEPS // 100, 100)):
        played = rig(monkeypatch, 0.65, 0.65, steps)
        a_bot_wins_more_often_than_by_luck(GAME, Rigged(), ())
        assert len(played) == games


def test_every_mark_checks_something_of_its_own() -> None:
    checks = [check.__name__ for each in ABOVE_BRONZE.values() for check in each]
    assert len({*checks}) == len(checks) == 7
