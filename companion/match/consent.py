"""Who is asked when a decision goes back across something that has become known.

Law: never the one whose decision it is; of several that are asked at once the first one clockwise from there.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.kit.seats import Seat, clockwise, left_of


def in_turn(by: Seat, asked: Collection[Seat], seats: int) -> tuple[Seat, ...]:
    """All who could agree that a decision of `by` goes back, while the game asks `asked`: the first one there is."""
    first = next(seat for seat in clockwise(left_of(by, seats), seats) if seat in asked)
    return tuple(seat for seat in clockwise(first, seats) if seat != by)
