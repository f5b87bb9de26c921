"""Work done by other machines: a Dask scheduler and its workers, which others have started.

Laws: all machines have the same companion, games and Python, or no work is done; a worker that dies costs time, but no
result.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar

from distributed import CancelledError, Client, KilledWorker

from companion import games
from companion.installed import shelf
from companion.kit.errors import Lost, UnknownGame, WrongUse
from companion.study.executors import AHEAD, in_order
from companion.study.sources import fingerprint, loaded

P = TypeVar("P")
R = TypeVar("R")

WAIT_S: Final = 30.0
"""How long a scheduler may take to answer, and its first worker to join."""
_LOUD: Final = ("distributed", "tornado", "asyncio")
"""Libraries whose loggers repeat what reaches us as an error anyway."""


class Cluster:
    """The workers of one scheduler: all that have joined by then."""

    def __init__(self, address: str) -> None:
        """`address`: the scheduler's, such as `tcp://10.0.0.1:8786`."""
        self._address = address

    def results(self, work: Callable[[P], R], pieces: Iterable[P]) -> Generator[R, None, None]:
        """Give a result for each piece, in order. Raises Lost, WrongUse; and what the work raises."""
        with _client(self._address) as client:
            submit = partial(client.submit, pure=False)
            ahead = AHEAD * sum(client.nthreads().values())
            alike: Callable[[bytes], R] = partial(_alike, fingerprint(), loaded(), pickle.dumps(work))
            try:
                yield from in_order(submit, alike, map(pickle.dumps, pieces), ahead)
            except KilledWorker:
                what = "one piece has ended every worker it was given to (is there memory?)"
                raise Lost(f"{self._address}: expected results; {what}") from None
            except (CancelledError, OSError):
                raise Lost(f"{self._address}: expected the scheduler to stay; it has gone: start one anew") from None
            except ModuleNotFoundError as error:
                raise WrongUse(f"{self._address}: expected a companion on every worker; {error}") from None


@contextmanager
def _client(address: str) -> Iterator[Client]:
    """Raises WrongUse."""
    _silence()
    try:
        client = Client(address, timeout=WAIT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WrongUse(f"--on: expected a Dask scheduler at {address}; {_first(error)}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WAIT_S)
        except TimeoutError:
            start = f"dask worker {address} --nworkers auto --nthreads 1"
            raise WrongUse(f"--on: expected a worker at {address}; none came in {WAIT_S:g} s: {start}") from None
        yield client


def _silence() -> None:
    """Quieten its loggers: Dask sets levels for several of them when it is imported."""
    for name in {*_LOUD, *logging.root.manager.loggerDict}:
        if name.partition(".")[0] in _LOUD:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _first(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _alike(mine: str, guests: Sequence[str], work: bytes, piece: bytes) -> Any:
    """On a worker: the piece's result, if companion, games and Python are the same there. Raises WrongUse.

    `guests`: the installed games that are loaded before the work, whose parts are of the games' own kinds.
    """
    games.look_further = shelf.look_further
    try:
        for name in guests:
            games.find_rules(name)
    except UnknownGame as error:
        raise WrongUse(f"--on: expected the same games on every worker; {error}") from None
    if fingerprint(guests) != mine:
        came = "another one came: install it anew there"
        raise WrongUse(f"--on: expected the same companion on every worker, by the same Python; {came}")
    return pickle.loads(work)(pickle.loads(piece))  # noqa: S301  # our own
