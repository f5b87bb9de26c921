from __future__ import annotations

import pytest

from companion.kit.piles import Draws, Piles, refused_draw

DECK = (("a", 3), ("b", 2), ("c", 1))


def test_what_lies_nowhere_else_is_in_the_stock() -> None:
    assert Piles(4, ("a",)).layers(DECK, ("b",)) == (Draws(4, (("a", 2), ("b", 1), ("c", 1))),)


def test_drawing_makes_the_stock_smaller() -> None:
    assert Piles(4, ("a",)).drawn(3) == Piles(1, ("a",))
    assert Piles(4, ("a",)).drawn(4) == Piles(0, ("a",))


def test_discarded_cards_lie_on_the_discard() -> None:
    assert Piles(4, ("a",)).discarded(("b", None)) == Piles(4, ("a", "b", None))


@pytest.mark.parametrize(("due", "lacks"), [(1, False), (2, False), (3, True)])
def test_the_stock_lacks_cards_only_beyond_its_last(due: int, lacks: bool) -> None:
    assert Piles(2, ("a", "b")).lacks(due) is lacks


def test_the_shuffled_discard_lies_below_what_is_left() -> None:
    piles = Piles(1, ("a", "b", "b")).shuffled()
    assert piles == Piles(1, (), ("a", "b", "b"))
    assert not piles.lacks(4)
    assert piles.lacks(5)
    assert piles.layers(DECK, ("a", "c")) == (Draws(1, (("a", 1),)), Draws(3, (("a", 1), ("b", 2))))


def test_after_the_draw_the_two_layers_are_one_stock() -> None:
    assert Piles(1, (), ("a", "b", "b")).drawn(3) == Piles(1)


def test_cards_discarded_after_the_shuffle_stay_on_the_discard() -> None:
    piles = Piles(1, (), ("a", "b")).discarded(("c",))
    assert piles.drawn(2) == Piles(1, ("c",))


def test_an_empty_layer_is_none() -> None:
    assert Piles(0, (), ("a",)).layers(DECK, ("a", "a", "b", "b", "c")) == (Draws(1, (("a", 1),)),)


def test_a_card_nobody_has_seen_may_be_any() -> None:
    """A layer may then offer more kinds than it holds; its size is exact."""
    piles = Piles(1, (), ("a", None))
    assert piles.layers(DECK, ()) == (
        Draws(1, (("a", 2), ("b", 2), ("c", 1))),
        Draws(2, (("a", 2), ("b", 1), ("c", 1))),
    )


LAYERS = (Draws(2, (("a", 1), ("b", 2))), Draws(3, (("a", 2), ("c", 1))))


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
