from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.kit.event import Dealing, Intent, Offering, Unsealing
from companion.kit.piles import Draws, spread
from companion.kit.question import BARRED, Amount, Cards, OneOf, Question, Seed, refusal
from companion.kit.setup import Phrases
from companion.kit.text import text
from companion.kit.view import Legend
from companion.table import controls
from companion.table.controls import MINUS, PLUS, Said


class Offer(Offering, frozen=True, kw_only=True):
    pass


class Decline(Intent, frozen=True, kw_only=True):
    pass


class Choose(Intent, frozen=True, kw_only=True):
    what: int


class Take(Intent, frozen=True, kw_only=True):
    card: int
    figure: str | None = None
    to: int | None = None


class Type(Dealing, frozen=True, kw_only=True):
    pass


DECLINE = Decline(seat=1)
PHRASES = Phrases(lot=text("Roll"), otherwise=text("Pass"))


def amount(least: int = 4, most: int = 6) -> Question:
    return Question(1, Amount(Offer(seat=1), DECLINE, least, most))


def list_of(count: int, *, by_lot: bool = False) -> Question:
    return Question(1, OneOf(tuple(Choose(seat=1, what=at) for at in range(count))), by_lot=by_lot)


def levels(*paths: tuple[int, str, int]) -> Question:
    return Question(1, OneOf(tuple(take(*path) for path in paths), levels=("card", "figure", "to")))


def take(card: int, figure: str | None = None, to: int | None = None) -> Take:
    return Take(seat=1, card=card, figure=figure, to=to)


def cards(count: int = 4, **kinds: int) -> Question:
    there = spread(kinds or {"a": 2, "b": 1, "c": 3})
    return Question(1, Cards(Type(seat=1), count, (Draws(len(there), there),)))


def offer(coins: int) -> Offer:
    return Offer(seat=1, amount=coins)


def chosen(at: int) -> Choose:
    return Choose(seat=1, what=at)


def typed(*slots: str) -> Type:
    return Type(seat=1, cards=slots)


def press(question: Question, keys: str, *, may_look: bool = False) -> Said | Intent | None:
    """What comes of pressing `+` and `-` (taps), `G` and `R` (holds), from the opening draft on."""
    draft, said = pressed(question, keys, may_look=may_look)
    assert said is None or pressed(question, keys[:-1], may_look=may_look)[1] is None, "said too soon"
    return said or draft


# --- an amount -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("", None),
        ("-", None),
        ("+", 4),
        ("++", 5),
        ("+++", 6),
        ("++++", 6),
        ("++-", 4),
        ("+-", None),
        ("+--", None),
        ("+-+", 4),
    ],
)
def test_taps_draft_an_amount_between_the_least_and_the_most(keys: str, shown: int | None) -> None:
    assert press(amount(), keys) == (None if shown is None else offer(shown))


@pytest.mark.parametrize(("keys", "said"), [("G", 4), ("+G", 4), ("++G", 5), ("+++++G", 6), ("++--G", 4)])
def test_a_held_green_key_says_the_draft_and_without_one_the_least_amount(keys: str, said: int) -> None:
    assert press(amount(), keys) == Said(offer(said))


@pytest.mark.parametrize("keys", ["R", "+R", "+++R"])
def test_a_held_red_key_says_the_other_answer_whatever_is_drafted(keys: str) -> None:
    assert press(amount(), keys) == Said(DECLINE)


def test_the_only_amount_can_be_drafted() -> None:
    assert press(amount(7, 7), "++") == offer(7)


# --- a list ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "shown"), [("", 0), ("+", 1), ("++", 2), ("+++", 0), ("-", 2), ("--", 1), ("+-", 0), ("-+", 0)]
)
def test_taps_go_round_a_list_both_ways(keys: str, shown: int) -> None:
    assert press(list_of(3), keys) == chosen(shown)


@pytest.mark.parametrize(("keys", "said"), [("G", 0), ("+G", 1), ("-G", 2)])
def test_a_held_green_key_says_the_answer_shown(keys: str, said: int) -> None:
    assert press(list_of(3), keys) == Said(chosen(said))


