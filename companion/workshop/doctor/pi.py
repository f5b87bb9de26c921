"""Checks of the Pi itself: what it is, its power, heat, clock and disk."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from typing import Final

from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.finding import Finding, bad, good, note, unknown

_LOW, _THROTTLED, _HOT = 1 << 0, 1 << 2, 1 << 3
_SINCE: Final = 16
"""By how many bits the flags "since the Pi was started" are shifted."""

ENOUGH_MB: Final = 200
"""Enough for years of games, and for the system's own log."""
_MB: Final = 1_000_000


def patience(facts: Facts) -> Finding | None:
    """Whether everything takes longer than usual."""
    times = round(facts.machine.pace)
    return note(f"This machine is slow or busy now: each check may take {times} times as long.") if times > 1 else None


def model(facts: Facts) -> Finding:
    """Which Pi."""
    if not facts.model:
        return note("This is no Raspberry Pi: here the box is its twin in the browser, without wires.")
    return good(facts.model)


def system(facts: Facts) -> Finding:
    """Which system and kernel."""
    told = facts.machine.words("/etc/os-release") or facts.machine.words("/usr/lib/os-release") or ""
    name = re.search(r'^PRETTY_NAME="?([^"\n]*)', told, re.MULTILINE)
    kernel = facts.machine.words("/proc/sys/kernel/osrelease")
    return note(f"{name[1] if name else 'an unknown system'}, kernel {kernel or 'unknown'}")


def updates(facts: Facts) -> Finding | None:
    """Whether the system's security updates come by themselves; nothing where there is no apt."""
    ran = facts.machine.run("apt-config", "dump", "APT::Periodic::Unattended-Upgrade")
    if ran is None or ran.code != 0:
        return None
    if re.search(r'"[1-9a-z]', ran.out) and facts.machine.has_program("unattended-upgrade"):
        return good("The system's security updates come by themselves at night, never while a game is open.")
    return note(
        "The system's security updates do not come by themselves. If the box has the internet, they do after: "
        "sudo apt install unattended-upgrades"
    )


def power(facts: Facts) -> Finding:
    """Whether the supply gives enough voltage."""
    bits = _throttled(facts)
    if bits is None:
        alarm = _voltage_alarm(facts)
        if alarm is None:
            return unknown("The Pi does not tell how good its supply is.")
        bits = _LOW if alarm else 0
    if bits & _LOW:
        return bad("The supply gives too little now (below 4.63 V).", do=_supply(facts))
    if bits & _LOW << _SINCE:
        return bad("The supply has given too little (below 4.63 V) since the Pi was started.", do=_supply(facts))
    return good("The supply gives enough.")


def heat(facts: Facts) -> Finding:
    """Whether heat slows the Pi down."""
    bits = _throttled(facts)
    if bits is None:
        return unknown("The Pi does not tell whether it is too hot.")
    bits |= bits >> _SINCE
    if bits & _HOT or (bits & _THROTTLED and not bits & _LOW):
        return bad(
            "The Pi is, or was, too hot and slowed down.",
            do="give it air: open its case, or stick a heat sink on it",
            needed=False,
        )
    return good("The Pi is cool enough.")


def clock(facts: Facts) -> Finding:
    """Whether the date can be right; the box measures time by another clock."""
    now = facts.machine.now()
    date = time.strftime("%Y-%m-%d %H:%M", time.gmtime(now))
    if now < facts.machine.built - 86_400:
        return bad(
            f"The clock says {date} UTC, which is before this companion was made. Games get wrong dates; the play is "
            "measured by another clock.",
            run="sudo timedatectl set-ntp true",
            needed=False,
        )
    ran = facts.machine.run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    source = facts.machine.words("/sys/devices/system/clocksource/clocksource0/current_clocksource") or "the kernel's"
    if ran is not None and ran.out == "yes":
        return good(f"{date} UTC, set by the network; the play is measured by another clock ({source}).")
    return note(f"{date} UTC, not set by the network; the play is measured by another clock ({source}).")


def space(facts: Facts) -> Finding:
    """Whether games still fit on the disk."""
    folder = facts.state
    while not folder.exists():
        folder = folder.parent
    free = facts.machine.free(folder) // _MB
    if free < ENOUGH_MB:
        return bad(
            f"Only {free} MB are free for games; {ENOUGH_MB} MB are wanted.",
            run="sudo apt clean && sudo journalctl --vacuum-size=50M",
        )
    return good(f"{free} MB are free.")


def _throttled(facts: Facts) -> int | None:
    """The firmware's bits."""
    for path in facts.machine.there("/sys/devices/platform/soc*/soc*:firmware/get_throttled"):
        with suppress(ValueError):
            return int(facts.machine.words(facts.machine.name(path)) or "", 16)
    ran = facts.machine.run("vcgencmd", "get_throttled")
    told = re.fullmatch(r"throttled=(0x[0-9a-f]+)", ran.out) if ran is not None else None
    return int(told[1], 16) if told else None


def _voltage_alarm(facts: Facts) -> bool | None:
    """What the kernel's own sensor says."""
    for path in facts.machine.there("/sys/class/hwmon/hwmon*/name"):
        if facts.machine.words(facts.machine.name(path)) == "rpi_volt":
            return facts.machine.words(facts.machine.name(path.with_name("in0_lcrit_alarm"))) == "1"
    return None


def _supply(facts: Facts) -> str:
    wanted = "5 V 5 A" if "Pi 5" in facts.model else "5 V 3 A" if "Pi 4" in facts.model else "5 V 2.5 A"
    return f"give the Pi a supply of its own kind ({wanted}) with a short cable, and the strip its own supply"
