"""A job on the parts: it reports a missing part, and its return."""

from __future__ import annotations

from tests.companion.workshop.trial import trial


def test_a_display_that_is_not_there_is_told_once() -> None:
    with trial("display") as at:
        at.ends.chip.plugged = False
        at.wait(5.0)
        at.ends.chip.plugged = True
        at.wait(5.0)
        assert sum(line.startswith("display: no answer at I2C 0x3C") for line in at.said) == 1
        assert at.said[-1] == "display: back again."


def test_the_display_is_read_out_but_no_pattern() -> None:
    with trial("sound") as at:
        assert at.read == [("Sound", "Eight tones, going up, table key: end")]
    with trial("display") as at:
        assert at.read == [()]


def test_lights_that_are_not_there_are_told() -> None:
    with trial("lights") as at:
        at.wait(0.5)
        at.ends.controller.unplug()
        at.wait(1.0)
        assert any(line.startswith("lights: no controller at ") for line in at.said)
