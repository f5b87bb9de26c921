"""Checks of what is connected to the wires: the display on its bus, the controller of the lights on its port.

Laws: a part that a running box holds is not touched; the box's own report is used. A part that was not checked is never
called good.
"""

from __future__ import annotations

import errno
import re
from functools import partial
from pathlib import Path
from typing import Final

from companion.workshop.doctor import mending
from companion.workshop.doctor.deadline import all_in_time
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.finding import Finding, bad, good, note, unknown
from companion.workshop.doctor.units import SERVICE
from hardware.errors import LineLostError
from hardware.probe import PANELS, chip_at, i2c_addresses, who_answers

FAST_HZ: Final = 400_000
PORT_S: Final = 5.0
_USUAL_HZ: Final = 100_000
_DIGITS: Final = 4  # of a number in a device tree, big end first

USB_SERIAL: Final = {
    "1a86:7523": "CH340",
    "1a86:55d4": "CH9102",
    "10c4:ea60": "CP210x",
    "0403:6001": "FTDI",
}
"""Chips of LED controllers that brltty takes for a Braille display."""


_OTHER_SYSTEM: Final = "put Raspberry Pi OS 12 or 13 on the card"


# --- I2C and the display ---------------------------------------------------------------------------------------------


def bus(facts: Facts) -> Finding:
    """Whether the display's bus is there."""
    number = facts.pins.i2c_bus
    if facts.machine.path(f"/dev/i2c-{number}").exists():
        return good(f"The bus is there (/dev/i2c-{number}).")
    if facts.machine.path(f"/sys/bus/i2c/devices/i2c-{number}").exists():
        return bad("I2C is on, but its device file is missing.", run="sudo modprobe i2c-dev")
    if not facts.reads_boot:
        return bad("I2C, the display's bus, is off, and this system does not read config.txt.", do=_OTHER_SYSTEM)
    if facts.boot is not None and facts.boot.bus_is_on:
        return bad("I2C is switched on in config.txt and comes with the next start.", run="sudo reboot")
    return bad("I2C, the display's bus, is switched off.", run=mending.with_line(facts, "i2c_arm=on"))


def bus_speed(facts: Facts) -> Finding | None:
    """Whether the bus is fast enough: pictures come at once."""
    number = facts.pins.i2c_bus
    if not facts.machine.path(f"/dev/i2c-{number}").exists():
        return None
    asked = facts.boot.bus_hz if facts.boot is not None else None
    hz = _hz_now(facts, number) or asked or _USUAL_HZ
    if hz >= FAST_HZ:
        return good(f"{hz // 1000} kHz")
    if not facts.reads_boot:
        return note(
            f"The bus runs at {hz // 1000} kHz, and this system does not read config.txt: pictures come slowly."
        )
    slow = f"The bus runs at {hz // 1000} kHz; at 400 kHz pictures come four times as fast."
    run = (
        "sudo reboot"
        if asked is not None and asked >= FAST_HZ
        else mending.with_line(facts, f"i2c_arm_baudrate={FAST_HZ}")
    )
    return bad(slow, run=run, needed=False)


def _hz_now(facts: Facts, number: int) -> int | None:
    """What the device tree of the running kernel says."""
    node = facts.machine.words(f"/proc/device-tree/aliases/i2c{number}")
    found = [f"/sys/bus/i2c/devices/i2c-{number}/of_node/clock-frequency"]
    found += [f"/proc/device-tree{node}/clock-frequency"] if node else []
    for name in found:
        try:
            raw = facts.machine.path(name).read_bytes()
        except OSError:
            continue
        if len(raw) == _DIGITS:
            return int.from_bytes(raw, "big")
    return None


def display(facts: Facts) -> Finding | None:
    """Whether the display answers at the address, and as the chip, that the settings name."""
    if facts.has_display:
        return _in_use(facts, "display")
    if not facts.machine.path(f"/dev/i2c-{facts.pins.i2c_bus}").exists():
        return unknown("It can be looked for once its bus is there.")
    wanted = facts.config.display
    wires = facts.machine.bus(facts.pins.i2c_bus)
    try:
        there = i2c_addresses(wires, sorted({*PANELS, wanted.address}))
        chip = chip_at(wires, wanted.address) if wanted.address in there else None
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM):
            return unknown("Only the box's groups may ask it.", run=mending.ASK_AS_ROOT)
        return stuck_bus()
    if not there:
        return bad(
            "Nothing answers at 0x3C or 0x3D.",
            do="check its four wires: VCC to 3.3 V, GND, SDA to GPIO 2 = physical pin 3, SCL to GPIO 3 = pin 5",
        )
    if wanted.address not in there:
        return bad(
            f"It answers at 0x{there[0]:02X}; the settings say 0x{wanted.address:02X}.",
            do=mending.write(facts, "display", "address", f"0x{there[0]:02X}"),
        )
    if chip is not None and (chip == "sh1106") != (wanted.chip == "sh1106"):
        return bad(
            f"It says that it is an {chip}; the settings say {wanted.chip}.",
            do=mending.write(facts, "display", "chip", f'"{chip}"'),
        )
    return good(f"It answers at 0x{wanted.address:02X}" + (f", as an {chip}." if chip is not None else "."))


