"""The list of games: each says of itself what its rules say, and one that does not load takes no other away."""

from __future__ import annotations

import pytest

from companion import games
from companion.kit import KIT, Manifest
from companion.kit.errors import UnknownGame
from companion.locale import LANGUAGES


@pytest.mark.parametrize("game", games.LIST, ids=lambda game: game.name)
def test_a_game_of_the_box_says_what_its_rules_say(game: Manifest) -> None:
    rules = game.load()
    said = rules.name, rules.title, rules.board_name, rules.seats, tuple(rules.rulebooks)
    assert said == (game.name, game.title, game.board_name, game.seats, game.rulebooks)
    assert (game.kit, game.languages, game.licence, game.folder) == (KIT, LANGUAGES, "MIT", "")
    assert game.package == "companion"


def test_the_first_is_the_default_and_an_unknown_one_is_named() -> None:
    assert games.find_rules(None).name == games.LIST[0].name
    with pytest.raises(UnknownGame, match="unknown game 'chess': this companion plays galopp-royal, cat-royal"):
        games.find_rules("chess")
    with pytest.raises(UnknownGame, match=r"^chess: it comes with the package chess 1\.0, which is not "):
        games.find_rules("chess", "chess 1.0")


def test_a_name_for_people_is_told_as_far_as_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = {"otters": games.Missing("Otters", "it is gone"), "beavers": games.Missing("", "it never worked")}
    monkeypatch.setattr(games, "MISSING", missing)
    told = [games.title(name) for name in ("cat-royal", "otters", "beavers", "chess")]
    assert told == ["Cat Royal", "Otters", "beavers", "chess"]
    assert games.came_with("cat-royal") == games.came_with("chess") == ""


def test_a_game_of_the_box_that_does_not_load_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LIST", (games.LIST[0]._replace(place="no.such:RULES"),))
    with pytest.raises(ModuleNotFoundError):
        games.find_rules(None)


def test_the_list_has_no_other_lazy_name() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'RULES'"):
        games.RULES  # noqa: B018  # the look alone raises
