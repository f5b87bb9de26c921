"""Bots notice some of the cheats, by their level and by their own luck; the choice of a bot says how many."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.cat_royal import intents
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.kit.policy import ATTENTION, LEVELS, Level
from companion.kit.text import speak
from companion.players import levels
from companion.table.ports import Settings
from companion.testing.whole_games import NAMES
from tests.companion.games.cat_royal.positions import RULES, asked, turn, use
from tests.companion.games.cat_royal.positions import play as played
from tests.companion.table.at_the_table import HOLD_S, Hands

TRIED = 300


def accuses(level: Level, seed: int) -> bool:
    """Whether a bot on turn accuses seat 1, which has just cheated with a figure far from its start."""
    table = turn("1C 40, 2C 30", "5", seats=2)
    table = played(table, use(table, "citizen", 46))
    _, said = levels.says(level, RULES, table, asked(table), Random(seed))
    return isinstance(said, intents.Accuse)


@pytest.mark.parametrize("level", ATTENTION)
def test_a_bot_sees_as_many_cheats_as_is_said_of_its_level(level: Level) -> None:
    share = sum(accuses(level, seed) for seed in range(TRIED)) / TRIED
    assert abs(share - ATTENTION[level]) < 0.1


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_lots_give_the_same_attention(level: Level) -> None:
    assert [accuses(level, seed) for seed in range(20)] == [accuses(level, seed) for seed in range(20)]


def test_better_bots_see_more_and_none_sees_all() -> None:
    assert 0 < ATTENTION["easy"] < ATTENTION["simple"] < ATTENTION["strong"] < 1


def test_it_is_said_where_the_bot_is_chosen() -> None:
    table = Hands(CAT_ROYAL, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0))
    told = []
    for _ in range(4):
        table.hold(2, "red")
        notice = table.table.view(table.t).notice
        assert notice is not None
        told.append(speak(notice, str))
    assert told == [
        "A simple bot: it sees 3 of 10 cheats.",
        "A strong bot: it sees 6 of 10 cheats.",
        "An easy bot: it sees 1 of 10 cheats.",
        "This bot accuses by lot.",
    ]
