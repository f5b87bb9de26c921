"""The README's tables: what to buy, where each pin is, what is connected to it, what to measure before power.

Law: every number that depends on the pin map or on the board is computed; none is written by hand.
"""

from itertools import pairwise
from typing import Final

from companion.config import LightsSettings
from companion.faces.strip import lay_out
from companion.games import GAMES
from hardware.pins import PinMap, physical
from wiring.harness import HEADER, neighbours, parts, seats_first

LED_KEYS: Final = LightsSettings().leds_per_pair
"""LEDs in a pair of lit keys."""

_SHOPPING: Final = """\
| | part | instead | mind |
|---|---|---|---|
| 1 | Raspberry Pi Zero 2 WH | any Pi with 40 pins: 3, 4, 5, 400, 500 … | the "H" has its header soldered on |
| 1 | its own supply, 5 V 2.5 A | Pi 4: 5 V 3 A; Pi 5 and 500: 5 V 5 A | a phone's charger is too weak |
| 1 | memory card, 8 GB | larger | for Raspberry Pi OS Lite (64-bit), 12 or 13 |
| {keys} | arcade buttons, 24 mm: {seats} green, {seats} red, 1 other | tactile switches | close while pressed ("NO") |
| {caps} | marks on the keys: {seats} dots ● on green, {seats} rings ○ on red | a felt pen | as on the display |
| 1 | OLED, 128 by 64, I2C, four pins, 1.3" (SH1106) | 2.42" (SSD1309) | from one metre a 0.96" (SSD1306) is too small |
| {leds} | LEDs WS2812B, 5 V: a chain with wires between | a strip, see *Lights* | for {spaces} spaces |
| {lit} | LEDs of the same kind, or keys that hold one | none | optional: [lit keys](#lit-keys) |
| 1 | ESP32 board with WLED | ESP8266 with WLED; Arduino Nano or Uno with Adalight | drives the LEDs |
| 1 | supply of the strip, 5 V 3 A | 5 V, more amperes | has a plug of its own |
| 1 | USB cable from the Pi to the controller | | carries data; a Zero needs an OTG adapter too |
| 1 | resistor, 330 Ω | 220 to 470 Ω | goes into the data wire |
| 1 | electrolytic capacitor, 1000 µF 10 V | more µF or V | has a polarity |
| {wires} | jumper leads with sockets | a 40-pin socket, ribbon cable | {keys} keys, {grounds} grounds, {bus} display |
| | stranded wire 0.25 mm², heat-shrink | | |
| 1 | passive piezo buzzer | one with a coil, see *Buzzer* | optional; 2 leads more |
"""


def shopping(pins: PinMap) -> str:
    """What to buy, how many, and what can replace it."""
    track, made = GAMES[0].track({}), parts(pins)
    wires = sum(len(part.wires) for part in made)
    return _SHOPPING.format(
        keys=len(pins.keys),
        seats=len(pins.seats),
        caps=2 * len(pins.seats),
        leds=lay_out(track).count,
        lit=len(pins.seats) * LED_KEYS,
        spaces=sum(space.id.isdecimal() for space in track.spaces) - 1,
        wires=wires,
        grounds=len(made),
        bus=wires - len(made) - len(pins.keys),
    )


def lit_keys(pins: PinMap) -> str:
    """The LED in each key, counted along the strip of each of the box's games."""
    rows = []
    for nth in range(1, len(pins.seats) + 1):
        leds = [lay_out(game.track({})).with_keys(LED_KEYS).keys[nth - 1] for game in GAMES]
        rows.append((nth, *(", ".join(f"{mark} {led}" for mark, led in zip("●○", each, strict=True)) for each in leds)))
    return _table(("pair of keys", *(game.title for game in GAMES)), *rows)


def header(pins: PinMap) -> str:
    """The header seen from above, with the use of each pin."""
    used = {pin: f"{part.name.lower()} {wire}" for part in parts(pins) for wire, pin in part.wires.items()}
    used |= {physical(pins.buzzer): "buzzer plus"}
    used = {pin: name.replace("table table", "table") for pin, name in used.items()}
    left = max(len(used.get(pin, "")) for pin in HEADER if pin % 2)
    lines = [
        f"{used.get(pin, ''):>{left}}  {HEADER[pin]:>7}  {pin:>2} │ {pin + 1:<2}  {HEADER[pin + 1]:<7}  "
        f"{used.get(pin + 1, '')}".rstrip()
        for pin in range(1, 41, 2)
    ]
    return "```\n" + "\n".join(lines) + "\n```\n"


def wires(pins: PinMap) -> str:
    """Each part's pins, by both their numbers."""
    rows = []
    for part in seats_first(parts(pins)):
        name = f"{part.name} ({part.colour})" if part.colour else part.name
        ends = [f"{wire} **{pin}** ({HEADER[pin]})" for wire, pin in part.wires.items() if pin != part.ground]
        rows.append((name, ", ".join(ends), f"**{part.ground}**"))
    table_ground = next(part.ground for part in parts(pins) if part.name == "Table")
    buzzer = f"plus **{physical(pins.buzzer)}** (GPIO {pins.buzzer})"
    return _table(("part", "wires", "ground"), *rows, ("Buzzer", buzzer, f"**{table_ground}**, with the table key's"))


def measurements(pins: PinMap) -> str:
    """Between which ends of wires the meter shows what, before the Pi is there."""
    made = parts(pins)
    used = {pin for part in made for pin in part.wires.values() if pin != part.ground}
    told: set[frozenset[int]] = set()
    rows = []
    for part in seats_first(made):
        own = [pin for pin in part.wires.values() if pin != part.ground]
        pressed = [f"{wire} {pin}-{part.ground}" for wire, pin in part.wires.items() if wire.endswith("key")]
        never = {frozenset(pair) for pair in pairwise(own)}
        never |= {frozenset((pin, near)) for pin in own for near in neighbours(pin) & used}
        if not pressed:
            never |= {frozenset((pin, part.ground)) for pin in own}
        rows.append((part.name, ", ".join(pressed), _pairs(never - told)))
        told |= never
    return _table(("ends of wires", "open, and below 1 Ω while pressed", "never joined"), *rows)


def _pairs(pairs: set[frozenset[int]]) -> str:
    return ", ".join(f"{a}-{b}" for a, b in sorted(sorted(pair) for pair in pairs))


def _table(head: tuple[str, ...], *rows: tuple[object, ...]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


TABLES: Final = {
    "shopping": shopping,
    "lit keys": lit_keys,
    "header": header,
    "wires": wires,
    "measurements": measurements,
}
"""By the name in the README's marks."""
