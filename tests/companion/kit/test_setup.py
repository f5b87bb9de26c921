"""What an owner has settled, read as what a game needs: wrong values are named by their place."""

from __future__ import annotations

import msgspec
import pytest

from companion.kit.setup import Duty, read


def test_plain_values_are_read_as_their_shape() -> None:
    assert read({"name": "cards", "beside_a_board": "table"}, Duty) == Duty("cards", "table")


def test_a_wrong_value_is_named_by_its_place_and_a_missing_one_by_its_name() -> None:
    with pytest.raises(ValueError, match=r"^name: expected text; came 1$"):
        read({"name": 1}, Duty)
    with pytest.raises(ValueError, match=r"^name: expected a value; came nothing$") as told:
        read({}, Duty)
    assert not isinstance(told.value, msgspec.ValidationError)
