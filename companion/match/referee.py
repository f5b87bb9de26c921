"""The referee: a record held against the rules, line by line.

Laws: a record needs the rules and nothing else to be checked; a file cut off anywhere is a record of an unfinished
game. A referee that knows the seed draws every lot again; undone lines are played on from where they branched.
"""

from __future__ import annotations

import codecs
import functools
import json
import operator
from collections.abc import Iterator, Sequence
from typing import Final, Generic, NamedTuple, NoReturn, TypeVar

import msgspec

from companion.kit.decision import addressed, decide
from companion.kit.errors import NotARecord, WrongLine
from companion.kit.event import Correcting, Dealing, Event, Intent, Refused, Unsealing
from companion.kit.question import Cards, Question, Seed, commit
from companion.kit.rules import Recorded
from companion.kit.text import speak
from companion.match import chance
from companion.match.record import VERSION, Json, as_json, by_seat, dump, is_over

S = TypeVar("S")

DIGITS: Final = 15
"""The longest number a record holds; every program that reads JSON reads it whole."""
BRACKETS: Final = 200
"""More than any line of a record opens."""


class Refereed(msgspec.Struct, Generic[S], frozen=True):
    """A record in which nothing is wrong."""

    state: S
    """After the last event that counts."""
    events: int
    """How many count."""
    is_over: bool
    """Whether they lead to the end of the game."""
    lots: tuple[str, ...]
    """What the box drew: `dice`, `cards`."""
    is_seed_open: bool
    """Whether all of it was drawn again."""


class Position(NamedTuple, Generic[S]):
    """The game between two lines."""

    state: S
    lots: int
    """How often the box has drawn, as far as it counts here."""


def decoded(file: bytes) -> str:
    """The text of a record; one cut off inside a letter ends before it. Raises UnicodeDecodeError."""
    return codecs.getincrementaldecoder("utf-8")().decode(file)


def read_game(text: str) -> str:
    """The name of the game a record is of. Raises NotARecord."""
    first, _, _ = text.partition("\n")
    try:
        raw = _parse(first)
        version, game = raw["record"], raw["game"]
    except (ValueError, KeyError):
        raise NotARecord("this is no game record: its first line must be a JSON object with record and game") from None
    if type(version) is not int or version > VERSION or version < 1:
        raise NotARecord(
            f"this record is of kind {version}; this companion reads kind {VERSION}: update it to read newer ones"
        )
    return str(game)


def check(rules: Recorded[S], text: str) -> Refereed[S]:
    """Referee a record. Raises WrongLine at the first fault."""
    lines = list(_lines(text))
    if not lines:
        raise WrongLine(1, "header", "a header", "nothing")
    (_, first), *rest = lines
    start = _read_header(rules, first)
    referee = Referee(rules, start, _open_seed(first, rest))
    way = [Position(start, 0)]  # where the game stood after 0, 1, 2 … events, as it was played last
    count = 0
    for line, raw in rest:
        is_undone = raw.get("undone") is True
        n = _read_n(line, raw, range(count + 1, len(way) + 1) if is_undone else range(count + 1, count + 2))
        way[n:] = [referee.follow(way[n - 1], line, raw, is_undone=is_undone)]
        if not is_undone:
            count = n
    return referee.verdict(way[count].state, count)


