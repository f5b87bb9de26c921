from __future__ import annotations

from random import Random

import pytest

from companion.games import GAMES
from companion.kit.decision import addressed
from companion.kit.event import Event
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS
from companion.match import record, referee
from companion.match.history import Step
from companion.match.session import Session
from companion.players import play as studied
from companion.players.play import AnswerCount, begin, play, played, rest

EVERY_GAME = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)


@pytest.mark.untraced
@EVERY_GAME
def test_a_random_game_goes_to_its_end_and_its_record_is_right(rules: Rules[object]) -> None:
    for players in rules.seats:
        start = begin(rules, players, COLOURS, {})
        steps = list(play(rules, start, Random(players)))
        end = Session(rules, "", start).resume(steps)
        assert end.question is None
        count = sum(len(step.events) for step in steps)
        found = referee.check(rules, record.write(rules, start, steps))
        assert (found.state, found.events) == (end.state, count)


@EVERY_GAME
def test_the_same_numbers_play_the_same_game_and_others_another(rules: Rules[object]) -> None:
    start = begin(rules, rules.seats.start, COLOURS, {})
    one, same, other = (list(play(rules, start, Random(luck))) for luck in ("1.1", "1.1", "1.2"))
    assert one == same != other


@EVERY_GAME
def test_decisions_are_those_questions_a_seat_answers_without_the_lot(rules: Rules[object]) -> None:
    start = begin(rules, rules.seats.start, COLOURS, {})
    asked: list[Question] = []
    session = Session(rules, "", start)
    steps = list(play(rules, start, Random(5)))
    for step in steps:
        said = rules.recall(session.state, step.events[0])
        assert said is not None
        question = addressed(rules, session.state, said)
        assert question is not None
        asked.append(question)
        session = session.apply(step)
    decisions = [question for question in asked if question.seat is not None and not question.by_lot]
    assert played(steps) == AnswerCount(len(decisions), len(asked))
    assert 0 < len(decisions) < len(asked)


def test_a_lot_is_no_decision_and_neither_is_a_deal() -> None:
    steps = [Step(None, False, ()), Step(1, True, ()), Step(1, False, ()), Step(2, False, ())]
    assert played(steps) == AnswerCount(2, 4)


def test_every_event_is_audited(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, audited = GAMES[0], []
    monkeypatch.setattr(type(rules), "audit", staticmethod(lambda _before, event, _after: audited.append(event)))
    steps = list(play(rules, begin(rules, 4, COLOURS, {}), Random(1)))
    assert audited == [event for step in steps for event in step.events]


def test_a_game_without_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studied, "LONGEST", 30)
    with pytest.raises(AssertionError, match="a game of more than 30 answers"):
        list(play(GAMES[0], begin(GAMES[0], 4, COLOURS, {}), Random(1)))


@EVERY_GAME
def test_the_rest_of_a_game_is_played_as_if_it_were_audited_up_to_the_event_named(rules: Rules[object]) -> None:
    start = begin(rules, rules.seats.start, COLOURS, {})
    steps = list(play(rules, start, Random(7)))
    last = type(steps[len(steps) // 2].events[-1])
    until = next(at for at, step in enumerate(steps, 1) if any(type(event) is last for event in step.events))
    assert rest(rules, start, Random(7), last) == played(steps[:until])


def test_without_such_an_event_the_rest_goes_to_the_end() -> None:
    start = begin(GAMES[0], 4, COLOURS, {})
    assert rest(GAMES[0], start, Random(1), Event) == played(play(GAMES[0], start, Random(1)))


def test_a_rest_without_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studied, "LONGEST", 30)
    with pytest.raises(AssertionError, match="a game of more than 30 answers"):
        rest(GAMES[0], begin(GAMES[0], 4, COLOURS, {}), Random(1), Event)
