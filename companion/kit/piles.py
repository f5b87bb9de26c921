"""A stock to draw from and a discard, known by counting: what lies nowhere else is in the stock.

Laws: no order of the stock is kept anywhere, so no view and no file can betray the next card; the stock is shuffled
anew only when it is empty and a card is due, in the middle of a deal too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from companion.kit.event import Card, MaybeCard
from companion.kit.value import Value

Counts: TypeAlias = tuple[tuple[Card, int], ...]
"""How many there are of each kind of card."""


class Piles(Value, frozen=True):
    """The cards that no player holds."""

    stock: int
    """How many cards are left of the stock that is being drawn from."""
    discard: tuple[MaybeCard, ...] = ()
    fresh: tuple[MaybeCard, ...] = ()
    """The discard as shuffled for a draw that needs more than the stock: it lies below what is left."""

    def lacks(self, due: int) -> bool:
        """Whether the discard must be shuffled before `due` cards can be drawn."""
        return self.stock + len(self.fresh) < due

    def shuffled(self) -> Piles:
        """The discard lies shuffled below what is left of the stock."""
        return msgspec.structs.replace(self, discard=(), fresh=self.discard)

    def drawn(self, due: int) -> Piles:
        """`due` cards have been drawn."""
        if due <= self.stock:
            return msgspec.structs.replace(self, stock=self.stock - due)
        return Piles(self.stock + len(self.fresh) - due, self.discard)

    def discarded(self, cards: Iterable[MaybeCard]) -> Piles:
        """`cards` have been laid on the discard."""
        return msgspec.structs.replace(self, discard=(*self.discard, *cards))

    def layers(self, deck: Counts, seen: Iterable[MaybeCard]) -> tuple[Draws, ...]:
        """What can be drawn, layer by layer, if the whole deck is `deck` and `seen` lies with the players.

        With cards the box does not know among `seen`, a layer may offer more kinds than it holds; its size is exact.
        """
        left = remainder(deck, (*seen, *self.discard, *self.fresh))
        top = Draws(self.stock, tuple([(kind, left[kind]) for kind, _ in deck if left[kind] > 0]))
        if not self.fresh:
            return (top,) if top.size else ()
        hidden = self.fresh.count(None)
        kinds = tuple([(kind, below) for kind, _ in deck if (below := self.fresh.count(kind) + hidden)])
        under = Draws(len(self.fresh), kinds)
        return (top, under) if top.size else (under,)


def remainder(deck: Counts, cards: Iterable[MaybeCard]) -> dict[MaybeCard, int]:
    """How many of each kind a deck has left without `cards`; below zero: more than it has."""
    left: dict[MaybeCard, int] = dict(deck)
    for card in cards:
        left[card] = left.get(card, 0) - 1
    return left


class Draws(Value, frozen=True):
    """Cards lying face down: how many, and how many of each kind there are at the most."""

    size: int
    kinds: Counts


def refused_draw(layers: tuple[Draws, ...], cards: tuple[MaybeCard, ...]) -> MaybeCard:
    """The first of `cards` that cannot come from `layers` in that order; `None` if all can."""
    for layer in layers:
        left = dict(layer.kinds)
        for card in cards[: layer.size]:
            if card is None:
                continue
            if not left.get(card):
                return card
            left[card] -= 1
        cards = cards[layer.size :]
    return None
