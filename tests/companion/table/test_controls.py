from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.kit.event import CardIntent, Intent, Offering, Refused, Unsealing
from companion.kit.piles import Draws, spread
from companion.kit.question import Amount, Cards, OneOf, Question, Seed
from companion.kit.setup import Phrases
from companion.kit.text import text, verbatim
from companion.kit.view import Legend
from companion.table import controls
from companion.table.controls import MINUS, NO_VALUE, PLUS, RUN_S, Committed


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


class Type(CardIntent, frozen=True, kw_only=True):
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


def press(question: Question, keys: str, *, may_look: bool = False) -> Committed | Intent | None:
    """The result of `+` and `-` (taps), `1` … `6` (green keys), `G` and `R` (holds), from the opening on."""
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
    assert press(amount(), keys) == Committed(offer(said))


@pytest.mark.parametrize("keys", ["R", "+R", "+++R"])
def test_a_held_red_key_says_the_other_answer_whatever_is_drafted(keys: str) -> None:
    assert press(amount(), keys) == Committed(DECLINE)


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
    assert press(list_of(3), keys) == Committed(chosen(said))


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
        ("G", take(1, "king", 4)),  # only the king can, so the figure is not asked
        ("G+", take(1, "king", 7)),
        ("GR", take(1)),
        ("+G", take(2, "king")),
        ("+G+", take(2, "jester")),
        ("+G+G", take(2, "jester", 4)),
        ("+G+G-", take(2, "jester", 6)),
        ("+G+GR", take(2, "jester")),
        ("+G+GRR", take(2)),
        ("-G", take(3, "king")),
        ("R", take(1)),
    ],
)
def test_green_held_goes_down_a_level_and_red_held_up(keys: str, draft: Take) -> None:
    assert press(WAYS, keys) == draft


@pytest.mark.parametrize(
    ("keys", "said"), [("GG", take(1, "king", 4)), ("+G+G+G", take(2, "jester", 6)), ("-GG", take(3, "king", 4))]
)
def test_green_held_says_it_as_soon_as_nothing_is_left_to_choose(keys: str, said: Take) -> None:
    assert press(WAYS, keys) == Committed(said)


@pytest.mark.parametrize(
    ("draft", "answer"),
    [
        (None, None),
        (take(1), None),
        (take(2, "king"), take(2, "king", 4)),
        (take(2, "jester"), None),
        (take(2, "jester", 6), take(2, "jester", 6)),
    ],
)
def test_what_green_held_commits_is_certain_before_it_is_held(draft: Take | None, answer: Take | None) -> None:
    assert controls.certain(WAYS, draft) == answer
    said = controls.labels(WAYS, draft, PHRASES, may_look=False).green_hold
    assert (said == text("Go")) is (answer is not None)


def test_whether_a_card_in_the_hand_has_one_use_is_certain_to_nobody() -> None:
    only = levels((1, "king", 4), (2, "king", 4), (2, "king", 5))
    assert controls.certain(only, take(1)) == take(1, "king", 4)
    assert controls.certain(replace(only, from_hand=True), take(1)) is None


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


def test_a_seat_that_may_look_sees_the_first_level_even_without_choice() -> None:
    """A tap lays no card open; only a hold does."""
    question = replace(levels((1, "king", 4), (1, "jester", 4)), from_hand=True)
    assert press(question, "+", may_look=True) == take(1)


NOWHERE = replace(levels((2, "king", 4), (2, "king", 7)).form, barred=(take(1), take(3)))


@pytest.mark.parametrize(
    ("keys", "draft"), [("+", take(1)), ("++", take(2)), ("-", take(3)), ("++G", take(2, "king", 4))]
)
def test_taps_come_by_what_leads_nowhere(keys: str, draft: Take) -> None:
    assert press(Question(1, NOWHERE, from_hand=True), keys, may_look=True) == draft


@pytest.mark.parametrize("keys", ["+G", "-G"])
def test_green_held_drops_what_leads_nowhere(keys: str) -> None:
    assert press(Question(1, NOWHERE, from_hand=True), keys, may_look=True) is None


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
    assert press(cards(), "+GGG+G") == Committed(typed("b", "a", "a", "c"))  # the last slot can only be c


def test_one_card_is_said_at_once() -> None:
    assert press(cards(1), "+G") == Committed(typed("b"))


def test_going_back_and_on_again_forgets_nothing_before_it() -> None:
    assert press(cards(), "+GRRG") == typed("b", "a")


# --- a keypad --------------------------------------------------------------------------------------------------------


