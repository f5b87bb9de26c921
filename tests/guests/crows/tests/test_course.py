"""How a game went, and what is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from crows.happenings import Ended, Fed, Landed, Sent, Sown, Stayed
from crows.rules import CROWS
from crows.state import State

from companion.kit.event import Event
from companion.kit.text import speak
from tests.guests.crows.tests.at_the_field import opened

EVENTS: tuple[Event, ...] = (
    *(Sown(("5",)), Sent(1, "3"), Sent(2, "3"), Sent(3, "3"), Landed(("3", "3", "3")), Stayed(5)),
    *(Sown(("2",)), Sent(3, "8"), Sent(2, "7"), Sent(1, "8"), Landed(("8", "7", "8")), Fed(2, 7)),
)


def told(events: tuple[Event, ...] = EVENTS) -> Iterator[tuple[State, Event]]:
    state = opened(3)
    for event in events:
        state = CROWS.evolve(state, event)
        yield state, event


def test_corn_grows_from_round_to_round() -> None:
    (corn,) = CROWS.curves(told())
    assert corn.counts == ((0, 0, 0), (0, 0, 0), (0, 7, 0))
    assert corn.stages == ("0", "1", "2")
    assert CROWS.curves(told(EVENTS[:5])) == ()


def test_meals_are_counted_when_the_game_has_ended() -> None:
    assert [*CROWS.counts(EVENTS)] == []
    tally = Counter(CROWS.counts((*EVENTS, Ended(None))))
    assert {count.row: count.value for count in tally} == {"rounds with a meal": 1, "rounds without": 1}
    (sheet,) = CROWS.sheets(tally)
    assert [row[:2] for row in sheet.rows] == [("rounds with a meal", 1.0), ("rounds without", 1.0)]
    assert CROWS.sheets(Counter())[0].rows == ()


def test_the_summary_has_the_meals_and_the_quarrels_of_each_seat() -> None:
    meals, quarrels = CROWS.summary(told())
    assert [speak(line, str).split() for line in meals.lines] == [["Hans", "0"], ["Pia", "1"], ["Werner", "0"]]
    assert [speak(line, str).split()[-1] for line in quarrels.lines] == ["2", "1", "2"]
    assert CROWS.summary(()) == ()
