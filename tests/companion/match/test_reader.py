"""Records that are cut off or unsafe to read: what is read of them, and which line is refused."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from random import Random

import pytest

from companion.games import GAMES, find_rules
from companion.kit.errors import NotARecord, WrongLine
from companion.match import record
from companion.match.reader import BRACKETS, read_game, read_lines
from companion.match.record import dump
from companion.players.play import begin, play
from tests.companion.match.any_record import SOLD, Path, Row, check, fault, refereed, rows, whole, written

# --- cut off ---------------------------------------------------------------------------------------------------------


@pytest.mark.untraced
def test_a_file_cut_at_any_line_is_an_unfinished_game() -> None:
    lines = whole().splitlines(keepends=True)
    for length in (*range(1, 40), *range(40, len(lines), 29), len(lines)):
        found = refereed("".join(lines[:length]))
        assert (found.events, found.is_over) == (length - 1, length == len(lines))


@pytest.mark.untraced
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
    assert read_game(head) == ("galopp-royal", "")


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


# --- unsafe to read --------------------------------------------------------------------------------------------------

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


def nested(lists: int, objects: int) -> str:
    """An object around so many lists, one in another, with so many objects in the innermost."""
    return f'{{"a": {"[" * lists}{", ".join(["{}"] * objects)}{"]" * lists}}}\n'


def test_brackets_and_braces_are_counted_together() -> None:
    assert len(read_lines(nested(BRACKETS // 2, BRACKETS // 2 - 1))) == 1
    for row in (nested(BRACKETS // 2, BRACKETS // 2), "[" * 100_000, "{" * 100_000):
        with pytest.raises(WrongLine, match="too many brackets"):
            read_lines(row)


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


# --- what two programs would read differently ------------------------------------------------------------------------


@functools.cache
def each_kind(game: str) -> dict[str, tuple[int, Row]]:
    """The header of a whole game, and one line of each kind with its number."""
    rules = find_rules(game)
    choices = {"rulebook": "de"} if game == "galopp-royal" else {"last_deal": 8}
    start = begin(rules, rules.seats[0], ("Ann", "Bo", "Cy", "Di"), choices)
    lines = rows(record.write(rules, start, list(play(rules, start, Random(1)))))
    return {line.get("event", "header"): (number, line) for number, line in enumerate(lines, 1)}


def twice(told: object, path: Path) -> str:
    """The value as JSON, with the last key of the path twice in its object."""
    if not path:
        return json.dumps(told)
    here, *further = path
    if isinstance(told, list):
        inner = [twice(value, tuple(further)) if at == here else json.dumps(value) for at, value in enumerate(told)]
        return f"[{', '.join(inner)}]"
    assert isinstance(told, dict)
    pairs = [(key, twice(value, tuple(further) if key == here else ())) for key, value in told.items()]
    again = [(str(here), '"another"')] if not further else []
    return "{" + ", ".join(f"{json.dumps(key)}: {value}" for key, value in [*pairs, *again]) + "}"


def keys_in(told: object) -> Iterator[Path]:
    """The path to every key of every object in the value."""
    inner = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    for step, value in inner:
        yield from [(step,)] if isinstance(told, dict) else []
        yield from ((step, *way) for way in keys_in(value))


@pytest.mark.parametrize("game", [rules.name for rules in GAMES])
def test_no_object_of_any_line_has_a_key_twice(game: str) -> None:
    tried = 0
    for number, line in each_kind(game).values():
        for way in keys_in(line):
            before = "{}\n" * (number - 1)
            with pytest.raises(WrongLine) as wrong:
                read_lines(before + twice(line, way) + "\n")
            assert str(wrong.value) == (
                f'line {number}, text: expected each key once in an object; came "{way[-1]}" twice.'
            )
            tried += 1
    assert tried > 100


def test_a_header_with_a_key_twice_is_no_other_fault() -> None:
    with pytest.raises(WrongLine, match='line 1, text: expected each key once in an object; came "first" twice'):
        read_game('{"record": 1, "game": "galopp-royal", "first": 1, "first": 2}')


@pytest.mark.parametrize("line", [1, 2])
def test_a_byte_order_mark_is_named(line: int) -> None:
    lines = whole().splitlines()
    lines[line - 1] = "\ufeff" + lines[line - 1]
    with pytest.raises(WrongLine, match=f"line {line}, text: expected UTF-8 without a byte-order mark") as wrong:
        (read_game if line == 1 else read_lines)("\n".join(lines) + "\n")
    assert wrong.value.line == line


@pytest.mark.parametrize("escaped", [False, True])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((f"A{odd}B", "text without control characters") for odd in "\0\t\n\x1f\x7f\x85\x9f"),
        ("Zoe\u0308", "composed form"),
        ("\u212b", "composed form"),
    ],
)
def test_text_has_one_spelling_and_no_control_characters(text: str, said: str, *, escaped: bool) -> None:
    written_out = json.dumps(text) if escaped else f'"{text}"'
    if not escaped and min(text) < " ":
        said = "one JSON object a line"
    for line in (f'{{"reason": {written_out}}}', f'{{"reason": [{{{written_out}: 1}}]}}'):
        with pytest.raises(WrongLine, match="line 2, text: expected ") as wrong:
            read_lines("{}\n" + line.replace("\n", "\\u000a" if escaped else "\x0b") + "\n")
        assert said in str(wrong.value)


def named(*called: str) -> list[Row]:
    lines = rows(whole())
    for seat, name in zip(lines[0]["seats"], called, strict=False):
        seat["name"] = name
    return lines


@pytest.mark.parametrize(
    ("called", "said"),
    [
        (("",), 'a name as the box gives it; came "": A name needs a letter.'),
        ((" Ann",), 'a name as the box gives it; came " Ann": blanks around it.'),
        (("Ann ",), 'a name as the box gives it; came "Ann ": blanks around it.'),
        (("\u202eAnn",), "A name is one line of plain letters."),
        ((f"{'A' * 30}\u200b",), "A name is one line of plain letters."),
        (("Ann", "Ann"), 'names of which no two are alike; came "Ann" twice.'),
        (("Zo\u00eb", "ZO\u00cb"), "names of which no two are alike; came "),
    ],
)
def test_names_in_a_header_are_as_the_box_gives_them(called: tuple[str, ...], said: str) -> None:
    wrong = fault(named(*called))
    assert wrong.line == 1
    assert str(wrong).startswith("line 1, header: expected ")
    assert said in str(wrong)


@pytest.mark.parametrize("name", ["A" * 20, "A" * 21, "Ж" * 60, "Zo\u00eb 李 O'Neill-G\u00fcl"])
def test_a_name_from_an_older_box_may_be_longer(name: str) -> None:
    assert refereed("".join(dump(line) + "\n" for line in named(name))).is_over


def test_what_an_older_box_spelled_otherwise_is_written_in_the_one_spelling() -> None:
    lines = named("Zoe\u0308")
    assert "Zo\u00eb" in dump(lines[0])
    assert refereed("".join(dump(line) + "\n" for line in lines)).is_over


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
    assert read_game('{"record": 1, "game": "chess"}\n') == ("chess", "")
    assert read_game('{"record": 1, "game": "chess", "package": "chess 1.0"}\n') == ("chess", "chess 1.0")


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


@pytest.mark.untraced
@pytest.mark.parametrize("ending", ["", "\n", "\n\n", "\r\n", "\n \t\n"])
def test_empty_lines_at_the_end_are_no_fault(ending: str) -> None:
    assert refereed(whole().rstrip("\n") + ending) == refereed(whole())


def test_an_empty_line_before_the_end_is_a_fault() -> None:
    head, second, rest = written(*SOLD).split("\n", 2)
    assert fault(f"{head}\n{second}\n\n{rest}").line == 3


def test_lines_may_end_as_on_windows() -> None:
    assert refereed(whole().replace("\n", "\r\n")) == refereed(whole())
