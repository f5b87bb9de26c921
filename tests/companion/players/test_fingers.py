from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.event import CardIntent, Intent, Offering, Refused, Unsealing
from companion.kit.piles import Draws, spread
from companion.kit.question import Amount, Cards, OneOf, Question, Seed
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.kit.text import verbatim
from companion.match.history import Step
from companion.match.session import Session
from companion.players import bots
from companion.players.fingers import (
    HOLD,
    INTERJECT,
    LET_GO,
    LOOK,
    PASS,
    TAP,
    TAP_BACK,
    KeyStroke,
    aside_strokes,
    presses,
    strokes,
)
from companion.testing.pressing import every_answer, pressed
from companion.testing.whole_games import LONGEST, SEED, seated
from tests.companion.games.every_game import EVERY_GAME, SHORT


class Choose(Intent, frozen=True, kw_only=True):
    what: int


NOTHING = Intent(seat=1)


class Take(Intent, frozen=True, kw_only=True):
    card: int
    figure: int | None = None
    to: int | None = None


DECLINE = Intent(seat=1)


def list_of(count: int) -> OneOf:
    return OneOf(tuple(Choose(seat=1, what=at) for at in range(count)))


@given(st.integers(1, 40), st.data())
def test_every_answer_of_a_list_is_reached_by_the_shorter_way(count: int, data: st.DataObject) -> None:
    question = Question(1, list_of(count))
    wanted = data.draw(st.sampled_from(list_of(count).answers))
    keys = strokes(question, wanted)
    assert pressed(question, keys) == wanted
    assert len(keys) <= count // 2 + 1


@given(st.integers(1, 40), st.data())
def test_a_list_continues_from_any_draft(count: int, data: st.DataObject) -> None:
    question = Question(1, list_of(count))
    wanted, draft = (data.draw(st.sampled_from(list_of(count).answers)) for _ in range(2))
    assert pressed(question, strokes(question, wanted, draft=draft), draft=draft) == wanted


PATHS = st.tuples(st.integers(1, 5), st.integers(1, 4), st.integers(1, 9))


@given(st.sets(PATHS, min_size=1), st.booleans(), st.data())
def test_levels_continue_from_any_draft(paths: set[tuple[int, int, int]], may_look: bool, data: st.DataObject) -> None:
    answers = tuple(Take(seat=1, card=card, figure=figure, to=to) for card, figure, to in sorted(paths))
    form = OneOf(answers, levels=("card", "figure", "to"))
    drafts = [draft for answer in answers for draft in (answer, form.above(answer)) if draft is not None]
    wanted, draft = data.draw(st.sampled_from(answers)), data.draw(st.sampled_from(drafts))
    keys = strokes(Question(1, form), wanted, may_look=may_look, draft=draft)
    assert pressed(Question(1, form), keys, may_look=may_look, draft=draft) == wanted


@given(st.integers(1, 9), st.integers(0, 9), st.integers(0, 9))
def test_an_amount_continues_from_any_draft(least: int, more: int, drafted: int) -> None:
    question = Question(1, Amount(Offering(seat=1, amount=0), DECLINE, least, least + 9))
    wanted, draft = Offering(seat=1, amount=least + more), Offering(seat=1, amount=least + drafted)
    assert pressed(question, strokes(question, wanted, draft=draft), draft=draft) == wanted
    assert pressed(question, strokes(question, DECLINE, draft=draft), draft=draft) == DECLINE


@given(st.sets(PATHS, min_size=1), st.booleans(), st.data())
def test_every_answer_in_levels_is_reached(
    paths: set[tuple[int, int, int]], may_look: bool, data: st.DataObject
) -> None:
    answers = tuple(Take(seat=1, card=card, figure=figure, to=to) for card, figure, to in sorted(paths))
    question = Question(1, OneOf(answers, levels=("card", "figure", "to")))
    wanted = data.draw(st.sampled_from(answers))
    keys = strokes(question, wanted, may_look=may_look)
    assert pressed(question, keys, may_look=may_look) == wanted
    assert len(keys) <= 3 + may_look + 5 // 2 + 4 // 2 + 9 // 2


def test_what_is_meant_in_secret_is_armed_on_its_page_and_then_answered() -> None:
    question = Question(1, list_of(2), armed=(list_of(3), list_of(4)), from_hand=True)
    ((look,), (leaf,), (let_go,), (tap,), (hold,)) = (LOOK, TAP_BACK, LET_GO, TAP, HOLD)
    told = [strokes(question, answer, may_look=True) for answer in list_of(4).answers]
    assert told == [
        [tap, hold],
        [leaf, hold],
        [look, leaf, let_go, leaf, hold],
        [look, leaf, leaf, let_go, leaf, hold],
    ]
    assert [pressed(question, keys, may_look=True) for keys in told] == [*list_of(4).answers]


def test_fingers_come_by_what_leads_nowhere() -> None:
    barred = tuple(Take(seat=1, card=card) for card in (1, 2, 4))
    wanted = Take(seat=1, card=3, figure=1, to=1)
    question = Question(1, OneOf((wanted,), levels=("card", "figure", "to"), barred=barred), from_hand=True)
    keys = strokes(question, wanted, may_look=True)
    assert keys == TAP_BACK * 2 + HOLD
    assert pressed(question, keys, may_look=True) == wanted


