"""The printed tables."""

from __future__ import annotations

from companion.games.cat_royal.booklet import CARDS, DECK, HOLES, STARTS, Board


def test_setup_110_cards_of_15_kinds_in_the_decks_order() -> None:
    assert " ".join(DECK) == "2 3 +4/-4 5 6 1-7 8 9 10 12 1/11 13 swap magnet copy"
    assert sum(DECK.values()) == 110
    assert {card for card, count in DECK.items() if count != 7} == {"1/11", "13", "magnet"}


def test_setup_colours_of_cards() -> None:
    green = {card for card, kind in CARDS.items() if kind.colour == "green"}
    blue = {card for card, kind in CARDS.items() if kind.colour == "blue"}
    assert green == {"10", "+4/-4"}
    assert blue == {"2", "3", "5", "6", "8", "9", "12"}
    assert {card for card, kind in CARDS.items() if kind.opens} == {"1/11", "13"}


def test_setup_start_fields_are_a_quarter_apart_and_wormholes_ten_after_each() -> None:
    assert [there % 16 for there in STARTS.values()] == [1, 1, 1, 1]
    assert {there - 10 for there in HOLES} == set(STARTS.values())
    assert Board().holes == HOLES
