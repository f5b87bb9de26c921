"""The order of the values and how often each comes."""

from __future__ import annotations

from mia.dice import CUP, MIA, THROWS, VALUES, WAYS, bears, beats, family, higher, price, ways

from companion.kit.piles import spread


def test_31_is_least_then_come_the_pairs_and_21_beats_all() -> None:
    order = "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21"
    assert " ".join(VALUES) == order


def test_two_dice_show_each_value_as_often_as_there_are_throws_of_it() -> None:
    thrown = ["".join(sorted((str(one), str(other)), reverse=True)) for one in range(1, 7) for other in range(1, 7)]
    assert {value: thrown.count(value) for value in VALUES} == WAYS
    assert THROWS == len(thrown) == ways(VALUES)
    assert (CUP.size, CUP.cards) == (1, spread(WAYS))


def test_what_is_higher() -> None:
    assert higher("") == VALUES
    assert higher("64") == ("65", "11", "22", "33", "44", "55", "66", "21")
    assert higher("66") == (MIA,)
    assert higher(MIA) == ()


def test_dice_bear_a_claim_that_is_not_above_them() -> None:
    assert [bears(dice, "54") for dice in ("53", "54", "61", MIA)] == [False, True, True, True]
    assert [beats(dice, "54") for dice in ("53", "54", "61", MIA)] == [False, False, True, True]
    assert beats("31", "")


def test_values_are_chosen_by_the_larger_die_or_as_a_pair() -> None:
    assert list(dict.fromkeys(map(family, VALUES))) == ["3", "4", "5", "6", "pairs", MIA]


def test_a_doubt_of_mia_costs_two_lives() -> None:
    assert (price("66"), price(MIA)) == (1, 2)
