"""What a slow press means: too long for a tap, or let go too early for its hold.

Laws: what is let go too early changes nothing and says so; where a hold means nothing, every press is a tap. A key that
was held for one question is no tap for the next one.
"""

from __future__ import annotations

from typing import Final, Protocol

from msgspec.structs import replace

from companion.kit.text import Text, text
from companion.kit.view import Key
from companion.table.controls import Press

HOLD_LONGER: Final = text("Hold longer.")


class Heard(Protocol):
    """Says what a hold means: a `Screen`, or the table key."""

    def accepts_hold(self, pair: int, key: Key, t: float) -> bool:
        """Whether it has an effect."""

    def is_only_tapped(self, pair: int, key: Key, t: float) -> bool:
        """Whether it means nothing at all."""

    def is_long(self, pair: int, key: Key) -> bool:
        """Whether it has its effect only at its second stage."""


class SlowPresses:
    """The keys that are held without any effect so far."""

    def __init__(self) -> None:
        self._idle: set[tuple[int, Key]] = set()
        """The held keys whose hold means nothing."""
        self._early: set[tuple[int, Key]] = set()
        """The held keys that have reached the first stage, and mean something only at the second."""

    def meant(self, press: Press, by: Heard, t: float) -> Press | Text | None:
        """What the table gets: this press, a tap in its place, nothing yet (`None`), or a sentence for the player."""
        pair, key = held = press.pair, press.key
        was_idle, was_early = held in self._idle, held in self._early
        self._early.discard(held)
        match press.kind, press.stage:
            case "hold", 1 if by.is_only_tapped(pair, key, t):
                self._idle.add(held)
                return None
            case "hold", 1 if by.is_long(pair, key):
                self._early.add(held)
            case "hold", _ if was_idle:
                return None
            case "release", stage:
                self._idle.discard(held)
                if (was_idle or stage == 0) and by.is_only_tapped(pair, key, t):
                    return replace(press, kind="tap", stage=0)
                if (was_early or stage == 0) and by.accepts_hold(pair, key, t):
                    return HOLD_LONGER
                if stage == 0:
                    return replace(press, kind="tap")
            case _:
                self._idle.discard(held)
        return press
