"""The parts at the ends of the wires: drivers of display, strip and buzzer, for real parts or the twin's far ends; the
line to the voice.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec
from PIL import Image

from companion.config import Config, LightsSettings
from companion.daemon import owner
from companion.daemon.box import Outlet, Outputs
from companion.daemon.display import OpenDisplay, display_over, twin_display
from companion.daemon.faults import watched
from companion.daemon.projector import Film
from companion.daemon.to_speaker import SpeakerLine
from companion.daemon.twin import Twin
from companion.daemon.twin import lay_out as twin_layout
from companion.faces.sound import PlayedNotes
from companion.faces.strip import LightShow, StripMap, lay_out
from companion.kit.setup import SetUp
from companion.kit.view import Track
from hardware import oled, strip
from hardware.buzzer import Buzzer
from hardware.pins import PinMap
from hardware.twin.controller import Controller
from hardware.twin.far_ends import FarEnds


class Parts(msgspec.Struct):
    """The drivers, and the simulated parts below them."""

    oled: oled.Oled
    strip: strip.Strip
    buzzer: Buzzer
    voice: SpeakerLine
    strip_map: StripMap
    order: str
    """The order of the three colours on the strip."""
    twin: Twin | None

    def open_pins(self) -> None:
        """Connect the pins to gpiozero, which is loaded here and takes a while. Raises PinsUnavailableError."""
        if self.twin is not None:
            self.twin.open_pins()
        else:
            from hardware.keys import open_real_pins

            open_real_pins()

    def outputs(
        self,
        screen: Outlet[Image.Image],
        lights_out: Outlet[Film],
        buzzer: Outlet[PlayedNotes],
        settings: LightsSettings,
    ) -> Outputs:
        """The outlets of a box: frames go to the drivers' workers, or directly to the drivers."""
        lights = LightShow(
            self.strip_map,
            settings.milliamps,
            self.order,
            calm=settings.calm,
            key_level=settings.key_level,
            palette=settings.colours,
        )
        watch = watched(screen, lights_out, buzzer, self.voice, lambda: self.oled.says)
        show_key = self.twin.show_key if self.twin is not None else None
        read_out = self.twin.read_out if self.twin is not None else None
        return Outputs(screen, self.oled, lights_out, lights, buzzer, self.voice, watch, show_key, read_out)


def parts_with(
    display: OpenDisplay, config: Config, rules: SetUp[Any], settled: Mapping[str, object], pins: PinMap
) -> Parts:
    """All parts beside this display: the same drivers over the wires of a Pi, or over the far ends of a twin."""
    track = rules.track(settled)
    strip_map = strip_map_of(config, rules, track)
    lights, buzzer, voice = config.lights, Buzzer(pins.buzzer), SpeakerLine()
    if (ends := display.ends) is None:
        leds = strip.Strip(lights.port, strip_map.count, lights.baud, clock=time.monotonic)
        return Parts(display.oled, leds, buzzer, voice, strip_map, lights.order, None)
    controller = ends.controller or Controller(strip_map.count, lights.order)
    layout = twin_layout(rules.title, track, strip_map, rules.chart(settled))
    leds = strip.Strip(controller.port, strip_map.count, lights.baud)
    twin = Twin(ends.open_pins, ends.chip, controller, layout)
    return Parts(display.oled, leds, buzzer, voice, strip_map, lights.order, twin)


def twin_parts(config: Config, rules: SetUp[Any], settled: Mapping[str, object], pins: PinMap) -> Parts:
    """The parts of a twin."""
    return parts_with(twin_display(config, pins), config, rules, settled, pins)


def parts_over(config: Config, rules: SetUp[Any], settled: Mapping[str, object], pins: PinMap, ends: FarEnds) -> Parts:
    """The parts of a twin over these ends."""
    return parts_with(display_over(config, ends), config, rules, settled, pins)


def strip_map_of(config: Config, rules: SetUp[Any], track: Track) -> StripMap:
    """The owner's layout of the strip beside this game's board, else one span after another; then the keys."""
    layout, lights = owner.lights(config, rules), config.lights
    length = lights.count or 0
    if layout.spaces or (layout.seats and not track.spaces):
        strip_map = StripMap(layout.spaces, layout.seats, length)
    else:
        strip_map = lay_out(track, layout.leds_per_space, length)
    return strip_map.with_keys(lights.leds_per_pair) if lights.keys else strip_map
