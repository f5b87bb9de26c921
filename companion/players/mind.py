"""Where a bot thinks: here, or in a process of its own, so that no light is late meanwhile.

Laws: nothing that a seat may not know is sent to this process; it thinks for at most a second; if it fails, the bot
gives a plain answer, and nobody waits for it. A process that starts, or still thinks about another question, gets the
newest question when it is ready, so that bots can think on slow computers, too; a process that died or hangs is ended,
and the next question starts another one.
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

from companion.games import manifest
from companion.kit.event import Event, Intent
from companion.kit.policy import Level
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.players import levels
from companion.players.levels import IsLate, in_time

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from subprocess import Popen

THOUGHT_S: Final = 1.0
"""The longest thought."""
HANGS_S: Final = 60.0
"""After so many seconds without a message the process counts as hanging; the smallest Pi needs a few for a start."""
START: Final = (sys.executable, "-P", "-c", "from companion.players.mind import think; think()")
"""Not `multiprocessing`, which would start a second process and load this program again in it."""
END_S: Final = 2.0
"""The longest wait for its end: a process that waits for the disk may end later by itself."""
KIND: Final = 10
"""The niceness of the process: lights and keys come first."""


class BotTask(msgspec.Struct, frozen=True):
    """A position to think about, as its seat may know it."""

    state: Any
    """The state as the seat sees it."""
    heard: tuple[Event, ...]
    seats: frozenset[Seat]
    """The seats of bots."""
    level: Level
    seed: int
    seat: Seat
    """Whose answer it is."""


class Mind(Protocol):
    """Thinks one thing at a time."""

    def ask(self, rules: Rules[Any], matter: BotTask) -> None:
        """Begin to think; any earlier thought is dropped."""

    def is_thinking(self) -> bool:
        """Whether it has neither found an answer nor failed."""

    def answer(self) -> Intent | None:
        """The answer it has found; `None` if there is none."""

    def close(self) -> None:
        """No more questions will come."""


def thought(rules: Rules[Any], matter: BotTask, is_late: IsLate = in_time) -> Intent | None:
    """The answer to the question or an aside; `None`: its seat is asked nothing."""
    luck = Random(matter.seed)  # noqa: S311  # a bot's luck is no secret
    question = next((asked for asked in rules.questions(matter.state) if asked.seat == matter.seat), None)
    if question is None:
        return None
    said = levels.says(
        matter.level, rules, matter.state, question, luck, heard=matter.heard, seats=matter.seats, is_late=is_late
    )
    return said[1]


class InlineBot:
    """Thinks at once, for as long as it takes: for boxes whose time is stepped."""

    _found: Intent | None = None

    def ask(self, rules: Rules[Any], matter: BotTask) -> None:
        """Think."""
        self._found = thought(rules, matter)

    def is_thinking(self) -> bool:
        """Never: it thinks within `ask`."""
        return False

    def answer(self) -> Intent | None:
        """The answer it has found."""
        return self._found

    def close(self) -> None:
        """Nothing to close."""


class BotProcess:
    """Thinks in a process of its own, which starts with the first question."""

    def __init__(self) -> None:
        self._talk: Talk | None = None
        """`None`: no process is needed yet."""
        self._asked = 0
        """How many questions were asked."""

    @property
    def process(self) -> Popen[bytes] | None:
        """The process; `None`: none has been started yet."""
        return self._talk.process if self._talk is not None else None

    def ask(self, rules: Rules[Any], matter: BotTask) -> None:
        """Hand the question over; the process takes it when it is ready."""
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
        """The answer it has found, if any."""
        number, found = self._talk.answer if self._talk is not None else (0, None)
        return found if number == self._asked else None

    def close(self) -> None:
        """End the process."""
        if self._talk is not None:
            self._talk.end()
            self._talk.thread.join(END_S)
            self._talk = None


class Talk:
    """A process, and the thread that talks to it, waits for it and ends it: no other thread ever waits for it."""

    def __init__(self) -> None:
        self.process: Popen[bytes] | None = None
        self.questions: SimpleQueue[tuple[int, str, BotTask] | None] = SimpleQueue()
        """The questions with their numbers; `None`: there are no more."""
        self.answer: tuple[int, Intent | None] = 0, None
        """The newest answer, with the number of its question."""
        self.is_over = False
        """Whether the process has ended, or could not start."""
        self._is_ended = False
        self._owes_since: float | None = None
        """Since when the process owes a message; `None`: it owes none."""
        self.thread = Thread(target=self._run, name="bot", daemon=True)
        self.thread.start()

    @property
    def hangs(self) -> bool:
        """Whether the process has owed a message for too long."""
        since = self._owes_since
        return since is not None and time.monotonic() - since >= HANGS_S

    def end(self) -> None:
        """End the process, and soon after it the thread."""
        self._is_ended = True
        self.questions.put(None)
        if self.process is not None:
            self.process.kill()

    def _run(self) -> None:
        from multiprocessing.connection import Pipe  # loaded in this thread, too, so that the box does not wait
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
        """Pass on the questions until there are no more. Raises OSError, EOFError if the process has ended."""
        pipe.recv()  # it has started
        self._owes_since = None
        while not self._is_ended and (question := self._newest()) is not None:
            number, name, matter = question
            self._owes_since = time.monotonic()
            pipe.send(manifest(name))
            pipe.send(matter)
            self.answer = number, pipe.recv()
            self._owes_since = None

    def _newest(self) -> tuple[int, str, BotTask] | None:
        question = self.questions.get()
        while question is not None and not self.questions.empty():
            question = self.questions.get()
        return question


def think() -> None:
    """The work of the process, until the box is gone; only the box reacts to Ctrl-C."""
    from multiprocessing.connection import Connection

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(KIND)
    with suppress(EOFError, OSError), Connection(os.dup(sys.stdin.fileno())) as pipe:
        pipe.send(None)
        while True:
            rules = pipe.recv().load()  # before the question, whose parts are of the game's own kinds
            pipe.send(thought(rules, pipe.recv(), _in(THOUGHT_S)))


def _in(seconds: float) -> IsLate:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


class PublicHistory:
    """All events of a game as everybody has heard them; each step is read only once."""

    def __init__(self) -> None:
        self._steps: list[Any] = []
        self._heard: list[tuple[Event, ...]] = []

    def heard(self, session: Any) -> tuple[Event, ...]:
        """All events that count, without their secrets."""
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
