"""A stock to draw from and a discard pile: the box knows their cards by counting.

Laws: cards face down are kept sorted, and the order of the stock is kept nowhere, so no view and no file can betray
the next card; the discard is shuffled only when the stock is empty and a card is due, even in the middle of a deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from companion.kit.errors import Impossible
from companion.kit.event import Card, MaybeCard
from companion.kit.value import Value


class Draws(Value, frozen=True):
    """Cards that lie face down."""

    size: int = 0
    """How many cards lie there."""
    cards: tuple[Card, ...] = ()
    """Every card that may be there, sorted by kind; more than `size` if the box does not know all of them."""

    def without(self, cards: Sequence[MaybeCard]) -> Draws:
        """What is left after `cards` were drawn; an unknown card may have been of any kind.

        Raises Impossible if one of them was not there.
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
    """The cards that were put away, the first one lowest; `None` for each that nobody has seen."""
    fresh: Draws = Draws()
    """The shuffled discard, when a draw needs more than the stock: it lies below the rest of the stock."""

    @property
    def layers(self) -> tuple[Draws, ...]:
        """What can be drawn, layer by layer from the top."""
        return tuple([layer for layer in (self.stock, self.fresh) if layer.size])

    def lacks(self, due: int) -> bool:
        """Whether the discard must be shuffled before `due` cards can be drawn."""
        return self.stock.size + self.fresh.size < due

    def shuffled(self, deck: Iterable[Card]) -> Piles:
        """The piles with the discard shuffled below the rest of the stock; `deck` names every kind of card."""
        return Piles(self.stock, (), heap(self.discard, deck))

    def drawn(self, cards: tuple[MaybeCard, ...]) -> Piles:
        """The piles after `cards` were drawn, in this order. Raises Impossible if one of them was not there."""
        top = self.stock.size
        if len(cards) <= top:
            return replace(self, stock=self.stock.without(cards))
        return Piles(self.fresh.without(cards[top:]), self.discard)

    def discarded(self, cards: Iterable[MaybeCard]) -> Piles:
        """The piles after `cards` were laid on the discard."""
        return replace(self, discard=(*self.discard, *cards))


def heap(cards: tuple[MaybeCard, ...], deck: Iterable[Card]) -> Draws:
    """`cards` face down; an unknown card may be any kind in `deck`."""
    hidden = cards.count(None)
    return Draws(len(cards), spread({kind: cards.count(kind) + hidden for kind in deck}))


def spread(counts: Mapping[Card, int]) -> tuple[Card, ...]:
    """The given number of cards of each kind, sorted by kind."""
    return tuple([card for card, count in counts.items() for _ in range(count)])


def refused_draw(layers: Sequence[Draws], cards: tuple[MaybeCard, ...]) -> MaybeCard:
    """The first of `cards` that cannot be drawn from `layers` in that order; `None` if all can."""
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
