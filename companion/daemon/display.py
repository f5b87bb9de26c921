"""The display by itself: its first picture is there before anything is loaded that this picture does not show.

Law: the first picture is the one that the table begins with; only if the game in progress cannot be read, the table
begins with another.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, get_args

import msgspec
from PIL import Image

from companion.config import Config
from companion.faces import oled as face
from companion.faces.drift import due
from companion.games import manifest
from companion.journal.journal import Journal
from companion.kit.errors import Damaged, UnknownGame
from companion.kit.view import Lettering
from companion.locale import LANGUAGES, translator
from companion.table.opening import opening
from hardware.i2c import Bus, RealBus
from hardware.oled import Oled
from hardware.pins import PinMap
from hardware.twin.chip import Chip, SimulatedBus
from hardware.twin.far_ends import FarEnds, SimulatedHand
from hardware.worker import Worker

if TYPE_CHECKING:
    from companion.daemon.home import HomePages
    from companion.daemon.page import TwinPage

FIRST_PICTURE_S: Final = 0.5
"""How long everything else waits for a picture on the display."""


class OpenDisplay(msgspec.Struct, frozen=True):
    """The driver of a display, real or a twin's."""

    oled: Oled
    ends: FarEnds | None = None
    """The simulated ends of a twin, the display's among them; `None`: this is a Pi."""


class Front(msgspec.Struct, frozen=True):
    """Everything that is open before there is a table."""

    display: OpenDisplay
    screen: Worker[Image.Image]
    """The thread that writes on the display."""
    page: TwinPage | None
    """The twin's page."""
    home: HomePages | None
    """The pages for tablets and phones, if they are on."""
    lasts: bool
    """Whether the disk keeps games through a power cut."""


def real_display(config: Config, pins: PinMap) -> OpenDisplay:
    """The display of a Pi."""
    return OpenDisplay(oled_on(RealBus(pins.i2c_bus), config))


def twin_display(config: Config, pins: PinMap) -> OpenDisplay:
    """The display of a twin."""
    return display_over(config, twin_ends(config, pins))


def display_over(config: Config, ends: FarEnds) -> OpenDisplay:
    """The display of a twin over these ends."""
    return OpenDisplay(oled_on(ends.bus, config), ends)


def twin_ends(config: Config, pins: PinMap) -> FarEnds:
    """The simulated ends of a twin."""
    chip = Chip(config.display.chip)

    def open_pins() -> SimulatedHand:
        from hardware.twin.pins import mock_pins

        return mock_pins(pins)

    return FarEnds(open_pins, chip, SimulatedBus({config.display.address: chip}))


def oled_on(bus: Bus, config: Config) -> Oled:
    """The driver of the display on this bus."""
    display = config.display
    return Oled(bus, display.chip, display.address, display.column_offset, 2 if display.is_upside_down else 0)


def first_picture(config: Config, journal: Journal) -> Image.Image:
    """The picture that a life of the box begins with. Raises UnknownGame if the settings name no game of the box."""
    try:
        saved = journal.running()
        going_on = manifest(saved.name) if saved is not None else None
    except (Damaged, UnknownGame):  # the table will say so
        going_on = None
    game = going_on or manifest(config.game.name)
    language = chosen if (chosen := journal.language) in LANGUAGES else config.language
    kept = (each for each in get_args(Lettering) if each == journal.lettering)
    lettering = next(kept, config.display.lettering)
    view = opening(game.title, is_on=going_on is not None)
    return face.draw(view, translator(language), due(time.monotonic()), lettering)
