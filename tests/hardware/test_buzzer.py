"""Melodies through gpiozero over mock pins, in stepped time, and pins that have none."""

from __future__ import annotations

from math import inf

import pytest
from gpiozero import Device, DigitalInputDevice

from hardware.buzzer import Buzzer, BuzzerNote
from hardware.pins import PinMap
from hardware.twin.far_ends import SILENCE, Tone
from hardware.twin.pins import Fingers

LOUD: BuzzerNote = (440.0, 0.2, 0.5)
REST: BuzzerNote = (None, 0.1, 0.0)
SOFT: BuzzerNote = (660.0, 0.3, 0.1)


@pytest.fixture
def buzzer(pins: PinMap, fingers: Fingers) -> Buzzer:  # noqa: ARG001  # whose pins are below
    return Buzzer(pins.buzzer)


def heard(buzzer: Buzzer, fingers: Fingers, t: float) -> list[tuple[float, Tone]]:
    """When which tone began from `t` on, until all is played."""
    buzzer.tick(t)
    tones = [(t, fingers.tone)]
    while (t := buzzer.next_deadline()) < inf:
        buzzer.tick(t)
        tones.append((t, fingers.tone))
    return tones


def test_each_note_begins_in_time_and_then_there_is_silence(buzzer: Buzzer, fingers: Fingers) -> None:
    buzzer.show((LOUD, REST, SOFT))
    assert heard(buzzer, fingers, 10.0) == [
        (10.0, (440.0, 0.5)),
        (10.2, SILENCE),
        (pytest.approx(10.3), (660.0, 0.1)),
        (pytest.approx(10.6), SILENCE),
    ]


def test_the_newest_melody_wins_and_an_empty_one_ends_it(buzzer: Buzzer, fingers: Fingers) -> None:
    buzzer.show((LOUD, LOUD))
    buzzer.tick(10.0)
    buzzer.show((REST,))
    buzzer.show((SOFT,))
    buzzer.tick(10.1)
    assert fingers.tone == (660.0, 0.1)
    assert buzzer.next_deadline() == pytest.approx(10.4)
    buzzer.show(())
    buzzer.tick(10.2)
    assert (fingers.tone, buzzer.next_deadline()) == (SILENCE, inf)


def test_who_comes_late_goes_on_with_what_is_due(buzzer: Buzzer, fingers: Fingers) -> None:
    buzzer.show((LOUD, REST, SOFT))
    buzzer.tick(10.0)
    buzzer.tick(10.5)
    assert fingers.tone == (660.0, 0.1)
    assert buzzer.next_deadline() == pytest.approx(10.6)


def test_within_a_melody_the_wave_goes_on_and_afterwards_the_pin_is_low(pins: PinMap, buzzer: Buzzer) -> None:
    pin = Device.pin_factory.pin(f"GPIO{pins.buzzer}")
    buzzer.show((LOUD, REST))
    buzzer.tick(10.0)
    buzzer.tick(10.25)
    assert (pin.frequency, pin.state) == (440.0, 0.0)
    buzzer.tick(10.3)
    assert (pin.frequency, pin.state, pin.function) == (None, 0.0, "output")


def test_without_a_melody_the_pin_is_left_alone(pins: PinMap, buzzer: Buzzer) -> None:
    buzzer.tick(10.0)
    buzzer.show(())
    buzzer.tick(11.0)
    assert Device.pin_factory.pin(f"GPIO{pins.buzzer}").function == "input"
    buzzer.close()


def test_closed_it_is_silent_and_its_pin_is_free(pins: PinMap, buzzer: Buzzer, fingers: Fingers) -> None:
    buzzer.show((LOUD,))
    buzzer.tick(10.0)
    buzzer.close()
    assert (fingers.tone, buzzer.next_deadline()) == (SILENCE, inf)
    DigitalInputDevice(pins.buzzer).close()


def test_a_pin_in_use_is_one_sentence_and_tried_again_with_the_next_melody(
    pins: PinMap, buzzer: Buzzer, fingers: Fingers
) -> None:
    other = DigitalInputDevice(pins.buzzer)
    buzzer.show((LOUD,))
    buzzer.tick(10.0)
    assert buzzer.fault is not None
    assert buzzer.fault.startswith("buzzer: GPIO 18 (physical pin 12) cannot make tones (")
    assert buzzer.next_deadline() == inf
    other.close()
    buzzer.show((SOFT,))
    buzzer.tick(11.0)
    assert fingers.tone == (660.0, 0.1)
    assert not buzzer.fault


def test_a_pin_lost_in_the_middle_of_a_tone_raises_nothing(
    buzzer: Buzzer, fingers: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    buzzer.show((LOUD, SOFT))
    buzzer.tick(10.0)

    def fail(*_: object) -> None:
        raise OSError("bad write")

    with monkeypatch.context() as lost:
        lost.setattr("hardware.twin.pins.Pin._set_state", fail)
        buzzer.tick(10.2)
    assert buzzer.fault is not None
    assert "bad write" in buzzer.fault
    buzzer.show((LOUD,))
    buzzer.tick(11.0)
    assert fingers.tone == (440.0, 0.5)
    assert not buzzer.fault
