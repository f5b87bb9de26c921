"""Corrupted and reordered records: what the referee accepts, and at which line it refuses."""

from __future__ import annotations

import functools
import itertools
import json
import operator
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.galopp_royal import intents
from companion.games.galopp_royal.state import State
from companion.kit.setup import Who
from companion.match import chance, record
from companion.match.history import Entry, Step, Undo
from companion.match.session import Session
from companion.testing.whole_games import SEED, chosen, finish, taken_back
from tests.companion.games.galopp_royal.positions import RULES, bid, passes, play, start
from tests.companion.games.whole_games import RANDOM, sitting
from tests.companion.match.any_record import (
    SOLD,
    Path,
    Row,
    at,
    check,
    fault,
    joined,
    played,
    refereed,
    refused_at,
    rows,
    whole,
    written,
)

# --- what is no legal game -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("first", 2, 2),
        ("capital", 40, 2),
        ("board", {"start": 6}, 2),
        ("commitment", "00" * 32, -1),
        ("commitment", None, -1),
        ("board", {"prizes": [[19, 10, 5]] * 6}, "paid"),
    ],
)
def test_a_header_of_another_game_shows_at_the_first_event_it_touches(key: str, value: object, line: int | str) -> None:
    lines = rows(whole())
    lines[0][key] = value if not isinstance(value, dict) else lines[0][key] | value
    expected = at(lines, line) + 1 if isinstance(line, str) else line if line > 0 else len(lines)
    assert fault(lines).line == expected


def test_a_fault_names_line_event_what_was_expected_and_what_came() -> None:
    lines = rows(written(*SOLD))
    lines[3]["seat"] = 3
    wrong = str(fault(lines))
    assert wrong.startswith("line 4, passed: expected ")
    assert "; came " in wrong
    assert wrong.endswith(".")


Spoil = Callable[[list[Row]], None]


def _set(line: int, key: str, value: object) -> Spoil:
    return lambda lines: lines[line].__setitem__(key, value)


SPOILED = {
    "wrong n": (_set(3, "n", 4), 4),
    "no n": (lambda lines: lines[3].pop("n"), 4),
    "n is no number": (_set(1, "n", True), 2),
    "wrong coins": (lambda lines: lines[2]["after"]["coins"].__setitem__("1", 45), 3),
    "wrong place": (lambda lines: lines[2]["after"]["at"].__setitem__("1", 6), 3),
    "coins of nobody": (lambda lines: lines[2]["after"]["coins"].__setitem__("5", 50), 3),
    "coins left out": (lambda lines: lines[2]["after"]["coins"].pop("2"), 3),
    "no after": (lambda lines: lines[2].pop("after"), 3),
    "unknown field": (_set(2, "luck", 1), 3),
    "unknown field after": (lambda lines: lines[2]["after"].__setitem__("luck", 1), 3),
    "missing field": (lambda lines: lines[2].pop("amount"), 3),
    "unknown event": (_set(2, "event", "cheated"), 3),
    "no event": (lambda lines: lines[2].pop("event"), 3),
    "no object": (lambda lines: lines.__setitem__(2, ["bid"]), 3),
    "an event that comes by itself": (lambda lines: lines.__setitem__(3, lines[6] | {"n": 3}), 4),
    "event is no name": (_set(2, "event", ["bid"]), 3),
    "impossible event": (_set(3, "event", "unsold"), 4),
    "roll in an auction": (lambda lines: lines[2].update(event="rolled", seat=1, face=1, bearer="1"), 3),
    "a bid out of turn": (_set(2, "seat", 2), 3),
    "a bid of somebody else's": (_set(2, "seat", 9), 3),
    "a bid above the purse": (_set(2, "amount", 51), 3),
    "a bid of nothing": (_set(2, "amount", 0), 3),
    "a bid in words": (_set(2, "amount", "five"), 3),
    "a card that leaves": (_set(3, "leaves", True), 4),
    "a wrong price": (_set(6, "price", 4), 7),
    "a wrong buyer": (_set(6, "seat", 2), 7),
    "a card nobody held": (lambda lines: lines[6]["cards"].__setitem__(0, "7"), 7),
    "a card too many": (lambda lines: lines[6]["cards"].append("1"), 7),
    "a team kept face down": (lambda lines: lines[6].__setitem__("cards", [None] * 4), 7),
    "a slot swapped": (lambda lines: lines[7].__setitem__("cards", ["5", "5", "5", "5"]), 8),
    "dealt to the wrong seats": (lambda lines: lines[1].__setitem__("hands", {"1": ["1"], "2": ["2"]}), 2),
    "dealt cards that do not exist": (lambda lines: lines[1]["hands"].__setitem__("2", ["7"]), 2),
    "dealt no card": (lambda lines: lines[1]["hands"].__setitem__("2", [""]), 2),
    "a seat in words": (lambda lines: lines[1].__setitem__("hands", {"x": ["1"]}), 2),
    "a wrong opener": (_set(1, "opener", 2), 2),
    "a wrong race": (_set(1, "race", 1), 2),
    "hands no object": (_set(1, "hands", 4), 2),
    "a false mark": (_set(2, "undone", False), 3),
    "coins from nowhere": (
        lambda lines: _give(lines[8], seat=9, amount=5),
        9,
    ),
    "coins for the bank": (
        lambda lines: _give(lines[8], seat=0, amount=500),
        9,
    ),
}


