"""Whose fingers are on which keys, and for how long, as they say themselves.

Laws: a key is down while at least one hand holds it; a hand that goes away lets go of everything; how long it holds a
key each hand says by its own clock, so that a message that comes late makes no hold of a tap; one that cannot be right
is not believed.
"""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from companion.web.twin import Twin

AHEAD_S = 5.0
"""So much longer than the box has seen a key held it may have been: what told of its going down came so late."""


class Grip(msgspec.Struct):
    """One hand on one key."""

    since: float
    """When the box heard of it, by the box's clock."""
    held_s: float = 0.0
    """How long it has lasted, as last said."""


class Hands:
    """All hands on one twin; a hand is whatever tells one browser from another. For one event loop: no locks.

    Times `t` in seconds, monotonic.
    """

    def __init__(self, twin: Twin) -> None:
        self._twin = twin
        self._grips: dict[str, dict[Hashable, Grip]] = {}
        """By key and hand."""
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
        """Whether the hand can have held the key for so long by `t`: no less than it has said, and not from before."""
        grip = self._grips.get(key, {}).get(hand)
        return grip is None or grip.held_s <= held_s <= t - grip.since + AHEAD_S

    def hold(self, hand: Hashable, key: str, held_s: float) -> None:
        """The hand has held the key for so long, and does still."""
        if (grip := self._grips.get(key, {}).get(hand)) is not None:
            grip.held_s = held_s
            self._twin.hold(key, max(self._lasted(key, each) for each in self._grips[key].values()))

    def release(self, hand: Hashable, key: str, held_s: float) -> None:
        """Take the hand off the key after so long; the last one lets it up."""
        grips = self._grips.get(key, {})
        if (grip := grips.pop(hand, None)) is not None and not grips:
            grip.held_s = held_s
            self._twin.release(key, self._lasted(key, grip))

    def leave(self, hand: Hashable) -> None:
        """Take the hand off everything it holds, which it has held for as long as it has said."""
        for key, grips in sorted(self._grips.items()):
            if hand in grips:
                self.release(hand, key, grips[hand].held_s)

    def _lasted(self, key: str, grip: Grip) -> float:
        """How long the key has been down by what the hand says."""
        return grip.since - self._since[key] + grip.held_s
