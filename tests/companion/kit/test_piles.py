from __future__ import annotations

import pytest

from companion.kit.errors import Impossible
from companion.kit.piles import Draws, Piles, heap, refused_draw

ABC = "abc"
STOCK = Draws(4, ("a", "a", "b", "c"))


def test_what_is_drawn_is_no_longer_in_the_stock() -> None:
    assert Piles(STOCK, ("a",)).drawn(("a", "c")) == Piles(Draws(2, ("a", "b")), ("a",))
    assert Piles(STOCK, ("a",)).drawn(("c", "a", "b", "a")) == Piles(Draws(), ("a",))


def test_a_card_nobody_has_seen_may_have_been_any() -> None:
    """Then a layer may offer more cards than it holds; its size is exact."""
    assert Piles(STOCK).drawn((None, "c")) == Piles(Draws(2, ("a", "a", "b")))


def test_a_card_that_was_not_there_cannot_be_drawn() -> None:
    with pytest.raises(Impossible, match="'c' cannot happen in Draws"):
        STOCK.without(("c", "c"))


def test_discarded_cards_lie_on_the_discard() -> None:
    assert Piles(STOCK, ("a",)).discarded(("b", None)) == Piles(STOCK, ("a", "b", None))


@pytest.mark.parametrize(("due", "lacks"), [(3, False), (4, False), (5, True)])
def test_the_stock_lacks_cards_only_beyond_its_last(due: int, lacks: bool) -> None:
    assert Piles(STOCK, ("a", "b")).lacks(due) is lacks


def test_the_shuffled_discard_lies_below_what_is_left() -> None:
    piles = Piles(Draws(1, ("a",)), ("b", "a", "b")).shuffled(ABC)
    assert piles.discard == ()
    assert piles.layers == (Draws(1, ("a",)), Draws(3, ("a", "b", "b")))
    assert not piles.lacks(4)
    assert piles.lacks(5)


def test_after_the_draw_the_two_layers_are_one_stock() -> None:
    piles = Piles(Draws(1, ("a",)), ("b", "a", "b")).shuffled(ABC)
    assert piles.drawn(("a", "b")) == Piles(Draws(2, ("a", "b")))


def test_cards_discarded_after_the_shuffle_stay_on_the_discard() -> None:
    piles = Piles(Draws(1, ("c",)), ("a", "b")).shuffled(ABC).discarded(("c",))
    assert piles.drawn(("c", "a")) == Piles(Draws(1, ("b",)), ("c",))


def test_an_empty_layer_is_none() -> None:
    assert Piles(Draws(), ("a",)).layers == ()
    assert Piles(Draws(), ("a",)).shuffled(ABC).layers == (Draws(1, ("a",)),)


def test_a_discarded_card_nobody_has_seen_may_be_of_any_kind() -> None:
    assert heap(("a", None, "c"), ABC) == Draws(3, ("a", "a", "b", "c", "c"))


LAYERS = (Draws(2, ("a", "b", "b")), Draws(3, ("a", "a", "c")))


@pytest.mark.parametrize(
    ("cards", "refused"),
    [
        ((), None),
        (("a", "b"), None),
        (("b", "b", "a", "a", "c"), None),
        (("a", "a"), "a"),
        (("c",), "c"),
        (("a", "b", "b"), "b"),
        (("a", "b", "c", "c"), "c"),
        (("x",), "x"),
        (("",), ""),
        ((None, ""), ""),
        ((None, "a", None, "c"), None),
        ((None, None, "b"), "b"),
    ],
)
def test_cards_come_from_the_layers_in_their_order(cards: tuple[str | None, ...], refused: str | None) -> None:
    assert refused_draw(LAYERS, cards) == refused
