"""The questions about a board's numbers that may be wrong: whether the owner checks them, or meant to change them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table.screen import Screen
from companion.table.screens.menu import Menu, MenuItem
from companion.table.screens.reading import Reading

DAMAGED_BOARD: Final = View(
    text("Check the board"), lines=(text("Its file is damaged:"), text("some numbers may be"), text("as shipped."))
)
CHANGED_BOARD: Final = View(text("The board"), lines=(text("Its numbers are not"), text("those the box wrote.")))


def board_of(game: str) -> str:
    """An entry of `Settings.known`: people have answered whether to check the board of this game."""
    return f"board of {game}"


def whether_to_check(warning: View, check: Callable[[float], Screen], settle: Callable[[float], None]) -> Reading:
    """Asks whether the owner checks the board before the first game; `settle`: it is answered."""
    later = MenuItem((text("Later:"), text("from the menu")), settle)
    return _asked(warning, text("Check it now?"), _check(text("Yes, now:"), check), later)


def whether_meant(check: Callable[[float], Screen], settle: Callable[[float], None]) -> Reading:
    """Asks whether the owner changed the board's file on purpose; a disk error may have changed it."""
    yes = MenuItem((text("Yes:"), text("it stays so")), settle)
    return _asked(CHANGED_BOARD, text("Is that meant?"), yes, _check(text("Check it now:"), check))


def _check(said: Text, check: Callable[[float], Screen]) -> MenuItem:
    return MenuItem((said, text("step by step")), check)


def _asked(page: View, title: Text, *rows: MenuItem) -> Reading:
    """A page, and then a question about it that must be answered."""
    page = replace(page, legend=Legend(green_tap=text("next")))
    return Reading((page,), lambda _: Menu(title, rows, stays=True))
