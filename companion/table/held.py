"""The keys that are held: since when, which of them are spent, and the bar that grows for the latest one.

Laws: a bar appears only when a press is longer than a usual tap, and disappears when the hold is full. A spent key does
nothing until it goes down again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from companion.kit.view import Bar, Key
from companion.table.controls import Press

FullHold: TypeAlias = Callable[[float], float | None]
"""Seconds until the latest hold has an effect, as it is at a time; `None`: it has none."""

FRAME_S: Final = 0.04
"""Seconds between two drawings of a growing bar."""
BAR_AFTER_S: Final = 0.15
"""A bar appears after so many seconds, which is longer than a usual tap."""


class HeldKeys:
    """Which keys are down."""

    def __init__(self) -> None:
        self._since: dict[tuple[int, Key], float] = {}
        self._spent: set[tuple[int, Key]] = set()
        """The keys whose press has done all that it can do."""

    def on_press(self, press: Press, t: float) -> None:
        """A key goes down, or comes up."""
        key = (press.pair, press.key)
        if press.kind == "down":
            self._since[key] = t
            self._spent.discard(key)
        elif press.kind != "hold":
            self._since.pop(key, None)

    def spend(self, press: Press) -> None:
        """Mark this press: it has done all that it can do."""
        key = (press.pair, press.key)
        self._since.pop(key, None)
        self._spent.add(key)

    def is_spent(self, press: Press) -> bool:
        """Whether this press is spent since its key last went down."""
        return (press.pair, press.key) in self._spent

    @property
    def latest(self) -> tuple[int, Key] | None:
        """The held key that went down last."""
        return max(self._since, key=self._since.__getitem__, default=None)

    def bar(self, full_hold: FullHold, t: float) -> Bar | None:
        """The bar of the latest hold at `t`."""
        if (latest := self.latest) is None or t < self._begins(latest):
            return None
        held_s, full_s = t - self._since[latest], full_hold(t)
        return Bar(latest[1], held_s / full_s) if full_s is not None and held_s < full_s else None

    def next_deadline(self, full_hold: FullHold, t: float) -> float | None:
        """When the bar is drawn next; `None` if no bar grows."""
        if (latest := self.latest) is None:
            return None
        if t < (begins := self._begins(latest)):
            return begins if full_hold(t) is not None else None
        return t + FRAME_S if self.bar(full_hold, t) is not None else None

    def _begins(self, key: tuple[int, Key]) -> float:
        return self._since[key] + BAR_AFTER_S
