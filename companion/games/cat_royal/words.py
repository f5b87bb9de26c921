"""The names of figures, cards and places on a screen.

Law: a card has one name everywhere, short enough to fit beside its slot.
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
"""The cards without a number."""


SHORT: Final = {"+4/-4": "±4"}
"""Shorter forms of printed numbers."""


def number(card: Card) -> str:
    """The number on a card, if it is short enough for words beside it; otherwise empty."""
    short = SHORT.get(card, card)
    return short if len(short) <= len("13") else ""


def show(card: MaybeCard) -> Text:
    """A card by its number or its name; an unknown card as `?`."""
    return WORDS[card] if card in WORDS else verbatim(SHORT.get(card or "", card or "?"))


def titled(card: Card, copied: Card | None = None) -> Text:
    """A card as a title: its name, or "card" with its number; a copy with the card that it copies."""
    if copied:
        return text("copy:{card}", card=show(copied))
    if card == "1/11":  # "card 1/11" is read as the first of eleven
        return text("1 or 11")
    return WORDS[card] if card in WORDS else text("card {card}", card=show(card))


def acting(card: Card, last: Card) -> Text:
    """A card that is about to be played; a copy is shown with what it copies, unless that is nothing or a copy."""
    return titled(card, last if card == COPY and last != COPY else None)


def standing_at(place: At) -> Text:
    """Where a figure is, without the number of its field, so that the box does not count for the players."""
    if place == START:
        return text("in start area")
    return text("on the track") if isinstance(place, int) else goal(place)


def leaving(place: At) -> Text:
    """The same for a figure that would move: out of the start area it comes, and does not stay there."""
    return text("from start area") if place == START else standing_at(place)


def goal(place: At) -> Text:
    """A field of the goal."""
    return text("goal {n}", n=GOALS.index(str(place)) + 1)


def no_such_figure(figure: Figure) -> Refused:
    """The refusal of a figure that does not exist."""
    return Refused("no_such_figure", text("There is no figure {figure}.", figure=figure))