class Referee(Generic[S]):
    """Follows a record line by line; with the seed it draws every lot again."""

    def __init__(self, rules: Recorded[S], start: S, seed: str | None) -> None:
        self._rules = rules
        self._seed = seed
        self._fields = rules.hidden(start)
        self._hidden: WrongLine | None = None
        """The first `null` that only a game still running may have."""
        self._lots: set[str] = set()

    def follow(self, here: Position[S], line: int, raw: Json, *, is_undone: bool) -> Position[S]:
        """The game after a line that tells what happened at `here`. Raises WrongLine."""
        rules, name = self._rules, raw.get("event")
        row = {key: value for key, value in raw.items() if key not in ("n", "after", *["undone"] * is_undone)}
        event = _read_event(rules, line, row)
        expected, is_lot = rules.follows(here.state), False
        if expected is None:
            intent = rules.recall(here.state, event)
            question = addressed(rules, here.state, intent) if intent is not None else None
            if question is None or intent is None:
                is_asked = rules.question(here.state) is not None
                waiting = "an answer to what is asked" if is_asked else "the end of the record: the game is over"
                raise WrongLine(line, name, waiting, f"{name}, which cannot happen here")
            expected = self._answered(here.state, line, intent, name, is_undone=is_undone)
            is_lot = chance.is_lot(question) and not isinstance(intent, Correcting)
            if is_lot:
                self._draw(here, line, question, intent, row)
        expected = rules.retold(expected, event)
        told = as_json(expected)
        for field in self._unsaid(here.state, expected, row):
            self._hide(line, name, field)
            told[field], event = None, expected
        if not _agrees(told, row):
            raise WrongLine(line, name, dump(as_json(expected)), dump(row))
        state = rules.evolve(here.state, event)
        if (card := rules.overdrawn(state)) is not None:
            raise WrongLine(line, name, "cards the deck can give", f"one more {card} than it has")
        self._compare(line, name, as_json(rules.standing(state)), raw.get("after"))
        return Position(state, here.lots + is_lot)

    def _unsaid(self, state: S, expected: Event, row: Json) -> list[str]:
        """The single fields of an event that are `null` because they are secret while the game runs."""
        silent = [field for field in row if row[field] is None]
        if self._seed is not None or not silent:
            return []
        told, shown = as_json(expected), as_json(self._rules.without_secrets(state, expected))
        return [field for field in silent if told.get(field) is not None and shown.get(field, 0) is None]

    def verdict(self, state: S, count: int) -> Refereed[S]:
        """The record as a whole. Raises WrongLine if it hides what lies open once a game has ended."""
        ended = is_over(self._rules, state)
        if ended and self._hidden is not None:
            raise self._hidden
        return Refereed(state, count, ended, tuple(sorted(self._lots, reverse=True)), self._seed is not None)

    def _answered(self, state: S, line: int, intent: Intent, name: object, *, is_undone: bool) -> Event:
        """The event the rules allow here that is nearest to the one that came."""
        told = decide(self._rules, state, intent)
        if isinstance(told, Refused):
            if is_undone and self._seed is None and isinstance(intent, Unsealing) and intent.seed is None:
                self._hide(line, name, "seed")  # opened, and sealed again when the end was undone
                return self._rules.answered(state, intent)
            raise WrongLine(line, name, "what the rules allow here", f"this: {speak(told.why, str).rstrip('.')}")
        return told

    def _draw(self, here: Position[S], line: int, question: Question, intent: Intent, row: Json) -> None:
        """Draw again what the box has drawn, if the seed lies open."""
        if isinstance(question.form, Seed):
            return
        self._lots.add("cards" if isinstance(question.form, Cards) else self._rules.draws)
        if self._seed is None:
            if isinstance(intent, Dealing) and None in intent.cards:
                any_cards = self._rules.answered(here.state, chance.draw("", here.lots, question))
                if not _hides(as_json(self._rules.without_secrets(here.state, any_cards)), row):
                    raise WrongLine(line, row["event"], "all cards that everybody can see", dump(row))
                self._hide(line, row["event"], "cards")
            return
        drawn = as_json(self._rules.answered(here.state, chance.draw(self._seed, here.lots, question)))
        if drawn != row:
            raise WrongLine(line, row["event"], f"{dump(drawn)}, as the seed draws it", dump(row))

    def _compare(self, line: int, name: object, standing: Json, after: object) -> None:
        shown = dict(standing)
        if self._seed is None and isinstance(after, dict):
            for field in self._fields:
                if after.get(field, 0) is None:
                    self._hide(line, name, field)
                    shown[field] = None
        if not _agrees(shown, after):
            raise WrongLine(line, name, f"after {dump(standing)}", f"after {json.dumps(after)}")

    def _hide(self, line: int, name: object, what: str) -> None:
        if self._hidden is None:
            self._hidden = WrongLine(line, name, f"{what} that lie open, since the game has ended", "null")


