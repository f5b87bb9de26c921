"""Which seats bots played for: as a record's header says it, and as the referee reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.kit.policy import LEVELS
from companion.match import record
from companion.match.history import Redo, Undo
from companion.match.stints import HandOver
from tests.companion.games.galopp_royal.positions import RULES, bid
from tests.companion.match.any_record import SOLD, Row, fault, opening, refereed, rows, whole

PLAYED = (bid(1, 5), bid(2, 6), bid(3, 7))
"""They follow the deal, so they are events 2, 3 and 4, made by entries 2, 3 and 4."""


def stint(seat: int, level: str, first: object, last: object) -> Row:
    return {"seat": seat, "level": level, "from": first, "to": last}


def of_bots(*answers: Any, handed: Sequence[HandOver]) -> object:
    """What the header says after these entries."""
    state, entries, _ = opening(*answers)
    lines = rows(record.write(RULES, state, entries, handed=handed))
    assert refereed(lines).events == len(lines) - 1, "as the referee takes it"
    return lines[0].get("bots")


def test_a_game_of_people_says_nothing_of_bots() -> None:
    assert of_bots(*PLAYED, handed=()) is None
    assert of_bots(*PLAYED, handed=[HandOver(0, {}), HandOver(2, {2: "strong"}), HandOver(2, {})]) is None, (
        "never played"
    )


def test_a_bot_that_has_always_played_there() -> None:
    assert of_bots(*PLAYED, handed=[HandOver(0, {3: "strong"})]) == [stint(3, "strong", 1, None)]


def test_a_bot_that_came_and_went_and_one_that_took_over_from_it() -> None:
    handed = [
        HandOver(1, {2: "simple", 4: "random"}),
        HandOver(2, {2: "strong", 4: "random"}),
        HandOver(3, {2: "strong"}),
    ]
    assert of_bots(*PLAYED, handed=handed) == [
        stint(2, "simple", 2, 2),
        stint(2, "strong", 3, None),
        stint(4, "random", 2, 3),
    ]


def test_one_that_has_come_since_the_last_event_plays_from_the_next_one_on() -> None:
    """Lines that were undone meanwhile may say that there was nobody to ask."""
    assert of_bots(*PLAYED, handed=[HandOver(4, {1: "simple"})]) == [stint(1, "simple", 5, None)]


def test_one_that_has_gone_since_the_last_event_has_not_played_to_the_end() -> None:
    assert of_bots(*PLAYED, handed=[HandOver(0, {1: "simple"}), HandOver(4, {})]) == [stint(1, "simple", 1, 4)]


def test_undone_turns_belong_to_those_who_sit_there_when_they_are_played_again() -> None:
    handed = [HandOver(0, {2: "simple"}), HandOver(3, {})]
    assert of_bots(*PLAYED[:2], Undo(), PLAYED[1], handed=handed) == [stint(2, "simple", 1, 2)]
    assert of_bots(*PLAYED[:2], Undo(), Redo(), handed=handed) == [stint(2, "simple", 1, 3)], "as it was played"


@pytest.mark.parametrize(
    ("told", "came"),
    [
        (None, "Expected `array`, got `null`"),
        ({}, "Expected `array`, got `object`"),
        ([2], "Expected `object`, got `int`"),
        ([stint(5, "simple", 1, None)], "there is no seat 5"),
        ([stint(0, "simple", 1, None)], "there is no seat 0"),
        ([stint(2, "clever", 1, None)], "Invalid enum value 'clever'"),
        ([stint(2, "simple", 0, None)], "Expected `int` >= 1"),
        ([stint(2, "simple", True, None)], "Expected `int`, got `bool`"),
        ([stint(2, "simple", 1.0, None)], "Expected `int`, got `float`"),
        ([stint(2, "simple", 4, 3)], "seat 2 is played from 4 to 3"),
        ([stint(2, "simple", 1, 5), stint(2, "strong", 5, 6)], "seat 2 is played twice at 5"),
        ([stint(2, "simple", 1, None), stint(2, "strong", 5, None)], "seat 2 is played twice at 5"),
        ([{"seat": 2, "level": "simple", "from": 1}], "Object missing required field `to`"),
        ([stint(2, "simple", 1, None) | {"name": "R2"}], "Object contains unknown field `name`"),
    ],
)
def test_what_no_bot_can_have_done_is_a_fault_of_the_header(told: object, came: str) -> None:
    state, entries, _ = opening(*SOLD)
    lines = rows(record.write(RULES, state, entries))
    lines[0]["bots"] = told
    wrong = fault(lines)
    assert wrong.line == 1
    assert f"line 1, header: expected bots with seat, level, from and to; came {came}" in str(wrong)


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_is_known_and_a_record_that_is_cut_off_may_promise_more_events(level: str) -> None:
    lines = rows(whole())
    n = lines[-1]["n"]
    lines[0]["bots"] = [stint(1, level, 1, n), stint(2, level, 3, 3), stint(2, level, n, None)]
    assert [each.level for each in refereed(lines).stints] == [level] * 3
    for beyond in (stint(1, level, 1, n + 1), stint(1, level, n + 1, None)):
        lines[0]["bots"] = [beyond]
        assert f"came {n + 1}" in str(fault(lines))
        assert not refereed(lines[:-1]).is_over
