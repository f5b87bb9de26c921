"""How every command writes its results into files, whatever its option is called.

Laws: either the old result or the new one is there, and whole, whatever happens; a place that cannot be written is
reported before the work begins.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from companion import files
from companion.kit.errors import Unwritable, Unwritten


def place(path: Path | None) -> Path | None:
    """Where a result will be written after the work; `None`: no result was asked for. Raises Unwritable."""
    try:
        if path is not None:
            files.try_to_put(path)
    except (OSError, ValueError) as error:
        raise Unwritable(_told(path, error)) from None
    return path


def folder(path: Path) -> None:
    """Check the folder for many results, and create it if it is missing. Raises Unwritable."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        files.try_to_put(path / "new")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no folder can have this name"
        raise Unwritable(f"{path}: expected a folder to write into; {why}") from None


def keep(path: Path | None, content: str | bytes, owner: tuple[int, int] | None = None) -> None:
    """Write a result into its file, if it has one, for this user and group. Raises Unwritten."""
    try:
        if path is not None:
            files.put(path, content.encode() if isinstance(content, str) else content, owner)
    except OSError as error:
        raise Unwritten(_told(path, error)) from None


def keep_by(path: Path, write: Callable[[BinaryIO], object], owner: tuple[int, int] | None = None) -> None:
    """The same for a long result, which `write` writes. Raises Unwritten."""
    try:
        files.put_by(path, write, owner)
    except OSError as error:
        raise Unwritten(_told(path, error)) from None


def _told(path: Path | None, error: OSError | ValueError) -> str:
    why = error.strerror if isinstance(error, OSError) else "no file can have this name"
    return f"{path}: the file cannot be written; {why}"
