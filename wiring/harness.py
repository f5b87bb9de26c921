"""Every wire from the header: its pin and its part.

1. Every pin number comes from `pins.toml` and from gpiozero's data of the header.
2. Every part has its own ground wire: if it comes loose, only this part stops.
"""

from typing import Final, NamedTuple

from gpiozero.pins.pi import PiBoardInfo

from companion.kit.seats import COLOURS
from hardware.pins import PinMap, physical

# A Zero 2 W's header; it is the same on every 40-pin Pi.
_PINS: Final = sorted(PiBoardInfo.from_revision(0x902120).headers["J8"].pins.items())
_PLAIN: Final = {"3V3": "3.3 V", "5V": "5 V", "GND": "ground"}
HEADER: Final = {number: _PLAIN.get(pin.name, pin.name.replace("GPIO", "GPIO ")) for number, pin in _PINS}
"""What each physical pin is."""
GROUNDS: Final = [number for number, name in HEADER.items() if name == "ground"]


class Part(NamedTuple):
    """A part on one cable from the Pi's header."""

    name: str
    wires: dict[str, int]
    """Physical pin of each wire, the ground last."""
    colour: str = ""
    """The seat's colour; other parts have none."""

    @property
    def ground(self) -> int:
        """The physical pin of its ground."""
        return [*self.wires.values()][-1]


def parts(pins: PinMap) -> list[Part]:
    """The display, the table key and each seat's pair of keys, in their order along the header.

    They get the header's grounds in the same order, so that each ground is near its part.
    """
    unearthed = [
        Part("Display", {"VCC": 1, "SDA": physical(2), "SCL": physical(3)}),
        Part("Table", {"table key": physical(pins.table)}),
    ]
    for name in pins.keys:
        if name.startswith("green"):
            number = name.removeprefix("green")
            keys = {"green key": physical(pins.keys[name]), "red key": physical(pins.keys[f"red{number}"])}
            unearthed.append(Part(f"Seat {number}", keys, COLOURS[int(number) - 1]))
    unearthed.sort(key=lambda part: sum(part.wires.values()) / len(part.wires))
    return [
        part._replace(wires={**part.wires, "GND" if part.name == "Display" else "ground": ground})
        for part, ground in zip(unearthed, GROUNDS, strict=False)
    ]


def seats_first(made: list[Part]) -> list[Part]:
    """The parts as a person would name them: seat 1, seat 2 …, display, table key."""
    return sorted(made, key=lambda part: (not part.colour, part.name))


def neighbours(pin: int) -> set[int]:
    """The pins beside, above and below one on the header, which has two columns."""
    beside = pin + 1 if pin % 2 else pin - 1
    return {beside, pin - 2, pin + 2} & HEADER.keys()
