"""What a check has found: good, bad with what mends it, worth knowing, or not to be known now.

Law: what is bad has one thing to do about it, a command that can be pasted or an action in words; what is not bad has
none, unless it can be known after it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

State = Literal["good", "bad", "note", "unknown"]


class Finding(msgspec.Struct, frozen=True):
    """One line of the doctor's answer."""

    state: State
    said: str
    """One sentence, or a few."""
    mend: str = ""
    """A command, or an action in words; empty: there is nothing to do."""
    is_command: bool = False
    is_needed: bool = True
    """Whether the box cannot play, or not safely, as long as this is bad."""


def good(said: str) -> Finding:
    """As it should be."""
    return Finding("good", said)


def note(said: str) -> Finding:
    """Worth knowing."""
    return Finding("note", said)


def bad(said: str, *, run: str = "", do: str = "", needed: bool = True) -> Finding:
    """Not as it should be; `run` is a command that mends it, `do` an action."""
    return Finding("bad", said, run or do, bool(run), needed)


def unknown(said: str, *, run: str = "", do: str = "") -> Finding:
    """Not to be known as things are; after this command or action it is."""
    return Finding("unknown", said, run or do, bool(run))
