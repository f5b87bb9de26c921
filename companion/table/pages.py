"""The pages of the table key: faults of the box, odds if wanted, then the pages of the game; and which page is open.

Laws: the game returns after the last page, after a while, and if the open page disappears because a fault is mended. A
page shows its number, the number of pages and what the keys do, unless its lines need all the room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.kit.policy import Chance
from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table.odds_page import SLICE_S, Odds
from companion.table.saving import Saving

LINES: Final = 3
"""Lines of a page above the words of the keys."""
PAGE_S: Final = 6.0
"""Seconds that a page stays open."""

Known: TypeAlias = Callable[[], tuple[View, ...]]
"""Gives the pages of the game; called only while somebody reads pages."""


class TablePages:
    """The pages, of which one may be open."""

    def __init__(self, saving: Saving) -> None:
        self.faults: tuple[Text, ...] = ()
        """The faults of the box, one line each, as the daemon reports them."""
        self.odds = Odds()
        """The odds of the game that the table follows."""
        self._counts_at = 0.0
        """When the next slice of the odds is due."""
        self._saving = saving
        self._open: tuple[int, float] | None = None
        """The open page, counted from 0, and until when it stays open."""

    @property
    def is_open(self) -> bool:
        """Whether a page is open."""
        return self._open is not None

    @property
    def next_deadline(self) -> float | None:
        """When the page closes or changes next."""
        if self._open is None:
            return None
        return min(self._open[1], self._counts_at) if self.odds.is_counting else self._open[1]

    def turn(self, known: Known, t: float) -> None:
        """Turn to the next page; after the last one back to the game."""
        at = self._open[0] + 1 if self._open is not None else 0
        self._open = (at, t + PAGE_S) if at < len(self._all(known)) else None
        self._counts_at = t + SLICE_S

    def close(self) -> None:
        """Close the page: somebody wants to see the game."""
        self._open = None

    def tick(self, t: float) -> None:
        """Close a page that has been open long enough."""
        if self._open is not None and t >= self._open[1]:
            self.close()

    def count(self, chance: Chance, t: float) -> None:
        """Compute the next slice of the odds, while a page is open."""
        if self._open is not None and t >= self._counts_at:
            self.odds.count(chance)
            self._counts_at = t + SLICE_S

    def view(self, known: Known) -> View | None:
        """The open page, unless it has disappeared with its fault."""
        return next(iter(self._all(known)[self._open[0] :]), None) if self._open is not None else None

    def _all(self, known: Known) -> tuple[View, ...]:
        pages = (*self._wrong(), *self.odds.pages, *known())
        return tuple(_numbered(page, (nth, len(pages))) for nth, page in enumerate(pages, 1))

    def _wrong(self) -> Iterator[View]:
        faults = self.faults if self._saving.is_safe else (text("Games\tnot saved"), *self.faults)
        for at in range(0, len(faults), LINES):
            yield View(text("Out of order"), lines=faults[at : at + LINES])


def _numbered(page: View, position: tuple[int, int]) -> View:
    if len(page.lines) > LINES or page.sentence is not None:
        return page
    return replace(page, position=position, legend=Legend(green_tap=text("back"), table_tap=text("table key ►")))
