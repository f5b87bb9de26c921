from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from companion.kit.seats import COLOURS, Colour, Player


def test_six_pairs_of_keys_each_in_its_own_colour() -> None:
    assert len(COLOURS) == len(set(COLOURS)) == 6
    assert set(COLOURS) == set(get_args(Colour))


def test_a_colour_without_keys_is_no_colour() -> None:
    with pytest.raises(msgspec.ValidationError, match="pink"):
        msgspec.convert({"seat": 1, "name": "Hans", "colour": "pink"}, Player)
