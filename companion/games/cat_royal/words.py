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
from companion.kit.event import Card, MaybeCard, Refused
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


def titled(card: Card, copied: Card | None = None) -> Text:
    """A card by its name, or as one with a number; a copy with what it copies."""
    if copied:
        return text("copy:{card}", card=show(copied))
    return WORDS[card] if card in WORDS else text("card {card}", card=show(card))


def acting(card: Card, last: Card) -> Text:
    """A card as it is about to be played: what a copy copies is told, unless that is nothing, or a copy too."""
    return titled(card, last if card == COPY and last != COPY else None)


def standing_at(place: At) -> Text:
    """Where a figure is, as all can see: no field is told by its number, so nobody counts for the others."""
    if place == START:
        return text("in start area")
    return text("on the track") if isinstance(place, int) else goal(place)


def goal(place: At) -> Text:
    """A field of the goal."""
    return text("goal {n}", n=GOALS.index(str(place)) + 1)


def no_such_figure(figure: Figure) -> Refused:
    """There are four others."""
    return Refused("no_such_figure", text("There is no figure {figure}.", figure=figure))