def keyed(question: Question) -> Question:
    """The same, typed in: cards are `a` to `f`, whether they are there or not."""
    form = question.form
    if isinstance(form, Cards):
        return replace(question, form=replace(form, kinds=tuple("abcdef")), keys=tuple(map(verbatim, "abcdef")))
    assert isinstance(form, OneOf)
    return replace(question, keys=tuple(verbatim(str(at)) for at in range(len(form.answers))))


TEAM = keyed(cards(a=2, b=1, c=3, d=4))


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ("4", "d"),
        ("412", "dab"),
        ("1334", "accd"),
        ("13344", "accd"),  # all cards are typed: one more replaces the last one
        ("13342", "accb"),
        ("12-", "a"),
        ("12-3", "ac"),
        ("22", "b"),  # the only b is gone
        ("52", "b"),  # the game knows an e, the deck has none
        ("1R", "a"),
        ("123G", "abc"),
    ],
)
def test_a_key_types_its_card_if_the_deck_has_one_left(keys: str, shown: str) -> None:
    assert press(TEAM, keys) == typed(*shown)


@pytest.mark.parametrize("keys", ["", "G", "R", "-", "1-", "12--", "12---"])
def test_nothing_is_typed_to_begin_with_and_after_as_many_taps_back(keys: str) -> None:
    assert press(TEAM, keys) is None
    assert press(keyed(list_of(3)), keys) is None


def test_one_hold_says_all_that_is_typed() -> None:
    assert press(TEAM, "4123G") == Committed(typed("d", "a", "b", "c"))
    assert press(keyed(cards(1)), "123G") == Committed(typed("c"))
    assert press(keyed(list_of(4)), "143G") == Committed(chosen(2))


@pytest.mark.parametrize(("draft", "due"), [(None, 4), (typed("a"), 3), (typed("a", "b", "c"), 1)])
def test_a_hold_before_that_says_how_many_are_missing(draft: Type | None, due: int) -> None:
    refused = controls.green_held(TEAM, draft)
    assert refused == Refused("incomplete", text("{n} more, then hold.", n=due))


@pytest.mark.parametrize(("question", "pair"), [(keyed(list_of(4)), 5), (keyed(cards()), 7), (amount(), 1)])
def test_a_key_without_a_value_types_nothing(question: Question, pair: int) -> None:
    assert controls.typed(question, None, pair) == NO_VALUE


# --- both keys -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "drafted", "shown"),
    [
        (21, None, [25, 30, 35, 40, 45, 50, 53, 53]),
        (20, None, [20, 25, 30]),
        (1, None, [5, 10, 15]),
        (21, 23, [25, 30]),
        (21, 25, [30, 35]),
        (21, 53, [53, 53]),
        (52, None, [53, 53]),
    ],
)
def test_both_keys_go_on_to_the_next_five_and_then_by_fives_up_to_the_most(
    least: int, drafted: int | None, shown: list[int]
) -> None:
    form = amount(least, 53).form
    assert isinstance(form, Amount)
    draft = offer(drafted) if drafted is not None else None
    for beat, coins in enumerate(shown):
        for share in (0.01, 0.99):
            assert controls.run(form, draft, (beat + share) * RUN_S) == offer(coins)


@given(st.integers(1, 60), st.integers(0, 60), st.data())
def test_a_run_only_ever_goes_up_and_to_a_legal_amount(least: int, more: int, data: st.DataObject) -> None:
    question = amount(least, least + more)
    assert isinstance(question.form, Amount)
    draft = data.draw(st.none() | st.integers(least, least + more).map(offer))
    held = sorted(data.draw(st.lists(st.floats(0.0, 20.0), min_size=2)))
    ran = [controls.run(question.form, draft, held_s).amount for held_s in held]
    assert ran == sorted(ran)
    assert ran[0] >= (draft.amount if draft is not None else least)
    assert all(is_legal(question, offer(coins)) for coins in ran)


def test_whose_fifth_tap_it_is_is_told_of_a_shorter_way() -> None:
    told = [controls.advice(amount(4, 90), offer(coins)) is not None for coins in range(4, 20)]
    assert told == [coins == 4 + 4 for coins in range(4, 20)]
    assert controls.advice(list_of(9), chosen(4)) is None


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
    st.integers(1, 6).map(lambda count: keyed(list_of(count))),
    st.tuples(st.integers(1, 4), KINDS).map(lambda pair: keyed(cards(pair[0], **pair[1]))),
)
PRESSES = st.text("+-GR123456", max_size=30)