def _open_seed(first: Json, rest: Sequence[tuple[int, Json]]) -> str | None:
    """The seed that was promised, if any line tells it."""
    promised = first.get("commitment")
    for _, raw in rest:
        seed = raw.get("seed")
        if isinstance(seed, str) and commit(seed) == promised != commit(""):  # which is also that of no seed at all
            return seed
    return None


def _lines(text: str) -> Iterator[tuple[int, Json]]:
    """What stands in each line, but for empty ones at the end and one that was cut off there."""
    rows = text.split("\n")
    is_cut = bool(rows[-1].strip())
    while rows and not rows[-1].strip():
        rows.pop()
    for line, row in enumerate(rows, 1):
        try:
            raw = _parse(row)
        except ValueError as error:
            if is_cut and line == len(rows) > 1 and isinstance(error, json.JSONDecodeError):
                return
            why = "" if isinstance(error, json.JSONDecodeError) else f" ({error})"
            raise WrongLine(line, "text", "one JSON object a line", f"{row[:40]!r}{why}") from None
        yield line, raw


def _parse(row: str) -> Json:
    """A line as a JSON object. Raises ValueError: JSONDecodeError if it is no JSON, else with why it is refused."""
    if row.count("[") + row.count("{") > BRACKETS:
        raise ValueError("too many brackets")
    raw: object = _JSON.decode(row)
    if not isinstance(raw, dict):
        raise ValueError("no object")
    if "\\u" in row and any("\ud800" <= letter <= "\udfff" for letter in dump(raw)):
        raise ValueError("half of a character")
    return raw


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise ValueError(f"a number of more than {DIGITS} digits")
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_JSON: Final = json.JSONDecoder(parse_int=_whole, parse_constant=_no_number)


def _read_header(rules: Recorded[S], raw: Json) -> S:
    fields = {key: value for key, value in raw.items() if key not in ("record", "game")}
    try:
        return rules.read_header(fields)
    except ValueError as error:
        raise WrongLine(1, "header", "a header the game can be set up from", str(error)) from None


def _read_n(line: int, raw: Json, legal: range) -> int:
    """Which event a line tells; an undone one may branch off wherever the game has been since the last that counts."""
    n = raw.get("n")
    if type(n) is not int or n not in legal:
        expected = f"n {legal[0]}" if len(legal) == 1 else f"n {legal[0]} to {legal[-1]}"
        raise WrongLine(line, raw.get("event"), expected, f"n {json.dumps(n)}")
    return n


def _read_event(rules: Recorded[S], line: int, raw: Json) -> Event:
    name = raw.get("event")
    kind = next((kind for kind in rules.events if kind.__struct_config__.tag == name), None)
    if kind is None:
        raise WrongLine(line, name, f"an event of {rules.name}", f"{json.dumps(name)}, which it does not have")
    fields = dict(raw)
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
        raise WrongLine(line, name, "the fields of this event", str(error)) from None


def _agrees(expected: object, came: object) -> bool:
    """Whether they are equal, but for cards the box did not know and the record tells."""
    match expected, came:
        case dict(), dict():
            return expected.keys() == came.keys() and all(_agrees(expected[key], came[key]) for key in expected)
        case list(), list():
            pairs = zip(expected, came, strict=False)
            told = all(_agrees(a, b) or (a is None and isinstance(b, str)) for a, b in pairs)
            return told and len(expected) == len(came)
        case _:
            return expected == came and type(expected) is type(came)


def _hides(secret: object, came: object) -> bool:
    """Whether `came` is `null` only where `secret` is."""
    match secret, came:
        case dict(), dict():
            return all(_hides(secret[key], came[key]) for key in secret.keys() & came.keys())
        case list(), list():
            return all(_hides(a, b) for a, b in zip(secret, came, strict=False))
        case _:
            return came is not None or secret is None