def stuck_bus() -> Finding:
    """The finding when the bus hangs."""
    return bad(
        "The bus is stuck: something holds SDA or SCL down.",
        do="take the display's wires off and look for a short between SDA (physical pin 3), SCL (5) and GND",
    )


_ASK_THE_BOX: Final = "tap the table key: its first page says what is out of order; or ask again a little later"


def _in_use(facts: Facts, part: str) -> Finding:
    """What the box says of one of its parts."""
    if not facts.is_up:
        return note("In use: it tells why the box cannot start.")
    status = facts.units[SERVICE].status if facts.units is not None else ""
    if not status:
        return unknown("In use by the box, and systemd does not tell what the box says of it.", do=_ASK_THE_BOX)
    told = re.search(rf"{part}: (.+?)(?:; (?=\w+: )|$)", status)
    if told is None:
        return good("In use by the box, which has no complaint.")
    what, _, mend = told[1].partition("; ")
    return bad(f"In use by the box, which says: {what}.", do=mend or "look at its wires", needed=part == "display")


# --- the lights ------------------------------------------------------------------------------------------------------


def lights(facts: Facts) -> Finding:
    """Whether a controller is there and says what it is. The box plays without lights, too."""
    if facts.is_up:
        return _in_use(facts, "lights")
    if (port := facts.config.lights.port) is not None:
        if facts.machine.path(port).exists():
            return _asked(facts, facts.machine.path(port))
        there = ", ".join(map(facts.machine.name, facts.ports)) or "nothing"
        return bad(
            f"The settings name the port {port}; there is {there}.",
            do=mending.write(facts, "lights", "port", _quoted(facts, facts.ports[0])) if facts.ports else _PLUG_IN,
            needed=False,
        )
    match facts.ports:
        case []:
            return bad("No controller is plugged in.", do=_PLUG_IN, needed=False)
        case [path]:
            return _asked(facts, path)
        case several:
            return _chosen(facts, several)


_PLUG_IN: Final = "plug in its USB cable; one that only charges does not do"


def _asked(facts: Facts, path: Path) -> Finding:
    """The one controller."""
    name, baud = facts.machine.name(path), facts.config.lights.baud
    match _who(facts, [path])[path]:
        case str(who):
            return good(f"{who} at {name}")
        case None:
            return bad(
                f"{name} is open but nothing answers at {baud} baud: another speed, or no WLED and no Adalight sketch.",
                do=f"set the controller's speed to {baud} (WLED: Config, Sync Interfaces, Serial)",
                needed=False,
            )
        case LineLostError() as lost if facts.may_not_see:
            return unknown(f"{lost}.", run=mending.ASK_AS_ROOT)
        case LineLostError() as lost:
            what, _, mend = str(lost).partition("; ")
            return bad(f"{what}.", do=mend, needed=False)
        case _:
            return stuck_port()


def stuck_port() -> Finding:
    """The finding when the port hangs."""
    return bad("The controller's port hangs.", do="unplug the controller and plug it in again", needed=False)


def _chosen(facts: Facts, several: list[Path]) -> Finding:
    """The finding for several ports: the settings must name one. It suggests the only one that answers, if any."""
    told = _who(facts, several)
    names = ", ".join(f"{facts.machine.name(path)} ({told[path] or 'silent'})" for path in several)
    best = next((path for path in several if isinstance(told[path], str)), several[0])
    return bad(
        f"Several serial devices are plugged in, and the box does not guess: {names}.",
        do=mending.write(facts, "lights", "port", _quoted(facts, best)),
        needed=False,
    )


def _quoted(facts: Facts, path: Path) -> str:
    return f'"{facts.machine.name(path)}"'


def _who(facts: Facts, paths: list[Path]) -> dict[Path, str | Exception | None]:
    """What answers at each path; all are asked at once."""
    baud, answer_s = facts.config.lights.baud, facts.machine.answer_s
    jobs = {str(path): (partial(who_answers, str(path), baud, answer_s), PORT_S) for path in paths}
    return {Path(name): who for name, who in all_in_time(jobs).items()}


def brltty(facts: Facts) -> Finding | None:
    """Whether the screen reader's helper has taken the controller."""
    if not facts.machine.has_program("brltty"):
        return None
    chips = [USB_SERIAL[told] for told in facts.usb if told in USB_SERIAL]
    if chips and not facts.ports:
        return bad(
            f"brltty has taken the {chips[0]} of the controller for a Braille display.",
            run="sudo apt remove --yes brltty",
            needed=False,
        )
    return note("brltty is installed. It has taken no controller; if one is not found, remove it.")


def modem_manager(facts: Facts) -> Finding | None:
    """Whether ModemManager talks to the controller."""
    if not facts.machine.has_program("ModemManager"):
        return None
    if facts.has_rules:
        return good("It leaves the controllers alone (99-companion.rules).")
    return bad(
        "It takes a controller for a modem and disturbs it: 99-companion.rules is missing.",
        run="sudo systemctl disable --now ModemManager",
        needed=False,
    )
