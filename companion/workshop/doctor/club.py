"""A check of the voice at a club: whether it is on, and reaches its broker.

Law: a box plays without it, so nothing here is needed.
"""

from __future__ import annotations

from typing import Final

from companion.config import Config
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.finding import Finding, bad, good
from companion.workshop.doctor.units import CLUB

ON: Final = "sudo systemctl enable --now companion-club"
OFF: Final = "sudo systemctl disable --now companion-club"
SAID: Final = "journalctl --unit companion-club --lines 5"


def club(facts: Facts) -> Finding | None:
    """Whether the club is told; nothing if nobody wants that."""
    if not isinstance(facts.settings, Config) or facts.units is None or not facts.is_installed:
        return None
    voice, broker = facts.units[CLUB], facts.settings.club.broker
    is_on = voice.runs or voice.told.get("ActiveState") == "failed"
    if broker is None:
        return bad("A club is to be told, but no [club] names its broker.", run=OFF, needed=False) if is_on else None
    if not is_on:
        return bad("[club] in the settings names a broker, but the voice is off.", run=ON, needed=False)
    if voice.told.get("SubState") != "running":
        return bad("The voice at the club cannot start.", run=SAID, needed=False)
    if voice.status.startswith("the broker at "):
        return bad(f"The club is told later: {voice.status}.", run=SAID, needed=False)
    return good(f"The club is told, by the broker at {broker}.")
