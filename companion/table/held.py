"""The keys that are held: since when, which of them are spent, and the bar that grows for the latest one.

Laws: a bar appears only when a press is longer than a usual tap, and disappears when the hold is full. A spent key does
nothing until it goes down again.
"""

from __future__ import annotations

from typing import Final

from companion.kit.view import Bar, Key
from companion.table.controls import Press

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

    def bar(self, full_s: float | None, t: float) -> Bar | None:
        """The bar of the latest hold at `t`; a full hold takes `full_s`; `None`: the hold has no effect."""
        if full_s is None or (latest := self.latest) is None:
            return None
        held_s = t - self._since[latest]
        return Bar(latest[1], held_s / full_s) if BAR_AFTER_S <= held_s < full_s else None

    def next_deadline(self, full_s: float | None, t: float) -> float | None:
        """When the bar is drawn next; `None` if no bar grows."""
        grows = self.bar(full_s, t) is not None or self.bar(full_s, t + BAR_AFTER_S) is not None
        return t + FRAME_S if grows else None