@pytest.mark.parametrize("keys", ["R", "+R"])
def test_a_held_red_key_means_nothing_for_a_list(keys: str) -> None:
    assert press(list_of(3), keys) == press(list_of(3), keys[:-1])


def test_a_lot_has_no_draft_to_begin_with() -> None:
    assert controls.opening(list_of(4, by_lot=True)) is None


# --- a list with levels ----------------------------------------------------------------------------------------------

WAYS = levels(
    (1, "king", 4), (1, "king", 7), (2, "king", 4), (2, "jester", 4), (2, "jester", 6), (3, "king", 4), (3, "jester", 5)
)


@pytest.mark.parametrize(
    ("keys", "draft"),
    [
        ("", take(1)),
        ("+", take(2)),
        ("-", take(3)),
        ("+++", take(1)),
        ("G", take(1, "king", 4)),  # only the king can: nobody is asked who
        ("G+", take(1, "king", 7)),
        ("GR", take(1)),
        ("+G", take(2, "king")),
        ("+G+", take(2, "jester")),
        ("+G+G", take(2, "jester", 4)),
        ("+G+G-", take(2, "jester", 6)),
        ("+G+GR", take(2, "jester")),
        ("+G+GRR", take(2)),
        ("-GG", take(3, "king", 4)),  # the last level is shown whole: it is what will be said
        ("R", take(1)),
    ],
)
def test_green_held_goes_down_a_level_and_red_held_up(keys: str, draft: Take) -> None:
    assert press(WAYS, keys) == draft


@pytest.mark.parametrize(
    ("keys", "said"), [("GG", take(1, "king", 4)), ("+G+G+G", take(2, "jester", 6)), ("-GGG", take(3, "king", 4))]
)
def test_green_held_on_the_last_level_says_it(keys: str, said: Take) -> None:
    assert press(WAYS, keys) == Said(said)


def test_a_first_level_without_a_choice_is_gone_past() -> None:
    assert press(levels((1, "king", 4), (1, "jester", 4)), "") == take(1, "king")
    assert press(levels((1, "king", 4), (1, "jester", 4)), "R") == take(1, "king")


@pytest.mark.parametrize(
    ("keys", "draft"),
    [
        ("", None),
        ("G", None),
        ("+", take(1)),
        ("-", take(3)),
        ("+R", None),
        ("+GR", take(1)),
        ("++G+GRR", take(2)),
        ("++G+GRRR", None),
    ],
)
def test_who_chooses_unseen_looks_first_and_comes_back_to_it(keys: str, draft: Take | None) -> None:
    unseen = (replace(WAYS, from_hand=True), replace(WAYS, is_secret=True), replace(WAYS, armed=(WAYS.form,)))
    assert [press(question, keys, may_look=True) for question in unseen] == [draft] * 3


def test_a_list_in_the_open_begins_with_its_first_whatever_its_seat_may_look_at_one_level_up() -> None:
    assert press(WAYS, "", may_look=True) == press(WAYS, "") == take(1)
    assert press(WAYS, "R", may_look=True) is None


def test_a_first_level_is_shown_to_who_may_look_even_without_a_choice() -> None:
    """A tap lays no card open; only a hold does."""
    question = replace(levels((1, "king", 4), (1, "jester", 4)), from_hand=True)
    assert press(question, "+", may_look=True) == take(1)


NOWHERE = replace(levels((2, "king", 4), (2, "king", 7)).form, barred=(take(1), take(3)))


@pytest.mark.parametrize(
    ("keys", "draft"), [("+", take(1)), ("++", take(2)), ("-", take(3)), ("++G", take(2, "king", 4))]
)
def test_taps_come_by_what_leads_nowhere(keys: str, draft: Take) -> None:
    assert press(Question(1, NOWHERE, from_hand=True), keys, may_look=True) == draft


@pytest.mark.parametrize(("keys", "said"), [("+G", take(1)), ("-G", take(3))])
def test_green_held_says_what_leads_nowhere_to_be_refused(keys: str, said: Take) -> None:
    question = Question(1, NOWHERE, from_hand=True)
    assert press(question, keys, may_look=True) == Said(said)
    assert refusal(question, said) == BARRED


