"""The messages of pages for the inbox of the box's loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from companion.kit.event import Refused
from companion.kit.view import View
from companion.table.afar import PageWords, Reply
from companion.table.owning import Orders
from companion.table.table import Table


class PageMessage(msgspec.Struct, frozen=True):
    """What a seat's page says."""

    pair: int
    words: PageWords
    told: Callable[[Refused | None], None]

    def reach(self, table: Table[Any], t: float) -> None:
        """Answer, or prepare the next game, at time `t`."""
        words = self.words
        told = table.answer(self.pair, words, t) if isinstance(words, Reply) else table.prepare(self.pair, words, t)
        self.told(told)


class CameIn(msgspec.Struct, frozen=True):
    """Somebody came in with a code from the display."""

    door: int
    """A pair of keys, or `ports.OWNER`."""

    def reach(self, table: Table[Any], t: float) -> None:
        """Tell the table at time `t`."""
        table.came_in(self.door, t)


class Ordered(msgspec.Struct, frozen=True):
    """An order from the owner's page."""

    order: Orders
    told: Callable[[Refused | None], None]

    def reach(self, table: Table[Any], t: float) -> None:
        """Order at time `t`."""
        self.told(table.order(self.order, t))


class NetworkNews(msgspec.Struct, frozen=True):
    """News of the pages' network."""

    news: View

    def reach(self, table: Table[Any], t: float) -> None:
        """Show it at time `t`."""
        table.tell(self.news, t)


FromPages: TypeAlias = PageMessage | CameIn | Ordered | NetworkNews
"""A message for the inbox."""
