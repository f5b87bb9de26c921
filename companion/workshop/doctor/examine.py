"""The doctor's rounds: every check, in the order in which an owner reads them.

Laws: all checks together take at most ten seconds, even if some hang; on a slow or busy machine this is multiplied as
the first line says. A check that fails is itself one line of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec

from companion.workshop.doctor import box, club, far_ends, pages, pi, pins, radio, service, spoken
from companion.workshop.doctor.deadline import all_in_time
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.finding import Finding, unknown
from companion.workshop.doctor.machine import Machine

LONGEST_S: Final = 8.0
"""The time for one check: with the start of Python on the slowest Pi, less than ten seconds."""


class Check(msgspec.Struct, frozen=True):
    """One line of the answer."""

    name: str
    look: Callable[[Facts], Finding | None]
    """Gives `None` if there is nothing to say here."""
    of_a_pi: bool = False
    """Whether it makes sense only on a Pi."""
    limit_s: float = 5.0
    hangs: Callable[[], Finding] = partial(unknown, "It did not answer in time.")
    """The finding if it takes longer."""


CHECKS: Final = (
    Check("patience", pi.patience),
    Check("Pi", pi.model),
    Check("system", pi.system),
    Check("updates", pi.updates),
    Check("power", pi.power, of_a_pi=True),
    Check("heat", pi.heat, of_a_pi=True),
    Check("clock", pi.clock),
    Check("space", pi.space),
    Check("package", box.package),
    Check("update", box.update),
    Check("Python", box.python),
    Check("config.txt", pins.config_txt, of_a_pi=True),
    Check("pins", pins.pins, of_a_pi=True),
    Check("GPIO chip", pins.chip, of_a_pi=True),
    Check("lgpio", pins.lgpio, of_a_pi=True),
    Check("groups", pins.groups, of_a_pi=True),
    Check("rights", pins.rights, of_a_pi=True),
    Check("I2C", far_ends.bus, of_a_pi=True),
    Check("I2C speed", far_ends.bus_speed, of_a_pi=True),
    Check("display", far_ends.display, of_a_pi=True, limit_s=6.0, hangs=far_ends.stuck_bus),
    Check("lights", far_ends.lights, of_a_pi=True, limit_s=LONGEST_S, hangs=far_ends.stuck_port),
    Check("brltty", far_ends.brltty, of_a_pi=True),
    Check("ModemManager", far_ends.modem_manager, of_a_pi=True),
    Check("settings", box.settings),
    Check("wiring", box.wiring),
    Check("board", box.board),
    Check("small files", box.small_files),
    Check("other games", box.installed_games),
    Check("games folder", box.state_folder),
    Check("disk", box.disk),
    Check("games", box.games, limit_s=LONGEST_S),
    Check("service", service.service),
    Check("cost", service.cost),
    Check("pages", pages.pages),
    Check("own Wi-Fi", radio.own_wifi),
    Check("speech", spoken.speech),
    Check("club", club.club),
    Check("versions", box.versions),
)


class CheckResult(msgspec.Struct, frozen=True):
    """What a check has found."""

    name: str
    finding: Finding


def examine(machine: Machine, checks: Sequence[Check] = CHECKS) -> tuple[CheckResult, ...]:
    """Make all checks that make sense on this machine, at once."""
    facts = Facts(machine)
    made = [check for check in checks if facts.model or not check.of_a_pi]
    came = all_in_time({check.name: (partial(check.look, facts), check.limit_s) for check in made}, machine.pace)
    lines = []
    for check in made:
        match came[check.name]:
            case None:
                continue
            case Finding() as finding:
                lines.append(CheckResult(check.name, finding))
            case TimeoutError():
                lines.append(CheckResult(check.name, check.hangs()))
            case error:
                lines.append(
                    CheckResult(check.name, unknown(f"This check has failed ({type(error).__name__}: {error})."))
                )
    return tuple(lines)


def is_well(lines: Sequence[CheckResult]) -> bool:
    """Whether everything that the box needs is well."""
    return not any(line.finding.state == "bad" and line.finding.is_needed for line in lines)
