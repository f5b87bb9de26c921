"""Work in pieces, and what does it: this process, or other processes of this machine (`cluster`: other machines).

Laws: results come in the order of the pieces, independent of the workers; a piece whose worker dies is done again; only
a few pieces are given out at a time, so their number may be unlimited; no worker outlives the process that started it,
in whatever way that process ends. A worker may die at any byte, since each has a pipe of its own. (Those of
`concurrent.futures` share one: if a worker is killed in the middle of a result, its parent waits for ever.)
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Pipe, wait
from select import poll
from subprocess import Popen
from threading import Thread
from typing import Any, Final, Protocol, TypeVar, cast

from companion.kit.errors import Lost

P = TypeVar("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

AHEAD: Final = 4
"""Pieces given out for each core: enough that no core waits while one of them takes longer."""
TRIES: Final = 3
"""How often the same piece may lose its worker."""
START: Final = (sys.executable, "-P", "-c", "from companion.study.executors import work; work()")
"""Not `multiprocessing.Process`, which may let Ctrl-C through to the first one (Python 3.11 and 3.12)."""


class Executor(Protocol):
    """Does the work."""

    def results(self, work: Callable[[P], R], pieces: Iterable[P]) -> Generator[R, None, None]:
        """Give a result for each piece, in order; close it to get no more. Raises what the work raises, and Lost.

        Work and pieces are pickled, so work is a function of a module, or a `partial` of one.
        """


class Pending(Protocol[R_co]):
    """A result that will come."""

    def result(self) -> R_co:
        """Wait for it. Raises what the work raises."""


class Alone:
    """Does the work in this process."""

    def results(self, work: Callable[[P], R], pieces: Iterable[P]) -> Generator[R, None, None]:
        """Give a result for each piece, in order."""
        yield from map(work, pieces)


class Processes:
    """Does the work in other processes of this machine."""

    def __init__(self, cores: int) -> None:
        self._cores = cores

    def results(self, work: Callable[[P], R], pieces: Iterable[P]) -> Generator[R, None, None]:
        """Give a result for each piece, in order. If a process dies, a new one starts with its piece."""
        crew = _Crew(self._cores)
        try:
            yield from in_order(crew.submit, work, pieces, AHEAD * self._cores)
        finally:
            crew.end()


class _Crew:
    """Workers, of which each has one piece at most, and the pieces that wait for them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._free: list[_Worker] = []
        self._at_work: dict[Connection, tuple[_Worker, _Given]] = {}
        self._waiting: deque[_Given] = deque()
        self._number = 0

    def submit(self, work: Callable[[P], R], piece: P) -> Pending[R]:
        """Give it to a worker, if one has nothing to do."""
        self._number += 1
        given = _Given(self, self._number, (work, piece))
        self._waiting.append(given)
        self._hand_out()
        return given

    def wait(self) -> None:
        """Wait until some worker is done or has died. Raises Lost."""
        for pipe in wait(list(self._at_work)):
            worker, given = self._at_work.pop(cast("Connection", pipe))
            try:
                given.answer = worker.pipe.recv()
                self._free.append(worker)
            except (EOFError, OSError):
                worker.end()
                given.died()
                self._waiting.appendleft(given)
        self._hand_out()

    def end(self) -> None:
        """End all workers, whatever they are doing."""
        for worker in (*self._free, *(worker for worker, _ in self._at_work.values())):
            worker.end()

    def _hand_out(self) -> None:
        while self._waiting and (self._free or len(self._at_work) < self._most):
            worker = self._free.pop() if self._free else _Worker()
            given = self._waiting.popleft()
            self._at_work[worker.pipe] = worker, given
            worker.tell(given.todo)


class _Given:
    """A piece that was given to a crew."""

    def __init__(self, crew: _Crew, number: int, todo: tuple[Callable[[Any], Any], Any]) -> None:
        self.todo = todo
        self.answer: _Answer | None = None
        self._crew = crew
        self._number = number
        self._deaths = 0

    def died(self) -> None:
        """Note that its worker has died. Raises Lost."""
        self._deaths += 1
        if self._deaths == TRIES:
            what = f"the result of piece {self._number}"
            raise Lost(f"expected {what}; processes died {TRIES} times in a row (is there memory?)")

    def result(self) -> Any:
        """Wait for it. Raises what the work raises, and Lost."""
        while self.answer is None:
            self._crew.wait()
        result, error, there = self.answer
        if error is not None:
            raise error from _There(there)
        return result


_Answer = tuple[Any, Exception | None, str]
"""A result; or what the work raised, and its traceback."""


class _There(Exception):
    """The traceback of a worker's error."""


class _Worker:
    """A process that works until it is ended, or until its parent ends."""

    def __init__(self) -> None:
        self.pipe, theirs = Pipe()
        with theirs, _deaf():
            self._process = Popen(START, stdin=theirs.fileno())
        self.tell(sys.path)

    def tell(self, what: object) -> None:
        """Send it something; whether it has died is seen when its answer is read."""
        with suppress(ConnectionError):
            self.pipe.send(what)

    def end(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.wait()
        self.pipe.close()


def work() -> None:
    """What a worker does: it answers each piece."""
    with suppress(EOFError, OSError), Connection(os.dup(sys.stdin.fileno())) as pipe:
        Thread(target=_end_with, args=(pipe.fileno(),), name="parent", daemon=True).start()
        sys.path[:] = pipe.recv()
        while True:
            pipe.send_bytes(_answered(pipe.recv_bytes()))


def _answered(todo: bytes) -> bytes:
    try:
        what, piece = pickle.loads(todo)  # noqa: S301  # our own
        return pickle.dumps((what(piece), None, ""))
    except Exception as error:
        return pickle.dumps((None, error, f"\n{traceback.format_exc()}"))


def _end_with(parent: int) -> None:
    """End this process as soon as its parent has closed the other end of this pipe, or has died."""
    closed = poll()
    closed.register(parent, 0)
    closed.poll()
    os._exit(0)


def in_order(
    submit: Callable[[Callable[[P], R], P], Pending[R]], work: Callable[[P], R], pieces: Iterable[P], ahead: int
) -> Generator[R, None, None]:
    """Give the result of each piece, in order; at most `ahead` pieces are given out at a time."""
    given: deque[Pending[R]] = deque()
    for piece in pieces:
        given.append(submit(work, piece))
        if len(given) == ahead:
            yield given.popleft().result()
    yield from (future.result() for future in given)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started within do not hear Ctrl-C: only their parent does, and ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
