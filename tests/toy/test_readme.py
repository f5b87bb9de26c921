"""The recipe for a new game is complete: a game with only the members that it lists is a whole game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.kit.rules import Rules
from companion.match import record, referee
from companion.testing.whole_games import finish, seated
from tests.companion.games.nim import NIM
from tests.toy.tin_frogs import TinFrogs

RECIPE = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^ *\| ([*`][*`a-z_, ]+) \|", RECIPE, re.M)
LISTED = [name for row in ROWS for name in re.findall(r"[a-z_]+", row)]


def test_the_recipe_lists_what_the_toy_has_and_no_more() -> None:
    assert sorted(LISTED) == sorted(name for name in vars(TinFrogs) if not name.startswith("_"))


@pytest.mark.parametrize("seats", TinFrogs.seats)
def test_what_it_lists_is_enough_to_play_and_to_keep_a_record(seats: int) -> None:
    followed = type("Followed", (Rules,), {name: vars(TinFrogs)[name] for name in LISTED})()
    game = finish(followed, followed.begin(seated(followed, seats, "box"), {}), seats)
    assert referee.check(followed, record.write(followed, game.start, game.entries)).is_over


def test_the_members_in_bold_are_enough_for_a_game_that_leaves_out_all_else() -> None:
    must = re.findall(r"\*\*`([a-z_]+)`\*\*", RECIPE)
    assert len(must) > 10
    own = {name: vars(type(NIM))[name] for name in (*must, "check")}  # its `begin` looks by its own `check`
    least = type("Least", (Rules,), own)()
    game = finish(least, least.begin(seated(least, 2, "box"), {}), 2)
    assert referee.check(least, record.write(least, game.start, game.entries)).is_over
