"""The menu behind the table key held for five seconds; every pair of keys works it.

Law: leaving it changes nothing; what loses a game takes the long hold and a second one.
"""

from __future__ import annotations

from enum import Enum
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table.controls import NEXT, PREVIOUS, Press, way


class Choice(Enum):
    """What the menu offers, in its order."""

    BACK = "back"
    NEW_GAME = "new game"
    REDO = "redo"
    LANGUAGE = "language"
    RULES = "rules"
    CALIBRATE = "calibrate"
    SELF_TEST = "self-test"
    LEARN = "learn"
    SHUT_DOWN = "shut down"


class Menu(Struct, frozen=True):
    """The menu, open at one choice."""

    can_redo: bool
    at: int = 0

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen now."""
        return tuple(choice for choice in Choice if self.can_redo or choice is not Choice.REDO)

    @property
    def chosen(self) -> Choice:
        """What a held green key chooses."""
        return self.choices[self.at]

    def after(self, press: Press) -> Menu | Choice:
        """The menu after a press, or what was chosen."""
        match press.key, press.kind:
            case ("table", "tap") | ("red", "hold"):
                return Choice.BACK
            case "green", "hold":
                return self.chosen
            case "green" | "red", "tap":
                return replace(self, at=(self.at + way(press)) % len(self.choices))
            case _:
                return self

    def view(self, _t: float) -> View:
        """The menu on the screen."""
        legend = Legend(NEXT, text("OK"), PREVIOUS, text("Back"))
        return View(text("Menu"), is_draft=True, lines=_words(self.chosen), legend=legend)


def _words(choice: Choice) -> tuple[Text, ...]:
    match choice:
        case Choice.BACK:
            return (text("Back to the game"),)
        case Choice.NEW_GAME:
            return (text("New game:"), text("ends this one"))
        case Choice.REDO:
            return (text("Redo what was"), text("undone"))
        case Choice.LANGUAGE:
            return (text("Next language"),)
        case Choice.RULES:
            return (text("Rules of play"), text("for next game"))
        case Choice.CALIBRATE:
            return (text("Check the board"), text("step by step"))
        case Choice.SELF_TEST:
            return (text("Try the parts"), text("one by one"))
        case Choice.LEARN:
            return (text("Find the wiring"), text("wire by wire"))
        case Choice.SHUT_DOWN:
            return (text("Shut down:"), text("the game stays"))
        case _ as never:
            assert_never(never)
