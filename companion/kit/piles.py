"""A stock to draw from and a discard, known by counting.

Laws: no order of the stock is kept anywhere, so no view and no file can betray the next card; the stock is shuffled
anew only when it is empty and a card is due, in the middle of a deal too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from companion.kit.event import Card, MaybeCard
from companion.kit.value import Value

Counts: TypeAlias = tuple[tuple[Card, int], ...]
"""How many there are of each kind of card; kinds of which there are none are left out."""


class Draws(Value, frozen=True):
    """Cards lying face down: how many, and how many of each kind there are at the most."""

    size: int = 0
    kinds: Counts = ()

    def without(self, cards: Sequence[MaybeCard]) -> Draws:
        """What is left when `cards` have been drawn; one the box does not know may have been of any kind."""
        left = dict(self.kinds)
        for card in cards:
            if card is not None:
                left[card] = left.get(card, 0) - 1
        return Draws(self.size - len(cards), tuple([kind for kind in left.items() if kind[1]]))


class Piles(Value, frozen=True):
    """The cards that no player holds."""

    stock: Draws
    """What is left of the stock that is being drawn from."""
    discard: tuple[MaybeCard, ...] = ()
    fresh: Draws = Draws()
    """The discard as shuffled for a draw that needs more than the stock: it lies below what is left."""

    @property
    def layers(self) -> tuple[Draws, ...]:
        """What can be drawn, layer by layer."""
        return tuple([layer for layer in (self.stock, self.fresh) if layer.size])

    def lacks(self, due: int) -> bool:
        """Whether the discard must be shuffled before `due` cards can be drawn."""
        return self.stock.size + self.fresh.size < due

    def shuffled(self, deck: Iterable[Card]) -> Piles:
        """The discard lies shuffled below what is left of the stock; `deck` are the kinds there are."""
        return Piles(self.stock, (), heap(self.discard, deck))

    def drawn(self, cards: tuple[MaybeCard, ...]) -> Piles:
        """`cards` have been drawn, in this order."""
        top = self.stock.size
        if len(cards) <= top:
            return replace(self, stock=self.stock.without(cards))
        return Piles(self.fresh.without(cards[top:]), self.discard)

    def discarded(self, cards: Iterable[MaybeCard]) -> Piles:
        """`cards` have been laid on the discard."""
        return replace(self, discard=(*self.discard, *cards))


def heap(cards: tuple[MaybeCard, ...], deck: Iterable[Card]) -> Draws:
    """`cards` face down; one the box does not know may be of any of the kinds in `deck`."""
    hidden = cards.count(None)
    return Draws(len(cards), tuple([(kind, count) for kind in deck if (count := cards.count(kind) + hidden)]))


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
