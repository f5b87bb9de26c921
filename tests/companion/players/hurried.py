"""A bot with little time, for tests about what it decides by, not about how long it thinks."""

from __future__ import annotations

from collections.abc import Iterator

from companion.players.levels import IsLate


def late_after(guesses: int) -> IsLate:
    """Time is up after one guess more than this."""
    left: Iterator[int] = iter(range(guesses))
    return lambda: next(left, None) is None
