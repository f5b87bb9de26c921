"""The box's voice: companion-voice.service, which speaks what the box hands it through a socket.

Laws: the newest words win, and end those being spoken; words that are replaced at once are never begun. It can neither
read a game nor hold up the box. When nobody has spoken for long it ends, and the next words start it again.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from companion import config
from companion.daemon.telling import say
from companion.daemon.to_speaker import program
from companion.faces.aloud import Utterance
from companion.kit.errors import BadConfig

SETTLED_S: Final = 0.15
"""Words are begun when no newer ones have come for so long: an amount that runs, a die that tumbles."""
IDLE_S: Final = 600.0
LONGEST: Final = 65_536
"""Bytes of one message."""
KILLED_S: Final = 2.0
"""A process that was killed is gone by then, unless the kernel holds it in the sound card's driver."""
PASSED_ON: Final = 3
"""The first file that systemd hands over."""


class Speaker:
    """One voice, by a command that reads what it is to say."""

    def __init__(self, command: Sequence[str]) -> None:
        """`command`: a program and its arguments; `{language}` stands for the code of the language."""
        self._command = command
        self._speaking: subprocess.Popen[bytes] | None = None

    def say(self, said: Utterance) -> None:
        """End what is being said, and begin this."""
        self.stop()
        if not said.words:
            return
        words = [part.replace("{language}", said.language) for part in self._command]
        try:
            self._speaking = subprocess.Popen(  # noqa: S603
                [program(words), *words[1:]], stdin=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            say(f"{program(words)} cannot speak: {error.strerror}")
            return
        if self._speaking.stdin is not None:
            with suppress(OSError), self._speaking.stdin as listening:
                listening.write(said.words.encode())

    def stop(self) -> None:
        """Be silent."""
        speaking, self._speaking = self._speaking, None
        if speaking is not None:
            with suppress(ProcessLookupError):
                os.killpg(speaking.pid, signal.SIGKILL)  # also whatever it has begun
            with suppress(subprocess.TimeoutExpired):
                speaking.wait(KILLED_S)


def serve(line: socket.socket, speaker: Speaker, idle_s: float) -> None:
    """Speak what comes through `line` until nothing has come for `idle_s`."""
    newest: Utterance | None = None
    while True:
        line.settimeout(idle_s if newest is None else SETTLED_S)
        try:
            newest = msgspec.json.decode(line.recv(LONGEST), type=Utterance)
            speaker.stop()
        except TimeoutError:
            if newest is None:
                return
            speaker.say(newest)
            newest = None
        except msgspec.DecodeError:
            continue


def main() -> int:
    """Speak until nobody wants to hear anything, as the owner's settings say."""
    try:
        command = config.load(config.find(None)).speech.command
    except BadConfig as error:
        say(str(error))
        return 1
    speaker = Speaker(command)
    with socket.socket(fileno=PASSED_ON) as line:
        try:
            serve(line, speaker, IDLE_S)
        finally:
            speaker.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
