"""Which seats bots played for, and when: from a game's log, and from a record's header.

Law: a stint is given by the numbers of the events that count, whichever seat they belong to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import Annotated, Final, NamedTuple

import msgspec

from companion.kit.policy import Bots, Level
from companion.kit.seats import Seat
from companion.kit.shape import work_out

FIELD: Final = "bots"
"""The field of a header with the stints, if a bot ever played."""


class HandOver(NamedTuple):
    """From here on, bots play for these seats and for no others."""

    behind: int
    """How many entries the log had then."""
    bots: Bots


class Stint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}):
    """A bot played for a seat, from one event to another."""

    seat: Seat
    level: Level
    first: Annotated[int, msgspec.Meta(ge=1)]
    """The first event of the stint."""
    last: int | None
    """The last event of the stint; `None`: the bot played to the end."""

    def is_all_of(self, events: int) -> bool:
        """Whether the bot played for this seat in all `events` of the game."""
        return self.first == 1 and self.last in {None, events}


work_out(Stint)


def bots_at(handed: Sequence[HandOver], entries: int) -> Bots:
    """The seats for which bots play when the log has so many entries."""
    return next((each.bots for each in reversed(handed) if each.behind <= entries), {})


def stints(sat: Sequence[Bots], now: Bots) -> list[Stint]:
    """The stints; `sat`: the bots at each event that counts; `now`: the bots that would play the next event."""
    found = []
    for seat in sorted({seat for bots in (*sat, now) for seat in bots}):
        levels = [bots.get(seat) for bots in (*sat, now)]
        for level, run in groupby(enumerate(levels, 1), key=lambda each: each[1]):
            first, *_, last = [n for n, _ in run] * 2
            if level is not None:
                found.append(Stint(seat, level, first, last if last <= len(sat) else None))
    return found


def read(header: object, seats: Iterable[Seat]) -> tuple[Stint, ...]:
    """The stints of a header. Raises ValueError."""
    told = msgspec.convert(header, tuple[Stint, ...])
    there = set(seats)
    for stint in told:
        if stint.seat not in there:
            raise ValueError(f"there is no seat {stint.seat}")
        if stint.last is not None and stint.last < stint.first:
            raise ValueError(f"seat {stint.seat} is played from {stint.first} to {stint.last}")
    for before, after in pairwise(sorted(told, key=lambda stint: (stint.seat, stint.first))):
        if before.seat == after.seat and (before.last is None or after.first <= before.last):
            raise ValueError(f"seat {after.seat} is played twice at {after.first}")
    return told
