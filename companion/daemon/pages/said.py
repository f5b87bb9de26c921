"""What pages say, on its way into the inbox of the box's loop."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.kit.event import Refused
from companion.table.afar import Naming, Reply
from companion.table.owning import Orders


class Said(msgspec.Struct, frozen=True):
    """What a page says, for the box's loop."""

    pair: int
    words: Reply | Naming
    told: Callable[[Refused | None], None]


class CameIn(msgspec.Struct, frozen=True):
    """Somebody has, by a code from the display, for the box's loop."""

    door: int
    """A pair of keys, or `ports.OWNER`."""


class Ordered(msgspec.Struct, frozen=True):
    """What the owner's page says, for the box's loop."""

    order: Orders
    told: Callable[[Refused | None], None]
