"""Limits for all connections of a server: who is accepted and who is cut off. Pure: no clock and no socket.

Laws: when the server is full, an idle connection makes room for a new one, otherwise the new one is refused; only a
client that asks nothing, reads nothing, exceeds its byte budget or does not close in time is cut off; all of this is
counted, and no log line is about a single client.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
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
"""Why a connection was refused or closed."""

TELL_S: Final = 60.0
"""Seconds that are summed up in one log line."""
FEW: Final = 20
"""Fewer closed connections get no line: browsers open connections in advance and leave them idle."""


class Limits(msgspec.Struct, frozen=True):
    """The limits of one server."""

    connections: int = 320
    """Connections at once; most of 1024 file descriptors stay free for the box's own files and wires."""
    of_one_peer: int = 240
    """Connections at once from one address."""
    comes_a_second: float = 150
    """New connections a second from one address, after a first burst of `of_one_peer`."""
    quiet_s: float = 5.0
    """Idle timeout: seconds without a complete request, before the first, while one trickles in, or after one."""
    stalled_s: float = 5.0
    """How long a client may leave its output unread."""
    closing_s: float = 1.0
    """Close timeout."""
    bytes_a_second: float = 16 * 1024
    """The byte budget of a client; a page on which six keys are held needs half of it."""
    bytes_at_once: float = 32 * 1024
    request_bytes: int = 256
    """Bytes that a request costs besides its own: it is more work for the box than for the client."""


class Transport(Protocol):
    """The box's end of a connection: an asyncio transport."""

    def is_closing(self) -> bool:
        """Whether it is closing."""

    def abort(self) -> None:
        """Disconnect at once, even if data is still to be sent."""


class Visit:
    """One connection, from its start to its end. Times in seconds, monotonic."""

    def __init__(self, crowd: Crowd, peer: str, line: Transport, t: float) -> None:
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
        """Count `size` bytes; false if they exceed the budget."""
        return self._allowance.spend(size, t)

    def asks(self, t: float) -> bool:
        """A complete request has come and is under way; false if it exceeds the budget, which ends the connection."""
        self._under_way += 1
        may_ask = self.says(self._crowd.limits.request_bytes, t)
        if not may_ask:
            self.cut("said too much")
        return may_ask

    def forgive(self, t: float) -> None:
        """All that it has said so far was asked for: its budget is full again."""
        self._allowance.fill(t)

    def is_answered(self, t: float) -> None:
        """The request is answered."""
        self._under_way -= 1
        self._quiet_since = t

    def stalls(self, since: float | None) -> None:
        """Note since when the client has left its output unread; `None`: it reads again."""
        self._stalled_since = since

    def counts(self, why: Why) -> None:
        """The connection is being closed; count why."""
        self._crowd.count(why)

    def cut(self, why: Why) -> None:
        """Disconnect at once."""
        self.counts(why)
        self._line.abort()

    def leaves(self) -> None:
        """The connection has ended."""
        self._crowd.forget(self)

    @property
    def waits_since(self) -> float | None:
        """Since when it has been idle; `None`: a request is under way."""
        return None if self._under_way else self._quiet_since

    def overdue(self, t: float) -> Why | None:
        """Why to disconnect it at `t`; `None`: it may stay."""
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
        """In order of arrival."""
        self._doorsteps: dict[str, Allowance] = {}
        """The rate limit of each address."""
        self._counted: Counter[Why] = Counter()
        self._told_at = 0.0
        self.on_come: Callable[[], object] = lambda: None
        """Called when somebody comes, even somebody who is refused."""

    def __len__(self) -> int:
        return len(self._visits)

    @property
    def is_over(self) -> bool:
        """Whether nobody is there, nobody who was there is remembered, and nothing is left to tell."""
        return not (self._visits or self._doorsteps or self._counted)

    def come(self, peer: str, line: Transport, t: float) -> Visit | None:
        """Accept a connection from this address; `None`, and counted, if there is no room or it comes too often."""
        limits = self.limits
        self.on_come()
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
        """Count this for the next log line; returns how often it has happened in this minute."""
        self._counted[why] += 1
        return self._counted[why]

    def forget(self, visit: Visit) -> None:
        """The connection has ended."""
        self._visits.pop(visit, None)

    def sweep(self, t: float) -> None:
        """Cut off all connections that are overdue at `t`."""
        for visit in list(self._visits):
            if (why := visit.overdue(t)) is not None:
                visit.cut(why)
                self.forget(visit)
        present = {visit.peer for visit in self._visits}
        for peer in [peer for peer, left in self._doorsteps.items() if peer not in present and left.is_full(t)]:
            del self._doorsteps[peer]

    def told(self, t: float) -> str | None:
        """A line about the connections refused or cut off in the last minute, once it is over, if there were many."""
        if t - self._told_at < TELL_S:
            return None
        counted, self._counted, self._told_at = self._counted, Counter(), t
        told = ", ".join(f"{count} {why}" for why, count in counted.most_common())
        return f"connections to the page that were refused or cut off: {told}" if counted.total() >= FEW else None

    def _has_room(self, peer: str) -> bool:
        """Whether one more connection from this address fits, perhaps after an idle one made room."""
        here = [visit for visit in self._visits if visit.peer == peer]
        if len(here) >= self.limits.of_one_peer:
            return self._make_room(here)
        return len(self._visits) < self.limits.connections or self._make_room(list(self._visits))

    def _make_room(self, visits: list[Visit]) -> bool:
        """Cut off the connection that has been idle longest, if any is idle."""
        waiting = [visit for visit in visits if visit.waits_since is not None]
        if not waiting:
            return False
        longest = min(waiting, key=lambda visit: visit.waits_since or 0.0)
        longest.cut("made room")
        self.forget(longest)
        return True


def _longer(since: float | None, limit_s: float, t: float) -> bool:
    return since is not None and t - since > limit_s
