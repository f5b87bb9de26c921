"""The referee: it checks a record against the rules, line by line.

Laws: a record can be checked with the rules alone; a referee that knows the seed draws every lot again; undone lines
are followed from the place where they branched off. `companion.match.reader` reads the lines;
`companion.match.undone` checks who had to agree to an undo.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

import msgspec

from companion.kit.decision import addressed, decide
from companion.kit.errors import WrongLine
from companion.kit.event import CardIntent, Correcting, Event, Intent, Refused
from companion.kit.question import Cards, OneOf, Question, Seed, commit
from companion.kit.rules import Recorded
from companion.kit.seats import Seat
from companion.kit.text import speak
from companion.match import chance
from companion.match.reader import RecordLine, count_seats, read_event, read_header, read_lines, read_n, read_stints
from companion.match.record import Json, as_json, by_seat, dump, is_over
from companion.match.stints import Stint
from companion.match.undone import UndoReader, decider

S = TypeVar("S")


class Refereed(msgspec.Struct, Generic[S], frozen=True):
    """The result for a record without faults."""

    state: S
    """The state after the last event that counts."""
    events: int
    """How many events count."""
    is_over: bool
    """Whether these events lead to the end of the game."""
    lots: tuple[str, ...]
    """What the box drew: `dice`, `cards`."""
    is_seed_open: bool
    """Whether the seed is known, so that all draws were checked."""
    stints: tuple[Stint, ...]
    """When bots played for which seats, as the header says."""


class Position(NamedTuple, Generic[S]):
    """The game between two lines."""

    state: S
    lots: int
    """How many draws of the box count here."""
    by: Seat | None = None
    """Who made the undone decision that led here; `None`: it counts, or the event followed by itself."""


def check(rules: Recorded[S], text: str) -> Refereed[S]:
    """Referee a record. Raises WrongLine at the first fault."""
    head, *rest = read_lines(text)
    start, stints = read_header(rules, head), read_stints(head)
    referee = Referee(rules, start, _open_seed(head, rest))
    way = [Position(start, 0)]  # the game after 0, 1, 2 … events, on the branch played last
    count, undone = 0, UndoReader(rules, count_seats(head), stints)
    for line in rest:  # an undone line may branch off anywhere after the last line that counts
        n = read_n(line, range(count + 1, len(way) + 1 if line.is_undone else count + 2))
        way[n:] = [referee.follow(way[n - 1], line)]
        undone.follow(line, n, way[n].by, way[n].state)
        if not line.is_undone:
            count = n
    undone.check()
    return referee.verdict(way[count].state, count, stints)


class Referee(Generic[S]):
    """Follows a record line by line; with the seed it draws every lot again."""

    def __init__(self, rules: Recorded[S], start: S, seed: str | None) -> None:
        self._rules = rules
        self._seed = seed
        self._fields = rules.hidden(start)
        self._hidden: WrongLine | None = None
        """The first `null` that only a running game may have."""
        self._lots: set[str] = set()

    def follow(self, here: Position[S], line: RecordLine) -> Position[S]:
        """The game after a line that happened at `here`. Raises WrongLine."""
        rules, row, event = self._rules, line.told, read_event(self._rules, line)
        if isinstance(event, rules.unrecorded):
            raise line.wrong("an event that a record has", f"{row['event']}, which no record has")
        here = here._replace(state=self._told_by(here.state, line, event))
        if line.is_undone and isinstance(event, rules.final):
            raise line.wrong("a line that counts, as this is never undone", '"undone"')
        expected, is_lot, by = rules.follows(here.state), False, None
        if expected is None:
            intent = rules.recall(here.state, event)
            question = addressed(rules, here.state, intent) if intent is not None else None
            if question is None or intent is None:
                is_asked = rules.question(here.state) is not None
                waiting = "an answer to what is asked" if is_asked else "the end of the record: the game is over"
                raise line.wrong(waiting, f"{row['event']}, which cannot happen here")
            expected = self._unseen(here.state, line, question) or self._answered(here.state, line, intent)
            by = decider(rules, here.state, intent, question) if line.is_undone else None
            is_lot = chance.is_lot(question) and not isinstance(intent, Correcting)
            if is_lot:
                self._draw(here, line, question, intent)
        expected = rules.retold(expected, event)
        told = as_json(expected)
        for field in self._unsaid(here.state, expected, row):
            self._hide(line, field)
            told[field], event = None, expected
        if not _agrees(told, row) or _turns(expected) != _turns(event):
            raise line.wrong(dump(as_json(expected)), dump(row))
        state = rules.evolve(here.state, event)
        if (card := rules.overdrawn(state)) is not None:
            raise line.wrong("cards the deck can give", f"one more {card} than it has")
        self._compare(line, as_json(rules.standing(state)))
        return Position(state, here.lots + is_lot, by)

    def _told_by(self, state: S, line: RecordLine, event: Event) -> S:
        """The state after what a line tells that the record leaves out. Raises WrongLine if it cannot have happened."""
        for untold in self._rules.behind(state, event):
            intent = self._rules.recall(state, untold)
            known = self._answered(state, line, intent) if intent is not None else untold
            state = self._rules.evolve(state, known)
        return state

    def _unsaid(self, state: S, expected: Event, row: Json) -> list[str]:
        """The fields of an event that are `null` because they are secret while the game runs."""
        silent = [field for field in row if row[field] is None]
        if self._seed is not None or not silent:
            return []
        told, shown = as_json(expected), as_json(self._rules.without_secrets(state, expected))
        return [field for field in silent if told.get(field) is not None and shown.get(field, 0) is None]

    def verdict(self, state: S, count: int, stints: tuple[Stint, ...]) -> Refereed[S]:
        """The result for the whole record. Raises WrongLine if it hides facts of an ended game or names bots after its
        end.
        """
        ended = is_over(self._rules, state)
        if ended and self._hidden is not None:
            raise self._hidden
        latest = max((stint.last or stint.first for stint in stints), default=0)
        if ended and latest > count:
            raise WrongLine(1, "header", f"bots that play at events 1 to {count}, as the game ends there", f"{latest}")
        return Refereed(state, count, ended, tuple(sorted(self._lots, reverse=True)), self._seed is not None, stints)

    def _answered(self, state: S, line: RecordLine, intent: Intent) -> Event:
        """The event that the rules make of this intent."""
        told = decide(self._rules, state, intent)
        if isinstance(told, Refused):
            raise line.wrong("what the rules allow here", f"this: {speak(told.why, str).rstrip('.')}")
        return told

    def _unseen(self, state: S, line: RecordLine, question: Question) -> Event | None:
        """The event of a line that leaves out what a seat has answered in secret; `None`: it leaves nothing out.

        Without its secret, every answer to such a question is the same event.
        """
        if self._seed is not None or not question.is_secret or not isinstance(question.form, OneOf):
            return None
        told = self._rules.answered(state, question.form.answers[0])
        shown = self._rules.without_secrets(state, told)
        if shown == told or as_json(shown) != line.told:
            return None
        self._hide(line, "answers")
        return shown

    def _draw(self, here: Position[S], line: RecordLine, question: Question, intent: Intent) -> None:
        """Repeat the box's draw, if the seed is known."""
        if isinstance(question.form, Seed):
            return
        row = line.told
        self._lots.add("cards" if isinstance(question.form, Cards) else self._rules.draws)
        if self._seed is None:
            if isinstance(intent, CardIntent) and None in intent.cards:
                any_cards = self._rules.answered(here.state, chance.draw("", here.lots, question))
                if not _hides(as_json(self._rules.without_secrets(here.state, any_cards)), row):
                    raise line.wrong("all cards that everybody can see", dump(row))
                self._hide(line, "cards")
            return
        drawn = as_json(self._rules.answered(here.state, chance.draw(self._seed, here.lots, question)))
        if drawn != row:
            raise line.wrong(f"{dump(drawn)}, as the seed draws it", dump(row))

    def _compare(self, line: RecordLine, standing: Json) -> None:
        shown, after = dict(standing), line.raw.get("after")
        if self._seed is None and isinstance(after, dict):
            for field in self._fields:
                if after.get(field, 0) is None:
                    self._hide(line, field)
                    shown[field] = None
        if not _agrees(shown, after):
            raise line.wrong(f"after {dump(standing)}", f"after {json.dumps(after)}")

    def _hide(self, line: RecordLine, what: str) -> None:
        if self._hidden is None:
            self._hidden = line.wrong(f"{what} that lie open, since the game has ended", "null")


def _open_seed(head: RecordLine, rest: Sequence[RecordLine]) -> str | None:
    """The promised seed, if any line tells it."""
    promised = head.raw.get("commitment")
    for line in rest:
        seed = line.raw.get("seed")
        if isinstance(seed, str) and commit(seed) == promised != commit(""):  # also the promise of an invalid seed
            return seed
    return None


def _turns(event: Event) -> list[list[Seat]]:
    """The order of the seats in each field that holds one value for each seat."""
    return [[seat for seat, _ in getattr(event, field)] for field in by_seat(type(event))]


def _agrees(expected: object, came: object) -> bool:
    """Whether both are equal, except that the record may name cards that the box did not know."""
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
