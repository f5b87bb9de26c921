from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.kit.event import CardIntent, Intent, Offering, Unsealing
from companion.kit.piles import Draws
from companion.kit.question import (
    Amount,
    Cards,
    Form,
    OneOf,
    Question,
    Seed,
    commit,
    only_answer,
    refusal,
    unpromised,
    unsealing,
)
from companion.kit.text import speak


class Go(Intent, frozen=True, kw_only=True):
    to: str


class Take(Intent, frozen=True, kw_only=True):
    card: int
    figure: str | None = None
    to: int | None = None


class Stay(Intent, frozen=True, kw_only=True):
    pass


class Offer(Offering, frozen=True, kw_only=True):
    pass


class Gift(Offering, frozen=True, kw_only=True):
    pass


class Give(CardIntent, frozen=True, kw_only=True):
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


@pytest.mark.parametrize(("cards", "lacks"), [((), False), (("b",), False), (("b", "a"), False), (("c",), True)])
def test_the_first_cards_can_be_there_without_the_rest(cards: tuple[str, ...], lacks: bool) -> None:
    refused = CARDS.lacks(cards)
    assert (refused is not None and refused.code == "no_such_card") == lacks


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


def test_at_the_end_the_box_opens_the_seed_it_has_promised_or_says_that_it_is_the_end() -> None:
    assert unsealing(Unseal(), commit("00ff")) == Question(None, SEALED)
    assert unsealing(Unseal(), None) == Question(None, OneOf((Unseal(),)))


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


# --- level by level --------------------------------------------------------------------------------------------------


def take(card: int, figure: str | None = None, to: int | None = None) -> Take:
    return Take(seat=1, card=card, figure=figure, to=to)


TAKES = (take(1, "king", 4), take(1, "king", 7), take(2, "king", 4), take(2, "jester", 4), take(2, "jester", 6))
PATHS = OneOf(TAKES, levels=("card", "figure", "to"))


def test_a_list_without_levels_is_one_level() -> None:
    assert WAYS.below(None) == WAYS.answers
    for way in WAYS.answers:
        assert WAYS.beside(way) == WAYS.answers
        assert WAYS.above(way) is None


@pytest.mark.parametrize(
    ("draft", "below"),
    [
        (None, (take(1), take(2))),
        (take(1), (take(1, "king"),)),
        (take(2), (take(2, "king"), take(2, "jester"))),
        (take(2, "jester"), (take(2, "jester", 4), take(2, "jester", 6))),
    ],
)
def test_below_a_draft_is_what_can_be_chosen_next_in_the_order_of_the_answers(
    draft: Take | None, below: tuple[Take, ...]
) -> None:
    assert PATHS.below(draft) == below
    for each in below:
        assert PATHS.above(each) == draft
        assert PATHS.beside(each) == below


def test_a_draft_that_is_no_answer_is_refused() -> None:
    assert why(PATHS, take(1)) == "not_asked"
    assert why(PATHS, take(2, "jester")) == "not_asked"
    assert why(PATHS, take(2, "jester", 6)) is None


# --- drafts that are offered and lead nowhere ------------------------------------------------------------------------


NOWHERE = replace(PATHS, answers=TAKES[2:], barred=(take(3), take(1), take(2, "knight")))
"""Only card 2 can be used, and not by the knight."""


def test_what_leads_nowhere_stands_in_its_level_by_the_value_of_its_field() -> None:
    assert NOWHERE.below(None) == (take(1), take(2), take(3))
    assert NOWHERE.below(take(2)) == (take(2, "jester"), take(2, "king"), take(2, "knight"))
    assert NOWHERE.below(take(2, "king")) == (take(2, "king", 4),)
    for draft in NOWHERE.barred:
        assert NOWHERE.below(draft) == ()
        assert draft in NOWHERE.beside(draft)


def test_the_first_level_does_not_tell_what_is_of_use() -> None:
    for nowhere in (1, 2):
        one = replace(PATHS, answers=tuple(way for way in TAKES if way.card != nowhere), barred=(take(nowhere),))
        assert one.below(None) == PATHS.below(None)


def test_what_leads_nowhere_is_refused_for_what_it_is() -> None:
    assert why(NOWHERE, take(3)) == "barred"
    assert why(NOWHERE, take(2)) == "not_asked"
    assert why(NOWHERE, take(1, "king", 4)) == "not_asked"


def test_below_an_answer_or_what_leads_nowhere_nothing_is_chosen_and_a_draft_may_lead_to_one_answer() -> None:
    drafts = (take(1), take(2), take(2, "king"), take(2, "knight"), take(2, "king", 4))
    assert [NOWHERE.ends(draft) for draft in drafts] == [True, False, False, True, True]
    assert [NOWHERE.only(draft) is not None for draft in drafts] == [False, False, True, False, True]


# --- what may be chosen in secret ------------------------------------------------------------------------------------


LEFT, UP, DOWN = (Go(seat=1, to=to) for to in ("left", "up", "down"))
ARMED = Question(1, OneOf((LEFT,)), armed=(OneOf((LEFT, UP)), OneOf((DOWN,))))


def test_every_answer_of_every_armed_form_is_legal() -> None:
    assert [refusal(ARMED, way) for way in (LEFT, UP, DOWN)] == [None, None, None]


def test_what_is_no_answer_of_any_form_is_refused_as_by_the_open_one() -> None:
    refused = [refusal(ARMED, way) for way in (Go(seat=1, to="on"), Go(seat=2, to="up"))]
    assert [why.code for why in refused if why is not None] == ["not_asked", "not_your_turn"]


@pytest.mark.parametrize("trait", [{"is_secret": True}, {"from_hand": True}, {"armed": (WAYS,)}])
def test_the_box_gives_no_only_answer_that_brings_something_to_light(trait: dict[str, Any]) -> None:
    only = Question(1, OneOf((Stay(seat=1),)))
    assert only_answer(only) == Stay(seat=1)
    assert only_answer(replace(only, **trait)) is None


def test_a_seed_that_nobody_promised_is_refused_and_a_plain_end_is_not() -> None:
    refused = [unpromised(intent) for intent in (Unseal(seed="00"), Unseal(), Stay(seat=1))]
    assert [why and why.code for why in refused] == ["no_seed", None, None]
