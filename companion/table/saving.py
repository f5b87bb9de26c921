"""Tells whether everything is saved: a line when that changes, and the last picture."""

from __future__ import annotations

from typing import Final

from companion.kit.text import Text, text, verbatim
from companion.kit.view import View
from companion.table.ports import Ledger

GOOD_NIGHT: Final = View(text("Good night"), lines=(text("Safe to unplug"), text("in 10 seconds.")))
"""The last picture, which stays on the display: the box ends now and cannot show when the Pi is off."""
NOT_SAVED: Final = View(
    text("Not saved"),
    lines=(text("The disk is full"), text("or broken: what"), text("came last will"), text("be missing.")),
)
"""The last picture if something is not in the ledger."""

DOES_NOT_LAST: Final = View(
    text("Not saved"),
    lines=(text("Without power games"), text("are lost here:"), verbatim("companion doctor"), text("says why.")),
)
"""The last picture if all is in the ledger, but the ledger does not survive a power cut."""


class Saving:
    """What the table has told about its ledger."""

    def __init__(self, ledger: Ledger, *, lasts: bool = True) -> None:
        """`lasts`: what is in the ledger survives a power cut."""
        self._ledger = ledger
        self._lasts = lasts
        self._was_saved = True

    def news(self) -> Text | None:
        """A line if the ledger has failed, or works again, since the last call; `None`: nothing has changed."""
        before, self._was_saved = self._was_saved, self._ledger.is_saved
        if self._was_saved == before:
            return None
        return text("Saved again.") if self._was_saved else text("Not saved: disk full or broken.")

    @property
    def is_safe(self) -> bool:
        """Whether all that has happened would survive a power cut."""
        return self._lasts and self._ledger.is_saved

    def last_picture(self) -> View:
        """The last picture: it says whether every game is safe."""
        if not self._lasts:
            return DOES_NOT_LAST
        return GOOD_NIGHT if self._ledger.is_saved else NOT_SAVED
