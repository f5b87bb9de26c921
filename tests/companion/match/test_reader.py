"""Records that are cut off, or that no program should be fed with: what is read of them, and at which line no more."""

from __future__ import annotations

import json

import pytest

from companion.kit.errors import NotARecord
from companion.match.reader import read_game
from tests.companion.match.any_record import SOLD, check, fault, refereed, rows, whole, written

# --- cut off ---------------------------------------------------------------------------------------------------------


def test_a_file_cut_at_any_line_is_an_unfinished_game() -> None:
    lines = whole().splitlines(keepends=True)
    for length in (*range(1, 40), *range(40, len(lines), 29), len(lines)):
        found = refereed("".join(lines[:length]))
        assert (found.events, found.is_over) == (length - 1, length == len(lines))


def test_a_file_cut_inside_a_line_is_an_unfinished_game() -> None:
    head, *tail = written(*SOLD).splitlines(keepends=True)
    for line, row in enumerate(tail):
        before = head + "".join(tail[:line])
        for length in range(len(row)):
            whole_line = length == len(row) - 1  # only its line end is missing
            assert check(before + row[:length])[1] == line + whole_line


def test_a_file_cut_inside_its_header_is_no_record() -> None:
    head = written().splitlines()[0]
    for length in range(len(head)):
        with pytest.raises(NotARecord, match="first line"):
            read_game(head[:length])
    assert read_game(head) == "galopp-royal"


def test_an_empty_text_is_refused_in_a_sentence() -> None:
    assert fault("").line == 1
    with pytest.raises(NotARecord):
        read_game("")


def test_half_a_line_in_the_middle_is_no_cut() -> None:
    lines = written(*SOLD).splitlines()
    lines[3] = lines[3][:30]
    wrong = fault("\n".join(lines) + "\n")
    assert wrong.line == 4
    lines = written(*SOLD).splitlines()
    lines[-1] = lines[-1][:30]
    assert fault("\n".join(lines) + "\n").line == len(lines)


# --- what no program should be fed with ------------------------------------------------------------------------------

NASTY = {
    "a number of thousands of digits": ('"amount": 5', f'"amount": {"9" * 5000}'),
    "a number longer than any program reads": ('"amount": 5', '"amount": 5000000000000000'),
    "half of a character": ('"event": "bid"', r'"event": "\ud800"'),
    "no number": ('"amount": 5', '"amount": NaN'),
    "no end": ('"amount": 5', '"amount": -Infinity'),
    "brackets": ('"amount": 5', f'"amount": {"[" * 900}{"]" * 900}'),
    "brackets without end": ('"amount": 5', f'"amount": {"[" * 100_000}'),
    "braces": ('"amount": 5', f'"amount": {chr(123) * 900}'),
    "a seat of thousands of digits": ('"coins": {"1"', f'"coins": {{"{"1" * 5000}"'),
}


@pytest.mark.parametrize("name", NASTY)
def test_nasty_lines_are_a_fault_of_their_line(name: str) -> None:
    good, nasty = NASTY[name]
    text = written(*SOLD)
    assert good in text
    assert fault(text.replace(good, nasty, 1) if name[:6] != "a seat" else text.replace(good, nasty)).line in (2, 3)


def test_a_dealt_hand_of_a_seat_of_thousands_of_digits() -> None:
    lines = rows(written())
    lines[1]["hands"]["9" * 5000] = ["1"]
    assert fault(lines).line == 2


def test_coins_given_without_end() -> None:
    lines = rows(written(cards="box"))
    assert fault([*lines, {"n": 2, "event": "corrected", "seat": 1, "amount": 10**30, "reason": ""}]).line == 3


def test_nasty_headers_are_no_record() -> None:
    for value in ("9" * 5000, "[" * 900 + "]" * 900, r'"\ud800"', "NaN"):
        with pytest.raises(NotARecord):
            read_game(f'{{"record": 1, "game": "galopp-royal", "first": {value}}}')


# --- what is no record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n", "chess", "[1]", "3", "null", '{"record": 1}', '{"game": "chess"}'])
def test_no_record(text: str) -> None:
    with pytest.raises(NotARecord, match="this is no game record"):
        read_game(text)


@pytest.mark.parametrize("version", [2, 99, 0, -1, "1", None, 1.5])
def test_a_record_of_another_kind_is_not_read(version: object) -> None:
    with pytest.raises(NotARecord, match="this companion reads kind 1"):
        read_game(json.dumps({"record": version, "game": "galopp-royal"}))


def test_an_unknown_game_is_named() -> None:
    assert read_game('{"record": 1, "game": "chess"}\n') == "chess"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", []),
        ("first", 9),
        ("first", "1"),
        ("capital", None),
        ("rulebook", "it"),
        ("options", {"luck": 1}),
        ("duties", {"cards": "me"}),
        ("board", {"start": 99}),
        ("deck", {"1": 40}),
        ("deck", None),
        ("extra", 1),
    ],
)
def test_header_faults(key: str, value: object) -> None:
    lines = rows(whole())
    lines[0][key] = value
    wrong = fault(lines)
    assert wrong.line == 1
    assert str(wrong).startswith("line 1, header: expected ")


# --- line ends -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["", "\n", "\n\n", "\r\n", "\n \t\n"])
def test_empty_lines_at_the_end_are_no_fault(ending: str) -> None:
    assert refereed(whole().rstrip("\n") + ending) == refereed(whole())


def test_an_empty_line_before_the_end_is_a_fault() -> None:
    head, second, rest = written(*SOLD).split("\n", 2)
    assert fault(f"{head}\n{second}\n\n{rest}").line == 3


def test_lines_may_end_as_on_windows() -> None:
    assert refereed(whole().replace("\n", "\r\n")) == refereed(whole())
