from __future__ import annotations

import pytest

from companion.kit.event import Dealing, Intent, Offering, Unsealing
from companion.kit.piles import Draws
from companion.kit.question import Amount, Cards, Form, OneOf, Question, Seed, commit, only_answer, refusal
from companion.kit.text import speak


class Go(Intent, frozen=True, kw_only=True):
    to: str


class Stay(Intent, frozen=True, kw_only=True):
    pass


class Offer(Offering, frozen=True, kw_only=True):
    pass


class Gift(Offering, frozen=True, kw_only=True):
    pass


class Give(Dealing, frozen=True, kw_only=True):
    pass


class Unseal(Unsealing, frozen=True, kw_only=True):
    pass


def why(form: Form, intent: Intent, seat: int | None = 1) -> str | None:
    refused = refusal(Question(seat, form), intent)
    return refused.code if refused else None


WAYS = OneOf((Go(seat=1, to="left"), Go(seat=1, to="right")))
OFFER = Amount(Offer(seat=1), Stay(seat=1), least=3, most=9)
CARDS = Cards(Give(seat=1), 2, (Draws(2, ("a", "b")),))
HIDDEN = Cards(Give(), 2, (Draws(2, ("a", "b")),))


@pytest.mark.parametrize(
    ("form", "intent", "code"),
    [
        (WAYS, Go(seat=1, to="left"), None),
        (WAYS, Go(seat=1, to="up"), "not_asked"),
        (WAYS, Go(seat=2, to="left"), "not_your_turn"),
        (WAYS, Stay(seat=1), "not_asked"),
        (OFFER, Stay(seat=1), None),
        (OFFER, Offer(seat=1, amount=3), None),
        (OFFER, Offer(seat=1, amount=9), None),
        (OFFER, Offer(seat=1, amount=2), "too_low"),
        (OFFER, Offer(seat=1, amount=10), "too_high"),
        (OFFER, Offer(seat=2, amount=3), "not_your_turn"),
        (OFFER, Gift(seat=1, amount=3), "not_asked"),
        (OFFER, Go(seat=1, to="left"), "not_asked"),
        (CARDS, Give(seat=1, cards=("b", "a")), None),
        (CARDS, Give(seat=1, cards=("a", "a")), "no_such_card"),
        (CARDS, Give(seat=1, cards=("a",)), "wrong_count"),
        (CARDS, Give(seat=1, cards=("a", "b", "a")), "wrong_count"),
        (CARDS, Give(seat=1, cards=("a", None)), "wrong_count"),
        (CARDS, Give(seat=1, cards=("a", None, "b")), "wrong_count"),
        (CARDS, Stay(seat=1), "not_asked"),
    ],
)
def test_refusal(form: Form, intent: Intent, code: str | None) -> None:
    assert why(form, intent) == code


def test_only_the_box_may_deal_cards_it_does_not_name() -> None:
    assert why(HIDDEN, Give(cards=("a", None)), seat=None) is None
    assert why(HIDDEN, Give(cards=(None,)), seat=None) == "wrong_count"
    assert why(HIDDEN, Give(seat=1, cards=("a", "b")), seat=None) == "not_your_turn"


def test_after_the_last_question_the_game_is_over() -> None:
    refused = refusal(None, Stay(seat=1))
    assert refused is not None
    assert refused.code == "over"


def test_a_refused_offer_says_what_came_and_what_was_expected() -> None:
    low = refusal(Question(1, OFFER), Offer(seat=1, amount=2))
    high = refusal(Question(1, OFFER), Offer(seat=1, amount=10))
    assert low is not None
    assert high is not None
    assert speak(low.why, str) == "2 is too low: at least 3."
    assert speak(high.why, str) == "10 is too much: at most 9."


SEALED = Seed(Unseal(), commit("00ff"))


@pytest.mark.parametrize(
    ("seed", "code"), [("00ff", None), ("00fe", "wrong_seed"), (None, "wrong_seed"), ("no hex", "wrong_seed")]
)
def test_the_seed_must_be_the_one_promised(seed: str | None, code: str | None) -> None:
    assert why(SEALED, Unseal(seed=seed), seat=None) == code
    assert why(SEALED, Stay(), seat=None) == "not_asked"


def test_a_promise_is_the_sha_256_of_the_seeds_bytes() -> None:
    assert commit("616263") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        (WAYS, None),
        (OneOf((Stay(seat=1),)), Stay(seat=1)),
        (OFFER, None),
        (Amount(Offer(seat=1), Stay(seat=1), least=9, most=9), None),
        (Amount(Offer(seat=1), Stay(seat=1), least=10, most=9), Stay(seat=1)),
        (CARDS, None),
        (SEALED, None),
    ],
)
def test_only_answer(form: Form, answer: Intent | None) -> None:
    assert only_answer(Question(1, form)) == answer
