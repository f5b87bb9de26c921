from __future__ import annotations

import pytest

from companion.kit.text import text
from companion.table.controls import Press
from companion.table.selftest import PARTS, Chosen, SelfTest


@pytest.mark.parametrize("at", range(len(PARTS)))
def test_every_part_can_be_chosen(at: int) -> None:
    assert SelfTest(at).after(Press(3, "green", "hold", 1)) == Chosen(PARTS[at])


@pytest.mark.parametrize(("key", "step"), [("green", +1), ("red", -1)])
def test_taps_go_round_all_parts(key: str, step: int) -> None:
    test: SelfTest | Chosen | None = SelfTest()
    seen = []
    for _ in PARTS:
        assert isinstance(test, SelfTest)
        seen.append(test.at)
        test = test.after(Press(2, key, "tap"))  # type: ignore[arg-type]
    assert sorted(seen) == list(range(len(PARTS)))
    assert seen[1] == step % len(PARTS)
    assert test == SelfTest()


def test_red_held_and_the_table_key_leave() -> None:
    test = SelfTest()
    assert test.after(Press(1, "red", "hold", 1)) is None
    assert test.after(Press(0, "table", "tap")) is None


def test_the_key_that_opened_it_is_let_go_unnoticed() -> None:
    test = SelfTest()
    assert test.after(Press(1, "green", "release", 1)) is test
    assert test.after(Press(1, "green", "down")) is test


def test_every_part_has_its_word() -> None:
    views = [SelfTest(at).view(0.0) for at in range(len(PARTS))]
    assert [view.lines for view in views] == [(text(word),) for word in ("Keys", "Display", "Lights", "Sound")]
    assert {view.legend and view.legend.green_hold for view in views} == {text("OK")}
