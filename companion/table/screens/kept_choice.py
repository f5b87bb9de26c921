"""A row of the menu for one of a few values: display, sound, odds, sandglass, real cards. What is chosen stays.

Law: the values open at the present one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Generic, TypeVar

from companion.kit.setup import Who
from companion.kit.text import Text, text
from companion.kit.view import Lettering, Loudness, Speech
from companion.table.screens.menu import Menu, MenuItem

V = TypeVar("V")

LEVELS: Final[dict[Loudness, Text]] = {"off": text("off"), "soft": text("soft"), "full": text("full")}
SPEECH: Final[dict[Speech, Text]] = {"off": text("off"), "turns": text("whose turn it is"), "all": text("everything")}
LETTERING: Final[dict[Lettering, Text]] = {
    "letters": text("letters"),
    "large": text("large print"),
    "pictures": text("pictures"),
}
REAL: Final[dict[Who, Text]] = {"table": text("real"), "box": text("in the box")}
"""Who does a duty: people do it with real things."""
SHOWN: Final = {False: text("off"), True: text("on")}

GLASSES: Final = {0: text("off"), 60: text("1 minute"), 120: text("2 minutes"), 180: text("3 minutes")}
"""The sandglasses, in seconds."""


class KeptChoice(Generic[V]):
    """What the table has chosen."""

    def __init__(self, title: Text, words: Mapping[V, Text], value: V, keep: Callable[[V, float], object]) -> None:
        """`words`: of every value; `keep`: keeps a value that is chosen at a time."""
        self.value = value
        """The value now."""
        self._title = title
        self._words = words
        self._keep = keep

    def row(self) -> MenuItem:
        """The row that leads to all values."""
        return MenuItem((self._title, self._words[self.value]), lambda _: self._values())

    def _values(self) -> Menu:
        rows = (MenuItem((word,), partial(self._choose, value)) for value, word in self._words.items())
        return Menu(self._title, tuple(rows), list(self._words).index(self.value))

    def _choose(self, value: V, t: float) -> None:
        self._keep(value, t)
        self.value = value
