"""Trying the sound: the buzzer plays a scale."""

from __future__ import annotations

from typing import Final

from companion.kit.text import text
from companion.kit.view import View
from companion.workshop.trying import END, Trying
from hardware.pins import describe

SCALE: Final = (262, 294, 330, 349, 392, 440, 494, 523)
"""C major from middle C, in hertz."""
NOTE_S: Final = 0.4


class TrySound(Trying):
    """A scale."""

    @property
    def tone(self) -> float | None:  # type: ignore[override]
        """The one that should be heard."""
        return SCALE[min(self._at, len(SCALE) - 1)] if self._box.has_sound else None

    def scene(self) -> View:
        """What should be heard."""
        if self._box.has_sound:
            return View(text("Sound"), lines=(text("Eight tones,"), text("going up"), END))
        return View(text("Sound"), lines=(text("The twin has"), text("no buzzer.")))

    def sentence(self) -> str:
        """The same, and what is wrong if it is not."""
        if not self._box.has_sound:
            return "The twin has no buzzer: sound can be tried on the box only."
        pin = describe(self._box.pins.buzzer)
        return f"Eight tones should be heard, going up. (None: is a passive buzzer between {pin} and ground?)"

    @property
    def _at(self) -> int:
        return int((self._now - self._since) / NOTE_S)

    def _pass(self) -> None:
        self.is_over = self.is_over or self._at >= len(SCALE)

    def _next_step(self) -> float:
        return self._since + (self._at + 1) * NOTE_S
