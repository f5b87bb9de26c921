from __future__ import annotations

from typing import get_args

from companion.kit.text import text
from companion.table.controls import Press
from companion.table.ports import BoxPart
from companion.table.screens.selftest import PARTS, self_test


def test_every_part_can_be_chosen_by_its_word() -> None:
    tried: list[tuple[BoxPart, float]] = []
    words = []
    for taps in range(len(PARTS)):
        menu = self_test(lambda part, t: tried.append((part, t)))
        for _ in range(taps):
            menu.press(Press(2, "green", "tap"), 0.0)
        words.append(menu.view(0.0).lines)
        assert menu.press(Press(3, "green", "hold", 1), 4.0) is None
    assert tried == [(part, 4.0) for part in get_args(BoxPart)]
    assert words == [(text(word),) for word in ("Keys", "Display", "Lights", "Sound")]


def test_leaving_it_tries_nothing() -> None:
    tried: list[BoxPart] = []
    menu = self_test(lambda part, _: tried.append(part))
    assert menu.press(Press(1, "red", "hold", 1), 0.0) is None
    assert not tried
