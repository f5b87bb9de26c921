"""When something was, for people. A Pi has no clock that runs without power: until it has heard from a network, its
date may be nonsense.

Law: a date that cannot be is told to nobody; nothing is sorted by dates, games only by their numbers.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

YEARS: Final = range(1995, 2090)
"""Those that can be: since the older of the two games was printed."""


def likely(moment: str) -> datetime | None:
    """The moment; `None`: the clock was wrong, or it is no moment."""
    try:
        when = datetime.fromisoformat(moment).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return when if when.year in YEARS else None
