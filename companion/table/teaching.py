"""What is asked explains itself: the first time since the box was switched on, and again when nobody answers for long.

Laws: an explanation stands above the keys that it explains and below who is asked what, before the question itself; any
press takes it away, and is an answer as ever. Its time and the silence begin when it can be seen; one that is covered
before its time stands anew. It is known by its words, and nothing else is known of the question.
"""

from __future__ import annotations

from math import inf
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.kit.text import Text
from companion.kit.view import View

Lines: TypeAlias = tuple[Text, ...]
"""An explanation; none: nothing is explained."""

EXPLAINED_S: Final = 6.0
"""How long an explanation stands."""
SILENT_S: Final = 25.0
"""Without a press for so long, somebody does not know what to do."""


class Teaching:
    """What has been explained, and how long ago somebody pressed a key."""

    def __init__(self) -> None:
        self._known: set[Lines] = set()
        self._asked: Lines = ()
        """The explanation of what is asked now; none: nothing is, or nobody sees it."""
        self._until = -inf
        self._touched_at = 0.0

    def touch(self, t: float) -> None:
        """Somebody does something, or lets go, or the box has been switched on."""
        self._touched_at = t

    def skip(self) -> None:
        """Somebody goes on playing."""
        self._until = -inf

    def ask(self, explanation: Lines, t: float) -> None:
        """This is the explanation of what everybody sees asked; none: something else is shown."""
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
        """Whether the explanation stands now."""
        again = self._touched_at + SILENT_S
        return bool(self._asked) and (t < self._until or again <= t < again + EXPLAINED_S)

    def over(self, question: View, t: float) -> View:
        """The question with its explanation in its place, as long as that stands."""
        if not self.explains(t):
            return question
        return replace(question, number="", caption=None, is_draft=False, position=None, lines=self._asked)

    def is_silent(self, t: float) -> bool:
        """Whether somebody is asked, and nobody has done anything for long."""
        return bool(self._asked) and t >= self._touched_at + SILENT_S

    def next_deadline(self, t: float) -> float | None:
        """When an explanation comes or goes next."""
        again = self._touched_at + SILENT_S
        ahead = (at for at in (self._until, again, again + EXPLAINED_S) if at > t)
        return min(ahead, default=None) if self._asked else None
