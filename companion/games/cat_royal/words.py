"""What figures, cards and places are called on a screen.

Law: a card has one name everywhere, short enough to stand beside its slot.
"""

from __future__ import annotations

from typing import Final

from companion.games.cat_royal.booklet import (
    CITIZEN,
    COPY,
    GOALS,
    JESTER,
    KING,
    KNIGHT,
    MAGNET,
    START,
    SWAP,
    At,
    Figure,
)
from companion.games.cat_royal.uses import acts_as
from companion.kit.event import Card, MaybeCard
from companion.kit.text import Text, text, verbatim

FIGURE: Final[dict[Figure, Text]] = {
    KING: text("king"),
    KNIGHT: text("knight"),
    CITIZEN: text("citizen"),
    JESTER: text("jester"),
}

MANY: Final[dict[Figure, Text]] = {
    KING: text("Kings"),
    KNIGHT: text("Knights"),
    CITIZEN: text("Citizens"),
    JESTER: text("Jesters"),
}

WORDS: Final[dict[Card, Text]] = {SWAP: text("swap"), MAGNET: text("magnet"), COPY: text("copy")}
"""The cards that are no numbers."""


SHORT: Final = {"+4/-4": "±4"}
"""The number of a card, if it can be said shorter than it is printed."""


def number(card: Card) -> str:
    """The number on a card, if it is so short that there is room for words beside it; else empty."""
    short = SHORT.get(card, card)
    return short if len(short) <= len("13") else ""


def show(card: MaybeCard) -> Text:
    """A card by its number or its name; one that the box does not know as `?`."""
    return WORDS[card] if card in WORDS else verbatim(SHORT.get(card or "", card or "?"))


def acting(card: Card, last: Card) -> Text:
    """A card as it is about to be played: a copy with what it copies, unless that is nothing, or a copy too."""
    copied = acts_as(card, last)
    return text("copy={card}", card=show(copied)) if card == COPY and copied not in ("", COPY) else show(card)


def standing_at(place: At) -> Text:
    """Where a figure is, as all can see: no field is told by its number, so nobody counts for the others."""
    if place == START:
        return text("start area")
    return text("on the loop") if isinstance(place, int) else goal(place)


def goal(place: At, lapsed: int = 0) -> Text:
    """A field of the goal, and the points a jester lets go for it."""
    n = GOALS.index(str(place)) + 1
    return text("goal {n} -{points}", n=n, points=lapsed) if lapsed else text("goal {n}", n=n)
