"""Checks of the box's own voice: what it lacks, and whether anybody listens.

Law: while nobody wants it, nothing of it is bad.
"""

from __future__ import annotations

from typing import Final

from companion.daemon.to_speaker import SOCKET, lacking, program
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.finding import Finding, bad, good, note

LISTEN: Final = "sudo systemctl restart companion-voice.socket"
CARD: Final = "plug in a USB sound card or a display with speakers, and switch the box off and on"


def speech(facts: Facts) -> Finding | None:
    """Whether the box can speak."""
    if not facts.is_installed:
        return None
    settings = facts.config.speech
    speaker = program(settings.command)
    missing = lacking(settings.command, lambda name: bool(facts.machine.there(name)))
    if not missing and facts.machine.path(str(SOCKET)).exists():
        return good(f"It can speak: {speaker}; what it says is chosen in the menu, Sound.")
    if settings.level == "off":
        return note(f"The box has no voice; it lacks {' and '.join(missing)}.") if missing else None
    if speaker in missing:
        install = "sudo apt install espeak-ng" if speaker.endswith("/espeak-ng") else ""
        return bad(f"It cannot speak: there is no {speaker}.", run=install, do="install it", needed=False)
    if missing:
        return bad("It cannot speak: there is no sound card.", do=CARD, needed=False)
    return bad("It cannot speak: nobody listens to what it says.", run=LISTEN, needed=False)
