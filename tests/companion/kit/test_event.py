from __future__ import annotations

import msgspec
import pytest

from companion.kit.errors import Impossible
from companion.kit.event import BySeat, Event, Intent, retold_by_seat


class SomethingHasHappened(Event, frozen=True):
    times: int


class WantMore(Intent, frozen=True, kw_only=True):
    pass


def test_an_event_is_written_under_its_name_in_small_letters() -> None:
    assert msgspec.to_builtins(SomethingHasHappened(2)) == {"event": "something_has_happened", "times": 2}


def test_an_intent_is_the_boxs_own_unless_a_seat_wants_it() -> None:
    assert WantMore().seat is None
    assert msgspec.to_builtins(WantMore(seat=3)) == {"intent": "want_more", "seat": 3}


def test_an_event_has_no_field_nobody_knows() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({"event": "something_has_happened", "times": 2, "why": ""}, SomethingHasHappened)


def test_the_impossible_names_event_and_state() -> None:
    assert (
        str(Impossible(SomethingHasHappened(2), "asleep")) == "SomethingHasHappened(times=2) cannot happen in 'asleep'"
    )


BY_SEAT: BySeat[str] = ((2, "a"), (3, "b"), (1, "c"))


def test_values_by_seat_are_told_again_in_the_order_of_a_record() -> None:
    assert retold_by_seat(BY_SEAT, ((1, "x"), (2, "y"), (3, "z"))) == ((1, "c"), (2, "a"), (3, "b"))


@pytest.mark.parametrize("order", [(), (1, 2), (1, 1, 2, 3), (1, 2, 4), (1, 2, 3, 4)])
def test_a_record_that_names_other_seats_changes_no_order(order: tuple[int, ...]) -> None:
    assert retold_by_seat(BY_SEAT, tuple((seat, "") for seat in order)) == BY_SEAT