def _give(row: Row, *, seat: int, amount: int) -> None:
    """Replaces a deal by a correction of coins."""
    for key in ("race", "opener", "hands", "open"):
        row.pop(key)
    row.update(event="corrected", seat=seat, amount=amount, reason="")


@pytest.mark.parametrize("name", SPOILED)
def test_refused(name: str) -> None:
    spoil, line = SPOILED[name]
    lines = rows(written(*SOLD, secrets=True))
    check(lines)
    spoil(lines)
    assert fault(lines).line == line


@pytest.mark.parametrize("card", ["7", "", "F1"])
@pytest.mark.parametrize("cards", ["box", "table"])
def test_a_card_of_a_team_with_hidden_hands_is_still_one_of_the_game(card: str, cards: Who) -> None:
    lines = rows(written(*SOLD, cards=cards))[:7]
    check(lines)
    lines[6]["cards"][0] = card
    assert fault(lines).line == 7


@pytest.mark.parametrize("kind", ["+2/-2", "5"])
def test_more_of_a_kind_than_the_deck_has_even_with_hidden_hands(kind: str) -> None:
    """Two teams of four cards of one kind, of which there are five or six."""
    lines = rows(written(*SOLD, bid(2, 5), *passes(3, 4)))
    sold = [line for line, row in enumerate(lines) if row.get("event") == "sold"]
    for line in sold:
        lines[line]["cards"] = lines[line + 1]["cards"] = [kind] * 4
    lines[at(lines[8:], "dealt") + 8]["open"] = [kind]
    assert fault(lines).line == sold[1] + 1


def test_a_team_told_though_its_hands_are_null_has_four_cards() -> None:
    lines = rows(written(*SOLD))
    lines[6]["cards"] = lines[6]["cards"][:3]
    assert fault(lines).line == 7


def test_a_last_team_is_never_hidden() -> None:
    lines = rows(whole())
    line = at(lines, "assigned")
    lines[line]["cards"] = [None] * 4
    assert fault(lines).line == line + 1
    assert fault(lines[: line + 1]).line == line + 1


def test_an_open_card_is_never_hidden() -> None:
    lines = rows(written(*passes(1, 2), seats=3))
    lines[1]["open"] = [None]
    assert fault(lines).line == 2


def test_real_cards_a_confirmed_deck_is_refereed() -> None:
    team = intents.Lay(seat=1, cards=("+2/-2",) * 4)
    text = written(*SOLD, team, bid(2, 5), *passes(3, 4), cards="table", confirmed=True)
    assert '"cards": [null, null, null, null]' in text
    state = play(start(cards="table", confirmed=True))
    assert state.setup.deck is not None
    lines = rows(text)
    laid = {"n": len(lines), "event": "laid", "seat": 2, "cards": ["+2/-2", "+2/-2", "5", "5"]}
    check([*lines, laid | {"after": lines[-1]["after"]}])
    laid["cards"] = ["+2/-2", "+2/-2", "+2/-2", "5"]
    wrong = fault([*lines, laid | {"after": lines[-1]["after"]}])
    assert (wrong.line, "+2/-2" in str(wrong)) == (len(lines) + 1, True)


def test_nothing_comes_after_the_end() -> None:
    lines = rows(whole())
    lines.append(lines[-1] | {"n": lines[-1]["n"] + 1})
    assert fault(lines).line == len(lines)


