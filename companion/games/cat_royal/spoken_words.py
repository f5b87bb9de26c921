"""The words of a voice for cards, figures and places, as they stand in the middle of a sentence.

Laws: a card is called what people call it; the start field and the start area do not sound alike; of a way only its end
is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Final

from companion.games.cat_royal.booklet import COPY, GOALS, MAGNET, START, SWAP, At
from companion.games.cat_royal.events import Piece
from companion.games.cat_royal.state import State
from companion.games.cat_royal.words import FIGURE, show
from companion.kit.event import Card, MaybeCard
from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, joined, text, verbatim

LAID: Final[dict[Card, Text]] = {SWAP: text("the swap"), MAGNET: text("the magnet"), COPY: text("the copy")}
"""The cards without a number, as they are played."""


def called(card: MaybeCard) -> Text:
    """A card alone; "1/11" would be read as the first of eleven."""
    return text("1 or 11") if card == "1/11" else show(card)


def laid(card: Card, copied: Card | None = None) -> Text:
    """A card that somebody plays or discards; a copy with the card that it copies."""
    if copied:
        return text("the copy, as {card}", card=called(copied))
    return LAID[card] if card in LAID else text("the {card}", card=called(card))


def whose(state: State, seat: Seat, piece: Piece) -> Text:
    """A figure in a sentence about this seat; with the name of its player, if that is another one."""
    owner, figure = piece
    if owner == seat:
        return text("the {figure}", figure=FIGURE[figure])
    return named(state, piece)


def named(state: State, piece: Piece) -> Text:
    """A figure with the name of its player."""
    seat, figure = piece
    return text("{name}'s {figure}", name=state.name(seat), figure=FIGURE[figure])


def first(state: State, seat: Seat, piece: Piece) -> Text:
    """The same as `whose`, at the beginning of a sentence."""
    owner, figure = piece
    if owner == seat:
        return text("The {figure}", figure=FIGURE[figure])
    return text("The {figure} of {name}", name=state.name(owner), figure=FIGURE[figure])


def on(state: State, seat: Seat, place: At) -> Text:
    """Where a figure of this seat stands or ends."""
    if place == START:
        return text("in the start area")
    if place in GOALS:
        return text("in goal {n}", n=str(GOALS.index(str(place)) + 1))
    if place == state.start(seat):
        return text("on start field {n}", n=str(place))
    return text("on field {n}", n=str(place))


def now(state: State, seat: Seat, piece: Piece, place: At) -> Text:
    """Where a figure has ended, in a sentence about this seat."""
    return text("{who} is now {where}", who=whose(state, seat, piece), where=on(state, piece[0], place))


def changed(state: State, seat: Seat, piece: Piece, other: Piece) -> Text:
    """Where two figures stand that have changed places, in a sentence about this seat."""
    return text(
        "{who} is now {where}, {other} {there}",
        who=whose(state, seat, piece),
        where=on(state, piece[0], state.where(*piece)),
        other=named(state, other),
        there=on(state, other[0], state.where(*other)),
    )


def row(parts: Iterable[Wording]) -> Text:
    """Several of a kind, one after the other."""
    return reduce(lambda one, other: joined(one, other, ", "), [verbatim(part) for part in parts])


def fields(holes: Iterable[int]) -> Text:
    """The fields of the wormholes."""
    return row(map(str, sorted(holes)))
