"""Each part tried over simulated far ends: what is said is what is to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from msgspec.structs import replace

from companion.daemon.wired import Display
from companion.faces import patterns
from companion.faces.patterns import Pattern
from companion.kit.text import text
from companion.kit.view import View
from companion.table.outside import Part
from companion.workshop import trying
from companion.workshop.trying import COLOUR_S, LED_S, LOOK_S, NOTE_S, SCALE
from hardware.buzzer import Buzzer
from hardware.pins import PinsUnavailableError, read_pins
from hardware.twin.chip import Chip
from hardware.twin.controller import Controller
from hardware.twin.pins import mock_pins
from tests.companion.workshop.owner import Ends, Stepped

COUNT = 12
PINS = read_pins()


@contextmanager
def trial(part: Part, order: str = "rgb", *, milliamps: int = 1500, has_sound: bool = True) -> Iterator[Stepped]:
    ends = Ends(PINS, Chip("sh1106"), "sh1106", 0x3C, Controller(COUNT, order), order)
    box = trying.Box(PINS, Display("sh1106", 0x3C), ends.controller.port, COUNT, order, milliamps, has_sound=has_sound)
    at = Stepped(ends, lambda: trying.job(part, box, 100.0), dict(PINS.keys))
    yield at
    at.close()


# --- keys ------------------------------------------------------------------------------------------------------------


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
        assert at.job.is_over
        assert at.said[-1].endswith("(all of them work)")


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


# --- display ---------------------------------------------------------------------------------------------------------


def test_a_frame_squares_and_all_light_are_shown_and_asked_about() -> None:
    with trial("display") as at:
        assert _edges_are_light(at)
        assert "thin frame" in at.said[-1]
        at.touch("green1")
        assert at.ends.glass().tobytes() == patterns.draw(Pattern("chequered"), str).tobytes()
        at.wait(LOOK_S)
        scene = at.job.scene()
        assert isinstance(scene, View)
        assert scene.keys is not None
        at.touch("green5")
        assert at.ends.glass().getcolors() == [(128 * 64, 255)]
        at.touch("green6")
        assert at.job.is_over
        assert at.said[-1] == "Display: all is right."


def test_what_is_wrong_is_said_at_the_end_with_what_to_do() -> None:
    with trial("display") as at:
        for key in ("red1", "green1", "red1"):
            at.touch(key)
        assert at.said[-1] == (
            "Display: the frame is not whole: it is another chip or offset; run: companion learn; "
            "not all of it is light: dark dots are worn out; if all of it flickers, its supply is weak."
        )


def test_yes_and_no_can_be_typed() -> None:
    with trial("display") as at:
        for answer in ("yes", "yes", "no"):
            at.job.answer(answer, at.now)  # type: ignore[arg-type]
        assert at.job.is_over


@pytest.mark.parametrize("part", ["display", "lights", "sound"])
def test_the_table_key_ends_it(part: Part) -> None:
    with trial(part) as at:
        at.touch("table")
        assert at.job.is_over


def test_quit_ends_it() -> None:
    with trial("keys") as at:
        at.job.answer("quit", at.now)
        assert at.job.is_over


def test_a_display_that_is_not_there_is_told_once() -> None:
    with trial("display") as at:
        at.ends.chip.plugged = False
        at.wait(5.0)
        at.ends.chip.plugged = True
        at.wait(5.0)
        assert sum(line.startswith("display: no answer at I2C 0x3C") for line in at.said) == 1
        assert at.said[-1] == "display: back again."


# --- lights ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["rgb", "grb"])
def test_all_lights_shine_in_each_colour_and_then_one_by_one(order: str) -> None:
    with trial("lights", order) as at:
        for name in ("red", "green", "blue", "white"):
            at.wait(COLOUR_S / 2)
            assert f"should be {name}." in at.said[-1]
            (colour,) = set(at.ends.controller.colours)
            assert [part > 0 for part in colour] == {
                **{"red": [True, False, False], "green": [False, True, False]},
                **{"blue": [False, False, True], "white": [True, True, True]},
            }[name]
            at.wait(COLOUR_S / 2)
        seen = []
        while not at.job.is_over:
            at.wait(LED_S / 4)
            seen += [led for led, colour in enumerate(at.ends.controller.colours) if any(colour)]
        assert list(dict.fromkeys(seen)) == list(range(COUNT))


def test_a_key_goes_on_to_the_next_colour() -> None:
    with trial("lights") as at:
        at.touch("green1")
        assert "should be green." in at.said[-1]


def test_no_more_is_drawn_than_the_supply_gives() -> None:
    with trial("lights", milliamps=100) as at:
        at.wait(3.5 * COLOUR_S)
        drawn = sum(sum(colour) for colour in at.ends.controller.colours) * 20 / 255
        assert 50 < drawn <= 100


def test_lights_that_are_not_there_are_told() -> None:
    with trial("lights") as at:
        at.wait(0.5)
        at.ends.controller.unplug()
        at.wait(1.0)
        assert any(line.startswith("lights: no controller at ") for line in at.said)


# --- sound -----------------------------------------------------------------------------------------------------------


def test_a_scale_goes_up_and_ends() -> None:
    with trial("sound") as at:
        at.wait(NOTE_S * len(SCALE))
        assert list(dict.fromkeys(at.tones)) == [*SCALE, None]
        assert at.job.is_over
        assert "GPIO 18 (physical pin 12)" in at.said[-1]


def test_the_twin_says_that_it_has_no_sound() -> None:
    with trial("sound", has_sound=False) as at:
        assert at.job.tone is None
        assert at.said == ["The twin has no buzzer: sound can be tried on the box only."]


def test_the_buzzer_sounds_through_gpiozero() -> None:
    Device.pin_factory = MockFactory(revision="902120", pin_class=MockPWMPin)
    buzzer = Buzzer(18)
    pin = Device.pin_factory.pin("GPIO18")
    for hertz in SCALE:
        buzzer.sound(hertz)
        assert pin.frequency == pytest.approx(hertz, rel=0.01)
    buzzer.sound(None)
    assert pin.frequency is None
    buzzer.close()


def test_a_pin_that_cannot_sound_is_one_sentence() -> None:
    mock_pins(replace(PINS, buzzer=19))
    with pytest.raises(PinsUnavailableError, match=r"buzzer: GPIO 19 \(physical pin 35\) cannot make tones"):
        Buzzer(19)


def _edges_are_light(at: Stepped) -> bool:
    return at.ends.glass().getbbox() == (0, 0, 128, 64)
