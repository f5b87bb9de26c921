"""How a game went, and what is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mia.happenings import Doubted, Ended, Lost, Opened, Rolled, Said
from mia.rules import MIA
from mia.state import State

from companion.kit.event import Event
from companion.kit.text import joined, text
from tests.guests.mia.tests.at_the_cup import opened

EVENTS = (
    *(Rolled(1, ("31",)), Said(1, "54"), Doubted(2), Opened(1, ("31",)), Lost(1, 1)),
    *(Rolled(1, ("63",)), Said(1, "63"), Doubted(2), Opened(1, ("63",)), Lost(2, 1)),
    *(Rolled(2, ("66",)), Said(2, "21"), Lost(3, 1)),
)


def told(events: tuple[Event, ...] = EVENTS) -> Iterator[tuple[State, Event]]:
    state = opened(3)
    for event in events:
        state = MIA.evolve(state, event)
        yield state, event


def test_lies_that_were_found_and_doubts_of_the_truth_are_told_by_name() -> None:
    found, wrong = MIA.summary(told())
    assert (found.title, wrong.title) == (text("Lies found"), text("Doubted truth"))
    assert [found.lines[0], wrong.lines[1]] == [joined("Hans", "1"), joined("Pia", "1")]
    assert [found.lines[1], wrong.lines[0]] == [joined("Pia", "0"), joined("Hans", "0")]
    assert MIA.summary(()) == ()


def test_lives_fall_from_round_to_round() -> None:
    (lives,) = MIA.curves(told())
    assert lives.counts == ((3, 3, 3), (2, 3, 3), (2, 2, 3), (2, 2, 2))
    assert lives.stages == ("0", "1", "2", "3")
    assert MIA.curves(told(EVENTS[:3])) == ()


def test_what_happens_in_a_game_is_counted_when_it_has_ended() -> None:
    assert [*MIA.counts(EVENTS)] == []
    tally = Counter(MIA.counts((*EVENTS, Ended(1, None))))
    assert {count.row: count.value for count in tally} == {
        "rounds": 3, "claims": 3, "lies opened": 1, "truths opened": 1,
    }  # fmt: skip
    (sheet,) = MIA.sheets(tally)
    assert [row[:2] for row in sheet.rows] == [
        ("rounds", 3.0),
        ("claims", 3.0),
        ("lies opened", 1.0),
        ("truths opened", 1.0),
    ]
    assert MIA.sheets(Counter())[0].rows == ()
