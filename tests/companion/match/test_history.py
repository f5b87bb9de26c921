"""The log of one game: undo takes back a person's decision with all that followed, never half of it."""

from __future__ import annotations

from functools import reduce

import pytest

from companion.kit.event import Event
from companion.match.history import History, Step

BOX, HANS, PIA = None, 1, 2


class Move(Event, frozen=True):
    name: str


def step(seat: int | None, *, is_lot: bool = False) -> Step:
    return Step(seat, is_lot, ())


def history(*seats: int | None) -> History[int]:
    """A history of these steps, taken in states 0, 1, 2 …"""
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


def told(*names: str) -> History[int]:
    """Steps of Hans, each with one event."""
    past = History[int]()
    for at, name in enumerate(names):
        past = past.stepped(Step(HANS, is_lot=False, events=(Move(name),)), at)
    return past


def since(past: History[int], at: int) -> str:
    return "".join(event.name for event in past.since(at) if isinstance(event, Move))


def test_what_has_been_undone_stays_known_in_the_order_in_which_it_was_seen() -> None:
    past = told("a", "b", "c", "d")
    assert since(past, 1) == "bcd"
    back = past.taken_back(3, 4).taken_back(2, 3)
    assert since(back, 1) == "bcd", "undone, it can still be redone"
    other = back.stepped(Step(PIA, is_lot=False, events=(Move("e"),)), 2)
    assert (since(other, 1), since(other, 2)) == ("bcde", "e"), "undone for good it was seen before what came then"
    again = other.taken_back(2, 3).taken_back(1, 2)
    assert since(again, 0) == "abcde"
    assert since(again.stepped(Step(PIA, is_lot=False, events=()), 1), 0) == "abcde"
    assert since(again.restored().restored(), 1) == "bcde"


def test_lots_that_count() -> None:
    past = History[int]().stepped(step(BOX, is_lot=True), 0).stepped(step(HANS), 1).stepped(step(PIA, is_lot=True), 2)
    assert past.lots == 2
    assert past.taken_back(2, 3).lots == 1
    assert past.taken_back(2, 3).restored().lots == 2
