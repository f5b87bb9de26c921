from __future__ import annotations

import msgspec
import pytest

from companion.games.galopp_royal.events import EVENTS, Passed
from companion.journal.entries import decode, encode
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.match.history import Agreed, Entry, Redo, Step, Undo
from companion.testing.whole_games import finish, seated
from tests.companion.games.every_game import EVERY_GAME


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("rules", "seats"),
    [(rules, seats) for rules in EVERY_GAME for seats in (rules.seats[0], rules.seats[-1])],
    ids=lambda it: str(getattr(it, "name", it)),
)
@pytest.mark.parametrize("who", ["box", "table"])
def test_every_entry_of_a_game_is_read_back_as_it_was_written(rules: Rules[object], seats: int, who: Who) -> None:
    game = finish(rules, rules.begin(seated(rules, seats, who), {}), seats)
    assert [decode(encode(entry), rules.events) for entry in game.entries] == list(game.entries)


@pytest.mark.parametrize(
    "entry", [Undo(), Undo(3), Undo(None), Redo(), Step(None, False, ()), Step(3, True, (Passed(3, leaves=True),))]
)
def test_each_kind_of_entry_is_told_from_the_others(entry: Entry) -> None:
    assert decode(encode(entry), EVENTS) == entry


@pytest.mark.parametrize(
    ("agreed", "row"),
    [
        (msgspec.UNSET, b'{"kind":"undo","seat":null,"is_lot":false,"events":[]}'),
        (2, b'{"kind":"undo","seat":null,"is_lot":false,"events":[],"agreed":2}'),
        (None, b'{"kind":"undo","seat":null,"is_lot":false,"events":[],"agreed":null}'),
    ],
)
def test_the_journal_keeps_who_agreed_and_an_older_one_is_read(agreed: Agreed, row: bytes) -> None:
    """An older companion always wrote the first of these; it reads the others as the first."""
    assert encode(Undo(agreed)) == row
    read = decode(row, EVENTS)
    assert isinstance(read, Undo)
    assert read.agreed is agreed


@pytest.mark.parametrize(("seconds", "end"), [(None, b"]}"), (12.5, b'],"thought_s":12.5}')])
def test_the_journal_keeps_how_long_somebody_thought_and_an_older_one_is_read(
    seconds: float | None, end: bytes
) -> None:
    """An older companion always wrote the first of these; it reads the second as the first."""
    row = encode(Step(3, False, (), seconds))
    assert row == b'{"kind":"step","seat":3,"is_lot":false,"events":[' + end
    read = decode(row, EVENTS)
    assert isinstance(read, Step)
    assert read.thought_s == seconds


def test_what_a_newer_companion_adds_to_an_entry_is_not_read() -> None:
    row = b'{"kind":"step","seat":3,"is_lot":false,"events":[],"thought_s":1.0,"of_the_future":[1]}'
    assert decode(row, EVENTS) == Step(3, False, ())


def test_an_entry_is_one_line_of_json() -> None:
    row = encode(Step(3, False, (Passed(3, leaves=True),)))
    assert row == b'{"kind":"step","seat":3,"is_lot":false,"events":[{"event":"passed","seat":3,"leaves":true}]}'


@pytest.mark.parametrize(
    "row",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"kind":"step"',
        b'{"kind":"leap"}',
        b'{"kind":"step","seat":"1"}',
        b'{"kind":"undo","agreed":"2"}',
        b'{"kind":"step","seat":1,"events":[{"event":"flew","seat":1}]}',
        b'{"kind":"step","seat":1,"events":[{"event":"passed","seat":1}]}',
        b'{"kind":"step","seat":1,"events":[{"event":"passed","seat":1,"leaves":true,"why":1}]}',
    ],
)
def test_what_is_no_entry_is_refused(row: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(row, EVENTS)
