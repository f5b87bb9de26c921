"""Tries the sound: the buzzer plays a scale."""

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


class TrySound(Trying):
    """A scale."""

    melody = SCALE

    def scene(self) -> View:
        """What should be heard."""
        return View(text("Sound"), lines=(text("Eight tones,"), text("going up"), END))

    def sentence(self) -> str:
        """The same, and what is wrong if it is not."""
        pin = describe(self._box.pins.buzzer)
        return f"Eight tones should be heard, going up. (None: is a passive buzzer between {pin} and ground?)"

    def _pass(self) -> None:
        self.is_over = self.is_over or self._now >= self._next_step()

    def _next_step(self) -> float:
        return self._since + sum(seconds for _, seconds, _ in SCALE)
