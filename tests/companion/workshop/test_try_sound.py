"""Trying the sound: the words match the tones."""

from __future__ import annotations

import pytest

from companion.workshop.try_sound import SCALE
from hardware.twin.far_ends import SILENCE
from tests.companion.workshop.trial import PINS, trial

C_MAJOR = (262, 294, 330, 349, 392, 440, 494, 523)
SCALE_S = sum(seconds for _, seconds, _ in SCALE)


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