def test_an_aside_is_one_long_hold_or_opens_its_list() -> None:
    listed = Question(3, list_of(4))
    single, second = Question(2, list_of(1)), list_of(4).answers[1]
    assert aside_strokes(single, list_of(1).answers[0], 1) == INTERJECT
    assert aside_strokes(listed, second, 1) == INTERJECT + TAP + HOLD
    assert aside_strokes(listed, second, 3) == PASS + TAP + HOLD


@given(st.integers(1, 20), st.integers(0, 20), st.data())
def test_every_amount_and_its_refusal_are_reached(least: int, more: int, data: st.DataObject) -> None:
    question = Question(1, Amount(Offering(seat=1), NOTHING, least, least + more))
    amounts = [Offering(seat=1, amount=amount) for amount in range(least, least + more + 1)]
    wanted = data.draw(st.sampled_from([NOTHING, *amounts]))
    assert pressed(question, strokes(question, wanted)) == wanted


@given(st.integers(1, 60), st.integers(0, 90), st.data())
def test_no_amount_takes_more_than_five_presses(least: int, more: int, data: st.DataObject) -> None:
    """Both keys, at most two taps up or down, and the hold: four presses from a bid of 20 to one of 49."""
    question = Question(1, Amount(Offering(seat=1), NOTHING, least, least + more))
    amount = data.draw(st.integers(least, least + more))
    assert presses(strokes(question, Offering(seat=1, amount=amount))) <= 5


def test_from_20_to_49_it_takes_three_presses_and_the_hold() -> None:
    question = Question(1, Amount(Offering(seat=1), NOTHING, 21, 60))
    keys = strokes(question, Offering(seat=1, amount=49))
    assert [(stroke.key, stroke.gesture) for stroke in keys] == [
        ("red", "down"), ("green", "run"), ("red", "let go"), ("red", "tap"), ("green", "hold"),
    ]  # fmt: skip
    assert presses(keys) == 3 + 1


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 4), min_size=1), st.randoms(), st.data())
def test_every_hand_of_cards_is_typed(kinds: dict[str, int], luck: random.Random, data: st.DataObject) -> None:
    there = spread(kinds)
    wanted = CardIntent(seat=1, cards=tuple(luck.sample(there, data.draw(st.integers(1, min(4, len(there)))))))
    form = Cards(CardIntent(seat=1), len(wanted.cards), (Draws(len(there), there),))
    question = Question(1, form)
    assert pressed(question, strokes(question, wanted)) == wanted


KINDS = ("a", "b", "c", "d", "e", "f")
KEYS = tuple(map(verbatim, KINDS))


@given(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4))
def test_with_a_keypad_each_card_is_one_tap_and_all_of_them_one_hold(cards: list[str]) -> None:
    form = Cards(CardIntent(seat=1), len(cards), (Draws(len(cards), spread(dict.fromkeys(KINDS, 4))),), KINDS)
    question, wanted = Question(1, form, keys=KEYS), CardIntent(seat=1, cards=tuple(cards))
    keys = strokes(question, wanted)
    assert [stroke.pair for stroke in keys] == [*(KINDS.index(card) + 1 for card in cards), 0]
    assert pressed(question, keys) == wanted


def test_with_a_keypad_an_answer_of_a_list_is_one_tap_and_a_hold() -> None:
    question = Question(1, list_of(4), keys=KEYS[:4])
    for pair, answer in enumerate(list_of(4).answers, 1):
        keys = strokes(question, answer)
        assert keys == [KeyStroke("green", "tap", pair), *HOLD]
        assert pressed(question, keys) == answer


def test_a_lot_is_held_whatever_is_wanted() -> None:
    question = Question(1, list_of(4), by_lot=True)
    assert {tuple(strokes(question, answer)) for answer in list_of(4).answers} == {tuple(HOLD)}


def test_what_only_the_box_knows_cannot_be_pressed() -> None:
    with pytest.raises(AssertionError, match="cannot be pressed"):
        strokes(Question(None, Seed(Unsealing(), "")), Unsealing())


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("rules", "seats", "every"),
    [
        case
        for rules in EVERY_GAME
        for case in (
            (rules, rules.seats[0], 5),
            pytest.param(rules, rules.seats[0], 1, marks=[pytest.mark.slow, pytest.mark.in_box_time]),
            pytest.param(rules, rules.seats[-1], 1, marks=[pytest.mark.slow, pytest.mark.in_box_time]),
        )
    ],
    ids=lambda it: str(getattr(it, "name", it)),
)
@pytest.mark.parametrize("who", ["box", "table"])
def test_every_answer_of_every_question_of_a_game_can_be_pressed(
    rules: Rules[object], seats: int, every: int, who: Who
) -> None:
    """By default, every fifth answer."""
    luck = random.Random(seats)
    session = Session(rules, SEED, rules.begin(seated(rules, seats, who), SHORT.get(rules.name, {})))
    for _ in range(LONGEST):
        question = session.question
        if question is None:
            return
        step: Step | Refused | None = session.automatic()
        if step is None:
            assert question.seat is not None
            may_look = bool(rules.secret(session.state, question.seat))
            for answer in every_answer(question)[::every] if not question.by_lot else ():
                keys = strokes(question, answer, may_look=may_look)
                assert pressed(question, keys, may_look=may_look) == answer
            answer = bots.answer(question, luck)
            step = session.draw(question) if question.by_lot else session.answer(answer)
        assert not isinstance(step, Refused)
        session = session.apply(step)
    raise AssertionError("this game does not end")
