"""The box's rolls and deals, which everybody can check afterwards."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.kit.event import CardIntent, Intent, Offering, Unsealing
from companion.kit.piles import Draws, refused_draw, spread
from companion.kit.question import Amount, Cards, Form, OneOf, Question, Seed, commit
from companion.match import chance
from companion.testing.whole_games import SEED


class Face(Intent, frozen=True, kw_only=True):
    number: int


FACES = OneOf(tuple(Face(seat=2, number=number) for number in (1, 2, 3, 4)))
KINDS = {"1": 8, "2": 8, "3": 7, "5": 5, "-2": 6, "+2/-2": 6}
STOCK = Draws(40, spread(KINDS))
SHORT = (Draws(2, ("1", "2", "2")), Draws(5, ("3", "3", "3", "3", "5")))


def dealt(form: Cards, seed: str = SEED, lot: int = 0) -> tuple[str | None, ...]:
    intent = chance.draw(seed, lot, Question(None, form))
    assert isinstance(intent, CardIntent)
    return intent.cards


# --- golden values: made from the formula in the module's first lines, with nothing but HMAC and SHA-256 --------------


FACES_OF_SEED = [4, 4, 2, 4, 1, 2, 2, 1, 2, 3, 1, 3]
RANKS_OF_SEED = [35, 17, 15, 33, 10, 22, 5, 21]
CARDS_OF_SEED = ("2", "-2", "3", "2", "1", "3")


def test_faces_of_a_known_seed() -> None:
    faces = [chance.number(SEED, lot, 0, 4) + 1 for lot in range(12)]
    assert faces == FACES_OF_SEED


def test_ranks_of_a_known_seed() -> None:
    assert [chance.number(SEED, 3, draw, 40) for draw in range(8)] == RANKS_OF_SEED


def test_a_deal_of_a_known_seed() -> None:
    assert dealt(Cards(CardIntent(), 6, (STOCK,))) == CARDS_OF_SEED


def test_the_answers_are_counted_in_their_order() -> None:
    drawn = [chance.draw(SEED, lot, Question(2, FACES, by_lot=True)) for lot in range(12)]
    assert drawn == [Face(seat=2, number=face) for face in FACES_OF_SEED]


# --- fair ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("below", "bound"), [(4, 21.1), (6, 25.7), (40, 79.1)])
@pytest.mark.parametrize("seed", ["00" * 32, "ff" * 32, "0123456789abcdef" * 4])
def test_each_number_is_as_likely(seed: str, below: int, bound: float) -> None:
    """Chi-square of 4000 draws with fixed seeds; a fair die would exceed `bound` once in ten thousand tests."""
    draws = Counter(chance.number(seed, lot, 0, below) for lot in range(4000))
    assert set(draws) == set(range(below))
    mean = 4000 / below
    assert sum((count - mean) ** 2 / mean for count in draws.values()) < bound


@pytest.mark.parametrize("seed", ["00" * 32, "ff" * 32])
def test_the_draws_of_one_lot_are_as_likely_too(seed: str) -> None:
    draws = Counter(chance.number(seed, 0, draw, 4) for draw in range(4000))
    assert sum((count - 1000) ** 2 / 1000 for count in draws.values()) < 21.1


def test_the_remainder_that_would_favour_small_numbers_is_thrown_away() -> None:
    """For 3 · 2⁶² numbers, plain modulo of 2⁶⁴ would draw the lowest third twice as often."""
    below = 3 << 62
    low = sum(chance.number(SEED, lot, 0, below) < 1 << 62 for lot in range(600))
    assert 150 < low < 250


# --- the same again --------------------------------------------------------------------------------------------------


@given(lot=st.integers(0, 10_000), below=st.integers(1, 1000))
def test_the_same_seed_and_counter_give_the_same_number(lot: int, below: int) -> None:
    assert chance.number(SEED, lot, 0, below) == chance.number(SEED.upper(), lot, 0, below)
    assert 0 <= chance.number(SEED, lot, 0, below) < below


def test_another_seed_lot_or_draw_gives_other_numbers() -> None:
    def row(seed: str, lot: int, draw: int) -> list[int]:
        return [chance.number(seed, lot + step, draw, 1000) for step in range(5)]

    assert len({tuple(row(*key)) for key in ((SEED, 0, 0), (SEED, 1, 0), (SEED, 0, 1), ("00" * 32, 0, 0))}) == 4


# --- deals -----------------------------------------------------------------------------------------------------------


@given(lot=st.integers(0, 10_000), count=st.integers(0, 7))
def test_a_deal_can_be_drawn_from_its_layers(lot: int, count: int) -> None:
    cards = dealt(Cards(CardIntent(), count, SHORT), lot=lot)
    assert len(cards) == count
    assert refused_draw(SHORT, cards) is None


def test_the_upper_layer_is_dealt_before_the_lower() -> None:
    for lot in range(50):
        cards = dealt(Cards(CardIntent(), 7, SHORT), lot=lot)
        assert set(cards[:2]) <= {"1", "2"}
        assert Counter(cards[2:]) == {"3": 4, "5": 1}


def test_every_card_of_the_stock_is_as_likely() -> None:
    """The first card of 4000 deals; bound as above."""
    first = Counter(dealt(Cards(CardIntent(), 4, (STOCK,)), lot=lot)[0] for lot in range(4000))
    assert sum((first[kind] - count * 100) ** 2 / (count * 100) for kind, count in KINDS.items()) < 25.7


def test_the_whole_stock_can_be_dealt() -> None:
    assert Counter(dealt(Cards(CardIntent(), 40, (STOCK,)))) == KINDS


# --- the rest --------------------------------------------------------------------------------------------------------


def test_the_seed_is_opened() -> None:
    form: Form = Seed(Unsealing(), commit(SEED))
    assert chance.draw(SEED, 9, Question(None, form)) == Unsealing(seed=SEED)


def test_the_box_makes_no_offers() -> None:
    with pytest.raises(AssertionError, match="no offers"):
        chance.draw(SEED, 0, Question(1, Amount(Offering(seat=1), Intent(seat=1), 1, 9)))
