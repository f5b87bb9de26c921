"""The parts at the end of the wires: display and strip with their drivers, real or over the twin's far ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.config import Config
from companion.daemon.box import Outputs, Screen, Strip, watched
from companion.daemon.twin import Twin
from companion.faces.strip import Lights, StripMap, lay_out
from companion.kit.rules import Rules
from hardware import oled, strip
from hardware.i2c import Bus, RealBus
from hardware.pins import PinMap


class Parts(msgspec.Struct):
    """The drivers, and what is simulated below them."""

    oled: oled.Oled
    strip: strip.Strip
    strip_map: StripMap
    twin: Twin | None

    def outputs(self, screen: Screen, lights_out: Strip, milliamps: int) -> Outputs:
        """What a box needs: frames go to the drivers' workers, or to the drivers themselves."""
        return Outputs(screen, lights_out, Lights(self.strip_map, milliamps), watched(self.oled, self.strip))


def real_parts(config: Config, rules: Rules[Any], settled: Mapping[str, object], bus_number: int) -> Parts:
    """The parts of a Pi."""
    strip_map = lay_out(rules.track(settled), config.lights.leds_per_space)
    lights = strip.Strip(config.lights.port, strip_map.count, config.lights.baud)
    return Parts(_oled(config, RealBus(bus_number)), lights, strip_map, None)


def twin_parts(config: Config, rules: Rules[Any], settled: Mapping[str, object], pins: PinMap) -> Parts:
    """The parts of the twin: the same drivers over simulated far ends."""
    track = rules.track(settled)
    strip_map = lay_out(track, config.lights.leds_per_space)
    twin = Twin(pins, config.display, rules.title, track, strip_map)
    lights = strip.Strip(twin.controller.port, strip_map.count, config.lights.baud)
    return Parts(_oled(config, twin.bus), lights, strip_map, twin)


def _oled(config: Config, bus: Bus) -> oled.Oled:
    display = config.display
    return oled.Oled(bus, display.chip, display.address, display.column_offset, 2 if display.is_upside_down else 0)
