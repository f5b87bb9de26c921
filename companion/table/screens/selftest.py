"""Choosing the part to be tried: the box then opens itself, since each part is tried with all it can do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.kit.text import Text, text
from companion.table.ports import Part
from companion.table.screens.menu import Menu, Row

PARTS: Final[tuple[tuple[Part, Text], ...]] = (
    ("keys", text("Keys")),
    ("display", text("Display")),
    ("lights", text("Lights")),
    ("sound", text("Sound")),
)


def self_test(try_part: Callable[[Part, float], None]) -> Menu:
    """The parts, one of which is to be tried."""
    return Menu(text("Self-test"), tuple(Row((word,), partial(try_part, part)) for part, word in PARTS))
