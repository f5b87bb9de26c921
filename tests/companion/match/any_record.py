"""Records of games, whole or still running, and what the referee says of their lines."""

from __future__ import annotations

import functools
import json
from typing import Any, Unpack

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.state import State
from companion.kit.errors import WrongLine
from companion.kit.event import Intent, Refused
from companion.kit.setup import Who
from companion.match import record, referee
from companion.match.history import Entry, Redo, Step, Undo
from companion.match.session import Session
from companion.testing.whole_games import SEED, Game, finish, taken_back
from tests.companion.games.galopp_royal.positions import RULES, Choices, bid, passes, start

Row = dict[str, Any]
Path = tuple[str | int, ...]

SOLD = (bid(1, 5), *passes(2, 3, 4))
"""The first team goes to Hans for 5."""


@functools.cache
def played(seats: int, cards: Who, die: Who, number: int) -> Game:
    return finish(RULES, start(seats, cards=cards, die=die), number)


@functools.cache
def whole(seats: int = 4, cards: Who = "box", die: Who = "box", number: int = 1) -> str:
    """The record of a finished game; before the first roll a coin was given and taken back."""
    game = played(seats, cards, die, number)
    assert isinstance(game.start, State)
    first_roll = next(at for at, step in enumerate(game.entries) if isinstance(step.events[0], events.Rolled))
    mended = [Step(1, is_lot=False, events=(events.Corrected(1, coins, "fell"),)) for coins in (+1, -1)]
    return record.write(RULES, game.start, [*game.entries[:first_roll], *mended, *game.entries[first_roll:]])


def opening(
    *answers: Intent | Undo | Redo, seats: int = 4, **choices: Unpack[Choices]
) -> tuple[State, list[Entry], Session[State]]:
    """A running game: the box's deal, these answers, and all that the box did between them.

    Every player who must agree to an `Undo` agrees.
    """
    state = start(seats, **choices)
    session, entries = Session(RULES, SEED, state), list[Entry]()

    def enter(entry: Entry | Refused) -> None:
        nonlocal session
        assert not isinstance(entry, Refused), entry
        session = session.apply(entry)
        entries.append(entry)

    def go_on() -> None:
        while (step := session.automatic()) is not None:
            enter(step)

    go_on()
    for answer in answers:
        match answer:
            case Undo():
                enter(taken_back(session))
            case Redo():
                enter(answer)
            case _:
                enter(session.answer(answer))
        go_on()
    return state, entries, session


def written(
    *answers: Intent | Undo | Redo,
    seats: int = 4,
    secrets: bool = False,
    undone: bool = False,
    **choices: Unpack[Choices],
) -> str:
    state, entries, _ = opening(*answers, seats=seats, **choices)
    return record.write(RULES, state, entries, secrets=secrets, undone=undone)


def rows(text: str) -> list[Row]:
    return [json.loads(line) for line in text.splitlines()]


def joined(lines: list[Row]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def refereed(lines: list[Row] | str) -> referee.Refereed[State]:
    return referee.check(RULES, lines if isinstance(lines, str) else joined(lines))


def check(lines: list[Row] | str) -> tuple[State, int]:
    """The last state, and how many events count."""
    found = refereed(lines)
    return found.state, found.events


def fault(lines: list[Row] | str) -> WrongLine:
    """Why this is not a legal game."""
    with pytest.raises(WrongLine) as raised:
        check(lines)
    return raised.value


def refused_at(lines: list[Row]) -> int | None:
    """The first wrong line; `None` if there is none."""
    try:
        check(lines)
    except WrongLine as wrong:
        return wrong.line
    return None


def at(lines: list[Row], event: str) -> int:
    """Where the first event of this name stands."""
    return next(line for line, row in enumerate(lines) if row.get("event") == event)
