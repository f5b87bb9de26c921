"""How long a key is held until it counts: at each pair of keys its own time, for shaky hands and small children.

Law: what is chosen counts from the next press on.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.kit.text import Text, text, verbatim
from companion.table.ports import Ledger, Settings
from companion.table.screens.menu import Menu, MenuItem
from companion.table.screens.names import NameScreens

TIMES: Final = (0.4, 0.6, 0.8, 1.0, 1.5, 2.0)
"""Seconds to choose from."""


class HoldTimes:
    """The times of all pairs, and the screens that change them."""

    def __init__(self, settings: Settings, ledger: Ledger, names: NameScreens) -> None:
        self._settings = settings
        self._ledger = ledger
        self._names = names
        self._chosen = dict(settings.holds)

    def of(self, pair: int) -> float:
        """The seconds that a key of this pair is held to commit."""
        return max(self._chosen.get(pair, self._settings.hold_s), self._least(pair))

    def _least(self, pair: int) -> float:
        return self._settings.least_holds.get(pair, 0.0)

    def pairs(self, at: int = 0) -> Menu:
        """The menu "whose keys"."""
        wired = self._settings.wired
        rows = (
            MenuItem((verbatim(player.said), _told(self.of(pair))), partial(self._choice, nth))
            for nth, (pair, player) in enumerate(zip(wired, self._names.players(wired), strict=True))
        )
        return Menu(text("Whose keys?"), tuple(rows), at)

    def _choice(self, nth: int, _t: float) -> Menu:
        """The menu "how long", open at the present time."""
        pair = self._settings.wired[nth]
        now = self.of(pair)
        times = sorted({*(seconds for seconds in TIMES if seconds >= self._least(pair)), now})
        rows = (MenuItem((_told(seconds),), partial(self._keep, nth, seconds)) for seconds in times)
        return Menu(text("Hold how long?"), tuple(rows), times.index(now))

    def _keep(self, nth: int, seconds: float, _t: float) -> Menu:
        """Set a time; the menu then opens at the next pair."""
        self._chosen[self._settings.wired[nth]] = seconds
        self._ledger.keep_holds(self._chosen)
        return self.pairs((nth + 1) % len(self._settings.wired))


def _told(seconds: float) -> Text:
    return text("{n} s", n=f"{seconds:g}")
