"""The lights in the strip's own thread: it draws each picture when it is due, so the box's loop need not wake for it.

Laws: `show` only remembers the newest film, as the strip's driver remembers colours; a picture is drawn when it differs
from the one before; for a strip that is not there none is drawn but those it would begin with.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from companion.daemon.idle import Dimness, dimmed
from companion.faces.strip import LightShow
from hardware.strip import Strip


class Film(NamedTuple):
    """The lights from now on, as long as nothing happens."""

    lights: LightShow
    """Nobody else changes it."""
    light: Dimness

    def colours(self, t: float) -> bytes:
        """The picture at `t` (seconds, monotonic): 3 bytes an LED."""
        return dimmed(self.lights.colours(t), self.light)

    def next_deadline(self, t: float) -> float | None:
        """When the picture of time `t` next changes; `None`: it does not."""
        return None if self.light == "dark" else self.lights.next_deadline(t)


class Projector:
    """Shows films on a strip; runs in a worker as the strip itself would, or is ticked."""

    def __init__(self, strip: Strip) -> None:
        self._strip = strip
        self._film: Film | None = None
        self._running: Film | None = None
        """The film of the last picture."""
        self._due_at = inf
        """When its next picture is due."""

    @property
    def fault(self) -> str | None:
        """What is wrong with the strip and what to do; `None`: nothing."""
        return self._strip.fault

    def show(self, film: Film) -> None:
        """Show this film from now on; the newest wins."""
        self._film = film

    def tick(self, t: float) -> None:
        """Draw the picture due at `t`, and do the work due on the line."""
        film = self._film
        if film is not None and (film is not self._running or t >= self._due_at):
            self._running, due_at = film, film.next_deadline(t)
            self._due_at = inf if due_at is None else due_at
            self._strip.show(film.colours(t))
        self._strip.tick(t)

    def next_deadline(self) -> float:
        """When `tick` next has work to do; minus infinity: at once."""
        if self._film is not self._running:
            return -inf
        due_at = self._strip.next_deadline()
        return due_at if self.fault is not None else min(due_at, self._due_at)

    def close(self) -> None:
        """Darken the strip and close its port."""
        self._strip.close()
