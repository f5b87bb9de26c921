"""One part tried over simulated far ends, in stepped time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from companion.config import Order
from companion.daemon.wired import Display
from companion.table.ports import Part
from companion.workshop.opened import TRYING
from companion.workshop.trying import Box
from hardware.pins import read_pins
from hardware.twin.chip import Chip
from hardware.twin.controller import Controller
from tests.companion.workshop.stepped_bench import Ends, Stepped

COUNT: Final = 12
PINS: Final = read_pins()


@contextmanager
def trial(
    part: Part, order: Order = "rgb", *, milliamps: int = 1500, wires: Mapping[str, int] = PINS.keys
) -> Iterator[Stepped]:
    """The box as it is usually wired, with few lights."""
    ends = Ends(PINS, Chip("sh1106"), "sh1106", 0x3C, Controller(COUNT, order), order)
    box = Box(PINS, Display("sh1106", 0x3C), ends.controller.port, COUNT, order, milliamps)
    at = Stepped(ends, lambda: TRYING[part](box, 100.0), dict(wires))
    yield at
    at.close()