def test_lines_left_out_doubled_or_swapped() -> None:
    lines = rows(written(*SOLD))
    for line in range(1, len(lines) - 1):
        assert fault([*lines[:line], *lines[line + 1 :]]).line == line + 1
        assert fault([*lines[: line + 1], *lines[line:]]).line == line + 2
        assert fault([*lines[:line], lines[line + 1], lines[line], *lines[line + 2 :]]).line == line + 1


def test_lines_left_out_and_counted_anew() -> None:
    for line in (2, 3, 6, 7, 8):
        lines = rows(written(*SOLD, bid(2, 3), secrets=True))
        del lines[line]
        for n, row in enumerate(lines[1:], 1):
            row["n"] = n
        assert fault(lines).line == line + 1


# --- what is the same game -------------------------------------------------------------------------------------------


@pytest.mark.untraced
@pytest.mark.parametrize(("seats", "who"), [(3, "box"), (4, "box"), (5, "table"), (6, "box")])
def test_the_order_of_keys_does_not_matter(seats: int, who: Who) -> None:
    """Except in `steps`, which stand in the order in which they happened."""
    lines = rows(whole(seats, who, who))
    for row in lines:
        for key in ("hands", "coins", "options", "deck"):
            if isinstance(row.get(key), dict):
                row[key] = dict(sorted(row[key].items(), reverse=True))
    shuffled = [dict(sorted(row.items(), reverse=True)) for row in lines]
    assert check(shuffled) == check(whole(seats, who, who))


def test_hands_in_the_order_of_the_seats_though_another_seat_opened() -> None:
    lines = rows(written(*(bid(3, 5), *passes(4, 1, 2)), first=3, secrets=True))
    assert list(lines[1]["hands"]) == ["3", "4", "1", "2"]
    lines[1]["hands"] = dict(sorted(lines[1]["hands"].items()))
    check(lines)


# --- dice and cards drawn again --------------------------------------------------------------------------------------

OTHER_SEED = "0dd" * 21 + "0"


def cheated(lot: int, *, undo: bool = False) -> tuple[str, int]:
    """A whole game with one wrong draw of the box, and the line of this draw.

    With `undo`, that draw was undone and the game went on correctly.
    """
    luck, state = random.Random(5), start(4)
    session, entries, wrong = Session(RULES, SEED, state), list[Entry](), 0

    def enter(entry: object) -> None:
        nonlocal session
        assert isinstance(entry, Step | Undo), entry
        session = session.apply(entry)
        entries.append(entry)

    while (question := session.question) is not None:
        is_wrong = session.history.lots == lot and chance.is_lot(question) and not wrong
        shown = replace(session, seed=OTHER_SEED) if is_wrong else session
        step: object = shown.automatic()
        if step is None:
            step = shown.draw(question) if question.by_lot else shown.answer(chosen(question, luck))
        if is_wrong:
            wrong = 2 + sum(len(entry.events) for entry in entries if isinstance(entry, Step))
        enter(step)
        if undo and is_wrong:
            enter(taken_back(session))
    return record.write(RULES, state, entries, undone=True), wrong


@pytest.mark.untraced
@pytest.mark.parametrize("lot", [0, 1, 3, 7, 20, 21, 50, 51, 52, 61, 62, 90])
def test_what_the_seed_does_not_give_is_a_fault_of_its_line(lot: int) -> None:
    """Deals, an assigned team, rolls, cards of an exchange; some other draws give the same result and are right."""
    text, line = cheated(lot)
    row = rows(text)[line - 1]
    first, second = (chance.number(seed, lot, 0, 4) for seed in (SEED, OTHER_SEED))
    if row["event"] == "rolled" and first == second:
        check(text)
    else:
        assert fault(text).line == line
        assert "as the seed draws it" in str(fault(text))


def test_a_wrong_draw_that_was_undone_is_a_fault_too() -> None:
    lot = next(at for at in range(30, 99) if chance.number(SEED, at, 0, 4) != chance.number(OTHER_SEED, at, 0, 4))
    text, line = cheated(lot, undo=True)
    assert rows(text)[line - 1]["undone"]
    assert fault(text).line == line
    assert refereed(record_of_counting(text)).is_seed_open


def record_of_counting(text: str) -> str:
    return joined([row for row in rows(text) if "undone" not in row])


