"""The log of one game: undo takes back a person's decision with all that followed, never half of it."""

from __future__ import annotations

from functools import reduce

import pytest

from companion.kit.event import Event
from companion.match.history import History, Step

BOX, HANS, PIA = None, 1, 2


class Move(Event, frozen=True):
    pass


class Verdict(Event, frozen=True):
    pass


def step(seat: int | None, *, is_lot: bool = False) -> Step:
    return Step(seat, is_lot, ())


def history(*seats: int | None) -> History[int]:
    """One step each, taken in states 0, 1, 2 …"""
    return reduce(lambda past, item: past.stepped(step(item[1]), item[0]), enumerate(seats), History[int]())


@pytest.mark.parametrize(
    ("seats", "last"),
    [
        ((), None),
        ((BOX,), None),
        ((HANS,), 0),
        ((HANS, PIA), 1),
        ((HANS, BOX, BOX), 0),
        ((BOX, HANS, PIA, BOX), 2),
    ],
)
def test_the_last_decision_is_a_persons(seats: tuple[int | None, ...], last: int | None) -> None:
    assert history(*seats).last_decision == last


def test_taking_back_and_restoring() -> None:
    past = history(HANS, BOX, PIA, BOX)
    back = past.taken_back(2, 4)
    assert [item.before for item in back.done] == [0, 1]
    assert [([past.before for past in undone.steps], undone.after) for undone in back.undone] == [([2, 3], 4)]
    assert back.restored() == past


def test_undoing_twice_is_redone_in_the_other_order() -> None:
    past = history(HANS, PIA)
    twice = past.taken_back(1, 2).taken_back(0, 1)
    assert twice.done == ()
    once = twice.restored()
    assert [item.step.seat for item in once.done] == [HANS]
    assert once.restored() == past


def test_a_new_step_forgets_what_could_be_redone() -> None:
    assert history(HANS, PIA).taken_back(1, 2).stepped(step(PIA), 1).undone == ()


def test_what_is_final_stays_with_all_that_was_done_before_it() -> None:
    past = history(HANS, PIA)
    verdict = past.stepped(Step(HANS, is_lot=False, events=(Move(), Verdict())), 2).stepped(step(BOX), 3)
    assert [verdict.stays(at, (Verdict,)) for at in range(4)] == [True, True, True, False]
    assert not verdict.stays(0, ())


def test_lots_that_count() -> None:
    past = History[int]().stepped(step(BOX, is_lot=True), 0).stepped(step(HANS), 1).stepped(step(PIA, is_lot=True), 2)
    assert past.lots == 2
    assert past.taken_back(2, 3).lots == 1
    assert past.taken_back(2, 3).restored().lots == 2
