"""A player that has little time: where it matters by what it goes, and not how long it thinks."""

from __future__ import annotations

from collections.abc import Iterator

from companion.players.thinking import IsLate


def late_after(guesses: int) -> IsLate:
    """Time is up after so many guesses, and one."""
    left: Iterator[int] = iter(range(guesses))
    return lambda: next(left, None) is None
