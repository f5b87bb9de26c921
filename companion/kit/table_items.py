"""What lies on the table, for pages alone: cards, piles, dice and scores.

Law: of what is covered an item says how many, and nothing else.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from companion.kit.seats import Seat
from companion.kit.text import Text, Wording


class SeatCards(msgspec.Struct, frozen=True, tag="cards"):
    """Cards that belong to a seat."""

    seat: Seat
    """Whose they are."""
    name: Text
    """What they are: chosen, won."""
    cards: tuple[Wording, ...] = ()
    """The faces that the viewer may see."""
    covered: int = 0
    """How many more there are, of which the viewer sees only the backs."""

    @property
    def words(self) -> int:
        """How many words it takes."""
        return 1 + len(self.cards)


class Pile(msgspec.Struct, frozen=True, tag="pile"):
    """Things of one kind that belong to nobody: a stock, discarded cards, corn on a field."""

    name: Text
    """What they are."""
    count: int
    """How many there are."""
    top: Wording = ""
    """The face on top; empty: none is seen."""

    @property
    def words(self) -> int:
        """How many words it takes."""
        return 2


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """Dice in one place."""

    name: Text
    """Whose they are, or where."""
    values: tuple[int, ...] = ()
    """What they show: pips from 1 to 6, a number otherwise."""
    covered: int = 0
    """How many more there are under a cup, where the viewer does not look."""

    @property
    def words(self) -> int:
        """How many words it takes."""
        return 1 + len(self.values)


class Scores(msgspec.Struct, frozen=True, tag="scores"):
    """A table of numbers or words with a row for each seat."""

    name: Text
    """What is counted, and when."""
    columns: tuple[Text, ...]
    """The headings, without that of the players."""
    rows: tuple[tuple[Wording, ...], ...]
    """For each seat, clockwise from seat 1, a cell for each column."""

    @property
    def words(self) -> int:
        """How many words it takes."""
        return 1 + len(self.columns) + sum(map(len, self.rows))


TableItem: TypeAlias = SeatCards | Pile | Dice | Scores
"""Something that lies on the table."""
