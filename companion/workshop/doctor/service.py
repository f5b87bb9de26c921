"""Checks of the box's service: whether it runs, and what it costs."""

from __future__ import annotations

import re

from companion.daemon.systemd import FOR_A_PI
from companion.workshop.doctor import mending
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.finding import Finding, bad, good, note, unknown
from companion.workshop.doctor.units import SERVICE, TROUBLE


def service(facts: Facts) -> Finding | None:
    """Whether the box starts with the Pi and runs; if not, why."""
    if facts.units is None:
        return unknown("systemd does not say.") if facts.model else None
    unit, trouble = facts.units[SERVICE], facts.units[TROUBLE]
    if not unit.is_installed:
        said = "The box is not installed here: it starts only by hand."
        return bad(said, run=mending.install_again(facts)) if facts.model else None
    told = unit.told
    if told.get("LoadState") == "masked" or told.get("UnitFileState") == "masked":
        return bad(
            "The service is masked.", run="sudo systemctl unmask companion && sudo systemctl enable --now companion"
        )
    state = told.get("ActiveState", "")
    if state == "failed" or told.get("SubState") == "auto-restart" or trouble.runs:
        return bad(_failure(facts), run=mending.LOOK_AT_LOG if facts.why is None else mending.START_AGAIN)
    if not facts.model and state == "inactive":
        return note(f"The box is off: {FOR_A_PI}.")
    if told.get("UnitFileState") not in ("enabled", "enabled-runtime", "static", "linked"):
        return bad("The box does not start with the Pi.", run="sudo systemctl enable --now companion")
    if state in ("inactive", "deactivating"):
        return bad("The box is switched on for every start of the Pi, but is stopped now.", run=mending.START_AGAIN)
    return good(f"The box is up{f': {unit.status}' if unit.status else ''}.")


def cost(facts: Facts) -> Finding | None:
    """How long the box took to start, and its memory; nothing if it is off, or nobody says."""
    unit = facts.units[SERVICE] if facts.units is not None else None
    if unit is None or not unit.runs:
        return None
    told = [f"ready {unit.start_s:.1f} s after its start"] if unit.start_s is not None else []
    status = facts.machine.words(f"/proc/{unit.told.get('MainPID')}/status") or ""
    kilobytes: dict[str, str] = dict(re.findall(r"^(VmRSS|VmHWM):\s*(\d+) kB$", status, re.MULTILINE))
    if now := kilobytes.get("VmRSS"):
        most = kilobytes.get("VmHWM") or now
        told.append(f"{int(now) // 1024} MB of memory, {int(most) // 1024} MB at most")
    return note(f"The box: {', '.join(told)}.") if told else None


def _failure(facts: Facts) -> str:
    """How often it failed, and what the box said the last time."""
    told = facts.units[SERVICE].told if facts.units is not None else {}
    times = int(told.get("NRestarts") or 0) + 1
    often = "It could not start" if times == 1 else f"It could not start, {times} times"
    if facts.why is None:
        return f"{often}, and said nothing ({told.get('Result', 'unknown')})."
    return f"{often}: {facts.why}"
