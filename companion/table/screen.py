"""What has the keys and the picture: people joining, a question being answered, a menu over either.

Law: a screen knows nothing of what lies over it or below it; looking at it changes nothing.
"""

from __future__ import annotations

from typing import Protocol

from companion.kit.view import Key, Legend, View
from companion.table.controls import Press


class Screen(Protocol):
    """Something to be pressed, looked at and waited for."""

    def press(self, press: Press, t: float) -> Screen | None:
        """What has the keys after this press: the screen itself, or another one; `None`: what lies below it."""

    def view(self, t: float) -> View:
        """What everybody at the table sees."""

    def next_deadline(self, _t: float) -> float | None:
        """When the picture changes by itself next; `None`: not before somebody presses a key."""
        return None

    def is_over(self, _t: float) -> bool:
        """Whether it gives the keys back by itself."""
        return False

    def leave(self, _t: float) -> None:
        """It has given the keys back by itself."""
        return

    def heeds(self, _pair: int, key: Key, t: float) -> bool:
        """Whether a hold of this key, green or red, comes to anything; a bar grows for no other."""
        legend = self.view(t).legend or Legend()
        return (legend.green_hold if key == "green" else legend.red_hold) is not None

    def is_long(self, _pair: int, _key: Key) -> bool:
        """Whether it comes to that only at its second stage."""
        return False

    @property
    def is_private(self) -> bool:
        """Whether it is for one pair of eyes now: then nothing lies over it."""
        return False
