"""Legal answers of each form, and questions that are not fair."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.kit.errors import BrokenLaw
from companion.kit.event import CardIntent, Intent, Offering, Unsealing
from companion.kit.piles import Draws
from companion.kit.question import Amount, Cards, OneOf, Question, Seed, commit
from companion.testing.fair_questions import answers, holds
from companion.testing.whole_games import SEED, seated
from tests.companion.games.nim import NIM, Nim, State, Take

PASS = Intent(seat=1)
ONE, TWO = Take(seat=1, count=1), Take(seat=1, count=2)
START = NIM.begin(seated(NIM, 2, "box"), {})
ASKED = Question(1, OneOf((ONE, TWO), levels=("count",)))


class Asking(Nim):
    def __init__(self, asked: Question, *asides: Question) -> None:
        self.asked, self.beside = asked, asides

    def question(self, state: State) -> Question:  # noqa: ARG002  # always the same
        return self.asked

    def asides(self, state: State) -> tuple[Question, ...]:  # noqa: ARG002
        return self.beside


def test_each_form_names_some_answers() -> None:
    offer = Offering(seat=1)
    assert answers(ASKED, SEED) == [ONE, TWO]
    amounts = answers(Question(1, Amount(offer, PASS, 3, 9)), SEED)
    assert {*amounts} == {PASS, replace(offer, amount=3), replace(offer, amount=9)}
    assert answers(Question(1, Amount(offer, PASS, 9, 3)), SEED) == [PASS]
    cards = Question(None, Cards(CardIntent(), 1, (Draws(1, ("a",)),)))
    assert answers(cards, SEED) == [CardIntent(cards=("a",))] * 2
    assert answers(Question(None, Seed(Unsealing(), commit(SEED))), SEED) == [Unsealing(seed=SEED)]


def test_a_fair_question_holds() -> None:
    holds(Asking(ASKED), START, SEED)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (Asking(Question(None, ASKED.form), ASKED), "stand beside"),
        (Asking(ASKED, ASKED, ASKED), "one seat says several things"),
        (Asking(ASKED, replace(ASKED, seat=2)), "no key can say what it opens"),
        (Asking(Question(1, OneOf((ONE, ONE), levels=("count",)))), "two answers are chosen in the same way"),
        (Asking(Question(2, ASKED.form)), "does not come from seat 2"),
    ],
)
def test_an_unfair_question_is_found(rules: Asking, why: str) -> None:
    with pytest.raises(BrokenLaw, match=why):
        holds(rules, START, SEED)
