"""The record of the game: its fields, its secrets, and its possible faults."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from companion.kit.errors import WrongLine
from companion.match import record, referee
from companion.testing.whole_games import SEED
from tests.companion.games.cat_royal.positions import RULES, start
from tests.companion.games.cat_royal.random_games import random_game

pytestmark = pytest.mark.untraced

Row = dict[str, Any]


@functools.cache
def lines(number: int = 1, most: int = 100_000, *, secrets: bool = False, **choices: Any) -> list[str]:
    """The record of this game, line by line."""
    table = start(3, **choices)
    entries, _ = random_game(table, number, most)
    return record.write(RULES, table, entries, secrets=secrets).splitlines()


def rows(*args: int, **choices: Any) -> list[Row]:
    """The same lines, read as JSON."""
    return [json.loads(line) for line in lines(*args, **choices)]


FIELDS = {
    "reshuffled": ["cards"],
    "dealt": ["deal", "hands"],
    "set_out": ["seat", "figure"],
    "shifted": ["seat", "holes"],
    "accused": ["by", "seat", "guilty"],
    "sent_home": ["seat", "figure"],
    "played": ["seat", "card", "copied", "figure", "to", "swapped", "cheat", "of"],
    "captured": ["seat", "figure"],
    "teleported": ["seat", "figure", "to", "swapped"],
    "discarded": ["seat", "card"],
    "forfeited": ["seat", "cards"],
    "ended": ["places", "winners", "seed"],
    "handed": ["cards"],
}
UNTOLD = {"chosen", "taken_back"}
"""Kinds of event that no record has."""


def test_record_has_these_events_and_fields() -> None:
    kinds = {str(kind.__struct_config__.tag): list(kind.__struct_fields__) for kind in RULES.events}
    assert {kind: fields for kind, fields in kinds.items() if kind not in UNTOLD} == FIELDS
    for row in rows()[1:]:
        assert list(row) == ["n", "event", *(field for field in FIELDS[row["event"]] if field != "of"), "after"]
        assert list(row["after"]) == ["at", "holes", "cards"]


def test_record_opens_with_its_header() -> None:
    header = rows()[0]
    assert list(header) == [
        *("record", "game", "rulebook", "options", "duties", "seats", "first", "board", "deck", "last_deal"),
        "commitment",
    ]
    assert header["board"] == {
        "loop": 64,
        "goal": 4,
        "starts": {"red": 1, "blue": 17, "green": 33, "yellow": 49},
        "holes": [27, 43, 59, 11],
    }
    assert list(header["deck"].values()) == [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 10, 10, 7, 6, 7]


def test_record_of_a_running_game_hides_hands_and_cheats() -> None:
    told = rows(5, 200)
    assert {row["cheat"] for row in told if row.get("event") == "played"} == {None}
    assert {card for row in told if row.get("event") == "dealt" for hand in row["hands"].values() for card in hand} == {
        None
    }
    assert {row["cheat"] for row in rows(5, 200, secrets=True) if row.get("event") == "played"} == {0, 1, -1}


def test_record_of_an_ended_game_hides_nothing() -> None:
    assert {row["cheat"] for row in rows() if row.get("event") == "played"} == {0, 1, -1}
    assert rows()[-1]["seed"] == SEED
    hidden = [
        json.dumps(json.loads(line) | {"cheat": None}) if '"event": "played"' in line else line for line in lines()
    ]
    hidden[-1] = json.dumps(json.loads(hidden[-1]) | {"seed": None})
    with pytest.raises(WrongLine):
        referee.check(RULES, "\n".join(hidden) + "\n")


def test_record_a_hidden_cheat_in_an_ended_game_without_a_promise_is_a_fault() -> None:
    told = [json.loads(line) for line in lines()]
    told[0]["commitment"] = told[-1]["seed"] = None
    referee.check(RULES, "".join(json.dumps(row) + "\n" for row in told))
    first = next(at for at, row in enumerate(told) if row.get("event") == "played")
    told[first]["cheat"] = None
    with pytest.raises(WrongLine) as raised:
        referee.check(RULES, "".join(json.dumps(row) + "\n" for row in told))
    assert raised.value.line == first + 1


def test_record_real_hands_stay_null() -> None:
    told = rows(2, cards="table")
    assert {card for row in told if row.get("event") == "dealt" for hand in row["hands"].values() for card in hand} == {
        None
    }
    assert told[-1]["event"] == "ended"
    referee.check(RULES, "\n".join(lines(2, cards="table")) + "\n")


SPOILED: dict[str, Callable[[Row], object]] = {
    "a field more": lambda row: row.update(more=1),
    "a number that is none": lambda row: row.update(n=1.0),
    "a figure elsewhere": lambda row: row["after"]["at"]["1"].reverse() or row["after"]["at"]["1"].append(3),
    "a position told as a fraction": lambda row: row["after"]["holes"].__setitem__(0, row["after"]["holes"][0] + 0.0),
    "a count told as true": lambda row: row["after"]["cards"].update({"1": True}),
    "one card more": lambda row: row["after"]["cards"].update({"1": 9}),
}


@pytest.mark.parametrize("how", SPOILED)
def test_record_any_such_change_is_a_fault_of_its_line(how: str) -> None:
    told = [json.loads(line) for line in lines(1, 60, secrets=True)]
    for at in range(1, len(told), 7):
        row = json.loads(json.dumps(told[at]))
        SPOILED[how](row)
        with pytest.raises(WrongLine) as raised:
            referee.check(RULES, "".join(json.dumps(line) + "\n" for line in [*told[:at], row]))
        assert raised.value.line == at + 1


def test_record_every_change_of_a_play_is_a_fault_or_another_play() -> None:
    """This includes seats, cards and figures that do not exist: the referee says so and stops."""
    told = [json.loads(line) for line in lines(3, 120, secrets=True)]
    plays = [at for at, row in enumerate(told) if row.get("event") in ("played", "discarded", "accused", "dealt")]
    for at in plays[::8]:
        for field, value in (("seat", 9), ("card", "7"), ("figure", "cat"), ("to", ""), ("cheat", 5), ("by", 7)):
            if field in told[at]:
                row = told[at] | {field: value}
                with pytest.raises(WrongLine):
                    referee.check(RULES, "".join(json.dumps(line) + "\n" for line in [*told[:at], row]))


def test_record_hands_stand_in_the_order_in_which_they_were_dealt() -> None:
    told = [json.loads(line) for line in lines(starter="rotates")]
    deals = [at for at, row in enumerate(told) if row.get("event") == "dealt"][:3]
    assert {next(iter(told[at]["hands"])) for at in deals} == {"1", "2", "3"}
    for at in deals:
        hands = told[at]["hands"]
        for order in permutations(hands):
            row = {**told[at], "hands": {seat: hands[seat] for seat in order}}
            text = "".join(json.dumps(line) + "\n" for line in [*told[:at], row])
            if list(order) == list(hands):
                referee.check(RULES, text)
            else:
                with pytest.raises(WrongLine, match=f"line {at + 1}, dealt: expected .*; came .*"):
                    referee.check(RULES, text)


def test_record_places_may_be_told_in_any_order() -> None:
    *told, end = [json.loads(line) for line in lines(last_deal=1)]
    for order in permutations(end["places"]):
        row = {**end, "places": {seat: end["places"][seat] for seat in order}}
        assert referee.check(RULES, "".join(json.dumps(line) + "\n" for line in [*told, row])).is_over


def test_record_a_forfeited_hand_is_told() -> None:
    told = rows(4, 400, no_move="forfeit")
    hands = [row["cards"] for row in told if row.get("event") == "forfeited"]
    assert hands
    assert None not in [card for hand in hands for card in hand]
    assert referee.check(RULES, "\n".join(lines(4, 400, no_move="forfeit")) + "\n").events
