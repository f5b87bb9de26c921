"""What the commands are given: numbers within their range, and a file for what comes out.

Law: what is wrong with it is one sentence, and is found before the work begins.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Protocol, TextIO


class Commands(Protocol):
    """Where a command is put down, with what it may be given."""

    def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser:
        """Put down one more."""
        ...


class Stop(Exception):
    """The command cannot go on; the sentence says why and what to do."""


def whole(words: str) -> int:
    """How many of something."""
    if not words.isdecimal() or int(words) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on; came {words}")
    return int(words)


def players(words: str) -> int:
    """How many play."""
    if words not in ("3", "4", "5", "6"):
        raise argparse.ArgumentTypeError(f"expected 3 to 6 players; came {words}")
    return int(words)


def speed(words: str) -> float | None:
    """How many times as fast; `None`: as fast as it goes."""
    if words == "max":
        return None
    try:
        factor = float(words)
    except ValueError:
        factor = 0.0
    if not 0.1 <= factor <= 1000:
        raise argparse.ArgumentTypeError(f"expected 0.1 to 1000, or max; came {words}")
    return factor


def to_write(path: Path) -> TextIO:
    """A file opened before the long work whose result goes into it."""
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise Stop(f"{path}: the file cannot be written; {error.strerror}") from None


def write(file: TextIO | None, text: str) -> None:
    """Put a result into its file, if it was asked for."""
    if file is None:
        return
    try:
        file.write(text)
        file.flush()
    except OSError as error:
        raise Stop(f"{file.name}: the file cannot be written; {error.strerror}") from None
