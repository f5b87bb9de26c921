"""Secret answers, and facts that a list must not show, at two keys a seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.kit.event import Intent, Refused
from companion.kit.question import OneOf, Question
from companion.kit.text import text
from companion.kit.view import Key
from companion.match.history import Step
from tests.companion.table.at_the_table import say
from tests.toy.frogs_at_the_table import Frogs, at_rest, hand, played, session_of
from tests.toy.other_hands import useful
from tests.toy.tin_frogs import HAND, Hopped, State, Throw, TinFrogs

pytestmark = pytest.mark.untraced

FURTHER = 1
"""A release on this page means a hop one pad further."""
PAGES = 3
"""How many pages the seat on turn can look at."""


def look(frogs: Frogs, seat: int, page: int, let_go: bool = True) -> None:
    """Leaf to a page, and release green there."""
    frogs.reach(seat)
    frogs.tap(seat, "red", times=page)
    if let_go:
        frogs.let_go(seat)


def armed(page: int = FURTHER) -> Frogs:
    frogs = at_rest()
    look(frogs, 1, page)
    return frogs


def hop(frogs: Frogs, seat: int = 1) -> Hopped:
    """Play the first card that can be laid, with the first frog."""
    asked = frogs.table.session.question if frogs.table.session is not None else None
    frogs.tap(seat, times=min(useful(asked)))
    frogs.hold(seat)
    frogs.hold(seat)
    return next(event for event in reversed(frogs.happened()) if isinstance(event, Hopped))


def is_armed(frogs: Frogs) -> bool:
    """Whether a short look at its cards says that the asked seat has armed something; it must have no draft."""
    frogs.reach(frogs.turn or 0)
    title = say(frogs.view).partition(" ")[2].partition(" ")[0]
    frogs.press(frogs.turn or 0, "green", "withdrawn")
    return title == "you!"


# --- arming ----------------------------------------------------------------------------------------------------------


def test_letting_go_on_its_page_means_it_and_the_next_hop_is_one_pad_longer() -> None:
    frogs = at_rest()
    card = int(hand(frogs, 1)[0] or 0)
    look(frogs, 1, FURTHER, let_go=False)
    assert say(frogs.view) == "only you |  | one pad further | let go: armed"
    frogs.let_go(1)
    assert frogs.happened()[3:] == [], "nothing has been said"
    assert hop(frogs) == Hopped(1, 1, (str(card),), 1, 1)
    assert frogs.state.frogs[0][0].at == card + 1


def test_the_news_of_it_name_the_card_alone() -> None:
    frogs, plain = armed(), armed(0)
    assert [hop(frogs).more, hop(plain).more] == [1, 0]
    assert replace(frogs.view, track=plain.view.track) == plain.view


def test_the_own_cards_say_what_is_armed() -> None:
    frogs = at_rest()
    frogs.reach(1)
    plain = say(frogs.view)
    frogs.let_go(1)
    look(frogs, 1, FURTHER)
    frogs.reach(1)
    assert say(frogs.view) == plain.replace("you", "you!")


@pytest.mark.parametrize("before", [False, True])
@pytest.mark.parametrize(
    ("page", "after"), [(0, lambda _: False), (FURTHER, lambda _: True), (2, bool), (PAGES, lambda _: False)]
)
def test_the_first_page_disarms_and_a_page_of_no_form_leaves_all_as_it_is(
    before: bool, page: int, after: Callable[[bool], bool]
) -> None:
    frogs = armed(FURTHER if before else 0)
    look(frogs, 1, page)
    assert is_armed(frogs) == after(before)
    assert hop(frogs).more == after(before)


def test_who_is_not_on_turn_has_no_such_page_and_arms_nothing() -> None:
    frogs = at_rest()
    for page in range(PAGES):
        look(frogs, 2, page, let_go=False)
        assert "further" not in say(frogs.view)
        frogs.let_go(2)
    assert not is_armed(frogs)
    hop(frogs)
    frogs.wait(60.0)
    assert (frogs.turn, is_armed(frogs)) == (2, False)


def test_what_is_spent_can_be_armed_and_changes_nothing() -> None:
    frogs = armed()
    hop(frogs)
    for seat in (2, 3):
        hop(frogs, seat)
    frogs.wait(60.0)
    assert frogs.turn == 1
    look(frogs, 1, FURTHER, let_go=False)
    assert say(frogs.view) == "only you |  | one pad further | used"
    frogs.let_go(1)
    assert is_armed(frogs)
    assert hop(frogs).more == 0


# --- nobody sees it --------------------------------------------------------------------------------------------------


def test_until_it_is_committed_nobody_sees_whether_anything_is_armed() -> None:
    """The same presses at the same times, but for the page at which green is let go."""
    tables = [armed(page) for page in (PAGES, FURTHER, 2)]
    for frogs in tables:
        frogs.wait(500.0 - frogs.t)
    presses: list[tuple[str, int, Key]] = [
        ("tap", 1, "green"), ("tap", 1, "green"), ("tap", 1, "green"), ("tap", 1, "green"),
        ("hold", 1, "green"), ("tap", 1, "green"), ("hold", 1, "red"),
        ("tap", 1, "red"), ("hold", 1, "red"), ("hold", 1, "red"), ("tap", 1, "green"), ("hold", 1, "red"),
        ("tap", 2, "green"), ("hold", 2, "green"), ("tap", 0, "table"), ("hold", 3, "red"), ("tap", 1, "red"),
    ]  # fmt: skip
    for what, pair, key in presses:
        for frogs in tables:
            getattr(frogs, what)(pair, key)
        for other in tables[1:]:
            assert other.view == tables[0].view, (what, pair, key)
            assert other.table.next_deadline(other.t) == tables[0].table.next_deadline(tables[0].t)
            assert (other.picture(), other.colours()) == (tables[0].picture(), tables[0].colours())
    assert all(frogs.happened()[3:] == [] for frogs in tables)


def test_neither_ledger_nor_undo_screen_nor_pages_know_of_it() -> None:
    frogs, plain = armed(), armed(0)
    assert frogs.paper.calls == plain.paper.calls
    for table in (frogs, plain):
        table.wait(500.0 - table.t)
    for _ in range(3):
        for table in (frogs, plain):
            table.tap(0, "table")
        assert frogs.view == plain.view
    for table in (frogs, plain):
        table.down(0, "table")
        table.wait(2.0)
        table.press(0, "table", "hold", 1)
    assert frogs.view == plain.view
    assert "Undo" in say(frogs.view)


# --- what it outlasts, and what it does not --------------------------------------------------------------------------


def test_red_held_back_loses_nothing() -> None:
    frogs = armed()
    frogs.tap(1, times=2)
    frogs.hold(1)
    frogs.hold(1, "red")
    frogs.hold(1, "red")
    assert is_armed(frogs)
    assert hop(frogs).more == 1


@pytest.mark.parametrize("before", [False, True])
def test_a_key_that_no_finger_held_does_not_arm_or_disarm(before: bool) -> None:
    frogs = armed(FURTHER if before else 0)
    look(frogs, 1, 0 if before else FURTHER, let_go=False)
    frogs.press(1, "green", "withdrawn")
    assert is_armed(frogs) == before


def another_looks(frogs: Frogs) -> None:
    frogs.reach(2)


def the_table_key_is_held(frogs: Frogs) -> None:
    frogs.down(0, "table")
    frogs.wait(2.0)
    frogs.press(0, "table", "hold", 1)


def the_own_red_is_held(frogs: Frogs) -> None:
    frogs.hold(1, "red")
    frogs.hold(1, "red")


def another_says_its_aside(frogs: Frogs) -> None:
    frogs.hold_long(3)


INTERRUPTIONS = [another_looks, the_table_key_is_held, the_own_red_is_held, another_says_its_aside]


@pytest.mark.parametrize("interrupts", INTERRUPTIONS)
@pytest.mark.parametrize("before", [False, True])
def test_a_look_that_is_broken_off_neither_arms_nor_disarms(interrupts: Callable[[Frogs], None], before: bool) -> None:
    frogs = armed(FURTHER if before else 0)
    look(frogs, 1, 0 if before else FURTHER, let_go=False)
    interrupts(frogs)
    frogs.let_go(1)
    frogs.press(0, "table", "withdrawn")
    frogs.press(2, "green", "release", 1)
    frogs.wait(10.0)
    assert is_armed(frogs) == before


def test_what_others_do_meanwhile_leaves_it_armed() -> None:
    frogs = armed()
    frogs.tap(2)
    frogs.hold(2)
    frogs.tap(0, "table")
    frogs.hold_long(3)
    frogs.wait(10.0)
    assert hop(frogs).more == 1


def test_it_lapses_with_the_question_an_undo_brings_none_back() -> None:
    frogs = armed()
    hop(frogs)
    frogs.undo()
    frogs.wait(10.0)
    assert (frogs.turn, is_armed(frogs)) == (1, False)


def test_an_undo_of_what_another_has_said_aside_asks_anew() -> None:
    frogs = at_rest()
    frogs.hold_long(3)
    frogs.wait(10.0)
    look(frogs, 1, FURTHER)
    frogs.undo()
    frogs.wait(10.0)
    assert not is_armed(frogs)


class Choosy(TinFrogs):
    """A seat that is not asked chooses what to throw."""

    def asides(self, state: State) -> tuple[Question, ...]:
        return tuple(replace(aside, form=OneOf(_one_card(aside.seat))) for aside in super().asides(state))


def _one_card(seat: int | None) -> tuple[Throw, ...]:
    return tuple(Throw(seat=seat, slots=(slot,)) for slot in range(1, HAND + 1))


@pytest.mark.parametrize("is_drafted", [False, True])
def test_under_an_open_aside_it_can_be_armed_unless_there_is_a_draft(is_drafted: bool) -> None:
    """The draft has been chosen in the form that stands, and may be none of the other."""
    frogs = at_rest(rules=Choosy())
    frogs.tap(1, times=is_drafted)
    frogs.hold_long(2)
    look(frogs, 1, FURTHER)
    frogs.tap(1, times=1 if is_drafted else 2)
    frogs.hold(1)
    frogs.hold(1)
    assert next(event for event in frogs.happened() if isinstance(event, Hopped)).more == (not is_drafted)


# --- what a list does not tell ---------------------------------------------------------------------------------------


def poorer() -> list[Step]:
    """The steps of a game up to the first turn in which a seat has useless cards as well as useful ones."""
    steps = played(2)
    for at in range(len(steps)):
        asked = session_of(steps[:at]).question
        if asked is not None and isinstance(asked.form, OneOf) and asked.form.barred:
            return steps[:at]
    raise AssertionError("no such moment")


def test_a_card_of_no_use_is_shown_like_the_others_and_stays_in_the_hand() -> None:
    frogs = Frogs(poorer())
    seat, asked = frogs.turn or 0, session_of(poorer()).question
    before = hand(frogs, seat)
    (first, *_) = set(range(1, HAND + 1)) - useful(asked)
    shown = []
    for slot in range(1, HAND + 1):
        frogs.tap(seat)
        shown.append(say(frogs.view).replace(str(slot), "n"))
    assert set(shown) == {"hops | n | which card"}
    frogs.tap(seat, times=first)
    frogs.hold(seat)
    assert say(frogs.view) == "plays |  | a card, a frog | It has no move: take another."
    assert (frogs.happened(), hand(frogs, seat)) == ([], before)
    frogs.tap(seat)
    assert say(frogs.view).startswith("hops | 1 | which card")


class Explaining(TinFrogs):
    """A game with words of its own for a useless card."""

    def objection(self, state: State, intent: Intent) -> Refused | None:  # noqa: ARG002  # always the same
        return Refused("again", text("Not twice the same."))


def test_a_game_may_say_itself_why_a_card_is_of_no_use() -> None:
    """A page that answers with it is told; the display tells nobody."""
    session = session_of(poorer(), rules=Explaining())
    assert session.question is not None
    assert isinstance(session.question.form, OneOf)
    refused = session.answer(session.question.form.barred[0])
    assert isinstance(refused, Refused)
    assert refused.why == text("Not twice the same.")
