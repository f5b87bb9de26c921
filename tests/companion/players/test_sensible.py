"""A bot that takes the best answer, at small games whose worth is plain to see."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from companion.kit.event import CardIntent, Event, Intent, Offering
from companion.kit.piles import Draws
from companion.kit.question import Amount, Cards, OneOf, Question
from companion.kit.seats import Seat
from companion.players import bots, sensible
from companion.players.play import begin
from tests.companion.games.nim import NIM, Nim, State, Take

NAMES: Final = ("Hans", "Pia", "Werner", "Claudia")


class Weighed(Nim):
    """Nim in which it is best to leave so many matches; each match more or less is worse by this much."""

    best: int = 0

    def worth(self, state: State, seat: Seat) -> float:  # noqa: ARG002  # all stand alike
        """How near the heap is to this number."""
        return -abs(state.left - self.best)


class Chatty(Weighed):
    """The same, where the seat on turn may take two aside, and the next one, too."""

    def asides(self, state: State) -> tuple[Question, ...]:
        """Take two, as an aside."""
        return tuple(Question(seat, OneOf((Take(seat=seat, count=2),))) for seat in (state.turn, state.turn % 2 + 1))


class Sly(Weighed):
    """The same, but three may be taken in secret."""

    def question(self, state: State) -> Question | None:  # noqa: ARG002  # the heap is never empty
        """Take two, or three in secret."""
        two, three = (OneOf((Take(seat=1, count=count),)) for count in (2, 3))
        return Question(1, two, armed=(three,))


class Bid(Offering, frozen=True, kw_only=True):
    """Take so many."""


class Bidding(Weighed):
    """The same, but the seat on turn names how many it takes, 2 or 3, or takes one."""

    most = 3

    def question(self, state: State) -> Question | None:  # noqa: ARG002  # the heap is never empty
        """How many?"""
        return Question(1, Amount(Bid(seat=1), Take(seat=1, count=1), 2, self.most))

    def answered(self, state: State, intent: Intent) -> Event:
        """So many matches are taken."""
        return super().answered(state, Take(seat=1, count=intent.amount) if isinstance(intent, Bid) else intent)


class Blindfolded(Weighed):
    """The same, but nobody sees how many matches there are: everybody expects two."""

    best = 1

    def seen(self, state: State, seat: Seat) -> State:  # noqa: ARG002  # all are blind
        """Two."""
        return replace(state, left=2)


def heap(left: int = 9) -> State:
    return replace(begin(NIM, 2, NAMES, {}), left=left, is_counted=True)


def said(rules: Nim, state: State, times: int = 200) -> list[tuple[Question, Intent]]:
    question, luck = rules.question(state), Random(7)
    assert question is not None
    return [sensible.says(rules, state, question, luck) for _ in range(times)]


def taken(rules: Nim, state: State) -> set[int]:
    answers = [intent for _, intent in said(rules, state)]
    named = [intent.amount for intent in answers if isinstance(intent, Bid)]
    return {*named, *(intent.count for intent in answers if isinstance(intent, Take))}


@pytest.mark.parametrize(("best", "count"), [(8, 1), (7, 2), (0, 2), (9, 1)])
def test_the_best_answer_is_taken(best: int, count: int) -> None:
    rules = Weighed()
    rules.best = best
    assert taken(rules, heap()) == {count}


def test_among_equals_it_draws() -> None:
    class Equal(Weighed):
        def worth(self, state: State, seat: Seat) -> float:  # noqa: ARG002  # nothing counts
            return 0.0

    assert taken(Equal(), heap()) == {1, 2}


def test_what_comes_by_itself_is_looked_at() -> None:
    class Counts(Weighed):
        def worth(self, state: State, seat: Seat) -> float:  # noqa: ARG002  # it is counted for all
            return state.is_counted

    assert taken(Counts(), replace(heap(7), is_counted=False)) == {2}


def test_what_is_hidden_sways_nothing() -> None:
    assert taken(Blindfolded(), heap(9)) == taken(Blindfolded(), heap(3)) == {1}


def test_who_overlooks_every_answer_draws_one() -> None:
    luck, question = Random(7), NIM.question(heap())
    assert question is not None
    answers = [sensible.says(Weighed(), heap(), question, luck, overlooks=1.0)[1] for _ in range(1000)]
    assert 0.45 < answers.count(Take(seat=1, count=1)) / 1000 < 0.55


def test_without_a_worth_it_draws_as_bots_do() -> None:
    luck, same = Random(3), Random(3)
    question = NIM.question(heap())
    assert question is not None
    for _ in range(50):
        assert sensible.says(NIM, heap(), question, luck) == (question, bots.answer(question, same))
    assert luck.random() == same.random()


def test_it_says_aside_what_makes_it_stand_better_if_it_pays_attention() -> None:
    state, rules = heap(), Chatty()
    asides = rules.asides(state)
    asked = [question for question, _ in said(rules, state, 1000)]
    assert sensible.ATTENTION - 0.05 < asked.count(asides[0]) / 1000 < sensible.ATTENTION + 0.05
    assert asked.count(asides[1]) / 1000 < 2 * bots.CHATTER  # an aside of another seat is said unweighed
    rules.best = 9  # now it is better to say nothing
    asked = [question for question, _ in said(rules, state, 1000)]
    assert asked.count(asides[0]) / 1000 < 2 * bots.CHATTER


def test_what_pays_in_secret_is_done_now_and_then() -> None:
    rules = Sly()
    threes = [intent for _, intent in said(rules, heap(), 1000)].count(Take(seat=1, count=3))
    assert sensible.GUILE - 0.04 < threes / 1000 < sensible.GUILE + 0.04
    rules.best = 7
    assert taken(rules, heap()) == {2}


@pytest.mark.parametrize(("best", "count"), [(7, 2), (8, 1), (9, 1)])
def test_the_least_amount_is_named_or_none(best: int, count: int) -> None:
    rules = Bidding()
    rules.best = best
    assert taken(rules, heap()) == {count}


def test_no_more_than_the_least_is_named_however_well_it_would_stand_then() -> None:
    rules = Bidding()
    rules.best = 6
    assert taken(rules, heap()) == {2}


def test_where_no_amount_can_be_named_there_is_none() -> None:
    class Broke(Bidding):
        most = 1

    assert taken(Broke(), heap()) == {1}


def test_cards_are_drawn() -> None:
    class Typing(Weighed):
        def question(self, state: State) -> Question | None:  # noqa: ARG002  # it is always the same
            return Question(1, Cards(CardIntent(seat=1), 2, (Draws(3, ("a", "b", "c")),)))

    luck, same = Random(3), Random(3)
    question = Typing().question(heap())
    assert question is not None
    assert [sensible.says(Typing(), heap(), question, luck)[1] for _ in range(9)] == [
        bots.answer(question, same) for _ in range(9)
    ]


def test_the_lot_is_drawn() -> None:
    question = Question(None, OneOf((Take(count=1), Take(count=2))), by_lot=True)
    luck, same = Random(3), Random(3)
    assert [sensible.says(Weighed(), heap(), question, luck)[1] for _ in range(9)] == [
        bots.answer(question, same) for _ in range(9)
    ]
