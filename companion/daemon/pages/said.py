"""The messages of pages for the inbox of the box's loop."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.kit.event import Refused
from companion.table.afar import PageWords
from companion.table.owning import Orders


class PageMessage(msgspec.Struct, frozen=True):
    """What a seat's page says."""

    pair: int
    words: PageWords
    told: Callable[[Refused | None], None]


class CameIn(msgspec.Struct, frozen=True):
    """Somebody came in with a code from the display."""

    door: int
    """A pair of keys, or `ports.OWNER`."""


class Ordered(msgspec.Struct, frozen=True):
    """An order from the owner's page."""

    order: Orders
    told: Callable[[Refused | None], None]
