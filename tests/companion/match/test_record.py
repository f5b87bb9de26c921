"""Writing the game record: the referee accepts how secrets and undone events are written."""

from __future__ import annotations

import functools
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.galopp_royal.state import State
from companion.kit.event import Intent
from companion.match import record
from companion.match.history import Entry, Redo, Step, Undo
from companion.match.session import Session
from companion.testing.whole_games import SEED, chosen, finish, taken_back
from tests.companion.games.galopp_royal.positions import RULES, bid, passes, start
from tests.companion.games.whole_games import RANDOM, some
from tests.companion.match.any_record import SOLD, Row, at, check, fault, opening, rows, whole, written

pytestmark = pytest.mark.untraced

# --- writing ---------------------------------------------------------------------------------------------------------


def test_the_header() -> None:
    first = rows(written())[0]
    assert list(first) == [
        "record",
        "game",
        "rulebook",
        "options",
        "duties",
        "seats",
        "first",
        "capital",
        "board",
        "deck",
        "commitment",
    ]
    assert first["record"] == 1
    assert first["game"] == "galopp-royal"
    assert first["seats"][0] == {"seat": 1, "name": "Hans", "colour": "red"}
    assert first["options"] == {
        "next_opener": "clockwise",
        "schemer": "both",
        "race_end": "third_place",
        "pond_prize": "three_players",
        "start_teams": "at_once",
        "open_cash": True,
    }
    assert first["duties"] == {"cards": "box", "die": "box"}
    assert first["board"]["finishes"] == [20, 21, 22, 23, 24, 25]
    assert first["deck"] == {"1": 8, "2": 8, "3": 7, "5": 5, "-2": 6, "+2/-2": 6}


def test_one_line_an_event_with_coins_and_chairs_after_it() -> None:
    lines = written(*SOLD).splitlines()
    assert lines[2] == (
        '{"n": 2, "event": "bid", "seat": 1, "amount": 5, "after": '
        '{"coins": {"1": 50, "2": 50, "3": 50, "4": 50}, "at": {"1": 5, "2": 5, "3": 5, "4": 5}}}'
    )
    assert lines[5].startswith('{"n": 5, "event": "passed", "seat": 4, "leaves": false, ')
    assert lines[6].startswith('{"n": 6, "event": "sold", "seat": 1, "price": 5, "cards": ["')
    assert '"coins": {"1": 45, ' in lines[6]


def test_a_name_is_written_as_it_is_spoken() -> None:
    state = start(3)
    header: Row = RULES.header(state)
    header["seats"][1]["name"] = "Zoë"
    assert '"name": "Zoë"' in record.write(RULES, RULES.read_header(header), ())


def test_places_and_the_end_as_the_record_spells_them() -> None:
    lines = rows(whole())
    ended = lines[-1]
    assert ended["event"] == "ended"
    assert ended["seed"] == SEED
    assert ended["coins"] == ended["after"]["coins"]
    finished = lines[at(lines, "finished")]
    assert finished["after"]["at"][str(finished["seat"])] == "F1"
    moved = lines[at(lines, "finished") - 1]
    assert moved["after"]["at"][str(finished["seat"])] >= 20
    assert {row["event"] for row in lines[1:]} >= {"dealt", "rolled", "moved", "paid", "removed", "drew", "reshuffled"}


def test_a_races_last_positions_stand_until_its_last_prize() -> None:
    lines = rows(whole())
    end = at(lines, "race_ended")
    assert set(lines[end]["after"]["at"].values()) != {5}
    final = max(line for line in range(end, end + 4) if lines[line]["event"] == "paid")
    assert set(lines[final - 1]["after"]["at"].values()) != {5}
    assert set(lines[final]["after"]["at"].values()) == {5}
    assert set(lines[-1]["after"]["at"].values()) != {5}


# --- secrets ---------------------------------------------------------------------------------------------------------


def test_secret_cards_are_null_while_the_game_runs() -> None:
    lines = rows(written(*passes(1, 2), seats=3))
    assert lines[1]["hands"] == {"1": [None], "2": [None], "3": [None]}
    assert lines[1]["open"] != [None]
    unsold = rows(written(*passes(1, 2, 3), seats=3))
    assert unsold[at(unsold, "unsold")]["cards"] == [None, None, None, *lines[1]["open"]]
    sold = rows(written(*SOLD))
    assert None not in sold[at(sold, "sold")]["cards"]


def test_secrets_are_written_on_request() -> None:
    lines = rows(written(*passes(1, 2), seats=3, secrets=True))
    assert [card for hand in lines[1]["hands"].values() for card in hand].count(None) == 0


def test_once_it_has_ended_everything_is_in_the_open() -> None:
    for row in rows(whole()):
        assert "null" not in json.dumps({key: row[key] for key in ("hands", "open", "cards") if key in row})


def test_a_running_record_with_and_without_secrets_is_refereed() -> None:
    for secrets in (False, True):
        state, entries, session = opening(*SOLD, *passes(2, 3, 4), *passes(3, 4, 2))
        text = record.write(RULES, state, entries, secrets=secrets)
        last, count = check(text)
        assert count == sum(len(step.events) for step in entries if isinstance(step, Step))
        assert RULES.standing(last) == RULES.standing(session.state)
        assert (last == session.state) is secrets


