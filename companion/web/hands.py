"""Whose fingers are on which keys.

Laws: a key is down while at least one hand holds it; a hand that goes away lets go of everything.
"""

from __future__ import annotations

from collections.abc import Hashable

from companion.web.twin import Twin


class Hands:
    """All hands on one twin; a hand is whatever tells one browser from another. For one event loop: no locks."""

    def __init__(self, twin: Twin) -> None:
        self._twin = twin
        self._grips: set[tuple[Hashable, str]] = set()

    def press(self, hand: Hashable, key: str) -> None:
        """Put the hand on the key; the first one pushes it down."""
        was_down = self._is_down(key)
        self._grips.add((hand, key))
        if not was_down:
            self._twin.press(key)

    def release(self, hand: Hashable, key: str) -> None:
        """Take the hand off the key; the last one lets it up."""
        if (hand, key) in self._grips:
            self._grips.remove((hand, key))
            if not self._is_down(key):
                self._twin.release(key)

    def leave(self, hand: Hashable) -> None:
        """Take the hand off everything it holds."""
        for key in sorted(key for holder, key in self._grips if holder == hand):
            self.release(hand, key)

    def _is_down(self, key: str) -> bool:
        return any(held == key for _, held in self._grips)
