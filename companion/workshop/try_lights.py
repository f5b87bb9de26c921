"""Tries the lights: all of them in each colour, then one after the other along the strip.

Law: they draw no more than the settings allow.
"""

from __future__ import annotations

from typing import Final

from companion.faces.strip import in_order
from companion.kit.text import text
from companion.kit.view import View
from companion.workshop.trying import END, Trying

MILLIAMPS: Final = 60.0
"""The current of one LED with all three colours full."""
COLOUR_S: Final = 2.5
LED_S: Final = 0.3
_ALL: Final = (
    ("red", text("all red"), (1, 0, 0)),
    ("green", text("all green"), (0, 1, 0)),
    ("blue", text("all blue"), (0, 0, 1)),
    ("white", text("all white"), (1, 1, 1)),
)


class TryLights(Trying):
    """All lights red, green, blue, white; then one after the other, with its number."""

    @property
    def is_lit(self) -> bool:
        """Always: the lights are tried."""
        return True

    def colours(self) -> bytes:
        """The colours to be seen, as bright as the supply allows."""
        level = int(255 * min(1.0, self._box.milliamps / (MILLIAMPS * self.count)))
        if (led := self._led) is None:
            sent = bytes(level * part for part in _ALL[self._step][2]) * self.count
        else:
            sent = b"".join(bytes((level,) * 3) if at == led else bytes(3) for at in range(self.count))
        return in_order(sent, self._box.order)

    def scene(self) -> View:
        """What should be seen."""
        if (led := self._led) is None:
            return View(text("Lights"), lines=(_ALL[self._step][1], END))
        return View(text("Lights 0 to {n}", n=self.count - 1), number=str(led))

    def sentence(self) -> str:
        """The same, and what is wrong if it is not."""
        if self._led is not None:
            return (
                f"Now one light after the other should shine white, from 0 at the plug to {self.count - 1}. "
                "(Left out: that LED is broken, or the one before it. Ends too early: the controller is set to fewer.)"
            )
        name = _ALL[self._step][0]
        return f"All {self.count} lights should be {name}. (Another colour: run: companion learn)"

    @property
    def _step(self) -> int:
        return int((self._now - self._since) / COLOUR_S)

    @property
    def _led(self) -> int | None:
        """The LED that shines alone; `None`: all shine."""
        alone_s = self._now - self._since - COLOUR_S * len(_ALL)
        return min(int(alone_s / LED_S), self.count - 1) if alone_s >= 0 else None

    def _say(self, *, yes: bool) -> None:  # noqa: ARG002  # both keys go on
        if self._led is None:
            self._since = self._now - (self._step + 1) * COLOUR_S

    def _pass(self) -> None:
        self.is_over = self.is_over or self._now - self._since >= COLOUR_S * len(_ALL) + LED_S * self.count

    def _next_step(self) -> float:
        if (led := self._led) is None:
            return self._since + (self._step + 1) * COLOUR_S
        return self._since + COLOUR_S * len(_ALL) + (led + 1) * LED_S
