"""Who was played by the box, and when: out of a game's log, and as a record's header has it.

Law: a stint is told by the numbers of the events that count, whoever of the others they are of.
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
"""Where a header has them, if a bot ever sat there."""


class HandOver(NamedTuple):
    """From here on bots play for these seats, and for no other."""

    behind: int
    """So many entries the log had then."""
    bots: Bots


class Stint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}):
    """A bot played for a seat."""

    seat: Seat
    level: Level
    first: Annotated[int, msgspec.Meta(ge=1)]
    """The event it began with."""
    last: int | None
    """The one it ended with; `None`: it played to the end."""

    def is_all_of(self, events: int) -> bool:
        """Whether nobody else has sat there in a game of so many."""
        return self.first == 1 and self.last in {None, events}


work_out(Stint)


def bots_at(handed: Sequence[HandOver], entries: int) -> Bots:
    """For which seats bots play once the log has so many entries."""
    return next((each.bots for each in reversed(handed) if each.behind <= entries), {})


def stints(sat: Sequence[Bots], now: Bots) -> list[Stint]:
    """`sat`: for which seats bots played at each of the events that count; `now`: for which they would go on."""
    found = []
    for seat in sorted({seat for bots in (*sat, now) for seat in bots}):
        levels = [bots.get(seat) for bots in (*sat, now)]
        for level, run in groupby(enumerate(levels, 1), key=lambda each: each[1]):
            first, *_, last = [n for n, _ in run] * 2
            if level is not None:
                found.append(Stint(seat, level, first, last if last <= len(sat) else None))
    return found


def read(header: object, seats: Iterable[Seat]) -> tuple[Stint, ...]:
    """What a header says of them. Raises ValueError."""
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
