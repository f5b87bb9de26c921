"""One suite that every game on the box passes: the laws of `companion.testing`."""

from __future__ import annotations

import functools
import subprocess
import sys
from typing import Any

import pytest

from companion.games import GAMES, LIST
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.testing import laws_of_events, laws_of_play, laws_of_rules
from companion.testing.laws_of_rules import RulesLaw
from companion.testing.whole_games import Game, GameLaw, finish, seated
from tests.companion.games.every_game import EVERY_GAME, PARTNERS, SHORT

UNTRACED = {
    laws_of_events.somebody_is_asked_or_something_follows,
    laws_of_events.what_is_meant_in_secret_has_a_page_of_its_own,
    laws_of_events.every_moment_has_a_picture_for_everybody,
    laws_of_play.an_aside_leaves_the_question_standing,
    laws_of_play.both_keys_give_every_answer,
    laws_of_play.the_phone_of_a_seat_is_sent_what_its_seat_sees_and_no_more,
}
"""Those that take long and run no line that no other test runs."""


def _marks(rules: Rules[object], seats: int) -> list[pytest.MarkDecorator]:
    """By default, the least and the largest number of players; CI also tries all numbers between."""
    return [] if seats in (rules.seats[0], rules.seats[-1]) else [pytest.mark.slow, pytest.mark.in_box_time]


EVERY_TABLE: list[object] = [
    pytest.param((rules, seats, who, ""), id=f"{rules.name}-{seats}-{who}", marks=_marks(rules, seats))
    for rules in EVERY_GAME
    for seats in rules.seats
    for who in (("box", "table") if rules.duties else ("box",))
]
EVERY_TABLE += [
    pytest.param((CAT_ROYAL, 4, who, "partners"), id=f"cat-royal-partners-{who}") for who in ("box", "table")
]
EVERY_LAW: list[object] = [
    pytest.param(law, id=law.__name__, marks=[pytest.mark.untraced] if law in UNTRACED else [])
    for law in (*laws_of_events.ALL, *laws_of_play.ALL)
]


@functools.cache
def played(rules: Rules[Any], seats: int, who: Who, how: str) -> Game:
    choices = PARTNERS if how else SHORT.get(rules.name, {})
    return finish(rules, rules.begin(seated(rules, seats, who), choices), seats)


@pytest.mark.parametrize("law", EVERY_LAW)
@pytest.mark.parametrize("table", EVERY_TABLE)
def test_a_whole_game_keeps_the_law(table: tuple[Any, int, Who, str], law: GameLaw) -> None:
    rules, seats, who, how = table
    law(rules, played(rules, seats, who, how))


@pytest.mark.parametrize("law", laws_of_rules.ALL, ids=lambda law: law.__name__)
@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_the_rules_keep_the_law(rules: Rules[object], law: RulesLaw) -> None:
    law(rules)


def test_names_are_told_apart() -> None:
    assert len({game.name for game in EVERY_GAME}) == len(EVERY_GAME)


def test_the_list_says_what_the_rules_say_and_loads_none() -> None:
    assert [game.load() for game in LIST] == list(GAMES)
    for game, rules in zip(LIST, GAMES, strict=True):
        listed = (game.name, game.title, game.board_name, game.seats, game.rulebooks)
        assert listed == (rules.name, rules.title, rules.board_name, rules.seats, tuple(rules.rulebooks))
    told = "import sys, companion.games; print([name for name in sys.modules if name.endswith('.rules')])"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "[]\n"
