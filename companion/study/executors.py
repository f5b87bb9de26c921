"""Work in pieces, and what does it: this process, or other processes of this machine (`cluster`: other machines).

Laws: results come in the order of the pieces, independent of the workers; a piece whose worker dies is done again; only
a few pieces are given out at a time, so their number may be unlimited; no worker outlives the process that started it,
in whatever way that process ends.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final, Protocol, TypeVar

from companion.kit.errors import Lost

P = TypeVar("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

AHEAD: Final = 4
"""Pieces given out for each core: enough that no core waits, few enough that Ctrl-C is quick."""
TRIES: Final = 3
"""How often the same piece may lose its worker."""


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
        """Give a result for each piece, in order. If a process dies, new ones start with the unfinished pieces."""
        rest, given, done, tries = iter(pieces), deque[P](), 0, 0
        while True:
            try:
                for result in self._until_one_dies(work, given, rest):
                    given.popleft()
                    done, tries = done + 1, 0
                    yield result
            except BrokenProcessPool:
                tries += 1
                if tries == TRIES:
                    what = f"the result of piece {done + 1}"
                    raise Lost(f"expected {what}; processes died {TRIES} times in a row (is there memory?)") from None
            else:
                return

    def _until_one_dies(self, work: Callable[[P], R], given: deque[P], rest: Iterator[P]) -> Generator[R, None, None]:
        """Give the results of pieces given out before, then of the rest; `given`: unfinished pieces."""
        spawn = get_context("spawn")
        theirs, ours = spawn.Pipe(duplex=False)
        pool = ProcessPoolExecutor(self._cores, spawn, live_with, (theirs,))
        try:
            yield from in_order(pool.submit, work, _noted(given, rest), AHEAD * self._cores)
        finally:
            ours.close()
            pool.shutdown(cancel_futures=True)
            theirs.close()


def live_with(parent: Connection) -> None:
    """End this worker as soon as the other end of this pipe is closed: by the parent, when it wants no more results, or
    by the system, when the parent dies."""

    def end() -> None:
        try:
            parent.poll(None)
        finally:
            os._exit(0)

    Thread(target=end, name="parent", daemon=True).start()


def _noted(given: deque[P], rest: Iterator[P]) -> Iterator[P]:
    yield from tuple(given)
    for piece in rest:
        given.append(piece)
        yield piece


def in_order(
    submit: Callable[[Callable[[P], R], P], Pending[R]], work: Callable[[P], R], pieces: Iterable[P], ahead: int
) -> Generator[R, None, None]:
    """Give the result of each piece, in order; at most `ahead` pieces are given out at a time."""
    given: deque[Pending[R]] = deque()
    for piece in pieces:
        with _deaf():
            given.append(submit(work, piece))
        if len(given) == ahead:
            yield given.popleft().result()
    yield from (future.result() for future in given)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started within ignore Ctrl-C: only their parent gets it, and ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
