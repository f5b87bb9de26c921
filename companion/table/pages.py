"""What the table key leafs through: what is wrong with the box, odds if wanted, then what there is to know; and which
page is open.

Laws: after the last page, and after a while, the game is back; so it is when the open page has gone with what was
wrong. A page says which of how many it is, and what the keys do, unless its lines need all the room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.kit.policy import Chance
from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table.odds import SLICE_S, Odds
from companion.table.saving import Saving

LINES: Final = 3
"""On a page, above what the keys do."""
PAGE_S: Final = 6.0
"""How long a page stays open."""

Known: TypeAlias = Callable[[], tuple[View, ...]]
"""Gives what there is to know, page by page; asked only while somebody leafs."""


class Pages:
    """The pages, one open or none."""

    def __init__(self, saving: Saving) -> None:
        self.faults: tuple[Text, ...] = ()
        """What is wrong with the box, in a line each, as whoever runs the table has found."""
        self.odds = Odds()
        """Of the game that whoever runs the table has them look at."""
        self._counts_at = 0.0
        """When the odds are counted on."""
        self._saving = saving
        self._open: tuple[int, float] | None = None
        """The one leafed to, counted from 0, and until when."""

    @property
    def is_open(self) -> bool:
        """Whether one has been leafed to."""
        return self._open is not None

    @property
    def next_deadline(self) -> float | None:
        """When it falls back, or says more."""
        if self._open is None:
            return None
        return min(self._open[1], self._counts_at) if self.odds.is_counting else self._open[1]

    def turn(self, known: Known, t: float) -> None:
        """To the next one; after the last one back to the game."""
        at = self._open[0] + 1 if self._open is not None else 0
        self._open = (at, t + PAGE_S) if at < len(self._all(known)) else None
        self._counts_at = t + SLICE_S

    def close(self) -> None:
        """Somebody wants to see the game."""
        self._open = None

    def tick(self, t: float) -> None:
        """Close the one that has been open long enough."""
        if self._open is not None and t >= self._open[1]:
            self.close()

    def count(self, chance: Chance, t: float) -> None:
        """Reckon on with the odds, as long as a page is open."""
        if self._open is not None and t >= self._counts_at:
            self.odds.count(chance)
            self._counts_at = t + SLICE_S

    def view(self, known: Known) -> View | None:
        """The open one, unless it has gone with what was wrong."""
        return next(iter(self._all(known)[self._open[0] :]), None) if self._open is not None else None

    def _all(self, known: Known) -> tuple[View, ...]:
        pages = (*self._wrong(), *self.odds.pages, *known())
        return tuple(_numbered(page, (nth, len(pages))) for nth, page in enumerate(pages, 1))

    def _wrong(self) -> Iterator[View]:
        faults = self.faults if self._saving.is_safe else (text("Games\tnot saved"), *self.faults)
        for at in range(0, len(faults), LINES):
            yield View(text("Out of order"), lines=faults[at : at + LINES])


def _numbered(page: View, position: tuple[int, int]) -> View:
    if len(page.lines) > LINES:
        return page
    return replace(page, position=position, legend=Legend(green_tap=text("back"), table_tap=text("table ►")))
