"""A form with values that are set one by one, with two keys: rules of play, numbers of the board, corrected coins.

Law: the values count only when the last one is confirmed; leaving earlier changes nothing.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from companion.kit.text import Text, text
from companion.table.controls import Press, way
from companion.table.screen import Screen


class FormScreen(Screen):
    """The values chosen so far, and the current one."""

    def __init__(self, values: tuple[int, ...], confirm: Callable[[tuple[int, ...], float], None]) -> None:
        """`confirm` gets the values and the time when the last value is confirmed."""
        self.values = values
        self.at = 0
        self._confirm = confirm

    @abstractmethod
    def changed(self, by: int) -> tuple[int, ...]:
        """The values after the current one goes up (+1) or down (-1)."""

    def press(self, press: Press, t: float) -> Screen | None:
        """Taps change the value; a hold of green goes forward, a hold of red goes back, the table key leaves."""
        match press.key, press.kind:
            case "table", "tap":
                return None
            case "green" | "red", "tap":
                self.values = self.changed(way(press))
                return self
            case "green" | "red", "hold":
                return self._turned_to(self.at + way(press), t)
            case _:
                return self

    def _turned_to(self, at: int, t: float) -> Screen | None:
        if at == len(self.values):
            self._confirm(self.values, t)
        if not 0 <= at < len(self.values):
            return None
        self.at = at
        return self

    @property
    def ok(self) -> Text:
        """The words for a hold of green."""
        return text("Done") if self.at == len(self.values) - 1 else text("OK")

    def with_value(self, value: int) -> tuple[int, ...]:
        """The values with this one in the current place."""
        return (*self.values[: self.at], value, *self.values[self.at + 1 :])