@pytest.mark.parametrize(
    ("cards", "die", "lots"),
    [
        ("box", "box", ("dice", "cards")),
        ("box", "table", ("cards",)),
        ("table", "box", ("dice",)),
        ("table", "table", ()),
    ],
)
def test_what_was_drawn_again_is_told(cards: Who, die: Who, lots: tuple[str, ...]) -> None:
    found = refereed(whole(3, cards, die))
    assert (found.lots, found.is_over, found.is_seed_open) == (lots, True, bool(lots))
    running = refereed(written(*SOLD, cards="box"))
    assert (running.lots, running.is_over, running.is_seed_open) == (("cards",), False, False)


@pytest.mark.parametrize("who", ["box", "table"])
def test_an_end_is_never_undone(who: Who) -> None:
    """An older companion allowed it: it writes the record, without the seed, but the referee refuses it."""
    game = played(3, who, who, 5)
    assert isinstance(game.start, State)
    decision = max(at for at, step in enumerate(game.entries) if step.seat is not None)
    undone: list[Entry] = [*game.entries, Undo()]
    again: list[Entry] = [*undone, *game.entries[decision:]]
    for entries in (undone, again):
        text = record.write(RULES, game.start, entries, undone=True)
        line = at(rows(text), "ended") + 1
        assert str(fault(text)).startswith(f"line {line}, ended: expected a line that counts")
    told = record.write(RULES, game.start, undone, undone=True)
    assert rows(told)[-1]["seed"] is None


# --- hidden in a game that has ended ---------------------------------------------------------------------------------


def without_hands(lines: list[Row]) -> list[Row]:
    for row in lines:
        if row.get("event") == "dealt":
            row["hands"] = {seat: [None] * len(hand) for seat, hand in row["hands"].items()}
    return lines


def test_null_hands_are_a_fault_once_the_game_has_ended() -> None:
    lines = without_hands(rows(whole()))
    assert fault(lines).line == 2
    assert not refereed(lines[:-1]).is_over


def test_null_hands_are_a_fault_though_no_seed_was_promised() -> None:
    state = RULES.begin(replace(sitting(4), commitment=None), {})
    text = record.write(RULES, state, finish(RULES, state, 1).entries)
    assert (refereed(text).is_over, refereed(text).is_seed_open) == (True, False)
    lines = without_hands(rows(text))
    assert fault(lines).line == 2
    assert str(fault(lines)) == "line 2, dealt: expected cards that lie open, since the game has ended; came null."
    check(lines[:-1])


def test_real_hands_stay_null() -> None:
    lines = rows(whole(4, "table"))
    assert lines[at(lines, "dealt")]["hands"]["1"] == [None]
    assert refereed(lines).is_over


def test_hidden_purses_are_null_while_the_game_runs() -> None:
    text = written(*SOLD, open_cash=False)
    assert {str(row["after"]["coins"]) for row in rows(text)[1:]} == {"None"}
    assert check(text)[1] == check(written(*SOLD, open_cash=False, secrets=True))[1]
    shown = rows(written(*SOLD, open_cash=False, secrets=True))
    assert shown[6]["after"]["coins"] == {"1": 45, "2": 50, "3": 50, "4": 50}
    shown[6]["after"]["coins"]["1"] = 44
    assert fault(shown).line == 7


def test_open_purses_are_never_null() -> None:
    lines = rows(written(*SOLD))
    lines[3]["after"]["coins"] = None
    assert fault(lines).line == 4


def test_hidden_purses_are_told_once_the_game_has_ended() -> None:
    state = start(3, open_cash=False)
    text = record.write(RULES, state, finish(RULES, state, 2).entries)
    assert refereed(text).is_over
    lines = rows(text)
    lines[7]["after"]["coins"] = None
    assert fault(lines).line == 8


# --- any single field ------------------------------------------------------------------------------------------------

WHO: tuple[Who, ...] = ("box", "table")
TABLES = tuple(itertools.product(range(3, 7), WHO, WHO))
"""Seats, and who deals and rolls."""

STILL_LEGAL = {
    ("bid", "amount"),
    ("rolled", "face"),
    ("dealt", "hands"),
    ("dealt", "open"),
    ("assigned", "cards"),
    ("laid", "cards"),
    ("drew", "card"),
    ("removed", "slot"),
    ("corrected", "reason"),
}
"""Facts that a player or the cards decide: another value may be legal, too."""
UNKNOWN_TO_THE_BOX = {("sold", "cards"), ("unsold", "cards")}
"""With real cards the box writes `null`; a record that tells more is valid, too."""


