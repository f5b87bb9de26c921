"""The game record: one game as JSON Lines, written and refereed.

Laws: a record needs the rules and nothing else to be checked; a file cut off anywhere is a
record of an unfinished game.
"""

from __future__ import annotations

import functools
import json
import operator
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar, assert_never, get_args, get_origin

import msgspec

from companion.kit.event import BySeat, Event, Refused
from companion.kit.rules import Rules, Standing, decide
from companion.kit.text import speak
from companion.match.history import Entry, Redo, Step, Undo

S = TypeVar("S")
Json = dict[str, object]

VERSION = 1


class Wrong(Exception):
    """A line of a record that the rules do not allow."""

    def __init__(self, line: int, what: object, expected: str, came: str) -> None:
        """`line` counts from 1; `what` is the event, or `header`."""
        super().__init__(f"line {line}, {what}: expected {expected}; came {came}.")
        self.line = line


class NotARecord(Exception):
    """A file nobody can referee: no record at all, an unknown game, or a newer kind of record."""


class Written(msgspec.Struct, Generic[S]):
    """One line on its way into a record."""

    state: S
    """The state the event led to."""
    before: S
    n: int
    event: Event
    undone: bool = False


# --- writing ---------------------------------------------------------------------------------------------------------


def write(rules: Rules[S], start: S, entries: Sequence[Entry], *, secrets: bool = False, undone: bool = False) -> str:
    """The record of a game: its header and its events.

    Secret cards of a game that still runs are left out unless `secrets`; undone events unless `undone`.
    """
    lines = _written(rules, start, entries)
    state = next((line.state for line in reversed(lines) if not line.undone), start)
    secrets = secrets or rules.question(state) is None
    rows = [_dump(header(rules, start))]
    for line in lines:
        if line.undone and not undone:
            continue
        event = line.event if secrets else rules.without_secrets(line.before, line.event)
        mark = {"undone": True} if line.undone else {}
        rows.append(_dump({"n": line.n, **as_json(event), "after": as_json(rules.standing(line.state)), **mark}))
    return "".join(row + "\n" for row in rows)


def header(rules: Rules[S], start: S) -> Json:
    """The first line of a record."""
    return {"record": VERSION, "game": rules.name, **rules.header(start)}


def _written(rules: Rules[S], start: S, entries: Sequence[Entry]) -> list[Written[S]]:
    lines: list[Written[S]] = []
    counting: list[tuple[Step, list[Written[S]]]] = []
    taken: list[list[tuple[Step, list[Written[S]]]]] = []
    for entry in entries:
        match entry:
            case Step():
                state, n = (counting[-1][1][-1].state, counting[-1][1][-1].n) if counting else (start, 0)
                told: list[Written[S]] = []
                for event in entry.events:
                    before, state, n = state, rules.evolve(state, event), n + 1
                    told.append(Written(state, before, n, event))
                lines += told
                counting.append((entry, told))
                taken.clear()
            case Undo():
                at = max(at for at, (step, _) in enumerate(counting) if step.seat is not None)
                taken.append(counting[at:])
                del counting[at:]
                _mark(taken[-1], undone=True)
            case Redo():
                counting += taken[-1]
                _mark(taken.pop(), undone=False)
            case _ as never:
                assert_never(never)
    return lines


def _mark(steps: list[tuple[Step, list[Written[S]]]], *, undone: bool) -> None:
    for _, told in steps:
        for line in told:
            line.undone = undone


def _dump(row: Json) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(", ", ": "))


# --- reading ---------------------------------------------------------------------------------------------------------


def read_game(text: str) -> str:
    """The name of the game a record is of. Raises NotARecord."""
    first, _, _ = text.partition("\n")
    try:
        raw = json.loads(first)
        version, game = raw["record"], raw["game"]
    except (ValueError, TypeError, KeyError, RecursionError):  # brackets a thousand deep are no record
        raise NotARecord("this is no game record: its first line must be a JSON object with record and game") from None
    if type(version) is not int or version > VERSION or version < 1:
        raise NotARecord(
            f"this record is of kind {version}; this companion reads kind {VERSION}: update it to read newer ones"
        )
    return str(game)


def check(rules: Rules[S], text: str) -> tuple[S, int]:
    """Referee a record; the last state and the number of events that count. Raises Wrong at the first fault."""
    lines = list(_lines(text))
    if not lines:
        raise Wrong(1, "header", "a header", "nothing")
    state = _read_header(rules, lines[0][1])
    count = 0
    for line, raw in lines[1:]:
        if raw.get("undone") is True:
            _read_event(rules, line, {key: raw[key] for key in raw if key not in ("n", "after", "undone")})
            continue
        count += 1
        state = _check_line(rules, state, line, count, dict(raw))
    return state, count


