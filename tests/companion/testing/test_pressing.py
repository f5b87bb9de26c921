"""What keys say that a bot would not press; `test_fingers` has those that it presses."""

from __future__ import annotations

import pytest

from companion.kit.errors import BrokenLaw
from companion.kit.event import Intent, Offering
from companion.kit.question import Amount, OneOf, Question
from companion.players.fingers import HOLD, TAP, KeyStroke
from companion.testing.pressing import every_answer, pressed
from tests.companion.games.nim import Take

ANSWERS = tuple(Take(seat=1, count=count) for count in (1, 2, 3))
LISTED = Question(1, OneOf(ANSWERS))
RUN = KeyStroke("green", "run", held_s=1)


def test_every_answer_of_a_form_and_of_its_secret_forms_is_named() -> None:
    armed = Question(1, OneOf(ANSWERS[:1]), armed=(LISTED.form,))
    assert every_answer(armed) == [ANSWERS[0], *ANSWERS]
    amounts = every_answer(Question(1, Amount(Offering(seat=1), Intent(seat=1), 5, 40)))
    assert {each.amount for each in amounts if isinstance(each, Offering)} == {*range(5, 15), 40}
    assert every_answer(Question(1, Amount(Offering(seat=1), Intent(seat=1), 9, 5))) == [Intent(seat=1)]


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        (TAP, "expected an answer; came none"),
        (TAP + HOLD + TAP, "was said too soon"),
        ([RUN], "expected an amount to be asked"),
    ],
)
def test_keys_that_say_something_else_are_found(keys: list[KeyStroke], why: str) -> None:
    with pytest.raises(BrokenLaw, match=why):
        pressed(LISTED, keys)
