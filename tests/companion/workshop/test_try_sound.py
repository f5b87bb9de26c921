"""Trying the sound: the words match the tones."""

from __future__ import annotations

import pytest

from companion.kit.text import speak
from companion.workshop.try_sound import SCALE_S, VOICE_S, WORDS
from hardware.twin.far_ends import SILENCE
from tests.companion.workshop.trial import PINS, trial

C_MAJOR = (262, 294, 330, 349, 392, 440, 494, 523)


def test_a_scale_goes_up_and_ends() -> None:
    with trial("sound") as at:
        at.wait(SCALE_S)
        sounded = [tone for tone in at.tones if tone != SILENCE]
        assert [hertz for hertz, _ in sounded] == pytest.approx(C_MAJOR, abs=0.5)
        assert at.tones[-1] == SILENCE
        assert at.job.is_over
        assert "GPIO 18 (physical pin 12)" in at.said[-1]


def test_a_pin_in_use_is_told() -> None:
    with trial("sound", wires={**PINS.keys, "other": PINS.buzzer}) as at:
        assert any(said.startswith("buzzer: GPIO 18 (physical pin 12) cannot make tones") for said in at.said)


def test_a_box_with_a_voice_then_speaks() -> None:
    with trial("sound", may_speak=True) as at:
        at.wait(SCALE_S - 0.2)
        assert at.spoken == []
        at.wait(0.2)
        assert at.spoken == [speak(WORDS, str)]
        assert not at.job.is_over
        at.wait(VOICE_S)
        assert at.spoken == [speak(WORDS, str)]
        assert at.job.is_over
        assert "Then a voice" in at.said[-1]
