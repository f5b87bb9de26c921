"""A question explains itself: the first time since the box was switched on, and again when nobody answers for long.

Laws: an explanation takes the place of the lines of the question, between its title and the words of the keys, but
never of an answer that somebody has begun; any press removes it and still counts, unless it hid the answer that the
keys would change or commit (`Showing.hides_answer`). Its time and the silence begin when it becomes visible; if it is
covered too early, it is shown again. An explanation is identified by its words alone.
"""

from __future__ import annotations

from math import inf
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.kit.text import Text
from companion.kit.view import View

Lines: TypeAlias = tuple[Text, ...]
"""The lines of an explanation; empty: there is none."""

EXPLAINED_S: Final = 4.5
"""Seconds that an explanation is shown: after the news of a start, the first question is seen within 8 s."""
SILENT_S: Final = 25.0
"""After so many seconds without a press, the asked player probably does not know what to do."""


class Teaching:
    """What has been explained, and when somebody last pressed a key."""

    def __init__(self) -> None:
        self._known: set[Lines] = set()
        self._asked: Lines = ()
        """The explanation of the present question; empty: nothing is asked, or nobody sees it."""
        self._until = -inf
        self._touched_at = 0.0

    def touch(self, t: float) -> None:
        """Somebody presses or releases a key, or the box has been switched on."""
        self._touched_at = t

    def skip(self) -> None:
        """Remove the explanation: somebody plays on."""
        self._until = -inf

    def ask(self, explanation: Lines, t: float) -> None:
        """Everybody sees a question with this explanation; empty: something else is shown."""
        if not explanation and t < self._until:
            self._known -= {self._asked}
            self._until = -inf
        if explanation and not self._asked:
            self._touched_at = t
        self._asked = explanation
        if explanation and explanation not in self._known:
            self._known.add(explanation)
            self._until = t + EXPLAINED_S

    def explains(self, t: float) -> bool:
        """Whether the explanation is shown now."""
        again = self._touched_at + SILENT_S
        return bool(self._asked) and (t < self._until or again <= t < again + EXPLAINED_S)

    def over(self, question: View) -> View:
        """The question, with the explanation in place of its lines."""
        return replace(question, number="", caption=None, is_draft=False, position=None, lines=self._asked, said=())

    def is_silent(self, t: float) -> bool:
        """Whether a question waits and nobody has done anything for long."""
        return bool(self._asked) and t >= self._touched_at + SILENT_S

    def next_deadline(self, t: float) -> float | None:
        """When an explanation appears or disappears next."""
        again = self._touched_at + SILENT_S
        ahead = (at for at in (self._until, again, again + EXPLAINED_S) if at > t)
        return min(ahead, default=None) if self._asked else None
