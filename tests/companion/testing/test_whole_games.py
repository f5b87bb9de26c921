"""Whole games by random legal answers, and laws of their events and steps."""

from __future__ import annotations

from typing import Any

import pytest

from companion.kit.errors import BrokenLaw
from companion.kit.event import Event, Refused
from companion.kit.question import OneOf, Question
from companion.match.session import Session
from companion.testing import whole_games
from companion.testing.whole_games import GameStep, finish, of_events, of_games, of_steps, seated, taken_back
from tests.companion.games.nim import NIM, Nim, State, Take
from tests.companion.testing.broken_laws import sound

START = NIM.begin(seated(NIM, 3, "box"), {})
GAME = finish(NIM, START, 1)


class Endless(Nim):
    def evolve(self, state: State, event: Event) -> State:  # noqa: ARG002  # whatever happens
        return state


class Mistaken(Nim):
    def question(self, state: State) -> Question | None:
        return Question(state.turn, OneOf(tuple(Take(seat=state.turn % 3 + 1, count=count) for count in (1, 2))))


def test_the_same_number_gives_the_same_game() -> None:
    assert finish(NIM, START, 1) == GAME
    assert finish(NIM, START, 2) != GAME


def test_a_game_that_never_ends_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_games, "LONGEST", 50)
    with pytest.raises(BrokenLaw, match="expected an end of the game within 50 events; came none"):
        finish(Endless(), START, 1)


def test_an_answer_that_a_question_names_and_refuses_is_found() -> None:
    with pytest.raises(BrokenLaw, match=r"^an answer that Question\(.* names: expected an event; came Refused\("):
        finish(Mistaken(), START, 1)


def test_every_event_and_step_is_seen_once() -> None:
    events, steps = list[Event](), list[GameStep]()
    of_events(lambda _rules, _before, event, _state: events.append(event))(NIM, GAME)
    of_steps(lambda _rules, here: steps.append(here))(NIM, GAME)
    assert tuple(events) == GAME.events
    assert tuple(here.step for here in steps) == GAME.entries
    assert [here.nth for here in steps if here.is_middle] == [len(GAME.entries) // 2]
    assert all(here.is_sample for here in steps), "so short a game is looked at whole"


def test_of_a_long_game_samples_are_looked_at_of_the_box_and_of_people() -> None:
    samples = list[bool]()
    game = sound("an_aside_leaves_the_question_standing")
    of_steps(lambda _, here: samples.append(here.step.seat is None) if here.is_sample else None)(NIM, game)
    assert len(game.entries) > 3 * len(samples) > 9
    assert {*samples} == {True, False}


def fails(*_: object) -> None:
    raise KeyError("frog")


@pytest.mark.parametrize(
    ("law", "place"),
    [(of_games(fails), ""), (of_events(fails), r"; event 1, Took\(.*\)"), (of_steps(fails), "; before event 1")],
)
def test_whatever_goes_wrong_breaks_a_law_at_its_place(law: whole_games.GameLaw, place: str) -> None:
    with pytest.raises(BrokenLaw, match=rf"^KeyError: 'frog' \(test_whole_games\.py, line \d+\){place}$"):
        law(NIM, GAME)
    assert law.__name__ == "fails"


def test_an_undo_needs_a_decision() -> None:
    session: Any = Session(NIM, whole_games.SEED, START)
    assert isinstance(taken_back(session), Refused)
    assert not isinstance(taken_back(session.apply(GAME.entries[0])), Refused)
