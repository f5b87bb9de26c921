"""Deciding intents, tried with a heap of matches from which players take some."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.kit.decision import addressed, decide, single, unfold
from companion.kit.event import Intent, Refused
from companion.kit.question import OneOf, Question
from companion.kit.text import text
from companion.testing.whole_games import seated
from tests.companion.games.nim import HEAP, Counted, Nim, State, Take, Took

WHY = Refused("enough", text("That is enough."))


class Fussy(Nim):
    """The player on turn takes one and says why not two; the other player may take three as an aside."""

    def question(self, state: State) -> Question | None:
        one, two, nothing = (Take(seat=state.turn, count=count) for count in (1, 2, 0))
        return Question(state.turn, OneOf((one,), levels=("count",), barred=(two, nothing)))

    def asides(self, state: State) -> tuple[Question, ...]:
        other = 3 - state.turn
        return (Question(other, OneOf((Take(seat=other, count=3),))),)

    def objection(self, state: State, intent: Intent) -> Refused | None:  # noqa: ARG002  # of the intent alone
        return WHY if isinstance(intent, Take) and intent.count >= 2 else None


FUSSY = Fussy()
START = FUSSY.begin(seated(FUSSY, 2, "box"), {})


def take(count: int, seat: int = 1) -> Take:
    return Take(seat=seat, count=count)


@pytest.mark.parametrize("intent", [take(1), take(3, seat=2)])
def test_an_answer_to_the_question_or_an_aside_leads_to_its_event(intent: Take) -> None:
    assert decide(FUSSY, START, intent) == Took(intent.seat or 0, intent.count)


@pytest.mark.parametrize(("count", "code"), [(5, "enough"), (2, "enough"), (0, "barred"), (-1, "not_asked")])
def test_a_game_may_know_more_of_why_not(count: int, code: str) -> None:
    refused = decide(FUSSY, START, take(count))
    assert isinstance(refused, Refused)
    assert refused.code == code


def test_whose_turn_it_is_is_no_matter_of_the_game() -> None:
    refused = decide(FUSSY, START, take(5, seat=2))
    assert isinstance(refused, Refused)
    assert refused.code == "not_your_turn"


def test_what_is_no_answer_at_all_is_held_against_the_question() -> None:
    question, (aside,) = FUSSY.question(START), FUSSY.asides(START)
    told = [addressed(FUSSY, START, intent) for intent in (take(1), take(3, seat=2), take(5), take(5, seat=2))]
    assert told == [question, aside, question, question]


class Talkative(Fussy):
    """The player on turn may take three instead, as an aside."""

    def asides(self, state: State) -> tuple[Question, ...]:
        return (Question(state.turn, OneOf((take(3, state.turn),))),)


@pytest.mark.parametrize("turn", [1, 2])
def test_an_only_answer_stands_whatever_others_may_say_but_not_if_its_seat_has_an_aside(turn: int) -> None:
    state = replace(START, turn=turn)
    assert single(FUSSY, state) == take(1, turn)
    assert single(Talkative(), state) is None


class AtOnce(Fussy):
    """Both players take one at once, or the other one takes two; and one of them may take three, as an aside."""

    def questions(self, state: State) -> tuple[Question, ...]:
        other = 3 - state.turn
        first = super().question(state)
        assert first is not None
        return (first, Question(other, OneOf((take(1, other), take(2, other)))))


def test_either_of_several_asked_seats_answers_its_own_question() -> None:
    first, second = AtOnce().questions(START)
    assert [decide(AtOnce(), START, take(1, seat)) for seat in (1, 2)] == [Took(1, 1), Took(2, 1)]
    told = [addressed(AtOnce(), START, intent) for intent in (take(1), take(2, 2), take(2), take(9, 2), take(1, 3))]
    assert told == [first, second, first, second, first]
    refused = [decide(AtOnce(), START, intent) for intent in (take(5), take(9, 2), take(1, 3))]
    assert [why.code for why in refused if isinstance(why, Refused)] == ["enough", "enough", "not_your_turn"]


class Hurried(AtOnce):
    """The one who is asked first has a choice, and the other one has none."""

    def questions(self, state: State) -> tuple[Question, ...]:
        return tuple(replace(question, seat=3 - (question.seat or 0)) for question in super().questions(state))

    def asides(self, state: State) -> tuple[Question, ...]:
        return tuple(replace(aside, seat=state.turn) for aside in super().asides(state))


@pytest.mark.parametrize("rules", [AtOnce(), Hurried()])
def test_of_several_the_box_answers_for_the_one_without_a_choice(rules: AtOnce) -> None:
    assert single(rules, START) == take(1)


def test_an_event_brings_all_that_follows_from_it() -> None:
    told = list(unfold(FUSSY, START, Took(1, HEAP - 5)))
    assert [event for event, _ in told] == [Took(1, 4), Counted(5)]
    assert [state.is_counted for _, state in told] == [False, True]
