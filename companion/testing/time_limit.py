"""The time that a law may take: a game that hangs breaks it, in one sentence like any other.

Law: the limit is far above what the longest law of the longest game takes, so it only finds a game that never returns.
"""

from __future__ import annotations

import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from companion.kit.errors import BrokenLaw

LIMIT_S: Final = 120.0
"""On a computer of two cores, the longest step of Cat Royal's laws takes 20."""


class _Stop(BaseException):
    """Raised where the game is; no `except Exception` catches it."""


@contextmanager
def limited(package: str) -> Iterator[None]:
    """Within it, in the main thread, code that takes longer than `LIMIT_S` breaks a law of the game in this package.

    Raises BrokenLaw.
    """

    def stop(_: int, frame: FrameType | None) -> None:
        raise _Stop(_place(frame, package))

    handler = signal.signal(signal.SIGALRM, stop)
    timer = signal.setitimer(signal.ITIMER_REAL, LIMIT_S)
    try:
        yield
    except _Stop as stopped:
        raise BrokenLaw(f"expected an end within {LIMIT_S:g} seconds; came none, and it hung in {stopped}") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)


def _place(frame: FrameType | None, package: str) -> str:
    """The innermost line of the game's own package; without one, the innermost line."""
    stack = [*traceback.walk_stack(frame)]
    own = [each for each in stack if f"{each[0].f_globals.get('__name__')}.".startswith(f"{package}.")]
    (innermost, line), *_ = own or stack
    return f"{Path(innermost.f_code.co_filename).name}, line {line}"
