"""A seat that is not on turn moves the wormholes: by one long hold of red, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.kit.seats import left_of
from companion.players.fingers import INTERJECT, PASS

from .on_the_box import resumed
from .other_secrets import played, questions

pytestmark = pytest.mark.untraced


def test_two_seconds_of_red_move_them_and_the_turn_stays(tmp_path: Path) -> None:
    box = resumed(tmp_path, next(past for past in questions(played(1)) if past))
    turn, holes = box.turn, box.state.holes
    other = left_of(turn, box.state.seats)
    box.press((other, PASS[0]))
    assert box.state.holes == holes, "let go too early"
    box.press((other, INTERJECT[0]))
    assert set(box.state.holes).isdisjoint(holes)
    assert (box.state.shifted, box.turn) == ((other,), turn)
    box.press((other, INTERJECT[0]))
    assert box.state.shifted == (other,), "once between two deals"
    box.pull_the_plug()