def _lines(text: str) -> Iterator[tuple[int, Json]]:
    rows = text.split("\n")
    for line, row in enumerate(rows, 1):
        if line == len(rows) and not row:
            return
        try:
            raw = json.loads(row)
        except (ValueError, RecursionError):
            if line == len(rows) > 1:  # no line end after it: the file was cut off here
                return
            raise Wrong(line, "text", "one JSON object a line", repr(row[:40])) from None
        if not isinstance(raw, dict):
            raise Wrong(line, "text", "one JSON object a line", repr(row[:40]))
        yield line, raw


def _read_header(rules: Rules[S], raw: Json) -> S:
    fields = {key: value for key, value in raw.items() if key not in ("record", "game")}
    try:
        return rules.read_header(fields)
    except ValueError as error:
        raise Wrong(1, "header", "a header the game can be set up from", str(error)) from None


def _check_line(rules: Rules[S], state: S, line: int, count: int, raw: Json) -> S:
    name = raw.get("event")
    n, after = raw.pop("n", None), raw.pop("after", None)
    if n != count or type(n) is not int:
        raise Wrong(line, name, f"n {count}", f"n {json.dumps(n)}")
    event = _read_event(rules, line, raw)
    expected = rules.retold(_expected(rules, state, line, event), event)
    if not _agrees(as_json(expected), raw):
        raise Wrong(line, name, _dump(as_json(expected)), _dump(raw))
    state = rules.evolve(state, event)
    if (card := rules.overdrawn(state)) is not None:
        raise Wrong(line, name, "cards the deck can give", f"one more {card} than it has")
    standing = as_json(rules.standing(state))
    if not _agrees(standing, after):
        raise Wrong(line, name, f"after {_dump(standing)}", f"after {json.dumps(after)}")
    return state


def _expected(rules: Rules[S], state: S, line: int, event: Event) -> Event:
    """The event the rules allow here that is nearest to the one that came."""
    following = rules.follows(state)
    if following is not None:
        return following
    intent = rules.recall(state, event)
    question = rules.question(state)
    name = type(event).__struct_config__.tag
    if intent is None or question is None:
        waiting = "the end of the record: the game is over" if question is None else "an answer to what is asked"
        raise Wrong(line, name, waiting, f"{name}, which cannot happen here")
    told = decide(rules, state, intent)
    if isinstance(told, Refused):
        raise Wrong(line, name, "what the rules allow here", f"this: {speak(told.why, str).rstrip('.')}")
    return told


def _agrees(expected: object, came: object) -> bool:
    """Whether they are equal, but for cards the box did not know and the record tells."""
    match expected, came:
        case dict(), dict():
            return expected.keys() == came.keys() and all(_agrees(expected[key], came[key]) for key in expected)
        case list(), list():
            pairs = zip(expected, came, strict=True)
            return len(expected) == len(came) and all(a == b or (a is None and isinstance(b, str)) for a, b in pairs)
        case _:
            return expected == came and type(expected) is type(came)


# --- events as JSON --------------------------------------------------------------------------------------------------


def as_json(told: Event | Standing) -> Json:
    """An event (or what follows it) as a record writes it: values by seat are objects, cards strings or `null`."""
    raw: Json = msgspec.to_builtins(told)
    for name in _by_seat(type(told)):
        pairs: BySeat[object] = getattr(told, name)
        raw[name] = {str(seat): value for seat, value in pairs}
    return msgspec.json.decode(msgspec.json.encode(raw), type=Json)  # tuples become lists, as in a file


def _read_event(rules: Rules[S], line: int, raw: Json) -> Event:
    name = raw.get("event")
    kind = next((kind for kind in rules.events if kind.__struct_config__.tag == name), None)
    if kind is None:
        raise Wrong(line, name, f"an event of {rules.name}", f"{json.dumps(name)}, which it does not have")
    fields = dict(raw)
    for field in _by_seat(kind):
        values = fields.get(field)
        if isinstance(values, dict):
            fields[field] = [[int(seat) if seat.isdecimal() else seat, value] for seat, value in values.items()]
    try:
        return msgspec.convert(fields, functools.reduce(operator.or_, rules.events))
    except msgspec.ValidationError as error:
        raise Wrong(line, name, "the fields of this event", str(error)) from None


@functools.cache
def _by_seat(kind: type[Event] | type[Standing]) -> tuple[str, ...]:
    """The fields of a kind of event that hold one value for each of some seats (`BySeat`)."""
    return tuple(field.encode_name for field in msgspec.structs.fields(kind) if _is_by_seat(field.type))


def _is_by_seat(shape: object) -> bool:
    if get_origin(shape) is not tuple:
        return False
    inner, *rest = get_args(shape)
    return rest == [Ellipsis] and get_origin(inner) is tuple and get_args(inner)[0] is int and len(get_args(inner)) == 2
