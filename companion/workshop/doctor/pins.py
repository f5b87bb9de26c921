"""Checks of the pins: their chip, their library, their other users; and who may use the box's parts."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.workshop.doctor import mending
from companion.workshop.doctor.boot import SPI
from companion.workshop.doctor.facts import USER, Facts
from companion.workshop.doctor.finding import Finding, bad, good, note, unknown
from hardware.chips import HEADER_LABELS
from hardware.pins import describe

GROUPS: Final = ("gpio", "i2c", "dialout")


# --- pins ------------------------------------------------------------------------------------------------------------


def config_txt(facts: Facts) -> Finding:
    """Whether the firmware's settings can be read."""
    if facts.boot_file is None:
        return bad("There is no config.txt in /boot/firmware: its partition is not mounted.", run="sudo mount -a")
    if facts.boot is None:
        return unknown(f"{facts.boot_file} cannot be read.", run=mending.ASK_AS_ROOT)
    return good(f"{facts.boot_file} is there.")


def pins(facts: Facts) -> Finding:
    """Whether another program has pins of the keys or the buzzer, or will. A box can play without its buzzer."""
    keys = facts.pins.keys.values()
    wires = {bcm: key for key, bcm in facts.pins.keys.items()} | {facts.pins.buzzer: "buzzer"}
    taken = facts.boot.taken if facts.boot is not None else ()
    for line, there in ((taken.line, [bcm for bcm in taken.pins if bcm in wires]) for taken in taken):
        if there:
            named = "; ".join(f"{wires[bcm]}, {describe(bcm)}" for bcm in there)
            is_needed = any(bcm in keys for bcm in there)
            return bad(f"{line} takes pins of the box: {named}.", run=mending.without(facts, line), needed=is_needed)
    if users := _users(facts, wires):
        named = "; ".join(f"{wires[bcm]}, {describe(bcm)}, by {user}" for bcm, user in users.items())
        how = "stop that program, and see to it that it does not start"
        return bad(f"Taken by another program: {named}.", do=how, needed=any(bcm in keys for bcm in users))
    if any(other.pins == SPI for other in taken):
        return bad(
            "SPI is switched on and has GPIO 7 to 11. The keys have others, but the box needs no SPI.",
            run=mending.without(facts, "dtparam=spi=on"),
            needed=False,
        )
    return good("Nothing else has the pins of the keys and the buzzer.")


def _users(facts: Facts, lines: Iterable[int]) -> Mapping[int, str]:
    """Who has these pins now, apart from a running box."""
    header = next((chip.number for chip in facts.machine.chips() if chip.label in HEADER_LABELS), None)
    if header is None or facts.is_up:
        return {}
    with suppress(OSError):
        return facts.machine.users_of(header, lines)
    return {}


def chip(facts: Facts) -> Finding:
    """Whether the chip behind the header is there."""
    found = facts.machine.chips()
    there = ", ".join(f"gpiochip{chip.number} is {chip.label or 'closed to you'}" for chip in found)
    for chip in found:
        if chip.label in HEADER_LABELS:
            return good(f"The header is gpiochip{chip.number} ({chip.label}).")
    if any(isinstance(chip.fault, PermissionError) for chip in found):
        return unknown(f"{there}: only the box's groups may ask.", run=mending.ASK_AS_ROOT)
    return bad(
        f"The kernel does not offer the header's pins: {there or 'there is no GPIO chip'}; expected "
        f"{', '.join(HEADER_LABELS[:-1])} or {HEADER_LABELS[-1]}.",
        run="sudo apt update && sudo apt full-upgrade",
    )


_ASK_LGPIO: Final = """
import importlib.metadata, os, tempfile
try:
    print(importlib.metadata.version("lgpio") or "-")
except importlib.metadata.PackageNotFoundError:
    print("-")
with tempfile.TemporaryDirectory() as folder:
    os.environ["LG_WD"] = folder
    import lgpio
    os.chdir("/")
print(lgpio.get_module_version())
"""
_UNKNOWN: Final = "-"


def lgpio(facts: Facts) -> Finding:
    """Whether the library of the pins can be used."""
    ran = facts.machine.run(facts.python, "-B", "-c", _ASK_LGPIO, patience_s=4.0)
    if ran is None:
        return unknown("lgpio does not say in time whether it can be used.")
    version, _, module = ran.out.partition("\n")
    if version == "0.0.0.2":
        return bad(
            "lgpio 0.0.0.2 is an empty package that pip takes if it finds no other.",
            run=mending.replace_lgpio(facts),
        )
    if ran.code == 0:
        return good(f"lgpio {module.rpartition('_')[2] if version == _UNKNOWN else version}")
    if version != _UNKNOWN or facts.machine.there("/usr/lib/python3/dist-packages/lgpio.py"):
        reason = ran.err.splitlines()[-1] if ran.err else "it says no more"
        return bad(f"lgpio is installed, but the box cannot load it: {reason}.", run=mending.install_again(facts))
    return bad("lgpio, the library of the pins, is missing.", run=mending.bring_lgpio(facts))


# --- rights ----------------------------------------------------------------------------------------------------------


def groups(facts: Facts) -> Finding:
    """Whether the user that runs the box is in the groups of its parts."""
    user = facts.user
    if user is None:
        if facts.is_installed:
            return bad(f"The box's user, {USER}, is missing.", run=mending.install_again(facts))
        return unknown("This user is not in /etc/passwd.")
    if user.uid == 0:
        return note("You are root, and root may use everything.")
    lacking = [group for group in GROUPS if group not in user.groups]
    if not lacking:
        return good(f"{user.name} is in {', '.join(GROUPS)}.")
    make = "".join(f"sudo groupadd --system {group} && " for group in lacking if group not in facts.groups)
    again = "" if facts.is_installed else " Afterwards log in again."
    return bad(
        f"{user.name} is not in the group {' and '.join(lacking)}.{again}",
        run=f"{make}sudo usermod --append --groups {','.join(lacking)} {user.name}",
    )


def rights(facts: Facts) -> Finding | None:
    """Whether those groups may use the device files. (Whether the user is in them is another check.)"""
    user = facts.user
    gids = {number for group, number in facts.groups.items() if group in GROUPS}
    devices = [path for path in _devices(facts) if path.exists()]
    if user is None or user.uid == 0 or not devices:
        return None
    closed = [path for path in devices if not _may_use(path.stat(), user.uid, gids)]
    if not closed:
        return good("The groups of the box may use its pins, bus and port.")
    names = ", ".join(map(facts.machine.name, closed))
    if facts.has_rules:
        return bad(f"Not open to the box's groups: {names}.", run="sudo udevadm trigger")
    return bad(
        f"Not open to the box's groups: {names}; 99-companion.rules is missing.", run=mending.install_again(facts)
    )


def _devices(facts: Facts) -> list[Path]:
    chips = [
        facts.machine.path(f"/dev/gpiochip{chip.number}")
        for chip in facts.machine.chips()
        if chip.label in HEADER_LABELS or isinstance(chip.fault, PermissionError)
    ]
    return [*chips, facts.machine.path(f"/dev/i2c-{facts.pins.i2c_bus}"), *(port.resolve() for port in facts.ports)]


def _may_use(device: os.stat_result, uid: int, gids: set[int]) -> bool:
    """Whether its rights allow it: for all users, for a group, or for its owner."""
    both = stat.S_IROTH | stat.S_IWOTH
    shifts = (0, *(3 for _ in gids & {device.st_gid}), *(6 for _ in {uid} & {device.st_uid}))
    return any(device.st_mode >> shift & both == both for shift in shifts)
