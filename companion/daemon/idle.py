"""How bright the box is: fully while somebody presses keys, dim after a while, dark later.

Laws: time is an argument; a press on a box that is dim or dark, or plays by itself, wakes it and does nothing else.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Dimness: TypeAlias = Literal["lit", "dim", "dark"]

CONTRAST: Final[dict[Dimness, int | None]] = {"lit": None, "dim": 16, "dark": 16}
"""The contrast of the display, 0 to 255; `None`: the usual one of the chip."""
BRIGHTEST: Final = 255
"""The contrast of the display when somebody has been asked for long and does nothing."""
SHARE: Final[dict[Dimness, float]] = {"lit": 1.0, "dim": 0.25, "dark": 0.0}
"""The share of the lights' current."""


class Idle:
    """Remembers when a finger last did something."""

    def __init__(self, dim_after_s: float, off_after_s: float, t: float, attract_after_s: float = 0.0) -> None:
        """A box switched on at `t` (seconds, monotonic). 0 seconds: never."""
        self.touched_at = t
        self.is_free = False
        """Whether no game is on; the box keeps this."""
        self._attract_after_s = attract_after_s
        stages: tuple[tuple[float, Dimness], ...] = ((off_after_s, "dark"), (dim_after_s, "dim"))
        self._stages = [(after_s, light) for after_s, light in stages if after_s]

    def touch(self, t: float) -> bool:
        """A finger does something at `t`; true: this press wakes the box."""
        sees_it = self.light(t) == "lit" and not self.attracts(t)
        self.touched_at = t
        return not sees_it

    def attracts(self, t: float) -> bool:
        """Whether the box shows games of bots at `t`, so that somebody comes."""
        after_s = self._attract_after_s
        return self.is_free and after_s > 0 and t - self.touched_at >= after_s

    def light(self, t: float) -> Dimness:
        """How the box is lit at `t`."""
        if self.attracts(t):
            return "lit"
        return next((light for after_s, light in self._stages if t - self.touched_at >= after_s), "lit")

    def next_deadline(self, t: float) -> float | None:
        """When the light changes next, if no finger does anything; `None`: it stays."""
        if self.attracts(t):
            return None
        attract = (self._attract_after_s,) if self.is_free and self._attract_after_s else ()
        coming = (self.touched_at + after_s for after_s in (*(stage for stage, _ in self._stages), *attract))
        return min((at for at in coming if at > t), default=None)


def dimmed(colours: bytes, light: Dimness) -> bytes:
    """The lights' colours in this light."""
    return colours if light == "lit" else bytes([int(SHARE[light] * colour) for colour in colours])
