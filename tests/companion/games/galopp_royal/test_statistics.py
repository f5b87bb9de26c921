"""What is counted in a game: by hand on a few events, and on the records of whole games."""

from __future__ import annotations

import functools
import json
import operator
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import DECK, SCHEMER
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.games.galopp_royal.statistics import counts, sheets, worth
from companion.kit.event import Event
from companion.kit.tally import Cell, Occurrence, TallySheet, counted

RECORDS = Path(__file__).parents[3] / "records"

START_TEAMS: list[Event] = [
    events.Unsold(("1", "1", "-2")),
    events.Sold(1, 7, ("1", "2", "3", SCHEMER)),
    events.Laid(1, ("1", "2", "3", SCHEMER)),
    events.Assigned(2, 10, ("-2", "-2", "5", "5")),
    events.Laid(2, ("-2", "-2", "5", "5")),
]
RACE: list[Event] = [
    events.RaceBegan(1, 1),
    events.Rolled(1, 1, "1"),
    events.Moved(1, ((1, 1),)),
    events.Rolled(2, 1, "-2"),
    events.Moved(2, ((2, -2),)),
    events.Ponded(2, 3),
    events.Finished(1, 1),
    events.RaceEnded(1, 2),
]
LATER: list[Event] = [
    events.Sold(2, 3, ("5", "5", "5", "5")),
    events.Laid(2, ("5", "5", "5", "5")),
    events.Unsold(("1", "1", "1")),
    events.Ended(((1, 40), (2, 40), (3, 39)), (1, 2), None),
]


def rows(name: str, told: list[Event]) -> tuple[tuple[Cell, ...], ...]:
    return sheet(name, told).rows


def sheet(name: str, told: list[Event]) -> TallySheet:
    (found,) = (sheet for sheet in sheets(Counter(counts(told))) if sheet.name == name)
    return found


def test_the_facts_of_a_short_game_by_hand() -> None:
    assert list(counts([*START_TEAMS, *RACE, *LATER])) == [
        Occurrence("auctions", 0, 0),
        Occurrence("auctions", 0, 7),
        Occurrence("prices", 8, 7),
        Occurrence("turns", 1, 2),
        Occurrence("pond", 1, 1),
        Occurrence("auctions", 1, 3),
        Occurrence("prices", 20, 3),
        Occurrence("auctions", 1, 0),
        Occurrence("coins", 1, 40),
        Occurrence("coins", 2, 40),
        Occurrence("coins", 3, 39),
        Occurrence("won", 1, 2),
        Occurrence("won", 2, 2),
    ]


def test_a_race_that_has_not_ended_is_not_counted() -> None:
    assert not list(counts(RACE[:-1]))


def test_two_races_are_counted_apart_and_together() -> None:
    second: list[Event] = [events.RaceBegan(2, 1), *RACE[1:3], *RACE[1:3], *RACE[1:3], events.RaceEnded(2, 1)]
    assert rows("turns", [*RACE, *second]) == ((1, 2.0, 2, 2, 2, 2), (2, 3.0, 3, 3, 3, 3), ("all", 2.5, 2, 2, 3, 3))
    pond = sheet("pond", [*RACE, *second])
    assert pond.columns == ("race", "0", "1")
    assert pond.rows == ((1, 0.0, 100.0), (2, 100.0, 0.0), ("all", 50.0, 50.0))


def test_a_team_without_a_bid_is_unsold_and_the_last_team_is_no_auction() -> None:
    told = [*START_TEAMS, *RACE, *LATER]
    assert rows("auctions", told) == (
        ("start", 2, 50.0, 50.0, 7.0, 7, 7, 7, 7),
        ("after 1", 2, 50.0, 50.0, 3.0, 3, 3, 3, 3),
    )


def test_if_nothing_was_sold_there_is_no_price() -> None:
    assert rows("auctions", START_TEAMS[:1]) == (("start", 1, 0.0, 100.0, None, None, None, None, None),)


def test_a_shared_win_counts_half_and_a_seat_without_a_win_is_there_too() -> None:
    told = [*LATER, events.Ended(((1, 60), (2, 40), (3, 39)), (1,), None)]
    assert [row[:3] for row in rows("seats", told)] == [(1, 75.0, 50.0), (2, 25.0, 40.0), (3, 0.0, 39.0)]


@pytest.mark.parametrize(
    ("cards", "spaces"),
    [(("1", "2", "3", "5"), 11), (("-2",) * 4, -8), (("5",) * 4, 20), ((SCHEMER,) * 4, 8)],
)
def test_worth_is_the_sum_of_the_spaces_with_the_schemer_as_two(cards: tuple[str, ...], spaces: int) -> None:
    assert worth(cards) == spaces


def test_every_bearer_of_the_deck_has_a_worth() -> None:
    assert worth(DECK) == 1 + 2 + 3 + 5 - 2 + 2


@pytest.mark.parametrize(
    ("name", "turns", "pond", "prices"),
    [
        ("random-3-de-real-cards", [21, 20, 23, 19, 40, 23], [1, 0, 0, 1, 0, 1], [1, 1, 3, 4, 4, 4, 5, 5, 6, 33]),
        ("random-4-en", [36, 31, 35, 39, 26, 53], [0, 1, 0, 0, 1, 0], [1, 2, 3, 3, 4, 8, 10, 11, 13, 16, 17, 19]),
        (
            "random-6-fr",
            [39, 42, 40, 50, 91, 54],
            [1, 1, 2, 1, 0, 1],
            [2, 7, 8, 10, 10, 11, 12, 13, 14, 15, 18, 23, 23, 26, 28],
        ),
    ],
)
def test_records_are_counted_as_they_were_by_hand(
    name: str, turns: list[int], pond: list[int], prices: list[int]
) -> None:
    lines = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    tally = Counter(counts(event for line in lines if (event := read(json.loads(line))) is not None))
    assert counted(tally, "turns") == {race: {length: 1} for race, length in enumerate(turns, 1)}
    assert counted(tally, "pond") == {race: {fallen: 1} for race, fallen in enumerate(pond, 1)}
    assert sorted(sum(counted(tally, "prices").values(), Counter[int]()).elements()) == prices


def read(row: dict[str, object]) -> Event | None:
    """An event of a record; events with values by seat, except the last one, are not counted."""
    fields = {key: value for key, value in row.items() if key not in ("n", "after")}
    if row["event"] in ("dealt", "moved"):
        return None
    if isinstance(coins := fields.get("coins"), dict):
        fields["coins"] = [(int(seat), amount) for seat, amount in coins.items()]
    return msgspec.convert(fields, functools.reduce(operator.or_, GALOPP_ROYAL.events))
