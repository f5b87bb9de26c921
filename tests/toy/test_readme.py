"""The recipe for a new game is complete: a game of nothing but the members it lists is a whole game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.kit.rules import Rules
from companion.match import record, referee
from tests.companion.games.whole_games import finish, seated
from tests.toy.tin_frogs import TinFrogs

RECIPE = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
LISTED = [name for row in re.findall(r"^ *\| (`[a-z_`, ]+`) \|", RECIPE, re.M) for name in re.findall(r"[a-z_]+", row)]


def test_the_recipe_lists_what_the_toy_has_and_no_more() -> None:
    assert sorted(LISTED) == sorted(name for name in vars(TinFrogs) if not name.startswith("_"))


@pytest.mark.parametrize("seats", TinFrogs.seats)
def test_what_it_lists_is_enough_to_play_and_to_keep_a_record(seats: int) -> None:
    followed = type("Followed", (Rules,), {name: vars(TinFrogs)[name] for name in LISTED})()
    game = finish(followed, followed.begin(seated(followed, seats, "box"), {}), seats)
    assert referee.check(followed, record.write(followed, game.start, game.entries)).is_over
