"""What is said if a game breaks a law: what was expected, what came, and where it can be seen again."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.kit.errors import BrokenLaw
from companion.kit.text import plain

LETTERS: Final = 160
"""The most letters of a value; a state may have thousands."""


def expect(is_so: object, otherwise: str, *facts: object) -> None:
    """Raises BrokenLaw unless it is so; each `{}` in the words is one of the facts."""
    if not is_so:
        raise BrokenLaw(otherwise.format(*map(shown, facts)))


def compare(what: str, expected: object, came: object) -> None:
    """Raises BrokenLaw unless both are equal."""
    if expected != came:
        raise BrokenLaw(f"{what}: expected {shown(expected)}; came {shown(came)}")


def shown(value: object) -> str:
    """A value in few letters."""
    words = plain(repr(value))
    return words if len(words) <= LETTERS else f"{words[:LETTERS]} …"


def cause(printed: str) -> str:
    """The line that names the error, of what Python prints about it; a message of several lines has more below it."""
    *_, last = printed.split("Traceback (most recent call last):\n")
    return next((line for line in last.splitlines() if line[:1].strip()), "a failure")


@contextmanager
def at(place: str = "", law: str = "") -> Iterator[None]:
    """Within it, whatever goes wrong breaks a law; its name stands before the sentence, and the place after it."""
    before, after = f"{law}: " if law else "", f"; {place}" if place else ""
    try:
        yield
    except BrokenLaw as error:
        raise BrokenLaw(f"{before}{error}{after}") from error
    except Exception as error:
        *_, last = traceback.extract_tb(error.__traceback__)
        where = f"{Path(last.filename).name}, line {last.lineno}"
        raise BrokenLaw(f"{before}{type(error).__name__}: {str(error).rstrip('.')} ({where}){after}") from error
