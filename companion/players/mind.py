"""Where a bot thinks: here, or in a process of its own, so that no light is late meanwhile.

Laws: what a seat may not know does not leave for that process; it thinks a second at most; whatever becomes of it costs
no more than a plain answer, and nobody waits for it. One that starts, or still thinks about something else, is given
the newest question once it has time, so that a slow computer gets there, too; one that has died or hangs is ended, and
the next starts another.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
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
END_S: Final = 2.0
"""The longest that its end is waited for: one that the disk holds up may go on ending by itself."""
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
        self._talk: Talk | None = None
        """`None`: no process is needed yet."""
        self._asked = 0
        """How often."""

    @property
    def process(self) -> Popen[bytes] | None:
        """`None`: none has been started yet."""
        return self._talk.process if self._talk is not None else None

    def ask(self, rules: Rules[Any], matter: Matter) -> None:
        """Hand it over, for when the process has time."""
        if self._talk is not None and (self._talk.is_over or self._talk.hangs):
            self._talk.end()
            self._talk = None
        if self._talk is None:
            self._talk = Talk()
        self._asked += 1
        self._talk.questions.put((self._asked, rules.name, matter))

    def is_thinking(self) -> bool:
        """Whether it has neither answered nor died."""
        return self._talk is not None and not self._talk.is_over and self._talk.answer[0] != self._asked

    def answer(self) -> Intent | None:
        """What it has found, if it has."""
        number, found = self._talk.answer if self._talk is not None else (0, None)
        return found if number == self._asked else None

    def close(self) -> None:
        """End the process."""
        if self._talk is not None:
            self._talk.end()
            self._talk.thread.join(END_S)
            self._talk = None


class Talk:
    """A process, and the thread that talks to it, waits for it and buries it: nobody else ever waits for it."""

    def __init__(self) -> None:
        self.process: Popen[bytes] | None = None
        self.questions: SimpleQueue[tuple[int, str, Matter] | None] = SimpleQueue()
        """Each with its number; `None`: there are no more."""
        self.answer: tuple[int, Intent | None] = 0, None
        """The newest, with the number of its question."""
        self.is_over = False
        """Whether there is no process any more, or never was."""
        self._is_ended = False
        self._owes_since: float | None = None
        """A word; `None`: it owes none."""
        self.thread = Thread(target=self._run, name="bot", daemon=True)
        self.thread.start()

    @property
    def hangs(self) -> bool:
        """Whether it has owed a word for too long."""
        since = self._owes_since
        return since is not None and time.monotonic() - since >= HANGS_S

    def end(self) -> None:
        """Let the process end, and the thread soon after."""
        self._is_ended = True
        self.questions.put(None)
        if self.process is not None:
            self.process.kill()

    def _run(self) -> None:
        from multiprocessing.connection import Pipe  # what it takes to start a process is loaded beside the box, too
        from subprocess import Popen

        self._owes_since = time.monotonic()
        with suppress(OSError, EOFError):
            ours, theirs = Pipe()
            with ours:
                with theirs:
                    self.process = Popen(START, stdin=theirs.fileno())
                with self.process as process:
                    try:
                        if not self._is_ended:
                            self._go_on(ours)
                    finally:
                        process.kill()
        self.is_over = True

    def _go_on(self, pipe: Connection) -> None:
        """One question after another, until there are no more. Raises OSError, EOFError: the process has ended."""
        pipe.recv()  # it has started
        self._owes_since = None
        while not self._is_ended and (question := self._newest()) is not None:
            number, name, matter = question
            self._owes_since = time.monotonic()
            pipe.send((name, matter))
            self.answer = number, pipe.recv()
            self._owes_since = None

    def _newest(self) -> tuple[int, str, Matter] | None:
        question = self.questions.get()
        while question is not None and not self.questions.empty():
            question = self.questions.get()
        return question


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
