"""Work in pieces, and who does it: this process, or others of this machine (`cluster`: other machines).

Laws: results come in the order of the pieces, whoever did them and when; a piece whose worker dies is done again; so
many are given out and no more, so there may be pieces without end; no worker outlives whoever started it, however that
one ends.
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
"""Pieces given out for each core: none waits for work, and Ctrl-C for little."""
TRIES: Final = 3
"""So often the same piece may lose its worker."""


class Executor(Protocol):
    """Whoever does the work."""

    def results(self, work: Callable[[P], R], pieces: Iterable[P]) -> Generator[R, None, None]:
        """One for each piece, in order; close it to have no more. Raises what the work raises, and Lost.

        Work and pieces are pickled, so work is a function of a module, or a `partial` of one.
        """


class Pending(Protocol[R_co]):
    """A result that comes."""

    def result(self) -> R_co:
        """Wait for it. Raises what the work raises."""


class Alone:
    """This process."""

    def results(self, work: Callable[[P], R], pieces: Iterable[P]) -> Generator[R, None, None]:
        """One for each piece, in order."""
        yield from map(work, pieces)


class Processes:
    """Other processes of this machine."""

    def __init__(self, cores: int) -> None:
        self._cores = cores

    def results(self, work: Callable[[P], R], pieces: Iterable[P]) -> Generator[R, None, None]:
        """One for each piece, in order. When a process dies, new ones begin with the pieces without a result."""
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
        """Those given out before, then the rest; `given`: all that are given out, and have no result."""
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
    """In a worker: end as soon as the other end of this pipe is closed, as it is when nobody wants results any more,
    and by the system when whoever holds it dies."""

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
    """The result of each piece, with so many given out ahead of the one that is waited for."""
    given: deque[Pending[R]] = deque()
    for piece in pieces:
        with _deaf():
            given.append(submit(work, piece))
        if len(given) == ahead:
            yield given.popleft().result()
    yield from (future.result() for future in given)


@contextmanager
def _deaf() -> Iterator[None]:
    """A process started meanwhile never hears Ctrl-C: only the one that started it does, and ends the others."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
