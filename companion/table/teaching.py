"""What is asked explains itself: the first time since the box was switched on, and again when nobody answers for long.

Laws: an explanation stands where the keys are named, so that it hides no draft; any press takes it away. Its time and
the silence begin when it can be seen; one that is covered before its time stands anew. It is known by its words, and
nothing else is known of the question.
"""

from __future__ import annotations

from math import inf
from typing import Final

from companion.kit.text import Text

EXPLAINED_S: Final = 6.0
"""How long an explanation stands."""
SILENT_S: Final = 25.0
"""Without a press for so long, somebody does not know what to do."""


class Teaching:
    """What has been explained, and how long ago somebody pressed a key."""

    def __init__(self) -> None:
        self._known: set[Text] = set()
        self._asked: Text | None = None
        """The explanation of what is asked now; `None`: nothing is, or nobody sees it."""
        self._until = -inf
        self._touched_at = 0.0

    def touch(self, t: float) -> None:
        """Somebody does something, or lets go, or the box has been switched on."""
        self._touched_at = t

    def skip(self) -> None:
        """Somebody goes on playing."""
        self._until = -inf

    def ask(self, explanation: Text | None, t: float) -> None:
        """This is the explanation of what everybody sees asked; `None`: something else is shown."""
        if explanation is None and t < self._until:
            self._known -= {self._asked}
            self._until = -inf
        if explanation is not None and self._asked is None:
            self._touched_at = t
        self._asked = explanation
        if explanation is not None and explanation not in self._known:
            self._known.add(explanation)
            self._until = t + EXPLAINED_S

    def notice(self, t: float) -> Text | None:
        """The explanation, as long as it stands."""
        again = self._touched_at + SILENT_S
        return self._asked if t < self._until or again <= t < again + EXPLAINED_S else None

    def is_silent(self, t: float) -> bool:
        """Whether somebody is asked, and nobody has done anything for long."""
        return self._asked is not None and t >= self._touched_at + SILENT_S

    def next_deadline(self, t: float) -> float | None:
        """When an explanation comes or goes next."""
        again = self._touched_at + SILENT_S
        ahead = (at for at in (self._until, again, again + EXPLAINED_S) if at > t)
        return min(ahead, default=None) if self._asked is not None else None
