"""Where a bot thinks: here, or in a process of its own, so that no light is late meanwhile.

Laws: what a seat may not know does not leave for that process; it thinks a second at most; whatever becomes of it costs
no more than a plain answer. One that starts, or still thinks about something else, is given the newest question once it
has time, so that a slow computer gets there, too; one that has died or hangs is ended, and the next starts another.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from companion.games import find_rules
from companion.kit.event import Event, Intent
from companion.kit.policy import Level
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.players import levels
from companion.players.thinking import IsLate, in_time

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from subprocess import Popen

THOUGHT_S: Final = 1.0
"""The longest thought."""
HANGS_S: Final = 60.0
"""Without a word for so long it hangs: on the smallest Pi it starts in a few seconds."""
START: Final = (sys.executable, "-P", "-c", "from companion.players.mind import think; think()")
"""Not by `multiprocessing`, which would start another process beside it, and this program anew in it."""
KIND: Final = 10
"""How much nicer to all others that process is: lights and keys come first."""


class Matter(msgspec.Struct, frozen=True):
    """What is to be thought over, as its seat may know it."""

    state: Any
    """As the seat sees it."""
    heard: tuple[Event, ...]
    seats: frozenset[Seat]
    """For which bots play."""
    level: Level
    seed: int


class Mind(Protocol):
    """Thinks one thing at a time."""

    def ask(self, rules: Rules[Any], matter: Matter) -> None:
        """Begin to think; what was thought before is of no use any more."""

    def is_thinking(self) -> bool:
        """Whether it has neither found an answer yet nor come to grief."""

    def answer(self) -> Intent | None:
        """What it has found; `None`: nothing."""

    def close(self) -> None:
        """Nothing is asked any more."""


def thought(rules: Rules[Any], matter: Matter, is_late: IsLate = in_time) -> Intent | None:
    """What is to be said, to the question or aside; `None`: nothing is asked."""
    question, luck = rules.question(matter.state), Random(matter.seed)  # noqa: S311  # a bot's luck is no secret
    if question is None:
        return None
    said = levels.says(
        matter.level, rules, matter.state, question, luck, heard=matter.heard, seats=matter.seats, is_late=is_late
    )
    return said[1]


class Here:
    """Thinks at once, for as long as it takes: where time is stepped."""

    _found: Intent | None = None

    def ask(self, rules: Rules[Any], matter: Matter) -> None:
        """Think."""
        self._found = thought(rules, matter)

    def is_thinking(self) -> bool:
        """It has always found its answer."""
        return False

    def answer(self) -> Intent | None:
        """What it has found."""
        return self._found

    def close(self) -> None:
        """Nothing is open."""


class Apart:
    """Thinks in a process of its own, which starts when there is something to think over."""

    def __init__(self) -> None:
        self.process: Popen[bytes] | None = None
        """`None`: none is needed yet."""
        self._pipe: Connection | None = None
        self._starter: Thread | None = None
        """What it takes to start a process is loaded beside the box, too."""
        self._next: tuple[str, Matter] | None = None
        """What it is given once it has time."""
        self._hangs_at: float | None = None
        """If it still owes a word then; `None`: it owes none."""
        self._is_on_it = False
        """Whether that is about what was asked last."""
        self._found: Intent | None = None

    def ask(self, rules: Rules[Any], matter: Matter) -> None:
        """Hand it over, or keep it until the process has time."""
        if self._hangs_at is not None and time.monotonic() >= self._hangs_at:
            self.close()
        self._found, self._next, self._is_on_it = None, (rules.name, matter), False
        if self._starter is None:
            self._starter = Thread(target=self._start, name="bot")
            self._starter.start()
        self._talk()

    def is_thinking(self) -> bool:
        """Whether it has neither answered nor died."""
        self._talk()
        return self._is_on_it or self._next is not None

    def answer(self) -> Intent | None:
        """What it has found, if it has."""
        return None if self.is_thinking() else self._found

    def close(self) -> None:
        """End the process."""
        if self._starter is not None:
            self._starter.join()
        if self._pipe is not None:
            self._pipe.close()
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self._starter = self.process = self._pipe = self._next = self._hangs_at = None
        self._is_on_it = False

    def _talk(self) -> None:
        """Take in what it has said, and give it what is next."""
        if self._starter is None or self._starter.is_alive():
            return
        try:
            self._say_and_hear(self._pipe)
        except (OSError, EOFError):
            self.close()

    def _say_and_hear(self, pipe: Connection | None) -> None:
        """Raises OSError or EOFError: there is no process, or none any more."""
        if pipe is None:
            raise EOFError
        if pipe.poll():
            word = pipe.recv()
            self._found = word if self._is_on_it else None
            self._hangs_at, self._is_on_it = None, False
        if self._next is not None and self._hangs_at is None:
            pipe.send(self._next)
            self._next, self._is_on_it, self._hangs_at = None, True, time.monotonic() + HANGS_S

    def _start(self) -> None:
        """Its first word says that it has started."""
        from multiprocessing.connection import Pipe
        from subprocess import Popen

        self._hangs_at = time.monotonic() + HANGS_S
        with suppress(OSError):
            ours, theirs = Pipe()
            with theirs:
                self.process = Popen(START, stdin=theirs.fileno())
            self._pipe = ours


def think() -> None:
    """What the process does, until the box is gone: only the box hears Ctrl-C."""
    from multiprocessing.connection import Connection

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(KIND)
    with suppress(EOFError, OSError), Connection(os.dup(sys.stdin.fileno())) as pipe:
        pipe.send(None)
        while True:
            name, matter = pipe.recv()
            pipe.send(thought(find_rules(name), matter, _in(THOUGHT_S)))


def _in(seconds: float) -> IsLate:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


class Ears:
    """What everybody at a table has heard of a game: each step is listened to once."""

    def __init__(self) -> None:
        self._steps: list[Any] = []
        self._heard: list[tuple[Event, ...]] = []

    def heard(self, session: Any) -> tuple[Event, ...]:
        """All events that count, without what is secret."""
        done = session.history.done
        while self._steps and (len(self._steps) > len(done) or self._steps[-1] is not done[len(self._steps) - 1]):
            self._steps.pop()
            self._heard.pop()
        for past in done[len(self._steps) :]:
            self._steps.append(past)
            self._heard.append(tuple(_listened(session.rules, past.before, past.step.events)))
        return tuple(event for step in self._heard for event in step)


def _listened(rules: Rules[Any], state: Any, events: Sequence[Event]) -> Any:
    for event in events:
        yield rules.without_secrets(state, event)
        state = rules.evolve(state, event)
