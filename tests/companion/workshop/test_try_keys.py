"""Trying the keys: the words name the keys pressed."""

from __future__ import annotations

from companion.kit.text import text
from companion.kit.view import View
from tests.companion.workshop.trial import PINS, trial


def test_each_key_is_named_with_its_pin_and_how_it_was_pressed() -> None:
    with trial("keys") as at:
        at.touch("green3")
        assert at.said[-1].startswith("the green key of seat 3, GPIO 6 (physical pin 31): tapped. (not pressed yet: ")
        assert "green3" not in at.said[-1]
        at.touch("red6", seconds=1.0)
        assert at.said[-1].startswith("the red key of seat 6, GPIO 16 (physical pin 36): held for 1.0 s. (")
        scene = at.job.scene()
        assert isinstance(scene, View)
        assert scene.lines[1] == text("not yet: {n}", n=11)


def test_it_is_over_when_all_have_been_pressed() -> None:
    with trial("keys") as at:
        for key in PINS.keys:
            assert not at.job.is_over
            at.touch(key)
        assert at.said[-1].endswith("(all of them work)")
        scene = at.job.scene()
        assert isinstance(scene, View)
        assert scene.lines[-1] == text("All keys work.")
        at.touch("green1")
        assert at.job.is_over, "it has been read"


def test_the_table_key_held_ends_it() -> None:
    with trial("keys") as at:
        at.touch("table")
        assert not at.job.is_over, "that was a tap, to be tried as every key"
        at.touch("table", seconds=2.1)
        assert at.job.is_over


def test_keys_that_go_down_together_are_told() -> None:
    with trial("keys") as at:
        at.touch("green1", "green2")
        assert "were down at once: if you pressed one alone, look for solder between their pins." in at.said[-1]


def test_a_key_that_stays_down_is_told() -> None:
    with trial("keys") as at:
        at.fingers.press("red2")
        at.wait(9.0)
        assert at.said[-1].startswith("the red key of seat 2, GPIO 5 (physical pin 29) stays down: look at the key")