@settings(RANDOM, max_examples=some(30))
@given(number=st.integers(0, 1 << 30), seats=st.integers(3, 6), steps=st.integers(1, 400))
def test_any_running_record_is_refereed_though_its_hands_are_null(number: int, seats: int, steps: int) -> None:
    game = finish(RULES, start(seats), number)
    assert isinstance(game.start, State)
    entries = game.entries[:steps]
    text = record.write(RULES, game.start, entries)
    assert check(text)[1] == sum(len(step.events) for step in entries)


# --- undone events ---------------------------------------------------------------------------------------------------


def test_undone_events_are_left_out() -> None:
    assert written(bid(1, 5), Undo(), bid(1, 6)) == written(bid(1, 6))
    assert written(bid(1, 5), *passes(2), Undo(), Undo(), Redo()) == written(bid(1, 5))


def test_all_shows_undone_events_with_a_mark() -> None:
    text = written(bid(1, 5), Undo(), bid(1, 6), undone=True)
    told = [(row["n"], row.get("amount"), row.get("undone")) for row in rows(text)[2:]]
    assert told == [(2, 5, True), (2, 6, None)]
    assert check(text)[1] == 2


def test_all_shows_redone_events_without_a_mark() -> None:
    text = written(bid(1, 5), *passes(2), Undo(), Undo(), Redo(), undone=True)
    assert [(row["event"], row.get("undone")) for row in rows(text)[2:]] == [("bid", None), ("passed", True)]
    assert check(text)[1] == 2


def test_undone_secrets_are_secrets_too() -> None:
    text = written(*SOLD, Undo(), undone=True)
    assert [row["hands"] for row in rows(text) if row.get("undone") and row["event"] == "dealt"] == [
        {"2": [None], "3": [None], "4": [None]}
    ]


@settings(RANDOM, max_examples=some(30))
@given(number=st.integers(0, 1 << 30))
def test_all_of_a_game_with_many_second_thoughts_is_refereed(number: int) -> None:
    luck = random.Random(number)
    state = start(4)
    session, entries = Session(RULES, SEED, state), list[Entry]()
    for _ in range(150):
        step: object = session.automatic()
        if step is None and session.question is not None and luck.random() < 0.3:
            step = luck.choice((functools.partial(taken_back, session), session.redo))()
        if not isinstance(step, Step | Undo | Redo):
            question = session.question
            assert question is not None
            step = session.draw(question) if question.by_lot else session.answer(chosen(question, luck))
        assert isinstance(step, Step | Undo | Redo)
        session = session.apply(step)
        entries.append(step)
    everything = record.write(RULES, state, entries, secrets=True, undone=True)
    assert check(everything) == check(record.write(RULES, state, entries, secrets=True))
    assert check(everything)[0] == session.state
    steps = sum(len(entry.events) for entry in entries if isinstance(entry, Step))
    assert len(everything.splitlines()) == 1 + steps


def test_an_undone_line_is_refereed() -> None:
    lines = rows(written(bid(1, 5), *passes(2), Undo(), bid(2, 6), undone=True))
    assert [row.get("undone") for row in lines] == [None, None, None, True, None]
    for key, value in (("seat", 3), ("leaves", True), ("event", "sold"), ("n", 2), ("n", 4), ("n", None)):
        assert fault([*lines[:3], lines[3] | {key: value}, lines[4]]).line == 4, key
    lines[3]["after"]["coins"]["1"] = 51
    assert fault(lines).line == 4


def test_what_was_undone_has_branched_off_where_its_number_says() -> None:
    """Two undos in a row, then another branch, then two more undos, one of them taken back."""
    said: list[Intent | Undo | Redo] = [bid(1, 5), bid(2, 6), *passes(3), Undo(), Undo(), bid(2, 7), *passes(3)]
    said += [Undo(), bid(3, 8), Undo(), Undo(), Redo(), Redo(), Undo(), bid(3, 9)]
    text = written(*said, undone=True)
    told = [(row["n"], row["event"], row.get("amount"), "undone" in row) for row in rows(text)[2:]]
    assert told == [
        (2, "bid", 5, False),
        (3, "bid", 6, True),
        (4, "passed", None, True),
        (3, "bid", 7, False),
        (4, "passed", None, True),
        (4, "bid", 8, True),
        (4, "bid", 9, False),
    ]
    assert check(text)[1] == 4
    lines = rows(text)
    assert fault([*lines[:7], lines[7] | {"amount": 7}]).line == 8  # not above the 7 it followed
    assert fault([*lines[:4], lines[4] | {"seat": 4}, *lines[5:]]).line == 5


def test_a_line_that_is_not_undone_can_follow_no_undone_one() -> None:
    lines = rows(written(bid(1, 5), bid(2, 6), undone=True))
    lines[2]["undone"] = True
    assert fault(lines).line == 4
