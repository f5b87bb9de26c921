"""What one seat's keys can do now, offered to a single switch: the words, and the presses they mean.

Law: every offer is a row of presses that two keys and the table key could make, so no switch does more than they do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from companion.kit.money import Coins
from companion.kit.text import Text, text
from companion.kit.view import Key, Legend, View
from companion.table.controls import NEXT, PressKind

Beat: TypeAlias = tuple[Key, PressKind, int]
"""The key, kind and stage of a press."""
Latch: TypeAlias = Literal["look", "undo", "page"]
"""What stays open after an offer was taken, as if a finger held it: a look, what an undo would do, a page."""
Within: TypeAlias = Literal["more", "ones", "higher"]
"""A round inside the round: what is seldom wanted, the amounts coin by coin, or higher ones."""

TAP: Final[tuple[Beat, ...]] = (("green", "down", 0), ("green", "tap", 0))
TAP_BACK: Final[tuple[Beat, ...]] = (("red", "down", 0), ("red", "tap", 0))
REACH: Final[tuple[Beat, ...]] = (("green", "down", 0), ("green", "hold", 1))
"""The beginning of a hold of green: it ends with the press of the switch, as the die rolls when the finger lets go."""
LET_GO: Final[tuple[Beat, ...]] = (("green", "release", 1),)
LOSE: Final[tuple[Beat, ...]] = (("green", "withdrawn", 0),)
RED: Final[tuple[Beat, ...]] = (("red", "down", 0), ("red", "hold", 1), ("red", "release", 1))
RED_LONG: Final[tuple[Beat, ...]] = (*RED[:2], ("red", "hold", 2), ("red", "release", 2))
FIVES: Final[tuple[Beat, ...]] = (
    ("red", "down", 0),
    ("green", "down", 0),
    ("green", "release", 0),
    ("red", "release", 0),
)
"""Both keys, for no time: the amount runs up to the next five and stands still."""
TURN: Final[tuple[Beat, ...]] = (("table", "down", 0), ("table", "tap", 0))
THINK_TWICE: Final[tuple[Beat, ...]] = (("table", "down", 0), ("table", "hold", 1))
UNDO: Final[tuple[Beat, ...]] = (("table", "release", 1),)
KEEP: Final[tuple[Beat, ...]] = (("table", "withdrawn", 0),)
OPEN_MENU: Final[tuple[Beat, ...]] = (*THINK_TWICE, ("table", "hold", 2), ("table", "release", 2))


class Offer(msgspec.Struct, frozen=True):
    """Something that a press of the switch takes."""

    words: Text | None
    """At most ten letters; `None`: the screen says it."""
    beats: tuple[Beat, ...] = ()
    opens: Latch | None = None
    into: Within | None = None
    """The round that a press leads into; `None`: the whole round begins again."""
    wish: Literal["again", "board"] | None = None
    """What is said aloud."""
    amount: Coins | None = None
    """The amount that it names, or from which the round goes on that it leads into."""


class SwitchScene(msgspec.Struct, frozen=True):
    """What a pair of keys can do now."""

    what: tuple[object, ...]
    """What is asked, and of whom: a scene with another one begins anew."""
    legend: Legend
    """What the two keys of this pair do."""
    picture: View
    is_for: bool
    """Just this seat is asked."""
    is_game: bool
    """A game has the keys; otherwise people join, or something lies over it."""
    is_overlay: bool = False
    least: Coins | None = None
    """The least amount that is asked for; `None`: no amount is."""
    drafted: Coins | None = None
    """The amount that is drafted."""
    is_long: bool = False
    """A hold of red counts only at its second stage."""
    open: Latch | None = None
    """What is open now that this seat has opened."""
    talks: bool = False
    """The box has a voice."""

    @property
    def leafs(self) -> bool:
        """Whether taps go through a list that comes back to its beginning."""
        return self.legend.green_tap == NEXT

    @property
    def green(self) -> Iterator[Offer]:
        """What a hold of green takes."""
        if self.legend.green_hold is not None:
            yield Offer(self.legend.green_hold, REACH)

    @property
    def red(self) -> Iterator[Offer]:
        """What a hold of red does."""
        if self.legend.red_hold is not None:
            yield Offer(self.legend.red_hold, RED_LONG if self.is_long else RED)

    @property
    def actions(self) -> Iterator[Offer]:
        """All four, where a tap does something by itself."""
        taps = (self.legend.green_tap, TAP), (self.legend.red_tap, TAP_BACK)
        yield from (Offer(words, beats) for words, beats in taps if words is not None)
        yield from self.green
        yield from self.red

    @property
    def seldom(self) -> Iterator[Offer]:
        """What the table key does, and what is said again."""
        if self.is_overlay:
            yield Offer(text("Leave"), TURN)
            return
        if self.talks:
            yield Offer(text("Say again"), wish="again")
            yield Offer(text("Say all"), wish="board")
        yield Offer(text("Page"), TURN, opens="page")
        if self.is_game:
            yield Offer(text("Undo"), THINK_TWICE, opens="undo")
        yield Offer(text("Menu"), OPEN_MENU)
