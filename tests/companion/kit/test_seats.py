from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from companion.kit.seats import COLOURS, Colour, Player, clockwise, left_of, with_seat
from companion.kit.text import text


def test_six_pairs_of_keys_each_in_its_own_colour() -> None:
    assert len(COLOURS) == len(set(COLOURS)) == 6
    assert set(COLOURS) == set(get_args(Colour))


def test_a_colour_without_keys_is_no_colour() -> None:
    with pytest.raises(msgspec.ValidationError, match="pink"):
        msgspec.convert({"seat": 1, "name": "Hans", "colour": "pink"}, Player)


@pytest.mark.parametrize(
    ("start", "seats", "order"), [(1, 4, (1, 2, 3, 4)), (3, 4, (3, 4, 1, 2)), (4, 4, (4, 1, 2, 3)), (2, 3, (2, 3, 1))]
)
def test_clockwise_all_sit_one_after_the_other(start: int, seats: int, order: tuple[int, ...]) -> None:
    assert clockwise(start, seats) == order
    assert [left_of(seat, seats) for seat in order] == [*order[1:], order[0]]


def test_with_seat_replaces_that_of_one_seat() -> None:
    assert with_seat(("a", "b", "c"), 1, "x") == ("x", "b", "c")
    assert with_seat(("a", "b", "c"), 3, "x") == ("a", "b", "x")


def test_whom_nobody_has_given_a_name_goes_by_a_colour_in_any_language() -> None:
    assert Player(1, "Red", "red").said == text("Red")
    assert Player(1, "Red", "blue").said == "Red"
    assert Player(1, "Hans", "red").said == "Hans"