def leaves(value: object, path: Path = ()) -> Iterator[Path]:
    """The path to every single value of a row."""
    match value:
        case dict():
            for key, inner in value.items():
                yield from leaves(inner, (*path, key))
        case list():
            for index, inner in enumerate(value):
                yield from leaves(inner, (*path, index))
        case _:
            yield path


def spot(row: Any, path: Path) -> Any:
    """The object or list in which the value at the end of `path` stands."""
    return functools.reduce(operator.getitem, path[:-1], row)


def copy(row: Row) -> Row:
    again: Row = json.loads(json.dumps(row))
    return again


def other(value: object, luck: random.Random) -> object:
    """A different value, likely or absurd."""
    match value:
        case bool():
            choices: list[object] = [not value, None, "true", 2]
        case int():
            choices = [
                value + 1,
                value - 1,
                -value - 1,
                value + 50,
                str(value),
                None,
                [value],
                value + 0.5,
                float(value),
                value == 1,
            ]
        case str():
            choices = ["1", "2", "5", "-2", "+2/-2", "7", "", "F1", "P1", None, 3, value + " ", [value]]
        case _:
            choices = [0, "1", "7", [], False]
    return luck.choice([choice for choice in choices if not (choice == value and type(choice) is type(value))])


def spoiled(row: Row, luck: random.Random) -> tuple[Row, tuple[str, str] | None]:
    """A line with one value changed, removed or added; and the fact for which another value may be legal."""
    row, path = copy(row), luck.choice(list(leaves(row)))
    inner, last, how = spot(row, path), path[-1], luck.random()
    if how < 0.8:
        before, inner[last] = inner[last], other(inner[last], luck)
        is_likely = type(inner[last]) is type(before) or None in (inner[last], before)
        return row, (row["event"], str(path[0])) if is_likely and path[0] != "event" else None
    if how < 0.9:
        del inner[last]
    else:
        (inner if isinstance(inner, dict) else row)["more"] = 1
    return row, None


def by_kind(lines: list[Row]) -> dict[str, list[int]]:
    """The positions of the events of each kind."""
    found: dict[str, list[int]] = {}
    for line, row in enumerate(lines[1:], 1):
        found.setdefault(row["event"], []).append(line)
    return found


def test_all_kinds_of_events_are_on_these_records() -> None:
    told = {kind for table in TABLES for kind in by_kind(rows(whole(*table, 0)))}
    assert told == {kind.__struct_config__.tag for kind in RULES.events}


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize(("seats", "cards", "die"), TABLES)
@settings(RANDOM, max_examples=1)
@given(number=st.integers(0, 1 << 30))
def test_any_single_change_is_refused_at_its_line(seats: int, cards: Who, die: Who, number: int) -> None:
    """One change in an event of every kind; some 300 at all these tables."""
    lines, luck = rows(whole(seats, cards, die, number % 3)), random.Random(number)
    legal = STILL_LEGAL | (UNKNOWN_TO_THE_BOX if cards == "table" else set())
    for where in by_kind(lines).values():
        line = luck.choice(where)
        row, likely = spoiled(lines[line], luck)
        found = refused_at([*lines[:line], row])
        assert found == line + 1 or (found is None and likely in legal), (lines[line], row)


def headers() -> Iterator[Row]:
    """The headers of records of all these tables; `read_game` checks `record` and `game`."""
    for seats, cards, die in TABLES:
        head = record.header(RULES, start(seats, cards=cards, die=die))
        yield copy({key: head[key] for key in head if key not in ("record", "game")})


def test_any_single_value_of_the_wrong_kind_in_a_header_is_refused_at_the_first_line() -> None:
    for header in headers():
        for path in leaves(header):
            wrong = copy(header)
            spot(wrong, path)[path[-1]] = [spot(wrong, path)[path[-1]]]
            assert fault([wrong]).line == 1, path


def test_any_field_taken_from_a_header_or_added_to_it_is_refused_at_the_first_line() -> None:
    for header in headers():
        for field in header:
            assert fault([{key: header[key] for key in header if key != field}]).line == 1, field
        for path in {path[:-1] for path in leaves(header)}:
            wrong = copy(header)
            inner = spot(wrong, (*path, "more"))
            if isinstance(inner, dict):
                inner["more"] = 1
                assert fault([wrong]).line == 1, path
