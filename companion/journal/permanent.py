"""What a game is called for ever: the same name at every club, in every other program, and after every update.

Law: the name depends only on how and when the game began. Bots that take over seats later do not change it, nor does a
newer version of its package.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from companion.match import record, stints
from companion.match.record import Json


def name_of(header: Json, began: str) -> str:
    """A game's permanent name: the sum of how and when it began, hexadecimal."""
    begun = {key: value for key, value in header.items() if key not in (stints.FIELD, record.PACKAGE)}
    return hashlib.sha256(f"{in_utc(began)}\n{record.dump(begun)}".encode()).hexdigest()


def in_utc(began: str) -> str:
    """A moment in UTC, whatever its time zone. Raises ValueError, OverflowError."""
    return datetime.fromisoformat(began).astimezone(UTC).isoformat()
