from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.kit.event import CardIntent, Intent, Offering, Refused, Unsealing
from companion.kit.piles import Draws, spread
from companion.kit.question import Amount, Cards, OneOf, Question, Seed, refusal
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.match.history import Step
from companion.match.session import Session
from companion.players import bots
from companion.testing.whole_games import LONGEST, SEED, seated
from tests.companion.games.every_game import EVERY_GAME, SHORT

PASS = Intent(seat=1)


def drawn(question: Question, times: int) -> list[Intent]:
    luck = random.Random(7)
    return [bots.answer(question, luck) for _ in range(times)]


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("rules", "seats"),
    [(rules, seats) for rules in EVERY_GAME for seats in rules.seats],
    ids=lambda it: str(getattr(it, "name", it)),
)
@pytest.mark.parametrize("who", ["box", "table"])
def test_a_bot_answers_every_question_of_a_whole_game_legally(rules: Rules[object], seats: int, who: Who) -> None:
    luck = random.Random(seats)
    session = Session(rules, SEED, rules.begin(seated(rules, seats, who), SHORT.get(rules.name, {})))
    for _ in range(LONGEST):
        question = session.question
        if question is None:
            return
        step: Step | Refused | None = session.automatic()
        if step is None:
            question = bots.addressed(question, rules.asides(session.state), luck)
            intent = bots.answer(question, luck)
            assert refusal(question, intent) is None, f"{intent} to {question}"
            step = session.draw(question) if question.by_lot else session.answer(intent)
        assert not isinstance(step, Refused), f"{step} to {question}"
        session = session.apply(step)
    raise AssertionError("this game does not end")


@given(st.integers(0, 9), st.integers(0, 9), st.randoms())
def test_an_amount_lies_between_the_least_and_the_most(least: int, more: int, luck: random.Random) -> None:
    question = Question(1, Amount(Offering(seat=1), PASS, least, least + more))
    answer = bots.answer(question, luck)
    assert answer == PASS or (isinstance(answer, Offering) and least <= answer.amount <= least + more)


def test_a_bot_without_the_coins_passes() -> None:
    question = Question(1, Amount(Offering(seat=1), PASS, 8, 7))
    assert set(map(repr, drawn(question, 20))) == {repr(PASS)}


def test_a_bot_passes_now_and_then_and_offers_otherwise() -> None:
    answers = drawn(Question(1, Amount(Offering(seat=1), PASS, 3, 50)), 400)
    assert 50 < sum(answer == PASS for answer in answers) < 150
    offers = [answer.amount for answer in answers if isinstance(answer, Offering)]
    assert sum(amount in (3, 4, 5) for amount in offers) > 0.95 * len(offers)


def test_every_legal_amount_comes_up_sooner_or_later() -> None:
    answers = drawn(Question(1, Amount(Offering(seat=1), PASS, 3, 12)), 20_000)
    assert {answer.amount for answer in answers if isinstance(answer, Offering)} == set(range(3, 13))


def test_every_answer_of_a_list_comes_up() -> None:
    listed = tuple(Intent(seat=seat) for seat in range(1, 5))
    assert {answer.seat for answer in drawn(Question(1, OneOf(listed)), 100)} == {1, 2, 3, 4}


@given(
    st.dictionaries(st.sampled_from("abc"), st.integers(1, 3), min_size=1),
    st.dictionaries(st.sampled_from("abc"), st.integers(1, 3), min_size=1),
    st.randoms(),
    st.data(),
)
def test_cards_come_from_the_upper_layer_first(
    top: dict[str, int], below: dict[str, int], luck: random.Random, data: st.DataObject
) -> None:
    layers = tuple(Draws(sum(kinds.values()), spread(kinds)) for kinds in (top, below))
    count = data.draw(st.integers(1, sum(top.values()) + sum(below.values())))
    question = Question(None, Cards(CardIntent(), count, layers))
    answer = bots.answer(question, luck)
    assert refusal(question, answer) is None
    assert isinstance(answer, CardIntent)
    assert len(answer.cards) == count


def test_a_bot_sees_nothing_but_the_question() -> None:
    """The same question and the same luck give the same answer in any game."""
    question = Question(2, Amount(Offering(seat=2), Intent(seat=2), 3, 50))
    assert drawn(question, 50) == drawn(replace(question), 50)


def test_no_bot_knows_the_seed() -> None:
    with pytest.raises(AssertionError, match="only the box"):
        bots.answer(Question(None, Seed(Unsealing(), "")), random.Random(1))


def test_an_aside_is_answered_now_and_then_and_each_as_often() -> None:
    luck = random.Random(1)
    question, *asides = (Question(seat, OneOf((Intent(seat=seat),))) for seat in (1, 2, 3))
    count = 20_000
    said = Counter(bots.addressed(question, asides, luck).seat for _ in range(count))
    for seat in (2, 3):
        assert abs(said[seat] - count * bots.CHATTER / 2) < 50
    assert said.total() == count


def test_without_asides_no_luck_is_spent_on_them() -> None:
    luck, same = random.Random(1), random.Random(1)
    question = Question(1, OneOf((Intent(seat=1),)))
    assert bots.addressed(question, (), luck) is question
    assert luck.random() == same.random()


def test_what_may_be_meant_in_secret_is_answered_now_and_then_and_each_form_as_often() -> None:
    forms = [OneOf((Intent(seat=seat),)) for seat in (1, 2, 3)]
    question, luck, count = Question(1, forms[0], armed=tuple(forms[1:])), random.Random(1), 20_000
    said = Counter(bots.answer(question, luck).seat for _ in range(count))
    for seat in (2, 3):
        assert abs(said[seat] - count * bots.GUILE / 2) < 50
    assert said.total() == count


def test_without_them_no_luck_is_spent_on_them() -> None:
    listed = OneOf((Intent(seat=1), Intent(seat=2)))
    luck, same = random.Random(1), random.Random(1)
    bots.answer(Question(1, listed), luck)
    same.random()
    assert luck.random() == same.random()
