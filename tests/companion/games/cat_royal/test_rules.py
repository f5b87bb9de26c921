"""The game as the box sees it: what may be settled, and its record."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cat_royal import events
from companion.games.cat_royal.options import PRESETS
from companion.games.cat_royal.state import State
from companion.kit.errors import WrongLine
from companion.kit.event import Refused
from companion.match import record, referee
from companion.match.history import Entry
from companion.match.session import Session
from companion.players import bots
from tests.companion.games.cat_royal.any_position import tables
from tests.companion.games.cat_royal.positions import RULES, Choices, start
from tests.companion.games.whole_games import RANDOM, SEED

Row = dict[str, Any]


def random_game(start: State, number: int, most: int = 100_000) -> tuple[list[Entry], Session[State]]:
    """A game by the box's lots and bots that cheat and accuse now and then, up to so many steps."""
    luck, session, entries = random.Random(number), Session(RULES, SEED, start), list[Entry]()
    while (question := session.question) is not None and len(entries) < most:
        step = session.automatic()
        if step is None:
            question = bots.addressed(question, RULES.asides(session.state), luck)
            answer = session.draw(question) if question.by_lot else session.answer(bots.answer(question, luck))
            assert not isinstance(answer, Refused), f"{answer} to {question}"
            step = answer
        for event, before, after in zip(step.events, (step.before, *step.states), step.states, strict=False):
            RULES.audit(before, event, after)
        session = session.apply(step)
        entries.append(step)
    return entries, session


@functools.cache
def lines(number: int = 1, most: int = 100_000, *, secrets: bool = False, **choices: Any) -> list[str]:
    """The record of such a game."""
    table = start(3, **choices)
    entries, _ = random_game(table, number, most)
    return record.write(RULES, table, entries, secrets=secrets).splitlines()


def rows(*args: int, **choices: Any) -> list[Row]:
    """The same, read."""
    return [json.loads(line) for line in lines(*args, **choices)]


# --- what may be settled ---------------------------------------------------------------------------------------------


def test_every_rulebook_can_be_played_and_each_option_set_alone() -> None:
    for rulebook in PRESETS:
        RULES.check({"rulebook": rulebook})
        state = start(2, rulebook=rulebook, tricks=False, holes="pairs")
        assert (state.setup.options.tricks, state.setup.options.holes) == (False, "pairs")
        assert state.setup.options.no_move == PRESETS[rulebook].no_move


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"rulebook": "de"}, "rulebook must be one of manual, app, dog, not 'de'"),
        ({"options": {"holes": "none"}}, "none"),
        ({"options": {"luck": True}}, "luck"),
        ({"last_deal": 0}, "last_deal must be from 1 to 999"),
        ({"board": {}}, "board"),
    ],
)
def test_choices_no_game_can_be_played_by(choices: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        RULES.check(choices)


def test_what_is_agreed_on_is_what_is_played() -> None:
    options = RULES.options({"rulebook": "app"})
    agreed = RULES.agreed(tuple(option.chosen for option in options))
    assert agreed == {"rulebook": "app", "options": {}}
    assert RULES.options(agreed) == options


def test_the_box_always_draws_lots() -> None:
    assert RULES.draws_lots({"cards": "table"})
    assert RULES.draws_lots({"cards": "box"})


def test_no_undo_crosses_a_deal_or_an_accusation() -> None:
    assert set(RULES.final) == {events.Dealt, events.Accused}


# --- random games ----------------------------------------------------------------------------------------------------


@settings(RANDOM, max_examples=12)
@given(table=tables(), number=st.integers(0, 1 << 30), most=st.sampled_from([20, 100, 100_000]))
def test_random_games_by_all_options_are_sound_and_their_records_right(table: State, number: int, most: int) -> None:
    entries, session = random_game(table, number, most)
    for secrets in (False, True):
        found = referee.check(RULES, record.write(RULES, table, entries, secrets=secrets))
        assert found.is_over == (session.question is None)
        assert found.events == sum(len(past.step.events) for past in session.history.done)
        if found.is_seed_open:
            assert found.state == session.state


@pytest.mark.parametrize("rulebook", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_by_a_win(rulebook: str, seats: int) -> None:
    entries, session = random_game(start(seats, rulebook=rulebook), number=seats)
    assert session.question is None
    assert max(map(session.state.home, range(1, seats + 1))) == 4
    assert len(entries) < 10_605


# --- the record ------------------------------------------------------------------------------------------------------

FIELDS = {
    "reshuffled": ["cards"],
    "dealt": ["deal", "hands"],
    "set_out": ["seat", "figure"],
    "shifted": ["seat", "holes"],
    "accused": ["by", "seat", "guilty"],
    "sent_home": ["seat", "figure"],
    "played": ["seat", "card", "copied", "figure", "to", "swapped", "cheat"],
    "captured": ["seat", "figure"],
    "teleported": ["seat", "figure", "to", "swapped"],
    "discarded": ["seat", "card"],
    "forfeited": ["seat", "cards"],
    "ended": ["places", "winners", "seed"],
}


def test_record_has_these_events_and_fields() -> None:
    assert {kind.__struct_config__.tag: list(kind.__struct_fields__) for kind in RULES.events} == FIELDS
    for row in rows()[1:]:
        assert list(row) == ["n", "event", *FIELDS[row["event"]], "after"]
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
    told = rows(4, 200)
    assert {row["cheat"] for row in told if row.get("event") == "played"} == {None}
    assert {card for row in told if row.get("event") == "dealt" for hand in row["hands"].values() for card in hand} == {
        None
    }
    assert {row["cheat"] for row in rows(4, 200, secrets=True) if row.get("event") == "played"} == {0, 1, -1}


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
    """Also in seats, cards and figures that do not exist: the referee says so and stops."""
    told = [json.loads(line) for line in lines(3, 120, secrets=True)]
    plays = [at for at, row in enumerate(told) if row.get("event") in ("played", "discarded", "accused", "dealt")]
    for at in plays[::8]:
        for field, value in (("seat", 9), ("card", "7"), ("figure", "cat"), ("to", ""), ("cheat", 5), ("by", 7)):
            if field in told[at]:
                row = told[at] | {field: value}
                with pytest.raises(WrongLine):
                    referee.check(RULES, "".join(json.dumps(line) + "\n" for line in [*told[:at], row]))


def test_record_hands_may_be_told_in_any_order() -> None:
    options: Choices = {"starter": "rotates"}
    told = [json.loads(line) for line in lines(**options)]
    for row in told[1:]:
        if row["event"] == "dealt":
            row["hands"] = dict(sorted(row["hands"].items()))
    assert referee.check(RULES, "".join(json.dumps(row) + "\n" for row in told)).is_over


def test_record_a_forfeited_hand_is_told() -> None:
    told = rows(4, 400, no_move="forfeit")
    hands = [row["cards"] for row in told if row.get("event") == "forfeited"]
    assert hands
    assert None not in [card for hand in hands for card in hand]
    assert referee.check(RULES, "\n".join(lines(4, 400, no_move="forfeit")) + "\n").events
