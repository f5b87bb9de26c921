"""Who must agree to undo a decision after something has become known.

Law: never the player who decided, or its partner; if the game asks several players at once, the first one clockwise
after that player.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.kit.seats import Seat, clockwise, left_of


def in_turn(by: Seat, asked: Collection[Seat], seats: int, partners: Collection[Seat] = ()) -> tuple[Seat, ...]:
    """The seats that could agree to undo a decision of `by` while the game asks `asked`; the first one is asked.

    `partners`: the seats that win together with `by`.
    """
    first = next(seat for seat in clockwise(left_of(by, seats), seats) if seat in asked)
    return tuple(seat for seat in clockwise(first, seats) if seat not in (by, *partners))