def pressed(question: Question, keys: str, *, may_look: bool = False) -> tuple[Intent | None, Committed | None]:
    """The draft after pressing until an answer is committed."""
    draft = controls.opening(question, may_look=may_look)
    for key in keys:
        now = after(question, draft, key, may_look=may_look)
        if isinstance(now, Committed):
            return draft, now
        draft = draft if isinstance(now, Refused) else now
    return draft, None


def after(question: Question, draft: Intent | None, key: str, *, may_look: bool) -> Committed | Refused | Intent | None:
    if key == "G":
        return controls.green_held(question, draft)
    if key == "R":
        return controls.red_held(question, draft, may_look=may_look)
    if not question.keys:
        return controls.tapped(question, draft, MINUS if key == "-" else PLUS)
    return controls.untyped(draft) if key == "-" else controls.typed(question, draft, 1 if key == "+" else int(key))


def is_legal(question: Question, intent: Intent) -> bool:
    """Whether the question itself accepts an answer."""
    match question.form, intent:
        case OneOf(answers), _:
            return intent in answers
        case Amount(otherwise=otherwise, least=least, most=most), _:
            return intent == otherwise or (isinstance(intent, Offer) and least <= intent.amount <= most)
        case Cards(count=count, layers=(layer,)), Type(cards=slots):
            assert None not in slots
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
    assert (labels.green_hold is None) == isinstance(controls.green_held(question, draft), Refused)
    assert (controls.red_held(question, draft) != draft) == (labels.red_hold is not None)
    if question.keys:
        assert (controls.untyped(draft) != draft) == (labels.red_tap is not None)
        return
    assert isinstance(controls.green_held(question, draft), Committed | Intent)
    if labels.red_tap is None:
        assert controls.tapped(question, draft, MINUS) == draft
    if labels.green_tap is None:
        assert controls.tapped(question, draft, PLUS) == draft


@given(QUESTIONS, PRESSES, st.booleans())
def test_a_label_has_at_most_five_letters_unless_it_is_alone(question: Question, keys: str, may_look: bool) -> None:
    draft, _ = pressed(question, keys)
    labels = controls.labels(question, draft, PHRASES, may_look=may_look)
    said = [label for label in said_by(labels) if label is not None]
    assert max(map(len, said), default=0) <= (5 if len(said) > 1 else 17)


@given(QUESTIONS, PRESSES)
def test_the_grammar_needs_nothing_but_question_and_draft(question: Question, keys: str) -> None:
    """After a power cut, a box opens with the same draft and continues in the same way."""
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
        (list_of(3), chosen(0), False, ["►", "OK", "◄", None]),
        (list_of(3), None, True, ["►", "Look", "◄", None]),
        (list_of(3), chosen(0), True, ["►", "OK", "◄", "Back"]),
        (WAYS, take(2), False, ["►", "OK", "◄", None]),
        (WAYS, take(2, "king"), False, ["►", "Go", "◄", "Back"]),
        (WAYS, take(2, "jester"), False, ["►", "OK", "◄", "Back"]),
        (WAYS, take(2, "king", 4), False, ["►", "Go", "◄", "Back"]),
        (list_of(3, by_lot=True), None, False, [None, "Roll", None, None]),
        (cards(), typed("a"), False, ["►", "OK", "◄", None]),
        (cards(), typed("a", "a"), False, ["►", "OK", "◄", "Back"]),
        (keyed(cards()), None, False, ["keys of seats 1-6", None, None, None]),
        (keyed(cards()), typed("a", "a"), False, ["type", None, "Back", None]),
        (keyed(cards(2)), typed("a", "a"), False, ["type", "OK", "Back", None]),
        (keyed(list_of(3)), None, True, ["keys of seats 1-3", None, None, None]),
        (keyed(list_of(3)), chosen(1), True, ["type", "OK", "Back", None]),
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


# --- which of how many ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "draft", "which"),
    [
        (list_of(3), None, None),
        (list_of(3), chosen(0), (1, 3)),
        (list_of(3), chosen(2), (3, 3)),
        (WAYS, take(2), (2, 3)),
        (amount(), offer(4), None),
        (replace(list_of(3), from_hand=True), chosen(0), None),
        (replace(list_of(3), armed=(list_of(2).form,)), chosen(0), None),
    ],
)
def test_drafts_are_counted_unless_that_might_tell_what_is_held_or_armed(
    question: Question, draft: Intent | None, which: tuple[int, int] | None
) -> None:
    assert controls.position(question, draft) == which
