"""How long a key is held until it counts, or a single switch sees each answer: at each pair of keys its own time.

Law: what is chosen counts from the next press, or the next answer, on. A hand that shakes has time for its presses.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.kit.text import Text, text, verbatim
from companion.table.ports import Ledger, Settings
from companion.table.screens.menu import Menu, MenuItem
from companion.table.screens.names import NameScreens

TIMES: Final = (0.4, 0.6, 0.8, 1.0, 1.5, 2.0)
"""Seconds of a hold to choose from."""
SCANS: Final = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
"""Seconds that a single switch sees each answer, to choose from."""
TAPS_ROOM: Final = 3
"""A hold takes so many times as long as the shortest press: a tap is shorter than half of a hold."""


class HoldTimes:
    """The times of all pairs, and the screens that change them."""

    def __init__(self, settings: Settings, ledger: Ledger, names: NameScreens) -> None:
        self._settings = settings
        self._ledger = ledger
        self._names = names
        self._chosen = dict(settings.holds)
        self._scans = dict(settings.scans)

    def of(self, pair: int) -> float:
        """The seconds that a key of this pair is held to commit."""
        return max(self._chosen.get(pair, self._settings.hold_s), self._least(pair))

    def scan_s(self, pair: int) -> float:
        """The seconds that the single switch of this pair sees each answer; its press is known so much later."""
        return self._scans[pair] + self._settings.shortest.get(pair, 0.0)

    def pairs(self, at: int = 0) -> Menu:
        """The menu "whose keys"."""
        wired = self._settings.wired
        rows = (
            MenuItem((verbatim(player.said), self._now(pair)), partial(self._choice, nth))
            for nth, (pair, player) in enumerate(zip(wired, self._names.players(wired), strict=True))
        )
        return Menu(text("Whose keys?"), tuple(rows), at)

    def _now(self, pair: int) -> Text:
        """What counts at a pair."""
        if pair in self._scans:
            return text("each answer {n} s", n=f"{self._scans[pair]:g}")
        return _told(self.of(pair))

    def _choice(self, nth: int, _t: float) -> Menu:
        """The menu "how long", open at the present time."""
        pair = self._settings.wired[nth]
        if pair in self._scans:
            title, now, offered = text("Show how long?"), self._scans[pair], sorted({*SCANS, self._scans[pair]})
        else:
            title, now = text("Hold how long?"), self.of(pair)
            offered = sorted({*(seconds for seconds in TIMES if seconds >= self._least(pair)), now})
        rows = (MenuItem((_told(seconds),), partial(self._keep, nth, seconds)) for seconds in offered)
        return Menu(title, tuple(rows), offered.index(now))

    def _keep(self, nth: int, seconds: float, _t: float) -> Menu:
        """Set a time; the menu then opens at the next pair."""
        pair = self._settings.wired[nth]
        if pair in self._scans:
            self._scans[pair] = seconds
            self._ledger.keep_scans(self._scans)
        else:
            self._chosen[pair] = seconds
            self._ledger.keep_holds(self._chosen)
        return self.pairs((nth + 1) % len(self._settings.wired))

    def _least(self, pair: int) -> float:
        return round(TAPS_ROOM * self._settings.shortest.get(pair, 0.0), 3)


def _told(seconds: float) -> Text:
    return text("{n} s", n=f"{seconds:g}")
