"""A fault is told once, and has a line while it lasts."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.daemon.faults import Faults, WatchedPart
from companion.daemon.faults import watched as watched_with
from companion.kit.text import Text, speak, text
from hardware.keyboard import Health, Trouble
from hardware.pins import read_pins


class Part:
    fault: str | None = None


def watched(display: Part, lights: Part, chip: str | None = None) -> tuple[WatchedPart, ...]:
    return watched_with(display, lights, Part(), Part(), lambda: chip)


def said(sentences: list[Text]) -> list[str]:
    return [speak(each, str) for each in sentences]


def test_a_part_is_told_when_it_fails_and_when_it_comes_back_and_has_a_line_between(
    caplog: pytest.LogCaptureFixture,
) -> None:
    display, lights = Part(), Part()
    faults = Faults(watched(display, lights))
    assert (faults.look(), faults.lines) == ([], ())
    display.fault, lights.fault = "no answer", "unplugged"
    assert said(faults.look()) == ["The display does not answer.", "The lights do not answer."]
    assert said(list(faults.lines)) == ["Display\tmissing", "Lights\tmissing"]
    assert faults.look() == []
    display.fault = None
    assert said(faults.look()) == ["The display is back."]
    assert faults.lines == (text("Lights\tmissing"),)
    assert [entry.getMessage() for entry in caplog.records] == ["no answer", "unplugged", "The display is back."]


def test_a_pulled_plug_is_told_once_whatever_its_part_says_next(caplog: pytest.LogCaptureFixture) -> None:
    display, lights = Part(), Part()
    faults = Faults(watched(display, lights))
    told = []
    for lights.fault in ("no controller at /dev/x", "no controller is plugged in", "no answer from its driver") * 2:
        told += said(faults.look())
        assert said(list(faults.lines)) == ["Lights\tmissing"]
    assert told == ["The lights do not answer."]
    assert [entry.getMessage() for entry in caplog.records] == [
        "no controller at /dev/x",
        "no controller is plugged in",
        "no answer from its driver",
    ]
    lights.fault = None
    assert said(faults.look()) == ["The lights are back."]
    lights.fault = "no controller at /dev/x"
    assert said(faults.look()) == ["The lights do not answer."], "the next one is another one"
    assert [entry.getMessage() for entry in caplog.records][4:] == ["no controller at /dev/x"]


def test_a_display_that_says_it_has_another_chip_has_a_line_as_long_as_it_is_there() -> None:
    display = Part()
    faults = Faults(watched(display, Part(), "sh1106"))
    assert (faults.look(), said(list(faults.lines))) == ([], ["Display\tchip sh1106?"])
    display.fault = "no answer"
    faults.look()
    assert said(list(faults.lines)) == ["Display\tmissing"]


@pytest.mark.parametrize("key", read_pins().keys)
@pytest.mark.parametrize("trouble", get_args(Trouble))
def test_every_key_has_a_line_of_its_own_until_it_works_again(key: str, trouble: Trouble) -> None:
    faults = Faults(())
    sentence = faults.of_key(Health(key, trouble))
    assert sentence is not None
    (line,) = faults.lines
    number = key.removeprefix("green").removeprefix("red")
    assert (number in speak(sentence, str) and number in speak(line, str)) or key == "table"
    assert faults.of_key(Health(key, None)) is None
    assert faults.lines == ()


def test_all_keys_stuck_are_all_there() -> None:
    faults = Faults(())
    for key in read_pins().keys:
        faults.of_key(Health(key, "stuck"))
    assert len(set(faults.lines)) == 13
