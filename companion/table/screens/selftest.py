"""Choosing the part to try: the daemon then runs the test with this part."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.kit.text import Text, text
from companion.table.ports import BoxPart
from companion.table.screens.menu import Menu, MenuItem

PARTS: Final[tuple[tuple[BoxPart, Text], ...]] = (
    ("keys", text("Keys")),
    ("display", text("Display")),
    ("lights", text("Lights")),
    ("sound", text("Sound")),
)


def self_test(try_part: Callable[[BoxPart, float], None]) -> Menu:
    """A menu of the parts to try."""
    return Menu(text("Self-test"), tuple(MenuItem((word,), partial(try_part, part)) for part, word in PARTS))
