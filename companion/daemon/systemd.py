"""What the box tells systemd: progress of its start, ready, alive, stopping, restart wanted; and, in a file for the
next start, why it could not start. And what systemd hands over: a folder, sockets.

Law: nothing here can delay or end a game; without systemd nothing is sent.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

WHY: Final = "why"
"""A file in systemd's runtime folder: the sentence with which the last start ended. The folder is in memory, so it
can be written even if the card cannot."""
PLAYING: Final = "playing"
"""A file in the same folder: the installed game whose rules run in the box's loop, until they end in order."""
ENDED: Final = "ended"
"""A file in the same folder: how the last life of the box ended, in systemd's word. companion.service writes it."""
SILENT: Final = ("watchdog", "timeout")
"""The words for a box that had to be ended because it said nothing."""
FIRST_PASSED: Final = 3
"""The number of the first file that systemd hands over."""
STEP_S: Final = 120
"""The most seconds of one step of the start; a longer step counts as hanging."""
FOR_A_PI: Final = "this service is for a Raspberry Pi; here run: companion"
"""The service says this on a computer that is no Pi: the twin needs a network for its page, and the service has
none."""
ANEW: Final = 75
"""The exit code of a box that wants a restart with other sockets: see companion.service."""


class Systemd:
    """The systemd that started the box, if it asked for messages (sd_notify(3), sd_watchdog_enabled(3))."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._beat_s = _beat_s(environment)
        self._beat_at = 0.0
        self._status = ""

    def works(self, step_s: int = STEP_S) -> None:
        """The box has done one step of its start, and asks for the time of the next one."""
        self._tell(f"EXTEND_TIMEOUT_USEC={step_s * 1_000_000}")

    def ready(self) -> None:
        """The first picture is on its way and the keys are open."""
        self._tell("READY=1")
        _forget(WHY)

    def stopping(self) -> None:
        """The box ends by its own decision."""
        self._tell("STOPPING=1")

    def status(self, sentence: str) -> None:
        """The line that `systemctl status` shows, sent when it changes."""
        if sentence != self._status:
            self._status = sentence
            self._tell("STATUS=" + sentence.replace("\n", " "))

    def beat(self, t: float) -> None:
        """The box is alive at `t` (seconds, monotonic); sent after half of the watchdog's time."""
        if self._beat_s is not None and t >= self._beat_at:
            self._beat_at = t + self._beat_s
            self._tell("WATCHDOG=1")

    def _tell(self, fact: str) -> None:
        if not self._address:
            return
        # Nobody is there, or nobody reads: that must not disturb the game.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.sendto(fact.encode(), socket.MSG_DONTWAIT, self._address)


def passed(name: str, environment: Mapping[str, str] = os.environ) -> int | None:
    """The number of the socket that systemd handed over with this name (sd_listen_fds(3)); `None`: there is none."""
    names = environment.get("LISTEN_FDNAMES", "").split(":")
    is_ours = environment.get("LISTEN_PID") == str(os.getpid())
    return FIRST_PASSED + names.index(name) if is_ours and name in names else None


def state(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder that systemd gives to the box; `None`: systemd did not start it."""
    folder = environment.get("STATE_DIRECTORY")
    return Path(folder) if folder and environment.get("NOTIFY_SOCKET") else None


def keep_why(sentence: str) -> None:
    """Keep the sentence with which this start ends; `trouble` shows it."""
    _keep(WHY, sentence)


def read_why() -> str | None:
    """The sentence with which the last start ended; `None`: it left none."""
    return _read(WHY)


def keep_playing(game: str) -> None:
    """Keep which installed game's rules run from now on; empty: none."""
    if game:
        _keep(PLAYING, game)
    else:
        _forget(PLAYING)


def playing() -> str:
    """The installed game whose rules run now; empty: none."""
    return _read(PLAYING) or ""


def stopped_answering() -> str | None:
    """The installed game that ran when the last life of the box stopped answering, if any; it is told once."""
    ended, game = _read(ENDED), _read(PLAYING)
    _forget(ENDED)
    _forget(PLAYING)
    return game if (ended or "").strip() in SILENT else None


def _keep(name: str, words: str) -> None:
    if (file := _file(name)) is not None:
        with suppress(OSError):
            file.write_text(words, encoding="utf-8")


def _read(name: str) -> str | None:
    file = _file(name)
    try:
        return file.read_text(encoding="utf-8") if file is not None else None
    except (OSError, UnicodeDecodeError):
        return None


def _forget(name: str) -> None:
    if (file := _file(name)) is not None:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _file(name: str) -> Path | None:
    folder = os.environ.get("RUNTIME_DIRECTORY")
    return Path(folder) / name if folder else None


def _beat_s(environment: Mapping[str, str]) -> float | None:
    """Half of the watchdog's time; `None`: there is no watchdog."""
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    try:
        return int(environment.get("WATCHDOG_USEC", "")) / 2_000_000
    except ValueError:
        return None
