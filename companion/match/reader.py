"""The reader: it parses the lines of a record, finds where it is cut off, and refuses lines that are unsafe to read.

Laws: a file that is cut off anywhere is the record of an unfinished game; no object has a key twice; text is in one
encoding (NFC) and has no control characters. `referee` checks whether the game is legal.
"""

from __future__ import annotations

import codecs
import functools
import json
import operator
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple, NoReturn, TypeVar

import msgspec

from companion.kit import names
from companion.kit.errors import NotARecord, WrongLine
from companion.kit.event import Event
from companion.kit.rules import Recorded
from companion.kit.seats import Seat
from companion.kit.shape import work_out
from companion.kit.text import composed, plain, speak
from companion.match import stints
from companion.match.record import PACKAGE, VERSION, Json, by_seat, dump
from companion.match.stints import Stint

S = TypeVar("S")

BESIDE: Final = ("record", "game", PACKAGE, stints.FIELD)
"""The fields of a header that are none of its rules."""
DIGITS: Final = 15
"""The longest number of a record; every JSON reader reads so many digits exactly."""
BRACKETS: Final = 200
"""A limit above the brackets of any line of a record."""
DELETE: Final = "\x7f"
"""The one control character that JSON allows unescaped."""
MARK: Final = "\ufeff"
"""The byte-order mark that some editors write before a text."""


class Ambiguous(ValueError):
    """A line that two programs, or two people, could read differently."""


class _Seated(msgspec.Struct):
    """A seat in a header, with the fields that every game has."""

    seat: Seat
    name: str


work_out(_Seated)


class RecordLine(NamedTuple):
    """A line of a record."""

    number: int
    """Counted from 1, which is the header."""
    raw: Json

    @property
    def is_undone(self) -> bool:
        """Whether its event was undone later."""
        return self.raw.get("undone") is True

    @property
    def told(self) -> Json:
        """The fields of its event."""
        beside = {"n", "after", "undone", "agreed"} if self.is_undone else {"n", "after"}
        return {key: value for key, value in self.raw.items() if key not in beside}

    def wrong(self, expected: str, came: str) -> WrongLine:
        """The error of this line."""
        return WrongLine(self.number, self.raw.get("event"), expected, came)


def decoded(file: bytes) -> str:
    """The text of a record, without a letter that is cut off at the end. Raises UnicodeDecodeError."""
    return codecs.getincrementaldecoder("utf-8")().decode(file)


class AskedGame(NamedTuple):
    """The game that a record asks for."""

    name: str
    package: str
    """The name and version of the package that it came with; empty: the record names none."""


def read_game(text: str) -> AskedGame:
    """The game of a record. Raises NotARecord, WrongLine."""
    first, _, _ = text.partition("\n")
    try:
        raw = _parse(first)
        version, game = raw["record"], raw["game"]
    except Ambiguous as wrong:
        raise _unreadable(1, first, wrong) from None
    except (ValueError, KeyError):
        raise NotARecord("this is no game record: its first line must be a JSON object with record and game") from None
    if type(version) is not int or version > VERSION or version < 1:
        raise NotARecord(
            f"this record is of kind {version}; this companion reads kind {VERSION}: update it to read newer ones"
        )
    return AskedGame(str(game), plain(str(raw.get(PACKAGE, ""))))


def read_lines(text: str) -> tuple[RecordLine, ...]:
    """The header and all lines after it. Raises WrongLine."""
    lines = tuple(_lines(text))
    if not lines:
        raise WrongLine(1, "header", "a header", "nothing")
    return lines


def read_header(rules: Recorded[S], head: RecordLine) -> S:
    """The new game that the header describes. Raises WrongLine."""
    fields = {key: value for key, value in head.raw.items() if key not in BESIDE}
    try:
        state, seats = rules.read_header(fields), _seats(head)
    except ValueError as error:
        raise WrongLine(1, "header", "a header the game can be set up from", str(error)) from None
    _check_names([each.name for each in seats])
    return state


def read_stints(head: RecordLine) -> tuple[Stint, ...]:
    """The stints of bots in a header from which a game can be set up. Raises WrongLine."""
    if stints.FIELD not in head.raw:
        return ()
    try:
        return stints.read(head.raw[stints.FIELD], [each.seat for each in _seats(head)])
    except ValueError as error:
        raise WrongLine(1, "header", "bots with seat, level, from and to", str(error)) from None


def count_seats(head: RecordLine) -> int:
    """The number of seats in a header from which a game can be set up."""
    return len(_seats(head))


