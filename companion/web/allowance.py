"""Rate limits (token buckets): so much at once, so much a second. Pure: time is an argument."""

from __future__ import annotations


class Allowance:
    """A token bucket: full at first, refilled with time."""

    def __init__(self, a_second: float, at_once: float, t: float) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._left = at_once
        self._at = t

    def spend(self, amount: float, t: float) -> bool:
        """Take `amount` at `t`; false, and nothing is taken, if less is left."""
        self._left, self._at = self._had(t), t
        if amount > self._left:
            return False
        self._left -= amount
        return True

    def fill(self, t: float) -> None:
        """Fill it at `t`."""
        self._left, self._at = self._at_once, t

    def is_full(self, t: float) -> bool:
        """Whether it is full at `t`."""
        return self._had(t) >= self._at_once

    def _had(self, t: float) -> float:
        return min(self._at_once, self._left + (t - self._at) * self._a_second)


class Pace:
    """Gives turns in the order of asking: some at once, then one after the other."""

    def __init__(self, a_second: float, at_once: int) -> None:
        self._gap_s = 1 / a_second
        self._ahead_s = (at_once - 1) / a_second
        self._next = float("-inf")

    def take(self, t: float) -> float:
        """Take the next turn; returns how long to wait for it, in seconds."""
        turn = max(self._next, t - self._ahead_s)
        self._next = turn + self._gap_s
        return max(0.0, turn - t)
