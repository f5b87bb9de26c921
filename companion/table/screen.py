"""A screen has the keys and the picture: people joining, a question being answered, a menu over either.

Law: a screen knows nothing of the screens over it or below it; looking at it changes nothing.
"""

from __future__ import annotations

from typing import Protocol

from companion.kit.view import Key, Legend, View
from companion.table.controls import Press


class Screen(Protocol):
    """Something with keys, a picture and a time."""

    above: Screen | None = None
    """Where "Back" leads: to the screen from which this one was opened; `None`: to the one below it."""

    def press(self, press: Press, t: float) -> Screen | None:
        """The screen that has the keys after this press: itself or another one; `None`: the one below it."""

    def view(self, t: float) -> View:
        """What everybody at the table sees."""

    def next_deadline(self, _t: float) -> float | None:
        """When the picture changes by itself next; `None`: only a key changes it."""
        return None

    def is_over(self, _t: float) -> bool:
        """Whether it ends by itself at this time."""
        return False

    def leave(self, _t: float) -> None:
        """React to the end that came by itself."""
        return

    def legend(self, t: float) -> Legend:
        """What the keys do."""
        return self.view(t).legend or Legend()

    def offered(self, _pair: int, t: float) -> Legend:
        """What the keys of this pair do, if it has a single switch."""
        return self.legend(t)

    def is_for(self, _pair: int) -> bool:
        """Whether just this pair is asked."""
        return False

    def accepts_hold(self, _pair: int, key: Key, t: float) -> bool:
        """Whether a hold of this key, green or red, has an effect; only then a bar grows."""
        legend = self.legend(t)
        return (legend.green_hold if key == "green" else legend.red_hold) is not None

    def is_only_tapped(self, pair: int, key: Key, t: float) -> bool:
        """Whether a hold of this key means nothing at all: then every press of it is a tap, however slow."""
        return key == "table" or not self.accepts_hold(pair, key, t)

    def is_long(self, _pair: int, _key: Key) -> bool:
        """Whether the hold has its effect only at its second stage."""
        return False

    @property
    def is_private(self) -> bool:
        """Whether only one player may look at it now: then nothing lies over it."""
        return False
