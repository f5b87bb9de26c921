"""A soft sandglass for each question, if the table wants one: it shows time, and nothing happens when it is through.

Laws: it is turned when people are asked something new, and runs for all of them alike until the last has answered, so
it tells nothing about who chooses what; it stands still while the question is hidden; time is an argument.
"""

from __future__ import annotations

from companion.kit.view import Sand


class Sandglass:
    """The sandglass of one table."""

    def __init__(self) -> None:
        self.sand: Sand | None = None
        """The sand that runs; `None`: it stands still, or there is none."""
        self._turned: tuple[int, int] | None = None
        """For which question, and to which time, it has been turned last."""
        self._left_s = 0.0
        """The sand that is left, in seconds, if it stands still."""

    def tick(self, question: int | None, lasts_s: int, t: float, *, runs: bool) -> None:
        """From `t` on: the number of the question (`None`: no person must decide anything), how long the sand lasts
        (0: there is none), and whether people see the question."""
        turned = (question, lasts_s) if question is not None and lasts_s else None
        if turned != self._turned:
            self._turned, self._left_s, self.sand = turned, float(lasts_s), None
        if turned is None or runs == (self.sand is not None):
            return
        if self.sand is None:
            self.sand = Sand(t + self._left_s, lasts_s)
        else:
            self._left_s, self.sand = max(self.sand.until - t, 0.0), None
