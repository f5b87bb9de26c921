"""Who is connected, and who is cut off. Pure: no clock and no socket.

Laws: nobody comes for whom there is no room, but who has asked for nothing makes room; who asks for nothing, reads
nothing, says too much or does not go is cut off, and no sooner; all of it is counted, and no line is about one client.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal, Protocol, TypeAlias

import msgspec

from companion.web.allowance import Allowance

Why: TypeAlias = Literal[
    "found no room",
    "came too often",
    "made room",
    "asked for nothing",
    "read nothing",
    "did not go",
    "said too much",
    "talked nonsense",
    "met a fault of the box",
    "met a box without files",
]
"""What became of a connection that did not end by itself."""

TELL_S: Final = 60.0
"""What has been counted in so long is told in one line."""
FEW: Final = 20
"""Fewer are not worth a line: browsers open connections ahead, and let them stand."""


class Limits(msgspec.Struct, frozen=True):
    """What one server bears."""

    connections: int = 320
    """At once; of 1024 file descriptors most are left for the box's own files and wires."""
    of_one_peer: int = 240
    """At once, from one address."""
    comes_a_second: float = 150
    """From one address, when it has come as often as it may be there at once."""
    quiet_s: float = 5.0
    """How long a connection may stand with no request under way: before the first, while one dribbles in, after one."""
    stalled_s: float = 5.0
    """How long it may leave unread what it is sent."""
    closing_s: float = 1.0
    """How long it may take to go."""
    bytes_a_second: float = 16 * 1024
    """That it says; a page on which six keys are held says half of it."""
    bytes_at_once: float = 32 * 1024
    request_bytes: int = 256
    """For so many a request counts, besides its own: it costs the box more than it costs whoever asks."""


class Line(Protocol):
    """One end of a connection, as asyncio's transports are."""

    def is_closing(self) -> bool:
        """Whether it has been told to close."""

    def abort(self) -> None:
        """Hang up at once, whatever is still to be sent."""


class Visit:
    """One connection, from its coming to its going. Times in seconds, monotonic."""

    def __init__(self, crowd: Crowd, peer: str, line: Line, t: float) -> None:
        limits = crowd.limits
        self.peer = peer
        self._crowd = crowd
        self._line = line
        self._allowance = Allowance(limits.bytes_a_second, limits.bytes_at_once, t)
        self._under_way = 0
        self._quiet_since = t
        self._stalled_since: float | None = None
        self._closing_since: float | None = None

    def says(self, size: int, t: float) -> bool:
        """Take in so many bytes; false if that is too much."""
        return self._allowance.spend(size, t)

    def asks(self, t: float) -> bool:
        """A request has come whole, and is under way from now on; false if it is one too many, and hung up on."""
        self._under_way += 1
        may_ask = self.says(self._crowd.limits.request_bytes, t)
        if not may_ask:
            self.cut("said too much")
        return may_ask

    def is_answered(self, t: float) -> None:
        """It is no longer under way."""
        self._under_way -= 1
        self._quiet_since = t

    def stalls(self, since: float | None) -> None:
        """What it is sent stays unread since then; `None`: it reads."""
        self._stalled_since = since

    def counts(self, why: Why) -> None:
        """It is hung up on."""
        self._crowd.count(why)

    def cut(self, why: Why) -> None:
        """Hang up at once."""
        self.counts(why)
        self._line.abort()

    def leaves(self) -> None:
        """The connection has ended."""
        self._crowd.forget(self)

    @property
    def waits_since(self) -> float | None:
        """Since when it has asked for nothing; `None`: a request is under way."""
        return None if self._under_way else self._quiet_since

    def overdue(self, t: float) -> Why | None:
        """Why to hang up at `t`, if so."""
        self._closing_since = (self._closing_since or t) if self._line.is_closing() else None
        limits = self._crowd.limits
        if _longer(self._closing_since, limits.closing_s, t):
            return "did not go"
        if _longer(self._stalled_since, limits.stalled_s, t):
            return "read nothing"
        return "asked for nothing" if _longer(self.waits_since, limits.quiet_s, t) else None


class Crowd:
    """All connections of one server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._visits: dict[Visit, None] = {}
        """In the order of their coming."""
        self._doorsteps: dict[str, Allowance] = {}
        """How often each address may still come."""
        self._counted: Counter[Why] = Counter()
        self._told_at = 0.0

    def __len__(self) -> int:
        return len(self._visits)

    def come(self, peer: str, line: Line, t: float) -> Visit | None:
        """Let somebody in from this address; `None`, and counted, if there is no room or it comes too often."""
        limits = self.limits
        doorstep = self._doorsteps.setdefault(peer, Allowance(limits.comes_a_second, limits.of_one_peer, t))
        if not doorstep.spend(1, t):
            self.count("came too often")
            return None
        if not self._has_room(peer):
            self.count("found no room")
            return None
        visit = Visit(self, peer, line, t)
        self._visits[visit] = None
        return visit

    def count(self, why: Why) -> int:
        """Remember it for the next line that may be told; gives how often it has been in this minute."""
        self._counted[why] += 1
        return self._counted[why]

    def forget(self, visit: Visit) -> None:
        """It has left."""
        self._visits.pop(visit, None)

    def sweep(self, t: float) -> None:
        """Cut off who is overdue at `t`."""
        for visit in list(self._visits):
            if (why := visit.overdue(t)) is not None:
                visit.cut(why)
                self.forget(visit)
        present = {visit.peer for visit in self._visits}
        for peer in [peer for peer, left in self._doorsteps.items() if peer not in present and left.is_full(t)]:
            del self._doorsteps[peer]

    def told(self, t: float) -> str | None:
        """One line about all who were refused or cut off in the last minute, if it is over and they were many."""
        if t - self._told_at < TELL_S:
            return None
        counted, self._counted, self._told_at = self._counted, Counter(), t
        told = ", ".join(f"{count} {why}" for why, count in counted.most_common())
        return f"connections to the page that were refused or cut off: {told}" if counted.total() >= FEW else None

    def _has_room(self, peer: str) -> bool:
        """Whether one more may come from there, or somebody makes room."""
        here = [visit for visit in self._visits if visit.peer == peer]
        if len(here) >= self.limits.of_one_peer:
            return self._make_room(here)
        return len(self._visits) < self.limits.connections or self._make_room(list(self._visits))

    def _make_room(self, visits: list[Visit]) -> bool:
        """Cut off who has asked for nothing for longest, if anybody has."""
        waiting = [visit for visit in visits if visit.waits_since is not None]
        if not waiting:
            return False
        longest = min(waiting, key=lambda visit: visit.waits_since or 0.0)
        longest.cut("made room")
        self.forget(longest)
        return True


def _longer(since: float | None, limit_s: float, t: float) -> bool:
    return since is not None and t - since > limit_s
