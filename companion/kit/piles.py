"""A stock to draw from and a discard, known by counting.

Laws: cards face down are kept sorted and no order of the stock is kept anywhere, so no view and no file can betray the
next card; the stock is shuffled anew only when it is empty and a card is due, in the middle of a deal too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from companion.kit.errors import Impossible
from companion.kit.event import Card, MaybeCard
from companion.kit.value import Value


class Draws(Value, frozen=True):
    """Cards lying face down."""

    size: int = 0
    cards: tuple[Card, ...] = ()
    """What they may be, each kind together; more than `size` where the box does not know all that lies there."""

    def without(self, cards: Sequence[MaybeCard]) -> Draws:
        """What is left when `cards` have been drawn; one the box does not know may have been of any kind.

        Raises Impossible if one of them did not lie there.
        """
        left = list(self.cards)
        for card in cards:
            if card in left:
                left.remove(card)
            elif card is not None:
                raise Impossible(card, self)
        return Draws(self.size - len(cards), tuple(left))


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
        """`cards` have been drawn, in this order. Raises Impossible if one of them did not lie there."""
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
    return Draws(len(cards), spread({kind: cards.count(kind) + hidden for kind in deck}))


def spread(counts: Mapping[Card, int]) -> tuple[Card, ...]:
    """So many cards of each kind, each kind together."""
    return tuple([card for card, count in counts.items() for _ in range(count)])


def refused_draw(layers: tuple[Draws, ...], cards: tuple[MaybeCard, ...]) -> MaybeCard:
    """The first of `cards` that cannot come from `layers` in that order; `None` if all can."""
    for layer in layers:
        left = list(layer.cards)
        for card in cards[: layer.size]:
            if card is None:
                continue
            if card not in left:
                return card
            left.remove(card)
        cards = cards[layer.size :]
    return None
