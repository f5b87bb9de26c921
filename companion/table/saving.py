"""Whether all is in the ledger, in words: a line when that has changed, and the last picture."""

from __future__ import annotations

from typing import Final

from companion.kit.text import Text, text, verbatim
from companion.kit.view import View
from companion.table.ports import Ledger

GOOD_NIGHT: Final = View(text("Good night"), lines=(text("Safe to unplug"), text("in 10 seconds.")))
"""The last picture, which stays on the display: the box is about to end, and cannot tell when the Pi has."""
NOT_SAVED: Final = View(
    text("Not saved"),
    lines=(text("The disk is full"), text("or broken: what"), text("came last will"), text("be missing.")),
)
"""The last picture if the ledger has not taken all."""

DOES_NOT_LAST: Final = View(
    text("Not saved"),
    lines=(text("Without power games"), text("are lost here:"), verbatim("companion doctor"), text("says why.")),
)
"""Where the ledger takes all, and the power takes it away again."""


class Saving:
    """What the table has been told of its ledger."""

    def __init__(self, ledger: Ledger, *, lasts: bool = True) -> None:
        """`lasts`: what it has taken outlasts the power."""
        self._ledger = ledger
        self._lasts = lasts
        self._was_saved = True

    def news(self) -> Text | None:
        """The ledger has failed, or has been mended, since this was asked last; `None`: it is as it was."""
        before, self._was_saved = self._was_saved, self._ledger.is_saved
        if self._was_saved == before:
            return None
        return text("Saved again.") if self._was_saved else text("Not saved: disk full or broken.")

    @property
    def is_safe(self) -> bool:
        """Whether all that has happened outlasts the power."""
        return self._lasts and self._ledger.is_saved

    def last_picture(self) -> View:
        """Whether every game is safe."""
        if not self._lasts:
            return DOES_NOT_LAST
        return GOOD_NIGHT if self._ledger.is_saved else NOT_SAVED
