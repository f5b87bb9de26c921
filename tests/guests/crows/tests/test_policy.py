"""Which crow a bot sends."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from crows.happenings import Fed, Send, Sent
from crows.policy import stage
from crows.rules import CROWS
from crows.state import State
from msgspec.structs import replace

from companion.kit.event import Intent
from companion.kit.policy import LEVELS, Level
from companion.match import record, referee
from companion.match.session import Session
from companion.players import levels
from companion.players.mind import BotTask, thought
from companion.testing.whole_games import SEED
from tests.guests.crows.tests.at_the_field import fallen, opened, played, sent


def answers(level: Level, session: Session[State], seat: int, times: int = 20) -> Counter[Intent]:
    """What such a bot answers, again and again."""
    question, luck = session.asked(seat), Random(1)
    assert question is not None
    return Counter(levels.says(level, CROWS, session.state, question, luck)[1] for _ in range(times))


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_bot_sends_does_not_depend_on_what_others_have_chosen(level: Level) -> None:
    told = [answers(level, sent(fallen(), (1, first), (4, second)), 2) for first, second in ("18", "81", "33")]
    assert all(each == told[0] for each in told)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_much_corn_is_worth_a_strong_crow_and_little_a_weak_one(level: Level) -> None:
    session = fallen()
    much, little = (strength(level, replace(session.state, corn=corn)) for corn in (28, 1))
    assert much > little + 2


def strength(level: Level, state: State) -> float:
    """The mean of the crows that such a bot sends."""
    sent_by = answers(level, Session(CROWS, SEED, state), 2)
    return sum(int(intent.crow or 0) * times for intent, times in sent_by.items() if isinstance(intent, Send)) / 20


def test_a_bot_that_thinks_in_a_process_answers_for_its_own_seat() -> None:
    session = sent(fallen(), (1, "3"))
    for seat in (2, 3, 4):
        task = BotTask(CROWS.seen(session.state, seat), (), frozenset({2, 3, 4}), "strong", 1, seat)
        found = thought(CROWS, task)
        assert isinstance(found, Send)
        assert found.seat == seat
    assert thought(CROWS, replace(task, seat=1)) is None


def test_a_report_shows_the_chances_after_a_round() -> None:
    assert [stage(event) for event in (Fed(1, 3), Sent(1, "3"))] == ["", None]


def test_who_weighs_crows_wins_more_often_than_those_who_draw_them() -> None:
    """One of four seats: by luck alone it would win a quarter of the games."""
    won, games = 0.0, 80
    for number in range(games):
        one, seed = number % 4 + 1, Random(number).randbytes(32).hex()
        text = record.write(CROWS, opened(seed=seed), played(number, bots={one: "simple"}, seed=seed))
        winners = CROWS.winners(referee.check(CROWS, text).state)
        won += (one in winners) / len(winners)
    assert won > games * 0.3
