from __future__ import annotations

from companion.web.twin import KEYS


def test_the_box_has_thirteen_keys_two_a_seat_and_one_for_the_table() -> None:
    assert len(set(KEYS)) == 13
    assert KEYS[0] == "green1"
    assert KEYS[11] == "red6"
    assert KEYS[12] == "table"
