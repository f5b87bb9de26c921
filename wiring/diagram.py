"""The wiring as tables, a WireViz description and a picture: `python -m wiring.diagram` writes all of them.

1. Every pin number comes from `pins.toml`; the files made here are never changed by hand.
2. Every pin has both its numbers, BCM ("GPIO 17") and physical ("pin 11"): mixing them up is the classic fault.
"""

import shutil
import sys
from pathlib import Path
from typing import Any, Final

import yaml
from wireviz.wireviz import parse  # type: ignore[import-untyped]

from companion.kit.seats import COLOURS
from hardware.pins import PinMap, physical, read_pins
from wiring.harness import HEADER, parts
from wiring.tables import TABLES

FOLDER: Final = Path(__file__).parent
BEGIN: Final = "<!-- {}, made by `python -m wiring.diagram` -->\n"
END: Final = "<!-- end -->\n"
"""The comments around each table in the README."""

# Colours as WireViz writes them (IEC 60757).
_SEATS: Final[dict[str, str]] = dict(zip(COLOURS, ("RD", "BU", "GN", "YE", "WH", "VT"), strict=True))
_WIRES: Final = {
    **{"green key": "GN", "red key": "RD", "table key": "GY", "ground": "BK"},
    **{"VCC": "OG", "SDA": "BU", "SCL": "YE", "GND": "BK"},
}

_LOOK: Final[dict[str, Any]] = {
    "options": {"fontname": "DejaVu Sans,Verdana,sans-serif", "color_mode": "full"},
    "tweak": {"override": {"graph": {"ranksep": "1.6", "nodesep": "0.15"}}},
}
_PART: Final = {"show_name": False, "show_pincount": False}
_CABLE: Final = {"show_name": False, "show_wirecount": False, "show_wirenumbers": False}

# The strip has no wire to the header, so it has no pin numbers.
_STRIP: Final[dict[str, Any]] = {
    "connectors": {
        "Controller": {
            "type": "LED controller",
            "subtype": "WLED or Arduino",
            "pins": ["data out", "ground"],
            "notes": "Its USB cable goes to the Pi and powers it:\nleave its 5 V pin free.",
        },
        "Supply": {"type": "Supply of the strip", "subtype": "5 V", "pins": ["minus", "plus"]},
        "Strip": {
            "type": "LED strip",
            "subtype": "WS2812B",
            "pins": ["DIN", "GND", "5V", "DOUT"],
            "notes": "All grounds meet at GND.\nBetween GND and 5V: the capacitor.",
        },
        "Lit keys": {
            "type": "LEDs in the keys",
            "subtype": "optional",
            "pins": ["DIN", "GND", "5V"],
            "notes": "The chain goes on from the strip: ● and ○\nof seat 1, ● and ○ of seat 2 …",
        },
    },
    "cables": {
        "Data": {"colors": ["GN", "BK"], "wirelabels": [" with 330 Ω, near the strip", " ground"]},
        "Power": {"colors": ["BK", "RD"], "wirelabels": [" minus", " plus"]},
        "To the keys": {"colors": ["GN", "BK", "RD"], "wirelabels": [" data, goes on", " ground", " 5 V"]},
    },
    "connections": [
        [{"Controller": ["data out", "ground"]}, {"Data": [1, 2]}, {"Strip": ["DIN", "GND"]}],
        [{"Supply": ["minus", "plus"]}, {"Power": [1, 2]}, {"Strip": ["GND", "5V"]}],
        [{"Lit keys": ["DIN", "GND", "5V"]}, {"To the keys": [1, 2, 3]}, {"Strip": ["DOUT", "GND", "5V"]}],
    ],
}


def describe(pins: PinMap) -> str:
    """The WireViz description, as YAML."""
    connectors: dict[str, Any] = {"Pi": _header(pins)}
    cables: dict[str, Any] = {}
    connections: list[Any] = []
    for part in parts(pins):
        cable = f"to {part.name}"
        colour = {"color": _SEATS[part.colour]} if part.colour else {}
        connectors[part.name] = {"type": part.name, **colour, "pins": [*part.wires]}
        cables[cable] = {
            "colors": [_WIRES[wire] for wire in part.wires],
            "wirelabels": [f" {HEADER[pin]} = pin {pin}" for pin in part.wires.values()],
        }
        wires = [*range(1, len(part.wires) + 1)]
        connections.append([{"Pi": [*part.wires.values()]}, {cable: wires}, {part.name: [*part.wires]}])
    whole = _LOOK | {
        "connectors": {name: _PART | each for name, each in (connectors | _STRIP["connectors"]).items()},
        "cables": {name: _CABLE | each for name, each in (cables | _STRIP["cables"]).items()},
        "connections": connections + _STRIP["connections"],
    }
    text: str = yaml.safe_dump(whole, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None)
    return "# Made from pins.toml by `python -m wiring.diagram`: change that file, not this one.\n" + text


def _header(pins: PinMap) -> dict[str, Any]:
    used = {physical(bcm): f": {key}" for key, bcm in pins.keys.items()} | {physical(pins.buzzer): ": buzzer"}
    return {
        "type": "Raspberry Pi",
        "subtype": "40-pin header",
        "pinlabels": [name + used.get(number, "") for number, name in HEADER.items()],
        "notes": "Pin 1 is next to the memory card,\nin the inner row; 2, 4, 6 … are\nalong the edge of the board.",
    }


def draw(description: str) -> str:
    """The picture, as SVG. Raises `graphviz.ExecutableNotFound` when graphviz's `dot` is missing."""
    svg: str = parse(description, return_types="svg")
    return svg


def put_into(readme: str, pins: PinMap) -> str:
    """The README with this pin map's tables in the places of its old ones."""
    for name, made in TABLES.items():
        begin = BEGIN.format(name)
        before, mark, rest = readme.partition(begin)
        if not mark:
            sys.exit(f"README.md: expected the line {begin.strip()!r}")
        _, _, after = rest.partition(END)
        readme = before + begin + made(pins) + END + after
    return readme


def main() -> None:
    """Write the README's tables, `diagram.yml` and, if graphviz is installed, `diagram.svg`."""
    pins = read_pins()
    readme = FOLDER / "README.md"
    readme.write_text(put_into(readme.read_text("utf-8"), pins), "utf-8")
    description = describe(pins)
    (FOLDER / "diagram.yml").write_text(description, "utf-8")
    if shutil.which("dot") is None:
        sys.exit("diagram.svg is not drawn: install graphviz (`sudo apt install graphviz`) and run this again")
    (FOLDER / "diagram.svg").write_text(draw(description), "utf-8")


if __name__ == "__main__":
    main()
