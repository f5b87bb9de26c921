from __future__ import annotations

import msgspec
import pytest

from companion.games.galopp_royal.duties import DUTIES, Duties


def test_the_box_does_it_unless_people_do() -> None:
    assert msgspec.convert({}, Duties) == Duties(cards="box", die="box")
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"coins": "table"}, Duties)


def test_every_duty_is_offered_to_the_owner() -> None:
    assert tuple(duty.name for duty in DUTIES) == Duties.__struct_fields__


def test_beside_a_real_board_lie_real_cards_and_the_box_rolls() -> None:
    assert {duty.name: duty.beside_a_board for duty in DUTIES} == {"cards": "table", "die": "box"}
