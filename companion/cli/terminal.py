"""What the commands say: the one place that prints, whoever has written the words.

Laws: no control character of a file or a name reaches the terminal, it is shown as it is spelled in code; what cannot
be written is told in a sentence, and a reader who has left is no fault.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from companion.kit.errors import Unwritten
from companion.kit.text import plain


def say(words: str) -> None:
    """One line of the answer, on stdout."""
    with to_stdout():
        print(plain(words))


def complain(sentence: str) -> None:
    """One sentence beside the answer, on stderr; if nobody can read it, it is lost."""
    with suppress(OSError):
        print(f"companion: {plain(sentence)}", file=sys.stderr, flush=True)


@contextmanager
def to_stdout() -> Iterator[None]:
    """What is printed within may not get through. Raises Unwritten, BrokenPipeError."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritten(f"stdout: the answer cannot be written; {error.strerror}") from None


def open_streams() -> None:
    """Lay something in the place of what was closed before the start, else a file of ours would be taken for it."""
    if sys.stdin is None:
        sys.stdin = open(_laid(0, os.O_RDONLY), closefd=False)  # noqa: SIM115
    if sys.stdout is None:  # it cannot be written to, so that who says something hears of it
        sys.stdout = open(_laid(1, os.O_RDONLY), "w", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(_laid(2, os.O_WRONLY), "w", closefd=False)  # noqa: SIM115


def _laid(number: int, flags: int) -> int:
    opened = os.open(os.devnull, flags)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)
    return number


def let_go() -> None:
    """What did not get through is forgotten, else Python would complain of it at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
