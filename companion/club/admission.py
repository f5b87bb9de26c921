"""Which records the club accepts: finished games in which the referee finds no mistake.

Laws: only the record counts, checked line by line, and nothing else a box says of its game; if the box drew cards or
dice, the header must promise the seed that the end opens, so every draw can be repeated; a game is known by what was
played, not by who sends it or when. No record proves that people played the game: a box can choose its seed and play
all seats alone, and one person can use many names.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec

from companion.club.topics import Record, read, sum_of
from companion.games import find_rules
from companion.journal.permanent import in_utc, name_of
from companion.kit.errors import CompanionError, NotLetIn, WrongUse
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.match.outcome import PlayerResult, outcome
from companion.match.reader import RecordLine, read_game, read_lines
from companion.match.record import dump
from companion.match.referee import Refereed, check

LETTERS: Final = 60
"""The longest name, in letters: older boxes allowed longer names than `companion.kit.names` does."""
AHEAD: Final = timedelta(days=1)
"""How far a box's clock may be ahead of the club's."""


class Result(msgspec.Struct, frozen=True):
    """A finished game that counts."""

    game: str
    """The game's permanent name."""
    title: str
    """The title of the game that was played."""
    began: str
    """When the game began, in UTC, so that games can be sorted."""
    arrived: str
    """When the record arrived by the club's own clock, also in UTC."""
    sum: str
    """The sum of the message that brought it."""
    played: str
    """The sum that identifies the game; see `sum_of_play`."""
    record: str
    """The record as the referee checked it."""
    came: tuple[PlayerResult, ...]


def let_in(words: bytes, now: datetime) -> Result:
    """The result in a `record` message that arrived `now`. Raises NotLetIn."""
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
        rules = find_rules(*read_game(told.record))
        found = check(rules, told.record)
    except CompanionError as wrong:
        raise NotLetIn(str(wrong)) from None
    if not found.is_over:
        raise NotLetIn(f"line {found.events + 2}: expected a game that is over; came the record of one that is not.")
    if found.lots and not found.is_seed_open:
        drawn = " and ".join(found.lots)
        raise NotLetIn(f"line 1, header: expected the promise of a seed, since the box drew {drawn}; came none.")
    lines = read_lines(told.record)
    came = _came(rules, found, told.bots)
    name, record = name_of(lines[0].raw, began), "".join(f"{dump(line.raw)}\n" for line in lines)
    return Result(name, rules.title, began, arrived, sum_of(words), sum_of_play(lines), record, came)


def sum_of_play(lines: Sequence[RecordLine]) -> str:
    """What identifies a game, whoever sends it: the sum of its promise, else of the standings after each event.

    Nothing that a record can vary freely is part of it: no names, dates or order of cards on a line.
    """
    head, *rest = lines
    stood = [(line.raw.get("event"), line.raw.get("after")) for line in rest if not line.is_undone]
    return sum_of(msgspec.json.encode(head.raw.get("commitment") or stood, order="deterministic"))


def _came(rules: Rules[Any], found: Refereed[Any], bots: tuple[Seat, ...]) -> tuple[PlayerResult, ...]:
    """How each seat did; a player named by a colour is a guest.

    `bots`: the seats of bots, as an older box tells them. Raises NotLetIn.
    """
    try:
        came = outcome(rules, found.state, found.stints, found.events, bots=bots)
    except WrongUse as wrong:
        raise NotLetIn(f"{wrong}.") from None
    for player in came:
        if len(player.name) > LETTERS:
            raise NotLetIn(f"line 1, header: expected names of at most {LETTERS} letters; came {player.name!r}.")
    return came
