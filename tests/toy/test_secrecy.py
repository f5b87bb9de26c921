"""Two games that differ only in what another seat has not seen: nobody can tell them apart, at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from companion.kit.event import Intent
from companion.kit.question import OneOf, Question
from companion.kit.seats import Seat
from companion.kit.view import View
from companion.match import record
from companion.match.history import Step
from companion.players.fingers import HOLD, PASS, TAP, TAP_BACK, KeyStroke
from tests.toy.frogs_at_the_table import Frogs, opened, played, session_of
from tests.toy.other_hands import other_hands, useful
from tests.toy.tin_frogs import HAND, ROUND, TIN_FROGS, State, TinFrogs

pytestmark = pytest.mark.untraced

SEATS = 3
GAMES = (1, 2)
VIEWERS = (None, 1, 2, 3)


@cache
def moments(number: int) -> tuple[tuple[Step, ...], ...]:
    """The steps of a game up to each of its questions to a seat."""
    steps = played(number, SEATS)
    until = (tuple(steps[:at]) for at in range(len(steps) + 1))
    return tuple(past for past in until if _is_asked(past))


def _is_asked(past: tuple[Step, ...]) -> bool:
    question = session_of(past, SEATS).question
    return question is not None and question.seat is not None


def pairs(number: int, viewer: int | None) -> Iterator[tuple[list[Step], list[Step]]]:
    """Each such moment in the real game, and in another game that `viewer` cannot tell from it."""
    for past in moments(number):
        assert _is_asked(tuple(other_hands(past, viewer)))
        yield list(past), other_hands(past, viewer)


def drafts(question: Question) -> set[Intent]:
    """Every draft on the way to an answer, also of the secret forms."""
    found: set[Intent] = set()
    for form in (question.form, *question.armed):
        assert isinstance(form, OneOf)
        due: list[Intent | None] = [None]
        while due:
            below = form.below(due.pop())
            found |= {*below}
            due += [draft for draft in below if not form.ends(draft)]
    return found


def offered(question: Question | None) -> tuple[object, ...]:
    """What others may see of a question at the keys: who is asked, and which drafts taps can reach."""
    assert question is not None
    forms = [form for form in (question.form, *question.armed) if isinstance(form, OneOf)]
    return question.seat, question.is_secret, question.from_hand, [(form.levels, form.below(None)) for form in forms]


def test_the_other_game_differs_in_every_hand_but_ones_own() -> None:
    for past in moments(1):
        here, there = (session_of(steps, SEATS).state for steps in (past, other_hands(past, 2)))
        assert here.hands[1] == there.hands[1]
        for seat in (0, 2):
            assert all(one != other for one, other in zip(here.hands[seat], there.hands[seat], strict=True))
        assert here.frogs == there.frogs


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("number", GAMES)
def test_views_questions_and_the_record_are_equal(number: int, viewer: int | None) -> None:
    for steps, others in pairs(number, viewer):
        here, there = session_of(steps, SEATS).state, session_of(others, SEATS).state
        asked, asked_there = TIN_FROGS.question(here), TIN_FROGS.question(there)
        assert asked is not None
        assert asked_there is not None
        assert offered(asked) == offered(asked_there)
        assert asked.seat != viewer or asked == asked_there
        assert TIN_FROGS.asides(here) == TIN_FROGS.asides(there)
        for question in (asked, asked_there, *TIN_FROGS.asides(here)):
            for draft in (None, *drafts(question)):
                assert TIN_FROGS.view(here, viewer, draft) == TIN_FROGS.view(there, viewer, draft)
        if viewer is not None:
            assert TIN_FROGS.secret(here, viewer) == TIN_FROGS.secret(there, viewer) != ()
        assert TIN_FROGS.pages(here) == TIN_FROGS.pages(there)
        written, other = (record.write(TIN_FROGS, opened(SEATS), told) for told in (steps, others))
        assert written == other


def fumbling(frogs: Frogs, useful: set[int], viewer: int | None) -> list[tuple[int, KeyStroke]]:
    """What fingers can do now without giving an answer: all keys of the asked seat, the asides, the viewer's own look.

    `useful`: the slots that can be laid in both games. If two frogs could hop, one of these slots is tried.
    """
    turn = frogs.turn
    assert turn is not None
    through = [*TAP * HAND, *TAP_BACK * HAND, *PASS]
    slot = min(useful, default=0) if all(frog.at != ROUND for frog in frogs.state.frogs[turn - 1]) else 0
    tried = [*TAP * slot, *HOLD, *TAP, *PASS, *TAP, *PASS] if slot else []
    chosen = [(turn, stroke) for stroke in (*through, *tried, *PASS, *TAP, *PASS)]
    others = [(seat, stroke) for seat in range(1, SEATS + 1) if seat != turn for stroke in (*TAP, *PASS)]
    look = [] if viewer is None else [(viewer, HOLD[0])]
    return [*look, *chosen, *look, *others]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("number", GAMES[:1])
def test_display_and_strip_are_equal_whatever_fingers_do(number: int, viewer: int | None) -> None:
    told_apart = 0
    for steps, others in pairs(number, viewer):
        here, there = Frogs(steps, SEATS), Frogs(others, SEATS)
        useful_here, useful_there = useful(session_of(steps).question), useful(session_of(others).question)
        told_apart += useful_here != useful_there
        for pair, (key, kind, *_) in fumbling(here, useful_here & useful_there, viewer):
            for frogs in (here, there):
                frogs.tap(pair, key) if kind == "tap" else frogs.reach(pair, key)
            assert here.view == there.view
            assert (here.picture(), here.colours()) == (there.picture(), there.colours())
            if kind == "hold":
                for frogs in (here, there):
                    frogs.let_go(pair, key)
        assert here.happened() == there.happened() == [], "nothing has been said"
    assert told_apart, "no two hands differ in what they can do"


class Telling(TinFrogs):
    """A game that names the card of a slot to everybody."""

    def view(self, state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
        return super().view(state, draft.seat if draft is not None else viewer, draft)


def test_a_game_that_names_the_card_would_be_found_out() -> None:
    told = [drawn(Telling(), *pair) for pair in pairs(1, None)]
    assert all(here != there for here, there in told)
    kept = [drawn(TIN_FROGS, *pair) for pair in pairs(1, None)]
    assert all(here == there for here, there in kept)


def drawn(rules: TinFrogs, steps: list[Step], others: list[Step]) -> list[list[View]]:
    """In both games, every draft of the question as everybody sees it."""
    states = [session_of(told, SEATS).state for told in (steps, others)]
    question = rules.question(states[0])
    assert question is not None
    return [[rules.view(state, None, draft) for draft in sorted(drafts(question), key=str)] for state in states]
