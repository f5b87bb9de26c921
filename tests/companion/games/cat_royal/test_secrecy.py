"""Two games that differ only in facts that others have not seen: the box shows the same in both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.booklet import CARDS, FIGURES
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.event import Event, Intent
from companion.kit.question import OneOf
from companion.testing.whole_games import Game, finish

from .positions import RULES, start

pytestmark = pytest.mark.untraced

SEATS = 3


@cache
def played(number: int) -> Game:
    return finish(RULES, start(SEATS, last_deal=6), number)


def moments(number: int) -> Iterator[tuple[State, Event, State]]:
    """The state before an event, the event, and the state after it."""
    state = played(number).start
    assert isinstance(state, State)
    for event in played(number).events:
        after = RULES.evolve(state, event)
        yield state, event, after
        state = after


def other(state: State, viewer: int | None, keep: tuple[int, int] = (0, 0)) -> State:
    """A state that `viewer` cannot tell from the real one: other cards in hands, other seats that have cheated.

    `keep` is an open slot of a seat.
    """
    hands = tuple(
        hand
        if seat == viewer
        else tuple(card if keep == (seat, slot) else _next(str(card)) for slot, card in enumerate(hand, 1))
        for seat, hand in enumerate(state.hands, 1)
    )
    cheated = tuple("" if figure else FIGURES[seat] for seat, figure in enumerate(state.cheated))
    spent = tuple(seat for seat in range(1, SEATS + 1) if (seat in state.spent) == (seat == viewer))
    return replace(state, hands=hands, cheated=cheated, spent=spent)


def _next(card: str) -> str:
    kinds = list(CARDS)
    return kinds[(kinds.index(card) + 5) % len(kinds)]


def drafts(state: State) -> set[Intent]:
    """Every draft on the way to an answer, honest or not."""
    question = RULES.question(state)
    forms = () if question is None or not isinstance(state.phase, Turn) else (question.form, *question.armed)
    found: set[Intent] = set()
    for form in forms:
        assert isinstance(form, OneOf)
        due: list[Intent | None] = [None]
        while due:
            below = form.below(due.pop())
            found |= {*below}
            due += [draft for draft in below if not form.ends(draft)]
    return found


def public(state: State, viewer: int | None) -> list[object]:
    """Everything that is shown without a draft."""
    asides = [aside.name for aside in RULES.asides(state)]
    return [RULES.view(state, viewer), *RULES.pages(state), *asides]


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
@pytest.mark.parametrize("number", [1, 2])
def test_the_table_and_its_pages_are_equal(number: int, viewer: int | None) -> None:
    for _, _, state in moments(number):
        assert public(state, viewer) == public(other(state, viewer), viewer)


@pytest.mark.parametrize("number", [1, 2])
def test_every_draft_is_drawn_equal_for_all_who_do_not_hold_it(number: int) -> None:
    seen = 0
    for _, _, state in moments(number):
        for draft in drafts(state):
            assert isinstance(draft, intents.Play)
            assert draft.seat is not None
            is_open = draft.figure is not None
            there = other(state, None, (draft.seat, draft.slot or 0) if is_open else (0, 0))
            assert RULES.view(state, None, draft) == RULES.view(there, None, draft), draft
            seen += 1
    assert seen > 1000


@pytest.mark.parametrize("cheat", [None, -1, 0, +1])
@pytest.mark.parametrize("number", [1, 2])
def test_news_and_lines_are_equal_whether_a_play_was_a_cheat_or_not(number: int, cheat: int | None) -> None:
    for _, event, state in moments(number):
        there = other(state, None)
        like = replace(event, cheat=cheat) if isinstance(event, events.Played) else event
        assert RULES.tell(state, event) == RULES.tell(there, like)
        assert RULES.line(state, event) == RULES.line(there, like)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_look_holds_nothing_of_others(seat: int) -> None:
    for _, _, state in moments(1):
        there = replace(other(state, seat), spent=state.spent)
        assert RULES.secret(state, seat) == RULES.secret(there, seat)


def test_a_look_has_as_many_pages_after_a_cheat() -> None:
    for _, _, state in moments(1):
        for seat in range(1, SEATS + 1):
            spent = replace(state, spent=(1, 2, 3))
            assert len(RULES.secret(state, seat)) == len(RULES.secret(spent, seat))


def test_a_game_that_named_the_card_would_be_found_out() -> None:
    """The owner's own view names the card, so it differs."""
    state = next(state for _, _, state in moments(1) if isinstance(state.phase, Turn))
    assert isinstance(state.phase, Turn)
    seat = state.phase.seat
    draft = intents.Play(seat=seat, slot=1)
    assert RULES.view(state, seat, draft) != RULES.view(other(state, None), seat, draft)
