"""Who agrees to an undo while several are asked, at the table and in the record."""

from __future__ import annotations

import pytest
from crows.happenings import Ended, Sent
from crows.rules import Crows
from crows.state import State

from companion.kit.errors import WrongLine
from companion.kit.event import Event
from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.match import record, referee
from companion.match.history import Undo
from tests.guests.crows.tests.at_the_field import Field, opened


class Watched(Crows):
    """Everybody learns something from every choice."""

    final = (Ended,)  # type: ignore[misc,assignment]  # of this table alone

    def reveals(self, state: State, event: Event, by: Seat) -> Text | None:  # noqa: ARG002  # whatever it was
        return text("has chosen") if isinstance(event, Sent) else None


@pytest.mark.parametrize(("by", "asked"), [(2, 3), (4, 1), (3, 4)])
def test_the_first_asked_seat_clockwise_from_whose_decision_goes_back_agrees(by: int, asked: int) -> None:
    field = Field(seats=4, rules=Watched())
    field.tap(by)
    field.hold(by)
    field.undo()
    assert field.table.consenting is not None
    assert field.table.consenting.seat == asked
    field.hold(asked)
    entries = field.paper.entries
    assert entries[-1] == Undo(asked)
    field.wait(10.0)
    assert field.view.missing == (1, 2, 3, 4)
    told = record.write(Watched(), opened(), entries, undone=True)
    assert referee.check(Watched(), told).events == 1
    with pytest.raises(WrongLine, match="agreed"):
        referee.check(Watched(), told.replace(f'"agreed": {asked}', f'"agreed": {by}'))
