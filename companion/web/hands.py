"""Which browser holds which keys, and for how long, as the browsers themselves report.

Laws: a key is down while at least one hand holds it; a hand that goes away releases everything; each hand measures its
holds by its own clock, so a late message does not turn a tap into a hold; an impossible time is not believed.
"""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from companion.web.twin import TwinWires

AHEAD_S = 5.0
"""How much longer a hold may have been than the box measured, as the message of the press may have been late."""


class Grip(msgspec.Struct):
    """One hand on one key."""

    since: float
    """When the box got the press, by the box's clock."""
    held_s: float = 0.0
    """How long it has lasted, by the hand's last message."""


class TwinHands:
    """All hands on one twin; a hand is any value that identifies a browser. For one event loop: no locks.

    Times `t` in seconds, monotonic.
    """

    def __init__(self, twin: TwinWires) -> None:
        self._twin = twin
        self._grips: dict[str, dict[Hashable, Grip]] = {}
        """The grips, by key and hand."""
        self._since: dict[str, float] = {}
        """When each of these keys went down."""

    def press(self, hand: Hashable, key: str, t: float) -> None:
        """Put the hand on the key; the first one pushes it down."""
        grips = self._grips.setdefault(key, {})
        if not grips:
            self._since[key] = t
            self._twin.press(key)
            self._twin.hold(key, 0.0)
        grips.setdefault(hand, Grip(t))

    def believes(self, hand: Hashable, key: str, held_s: float, t: float) -> bool:
        """Whether the hand can have held the key for `held_s` at `t`: no less than it said before, and not too long."""
        grip = self._grips.get(key, {}).get(hand)
        return grip is None or grip.held_s <= held_s <= t - grip.since + AHEAD_S

    def hold(self, hand: Hashable, key: str, held_s: float) -> None:
        """The hand has held the key for `held_s`, and still holds it."""
        if (grip := self._grips.get(key, {}).get(hand)) is not None:
            grip.held_s = held_s
            self._twin.hold(key, max(self._lasted(key, each) for each in self._grips[key].values()))

    def release(self, hand: Hashable, key: str, held_s: float) -> None:
        """Take the hand off the key after `held_s`; the last hand releases the key."""
        grips = self._grips.get(key, {})
        if (grip := grips.pop(hand, None)) is not None and not grips:
            grip.held_s = held_s
            self._twin.release(key, self._lasted(key, grip))

    def leave(self, hand: Hashable) -> None:
        """Take the hand off all its keys; each hold lasted as long as the hand last said."""
        for key, grips in sorted(self._grips.items()):
            if hand in grips:
                self.release(hand, key, grips[hand].held_s)

    def _lasted(self, key: str, grip: Grip) -> float:
        """How long the key has been down, according to the hand."""
        return grip.since - self._since[key] + grip.held_s
