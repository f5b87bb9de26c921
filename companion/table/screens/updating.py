"""A newer version of the box, or a backup on a USB stick: looked for when its screen is opened, and installed or put
back when somebody holds green. And a backup onto a stick, which is asked about first.

Law: leaving a screen changes nothing; what is under way goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table.controls import Press
from companion.table.ports import UpdateNews, Updates, UpdateStep
from companion.table.screen import Screen

UPDATE: Final = text("Update")
BACKUP: Final = text("Backup")
PUT_BACK: Final = text("Put back")
TITLES: Final[Mapping[UpdateStep, Text]] = {"look": UPDATE, "install": UPDATE, "backup": BACKUP, "bring": PUT_BACK}
EVERY_S: Final = 1.0
"""Seconds between two looks at what is under way."""


class WhetherToSave(Screen):
    """Asks whether a backup is written onto a stick."""

    def __init__(self, updates: Updates) -> None:
        self._updates = updates

    def press(self, press: Press, t: float) -> Screen | None:
        """A hold of green writes it; a hold of red or a tap of the table key leaves."""
        match press.key, press.kind:
            case ("table", "tap" | "withdrawn") | ("red", "hold"):
                return None
            case "green", "hold":
                writing = Updating(self._updates, "backup", lambda _: None, t)
                writing.above = self.above  # nobody goes back to a question that is answered
                return writing
            case _:
                return self

    def view(self, _t: float) -> View:
        """The question."""
        lines = text("Plug in a USB stick:"), text("all games and"), text("settings go onto it.")
        return View(BACKUP, lines=lines, legend=Legend(green_hold=text("OK"), red_hold=text("Back")))


class Updating(Screen):
    """What is known of a newer version, or of a backup."""

    def __init__(self, updates: Updates, step: UpdateStep, then: Callable[[float], None], t: float) -> None:
        """Opened at time `t`, with the first step; `then` is what green does if that has found something."""
        self._updates, self._then = updates, then
        updates.ask(step, t)

    def press(self, press: Press, t: float) -> Screen | None:
        """A hold of green installs it, or puts it back; a hold of red or a tap of the table key leaves."""
        match press.key, press.kind:
            case ("table", "tap" | "withdrawn") | ("red", "hold"):
                return None
            case "green", "hold" if self._news(t).may_install:
                self._then(t)
        return self

    def view(self, t: float) -> View:
        """What is known now."""
        return seen(self._news(t))

    def next_deadline(self, t: float) -> float | None:
        """The next look, while something is under way."""
        return t + EVERY_S if self._news(t).is_busy else None

    def _news(self, t: float) -> UpdateNews:
        return self._updates.news(t) or UpdateNews(())


def seen(news: UpdateNews) -> View:
    """What is known, and what the keys do."""
    does = text("Replace") if news.step == "bring" else text("Install")
    legend = Legend(green_hold=does if news.may_install else None, red_hold=text("Back"))
    return View(TITLES[news.step], lines=news.lines, legend=legend)