def test_a_level_of_nothing_but_what_leads_nowhere_is_shown() -> None:
    question = Question(1, OneOf((), levels=("card", "figure", "to"), barred=(take(1),)))
    assert controls.opening(question) == take(1)


def test_the_keys_read_alike_over_what_leads_nowhere() -> None:
    question = Question(1, NOWHERE, from_hand=True)
    read = {controls.labels(question, take(card), PHRASES, may_look=True) for card in (1, 2, 3)}
    assert len(read) == 1


# --- cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("", "a"),
        ("+", "b"),
        ("++", "c"),
        ("+++", "a"),
        ("-", "c"),
        ("G", "aa"),
        ("G+", "ab"),
        ("GG", "aab"),  # both a are gone
        ("G+G", "aba"),
        ("+G+", "bc"),  # the only b is gone: after a comes c
        ("+GG", "baa"),
        ("+GG+", "bac"),
        ("G-", "ac"),
        ("G+R", "a"),
        ("G+R+", "b"),
        ("R", "a"),
        ("GGG", "aabc"),
        ("GGGR", "aab"),
        ("GGGRRRR", "a"),
    ],
)
def test_cards_are_typed_slot_by_slot_from_what_the_deck_still_has(keys: str, shown: str) -> None:
    assert press(cards(), keys) == typed(*shown)


def test_the_last_slot_says_them_all() -> None:
    assert press(cards(), "+GGG+G") == Said(typed("b", "a", "a", "c"))  # only c is left for the last slot


def test_one_card_is_said_at_once() -> None:
    assert press(cards(1), "+G") == Said(typed("b"))


def test_going_back_and_on_again_forgets_nothing_before_it() -> None:
    assert press(cards(), "+GRRG") == typed("b", "a")


# --- for every question ----------------------------------------------------------------------------------------------

KINDS = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 4), min_size=1).filter(
    lambda kinds: sum(kinds.values()) >= 4
)
QUESTIONS = st.one_of(
    st.integers(1, 9).map(list_of),
    st.integers(1, 9).map(lambda count: list_of(count, by_lot=True)),
    st.sets(st.tuples(st.integers(1, 3), st.sampled_from(["king", "jester"]), st.integers(1, 3)), min_size=1).map(
        lambda paths: levels(*sorted(paths))
    ),
    st.tuples(st.integers(1, 9), st.integers(0, 9)).map(lambda pair: amount(pair[0], pair[0] + pair[1])),
    st.tuples(st.integers(1, 4), KINDS).map(lambda pair: cards(pair[0], **pair[1])),
)
PRESSES = st.text("+-GR", max_size=30)


def pressed(question: Question, keys: str, *, may_look: bool = False) -> tuple[Intent | None, Said | None]:
    """The draft after pressing until something is said."""
    draft = controls.opening(question, may_look=may_look)
    for key in keys:
        if key in "+-":
            draft = controls.tapped(question, draft, PLUS if key == "+" else MINUS)
            continue
        if key == "G":
            said = controls.green_held(question, draft)
        else:
            said = controls.red_held(question, draft, may_look=may_look)
        if isinstance(said, Said):
            return draft, said
        draft = said
    return draft, None


def is_legal(question: Question, intent: Intent) -> bool:
    """Whether an answer is one of those the question names, by its own words."""
    match question.form, intent:
        case OneOf(answers), _:
            return intent in answers
        case Amount(otherwise=otherwise, least=least, most=most), _:
            return intent == otherwise or (isinstance(intent, Offer) and least <= intent.amount <= most)
        case Cards(count=count, layers=(layer,)), Type(cards=slots):
            return len(slots) == count and all(slots.count(card) <= layer.cards.count(card or "") for card in slots)
        case _:
            return False


@given(QUESTIONS, PRESSES, st.booleans())
def test_whatever_is_pressed_only_legal_answers_are_said(question: Question, keys: str, may_look: bool) -> None:
    _, said = pressed(question, keys, may_look=may_look)
    assert said is None or is_legal(question, said.intent)


