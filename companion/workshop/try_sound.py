"""Tries the sound: the buzzer plays a scale, and then the box speaks, if it has a voice."""

from __future__ import annotations

from typing import Final

from companion.faces.score import melody
from companion.faces.sound import played
from companion.kit.text import text
from companion.kit.view import View
from companion.workshop.trying import END, Trying
from hardware.buzzer import BuzzerNote
from hardware.pins import describe

NOTE_S: Final = 0.4
SCALE: Final[tuple[BuzzerNote, ...]] = played(melody("c4 d4 e4 f4 g4 a4 b4 c5", NOTE_S), "full")
SCALE_S: Final = sum(seconds for _, seconds, _ in SCALE)
VOICE_S: Final = 6.0
"""The time for a voice that must wake up first."""
WORDS: Final = text("This is the voice of the box.")


class TrySound(Trying):
    """A scale, and perhaps a sentence."""

    melody = SCALE

    def scene(self) -> View:
        """What should be heard."""
        second = text("then a voice") if self._box.may_speak else text("going up")
        return View(text("Sound"), lines=(text("Eight tones,"), second, END))

    def sentence(self) -> str:
        """The same, and what is wrong if it is not."""
        pin = describe(self._box.pins.buzzer)
        tones = f"Eight tones should be heard, going up. (None: is a passive buzzer between {pin} and ground?)"
        voice = " Then a voice. (None: companion doctor says what it lacks; is the card loud enough: alsamixer?)"
        return tones + voice * self._box.may_speak

    def _pass(self) -> None:
        if self._now >= self._since + SCALE_S and self._box.may_speak:
            self.said = WORDS
        self.is_over = self.is_over or self._now >= self._until

    def _next_step(self) -> float:
        return self._until if self.said is not None else self._since + SCALE_S

    @property
    def _until(self) -> float:
        return self._since + SCALE_S + VOICE_S * self._box.may_speak
