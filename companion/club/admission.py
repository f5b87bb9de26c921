"""What the club lets in: finished games that the referee finds right.

Laws: nothing a box says of its game counts but its record, checked line by line; where the box drew, its header must
promise the seed that its end opens, so that every card and die can be drawn again; a game is known by what was played,
whoever brings it, and when. That people have played it, no record proves: a box may choose its seed and play all seats
alone, and one person may go by many names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec

from companion.club.telling import in_utc, name_of
from companion.club.topics import Record, read, sum_of
from companion.games import find_rules
from companion.kit.errors import CompanionError, NotLetIn
from companion.kit.policy import Level
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.text import speak
from companion.match.reader import Line, read_game, read_lines
from companion.match.record import dump
from companion.match.referee import Refereed, check

LETTERS: Final = 60
"""Of a name: an older box let longer ones be than `companion.kit.names` does."""
AHEAD: Final = timedelta(days=1)
"""So far a box's clock may be ahead of the club's."""


class Came(msgspec.Struct, frozen=True):
    """How somebody came out of a game."""

    seat: Seat
    name: str
    colour: str
    place: int
    has: str
    is_guest: bool
    """Went by no name of their own, or a bot played."""
    level: Level | None = None
    """Of the bot that has played all of it."""


class Result(msgspec.Struct, frozen=True):
    """A finished game that counts."""

    game: str
    """Its name for ever."""
    title: str
    """What was played."""
    began: str
    """In UTC, so that they can be put in order."""
    arrived: str
    """By the club's own clock, likewise."""
    sum: str
    """Of the message it came in."""
    played: str
    """By which it is known; see `sum_of_play`."""
    record: str
    """As it was refereed."""
    came: tuple[Came, ...]


def let_in(words: bytes, now: datetime) -> Result:
    """What a `record` message is worth that has arrived `now`. Raises NotLetIn."""
    arrived = now.astimezone(UTC).isoformat(timespec="seconds")
    try:
        told = read(words, Record)
        began = in_utc(told.began)
    except (ValueError, OverflowError) as error:
        raise NotLetIn(f"expected a finished game as a message of companion/1 has it; {error}.") from None
    if datetime.fromisoformat(began) > now + AHEAD:
        expected = f"a game that began by now, {arrived}"
        raise NotLetIn(f"expected {expected}; came one of {began}: set the clock that is wrong, of the box or here.")
    try:
        rules = find_rules(read_game(told.record))
        found = check(rules, told.record)
    except CompanionError as wrong:
        raise NotLetIn(str(wrong)) from None
    if not found.is_over:
        raise NotLetIn(f"line {found.events + 2}: expected a game that is over; came the record of one that is not.")
    if found.lots and not found.is_seed_open:
        drawn = " and ".join(found.lots)
        raise NotLetIn(f"line 1, header: expected the promise of a seed, since the box drew {drawn}; came none.")
    lines = read_lines(told.record)
    came = tuple(_came(rules, found, told.bots))
    name, record = name_of(lines[0].raw, began), "".join(f"{dump(line.raw)}\n" for line in lines)
    return Result(name, rules.title, began, arrived, sum_of(words), sum_of_play(lines), record, came)


def sum_of_play(lines: Sequence[Line]) -> str:
    """By which a game is known whoever brings it: of its promise, else of how all stood after each event that counts.

    That leaves a record no freedom: names, dates, the order of cards on a line are not in it.
    """
    head, *rest = lines
    stood = [(line.raw.get("event"), line.raw.get("after")) for line in rest if not line.is_undone]
    return sum_of(msgspec.json.encode(head.raw.get("commitment") or stood, order="deterministic"))


def _came(rules: Rules[Any], found: Refereed[Any], bots: tuple[Seat, ...]) -> Iterator[Came]:
    """How each seat came out; whoever goes by a colour is a guest.

    `bots`: what an older box says of them. Raises NotLetIn.
    """
    seats, places = rules.view(found.state, None).seats, rules.places(found.state)
    alone = {stint.seat: stint.level for stint in found.stints if stint.is_all_of(found.events)}
    by_box = {*bots, *(stint.seat for stint in found.stints)}
    for seat, place in zip(seats, places, strict=True):
        name = speak(seat.name, str)
        if len(name) > LETTERS:
            raise NotLetIn(f"line 1, header: expected names of at most {LETTERS} letters; came {name!r}.")
        is_own = isinstance(seat.name, str) and seat.seat not in by_box
        yield Came(seat.seat, name, seat.colour, place, seat.has, not is_own, alone.get(seat.seat))
