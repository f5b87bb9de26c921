"""The line from the box to its voice, which is a service of its own: `companion.daemon.speaker`.

Laws: the box never waits for its voice, and plays without one; the newest words win.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion.faces.aloud import Utterance

SOCKET: Final = Path("/run/companion-voice/words")
"""companion-voice.socket makes it."""
CARDS: Final = "/dev/snd/pcmC*D*p"
"""The files of sound cards that play."""


class SpeakerLine:
    """Hands on what is to be said."""

    fault: str | None = None
    """What is wrong and what to do, in one sentence; `None`: no known fault."""

    def __init__(self, path: Path = SOCKET) -> None:
        self._path = path

    def show(self, said: Utterance) -> None:
        """Say this in place of what is being said. Never waits: a voice that is just waking up misses some words."""
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.setblocking(False)
                line.sendto(msgspec.json.encode(said), str(self._path))
        except BlockingIOError:
            pass
        except OSError as error:
            self.fault = f"speech: nobody listens at {self._path} ({error.strerror}); run: companion doctor"
        else:
            self.fault = None


def can_speak(command: Sequence[str]) -> bool:
    """Whether this box has a voice."""
    return SOCKET.exists() and not lacking(command, lambda name: any(Path("/").glob(name.removeprefix("/"))))


def program(command: Sequence[str]) -> str:
    """The file of the program that speaks."""
    return str(Path("/usr/bin") / command[0])


def lacking(command: Sequence[str], there: Callable[[str], bool]) -> tuple[str, ...]:
    """What a voice lacks; `there`: whether there is a file of such a name, which may have stars."""
    needed = {program(command): program(command), CARDS: "a sound card"}
    return tuple(name for pattern, name in needed.items() if not there(pattern))
