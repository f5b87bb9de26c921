"""Tones through gpiozero, and a pin that has none."""

from __future__ import annotations

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from msgspec.structs import replace

from hardware.buzzer import Buzzer
from hardware.errors import PinsUnavailableError
from hardware.pins import read_pins
from hardware.twin.pins import mock_pins

A_MINOR = (440, 523, 659)


def test_the_buzzer_sounds_through_gpiozero() -> None:
    Device.pin_factory = MockFactory(revision="902120", pin_class=MockPWMPin)
    buzzer = Buzzer(18)
    pin = Device.pin_factory.pin("GPIO18")
    for hertz in A_MINOR:
        buzzer.sound(hertz)
        assert pin.frequency == pytest.approx(hertz, rel=0.01)
    buzzer.sound(None)
    assert pin.frequency is None
    buzzer.close()


def test_a_pin_that_cannot_sound_is_one_sentence() -> None:
    mock_pins(replace(read_pins(), buzzer=19))
    with pytest.raises(PinsUnavailableError, match=r"buzzer: GPIO 19 \(physical pin 35\) cannot make tones"):
        Buzzer(19)
