"""What a check has found: good, bad with its remedy, a note, or unknown.

Law: a bad finding has one remedy: a command that can be pasted, or an action in words. A good finding and a note have
none; an unknown one may say what to do so that it can be known.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Verdict = Literal["good", "bad", "note", "unknown"]


class Finding(msgspec.Struct, frozen=True):
    """One line of the doctor's answer."""

    state: Verdict
    said: str
    """One sentence, or a few."""
    mend: str = ""
    """A command, or an action in words; empty: there is nothing to do."""
    is_command: bool = False
    is_needed: bool = True
    """Whether the box cannot play, or cannot play safely, while this is bad."""


def good(said: str) -> Finding:
    """A finding without a fault."""
    return Finding("good", said)


def note(said: str) -> Finding:
    """A finding that is only worth knowing."""
    return Finding("note", said)


def bad(said: str, *, run: str = "", do: str = "", needed: bool = True) -> Finding:
    """A fault; `run` is a command that mends it, `do` an action in words."""
    return Finding("bad", said, run or do, bool(run), needed)


def unknown(said: str, *, run: str = "", do: str = "") -> Finding:
    """A finding that is unknown for now; after this command or action it can be known."""
    return Finding("unknown", said, run or do, bool(run))