def read_n(line: RecordLine, legal: range) -> int:
    """The number of a line's event. Raises WrongLine."""
    n = line.raw.get("n")
    if type(n) is not int or n not in legal:
        expected = f"n {legal[0]}" if len(legal) == 1 else f"n {legal[0]} to {legal[-1]}"
        raise line.wrong(expected, f"n {json.dumps(n)}")
    return n


def read_event(rules: Recorded[S], line: RecordLine) -> Event:
    """The event of a line. Raises WrongLine."""
    fields = line.told
    name = fields.get("event")
    kind = next((kind for kind in rules.events if kind.__struct_config__.tag == name), None)
    if kind is None:
        raise line.wrong(f"an event of {rules.name}", f"{json.dumps(name)}, which it does not have")
    for field in by_seat(kind):
        values = fields.get(field)
        if isinstance(values, dict):
            fields[field] = [
                [int(seat) if seat.isdecimal() and len(seat) < DIGITS else seat, value]
                for seat, value in values.items()
            ]
    try:
        return msgspec.convert(fields, functools.reduce(operator.or_, rules.events))
    except msgspec.ValidationError as error:
        raise line.wrong("the fields of this event", str(error)) from None


def _lines(text: str) -> Iterator[RecordLine]:
    """Every line, without empty ones at the end and without a last one that is cut off."""
    rows = text.split("\n")
    is_cut = bool(rows[-1].strip())
    while rows and not rows[-1].strip():
        rows.pop()
    for number, row in enumerate(rows, 1):
        try:
            raw = _parse(row)
            if not row.isascii() or "\\" in row or DELETE in row:
                _check_text(raw)
        except ValueError as error:
            if is_cut and number == len(rows) > 1 and isinstance(error, json.JSONDecodeError):
                return
            raise _unreadable(number, row, error) from None
        yield RecordLine(number, raw)


def _unreadable(number: int, row: str, error: ValueError) -> WrongLine:
    if isinstance(error, Ambiguous):
        return WrongLine(number, "text", *error.args)
    why = "" if isinstance(error, json.JSONDecodeError) else f" ({error})"
    return WrongLine(number, "text", "one JSON object a line", f"{row[:40]!r}{why}")


def _parse(row: str) -> Json:
    """A line as a JSON object. Raises ValueError with the reason; JSONDecodeError if it is no JSON."""
    if row.startswith(MARK):
        raise Ambiguous("UTF-8 without a byte-order mark", "one before the first letter")
    if row.count("[") + row.count("{") > BRACKETS:
        raise ValueError("too many brackets")
    raw: object = _JSON.decode(row)
    if not isinstance(raw, dict):
        raise ValueError("no object")
    if "\\u" in row and any("\ud800" <= letter <= "\udfff" for letter in dump(raw)):
        raise ValueError("half of a character")
    return raw


def _only_once(pairs: list[tuple[str, object]]) -> Json:
    """An object whose keys all differ. Raises Ambiguous."""
    raw = dict(pairs)
    if len(raw) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise Ambiguous("each key once in an object", f"{json.dumps(twice)} twice")
    return raw


def _check_text(told: object) -> None:
    """Raises Ambiguous."""
    match told:
        case str() if any(unicodedata.category(letter) == "Cc" for letter in told):
            raise Ambiguous("text without control characters", ascii(told))
        case str() if composed(told) != told:
            raise Ambiguous("text in Unicode's composed form (NFC)", ascii(told))
        case dict():
            _check_text([*told.keys(), *told.values()])
        case list():
            for each in told:
                _check_text(each)
        case _:
            pass


def _check_names(called: list[str]) -> None:
    """Check that the box could give these names (an older box also took longer ones). Raises WrongLine."""
    for at, name in enumerate(called):
        faulty = names.objection(name, most=max(len(name), names.LETTERS))
        if faulty is not None or names.tidied(name) != name:
            said = speak(faulty, str) if faulty is not None else "blanks around it"
            raise WrongLine(1, "header", "a name as the box gives it", f"{json.dumps(name)}: {said.rstrip('.')}")
        if names.player_key(name) in map(names.player_key, called[:at]):
            raise WrongLine(1, "header", "names of which no two are alike", f"{json.dumps(name)} twice")


def _seats(head: RecordLine) -> tuple[_Seated, ...]:
    """Raises ValueError."""
    return msgspec.convert(head.raw.get("seats"), tuple[_Seated, ...])


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise ValueError(f"a number of more than {DIGITS} digits")
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_JSON: Final = json.JSONDecoder(object_pairs_hook=_only_once, parse_int=_whole, parse_constant=_no_number)
