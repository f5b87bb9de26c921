"""One part tried over simulated far ends, in stepped time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from companion.config import ColourOrder
from companion.daemon.wired import WiredDisplay
from companion.table.ports import BoxPart
from companion.workshop.opened import TRYING
from companion.workshop.trying import TriedBox
from hardware.pins import read_pins
from hardware.twin.chip import Chip
from hardware.twin.controller import Controller
from tests.companion.workshop.stepped_bench import Ends, Stepped

COUNT: Final = 12
PINS: Final = read_pins()


@contextmanager
def trial(
    part: BoxPart,
    order: ColourOrder = "rgb",
    *,
    milliamps: int = 1500,
    wires: Mapping[str, int] = PINS.keys,
    may_speak: bool = False,
) -> Iterator[Stepped]:
    """The box as it is usually wired, with few lights."""
    ends = Ends(PINS, Chip("sh1106"), "sh1106", 0x3C, Controller(COUNT, order), order)
    box = TriedBox(PINS, WiredDisplay("sh1106", 0x3C), ends.controller.port, COUNT, order, milliamps, may_speak)
    at = Stepped(ends, lambda: TRYING[part](box, 100.0), dict(wires))
    yield at
    at.close()
