"""What systemd is told of the box: that its start gets on, that it is ready, lives, stops, wants a new start; and in a
file, for the next one, why it could not. And what it hands over: a folder, sockets.

Law: nothing here can hold up or end a game; where no systemd asked, nobody is told.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

WHY: Final = "why"
"""In systemd's runtime folder: the sentence with which the last start ended. That folder lies in memory, so it can be
written even when the card cannot."""
FIRST_PASSED: Final = 3
"""The number of the first file that systemd hands over."""
STEP_S: Final = 120
"""So long at most a step of the start may take; a longer one hangs."""
FOR_A_PI: Final = "this service is for a Raspberry Pi; here run: companion"
"""Said by a service that has no network, where only the twin could play, which is a page."""
ANEW: Final = 75
"""With which the box ends when it wants to be started anew, with other sockets: see companion.service."""


class Systemd:
    """The one who started the box and asked to be told (sd_notify(3), sd_watchdog_enabled(3)); else nobody."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._beat_s = _beat_s(environment)
        self._beat_at = 0.0
        self._status = ""

    def works(self) -> None:
        """The box has come one step further in its start, and asks for the time that the next one may take."""
        self._tell(f"EXTEND_TIMEOUT_USEC={STEP_S * 1_000_000}")

    def ready(self) -> None:
        """The first picture is on its way and the keys are open."""
        self._tell("READY=1")
        if (why := _why()) is not None:
            with suppress(OSError):
                why.unlink(missing_ok=True)

    def stopping(self) -> None:
        """The box ends of its own will."""
        self._tell("STOPPING=1")

    def status(self, sentence: str) -> None:
        """What `systemctl status` shows: one line, told when it changes."""
        if sentence != self._status:
            self._status = sentence
            self._tell("STATUS=" + sentence.replace("\n", " "))

    def beat(self, t: float) -> None:
        """The box lives at `t` (seconds, monotonic): told when half of the time it may be silent is over."""
        if self._beat_s is not None and t >= self._beat_at:
            self._beat_at = t + self._beat_s
            self._tell("WATCHDOG=1")

    def _tell(self, fact: str) -> None:
        if not self._address:
            return
        # Nobody there, or nobody who reads: that is their affair, not the game's.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.sendto(fact.encode(), socket.MSG_DONTWAIT, self._address)


def passed(name: str, environment: Mapping[str, str] = os.environ) -> int | None:
    """The number of a socket that systemd has handed over by this name (sd_listen_fds(3)); `None`: it has not."""
    names = environment.get("LISTEN_FDNAMES", "").split(":")
    is_ours = environment.get("LISTEN_PID") == str(os.getpid())
    return FIRST_PASSED + names.index(name) if is_ours and name in names else None


def state(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder that systemd gives to the box; `None`: systemd has not started it."""
    folder = environment.get("STATE_DIRECTORY")
    return Path(folder) if folder and environment.get("NOTIFY_SOCKET") else None


def keep_why(sentence: str) -> None:
    """Leave the sentence with which this start ends to whoever shows it."""
    if (why := _why()) is not None:
        with suppress(OSError):
            why.write_text(sentence, encoding="utf-8")


def read_why() -> str | None:
    """The sentence with which the last start ended; `None`: it did not get as far as one."""
    why = _why()
    try:
        return why.read_text(encoding="utf-8") if why is not None else None
    except (OSError, UnicodeDecodeError):
        return None


def _why() -> Path | None:
    folder = os.environ.get("RUNTIME_DIRECTORY")
    return Path(folder) / WHY if folder else None


def _beat_s(environment: Mapping[str, str]) -> float | None:
    """Half of what systemd waits; `None`: it does not wait for us."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    try:
        return int(environment.get("WATCHDOG_USEC", "")) / 2_000_000
    except ValueError:
        return None
