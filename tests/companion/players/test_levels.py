"""How often each level finds the best of two answers, and notices an aside."""

from __future__ import annotations

from random import Random

import pytest

from companion.kit.event import Intent
from companion.kit.policy import ATTENTION, Level
from companion.kit.question import Question
from companion.players import levels
from tests.companion.games.nim import Take
from tests.companion.players.test_sensible import Chatty, Weighed, heap

TIMES = 1000


def said(level: Level, rules: Weighed) -> list[tuple[Question, Intent]]:
    """What it says to the same question, again and again."""
    question, luck = rules.question(heap()), Random(5)
    assert question is not None
    return [levels.says(level, rules, heap(), question, luck) for _ in range(TIMES)]


@pytest.mark.parametrize(("level", "share"), [("random", 1 / 2), ("easy", 5 / 8), ("simple", 1)])
def test_a_better_level_finds_the_best_answer_more_often(level: Level, share: float) -> None:
    """An easy bot misses it if it overlooks this answer alone (1 of 4), or both and draws the other one (1 of 8)."""
    best = [answer for _, answer in said(level, Weighed())].count(Take(seat=1, count=2))
    assert best / TIMES == pytest.approx(share, abs=0.04)


def test_an_easy_bot_rarely_notices_an_aside_but_never_overlooks_what_it_then_says() -> None:
    rules = Chatty()
    own, _ = rules.asides(heap())
    noticed = [asked for asked, _ in said("easy", rules)].count(own)
    assert noticed / TIMES == pytest.approx(ATTENTION["easy"], abs=0.04)
