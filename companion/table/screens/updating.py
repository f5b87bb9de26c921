"""A newer version of the box: looked for when this screen is opened, installed when somebody holds green.

Law: leaving it changes nothing; what is under way goes on.
"""

from __future__ import annotations

from typing import Final

from companion.kit.text import text
from companion.kit.view import Legend, View
from companion.table.controls import Press
from companion.table.ports import UpdateNews, Updates
from companion.table.screen import Screen

UPDATE: Final = text("Update")
EVERY_S: Final = 1.0
"""Seconds between two looks at what is under way."""


class Updating(Screen):
    """What is known of a newer version."""

    def __init__(self, updates: Updates, t: float) -> None:
        """Opened at time `t`."""
        self._updates = updates
        updates.ask(installs=False, t=t)

    def press(self, press: Press, t: float) -> Screen | None:
        """A hold of green installs it; a hold of red or a tap of the table key leaves."""
        match press.key, press.kind:
            case ("table", "tap" | "withdrawn") | ("red", "hold"):
                return None
            case "green", "hold" if self._news(t).may_install:
                self._updates.ask(installs=True, t=t)
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
    """What is known of a newer version, and what the keys do."""
    install = text("Install") if news.may_install else None
    return View(UPDATE, lines=news.lines, legend=Legend(green_hold=install, red_hold=text("Back")))