@given(QUESTIONS, PRESSES)
def test_a_label_stands_where_a_key_does_something(question: Question, keys: str) -> None:
    draft, _ = pressed(question, keys)
    labels = controls.labels(question, draft, PHRASES, may_look=False)
    if question.by_lot:
        assert labels == Legend(green_hold=text("Roll"))
        return
    assert labels.green_hold is not None
    assert isinstance(controls.green_held(question, draft), Said | Intent)
    assert (controls.red_held(question, draft) != draft) == (labels.red_hold is not None)
    if labels.red_tap is None:
        assert controls.tapped(question, draft, MINUS) == draft
    if labels.green_tap is None:
        assert controls.tapped(question, draft, PLUS) == draft


@given(QUESTIONS, PRESSES, st.booleans())
def test_a_label_has_at_most_five_letters(question: Question, keys: str, may_look: bool) -> None:
    draft, _ = pressed(question, keys)
    labels = controls.labels(question, draft, PHRASES, may_look=may_look)
    for label in (labels.green_tap, labels.green_hold, labels.red_tap, labels.red_hold):
        assert label is None or len(label.id.format(**dict(label.parameters))) <= 5


@given(QUESTIONS, PRESSES)
def test_the_grammar_needs_nothing_but_question_and_draft(question: Question, keys: str) -> None:
    """A box back after a power cut opens with the same draft and goes on from it in the same way."""
    draft, _ = pressed(question, keys)
    again = replace(question)
    assert controls.opening(again) == controls.opening(question)
    for way in (PLUS, MINUS):
        assert controls.tapped(again, draft, way) == controls.tapped(question, draft, way)


# --- what the screen says --------------------------------------------------------------------------------------------


def said_by(keys: Legend) -> list[str | None]:
    labels = (keys.green_tap, keys.green_hold, keys.red_tap, keys.red_hold)
    return [label.id.format(**dict(label.parameters)) if label is not None else None for label in labels]


@pytest.mark.parametrize(
    ("question", "draft", "may_look", "shown"),
    [
        (amount(), None, False, ["+1", "OK", None, "Pass"]),
        (amount(), None, True, ["+1", "Look", None, "Pass"]),
        (amount(), offer(4), True, ["+1", "OK", "-1", "Pass"]),
        (list_of(3), chosen(0), False, ["▲", "OK", "▼", None]),
        (list_of(3), None, True, ["▲", "Look", "▼", None]),
        (list_of(3), chosen(0), True, ["▲", "OK", "▼", "Back"]),
        (WAYS, take(2), False, ["▲", "OK", "▼", None]),
        (WAYS, take(2, "king"), False, ["▲", "OK", "▼", "Back"]),
        (WAYS, take(2, "king", 4), False, ["▲", "Go", "▼", "Back"]),
        (list_of(3, by_lot=True), None, False, [None, "Roll", None, None]),
        (cards(), typed("a"), False, ["▲", "OK", "▼", None]),
        (cards(), typed("a", "a"), False, ["▲", "OK", "▼", "Back"]),
        (Question(None, Seed(Unsealing(), "")), None, False, [None, None, None, None]),
    ],
)
def test_labels(question: Question, draft: Intent | None, may_look: bool, shown: list[str | None]) -> None:
    assert said_by(controls.labels(question, draft, PHRASES, may_look=may_look)) == shown


def test_an_aside_is_named_where_red_held_cannot_go_up() -> None:
    accuse = text("Look")
    for draft, may_look in ((None, True), (take(1), False)):
        assert controls.labels(WAYS, draft, PHRASES, may_look=may_look, aside=accuse).red_hold == accuse
    for draft, may_look in ((take(1), True), (take(2, "king"), False)):
        assert controls.labels(WAYS, draft, PHRASES, may_look=may_look, aside=accuse).red_hold == text("Back")


@pytest.mark.parametrize("faces", [2, 3, 4, 6])
def test_a_tumbling_die_shows_another_face_each_beat_and_all_of_them_in_turn(faces: int) -> None:
    question = list_of(faces, by_lot=True)
    shown = [controls.tumbling(question, beat) for beat in range(2 * faces)]
    assert set(shown[:faces]) == set(shown[faces:]) == {chosen(at) for at in range(faces)}
    assert all(before != after for before, after in pairwise(shown))


def test_only_a_list_can_tumble() -> None:
    assert controls.tumbling(amount(), 1) is None
