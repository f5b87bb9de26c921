"""Trying the sound: what is said is what is heard."""

from __future__ import annotations

from companion.workshop.try_sound import NOTE_S, SCALE
from tests.companion.workshop.trial import trial


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
