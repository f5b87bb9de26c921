"""The keys that are held: since when, which of them are spent, and the bar that grows under the latest.

Laws: a bar appears only when a press is longer than a tap usually is, and is gone when the hold is full. A spent key
holds nothing until it goes down again.
"""

from __future__ import annotations

from typing import Final

from companion.kit.view import Bar, Key
from companion.table.controls import Press

FRAME_S: Final = 0.04
"""How often a bar that grows is drawn."""
BAR_AFTER_S: Final = 0.15
"""A bar appears only when a press is longer than a tap usually is."""


class Held:
    """Which keys are down."""

    def __init__(self) -> None:
        self._since: dict[tuple[int, Key], float] = {}
        self._spent: set[tuple[int, Key]] = set()
        """Those whose press has done all it does."""

    def feel(self, press: Press, t: float) -> None:
        """A key goes down, or comes up."""
        key = (press.pair, press.key)
        if press.kind == "down":
            self._since[key] = t
            self._spent.discard(key)
        elif press.kind != "hold":
            self._since.pop(key, None)

    def spend(self, press: Press) -> None:
        """This press has done all it does."""
        key = (press.pair, press.key)
        self._since.pop(key, None)
        self._spent.add(key)

    def is_spent(self, press: Press) -> bool:
        """Whether it has, since its key went down last."""
        return (press.pair, press.key) in self._spent

    @property
    def latest(self) -> tuple[int, Key] | None:
        """The key that went down last of those that hold something."""
        return max(self._since, key=self._since.__getitem__, default=None)

    def bar(self, full_s: float | None, t: float) -> Bar | None:
        """How far the latest hold has come at `t`; it takes `full_s`, or comes to nothing (`None`)."""
        if full_s is None or (latest := self.latest) is None:
            return None
        held_s = t - self._since[latest]
        return Bar(latest[1], held_s / full_s) if BAR_AFTER_S <= held_s < full_s else None

    def next_deadline(self, full_s: float | None, t: float) -> float | None:
        """When the bar is drawn next; `None`: none grows."""
        grows = self.bar(full_s, t) is not None or self.bar(full_s, t + BAR_AFTER_S) is not None
        return t + FRAME_S if grows else None
