"""What a command has found out, put into files: whatever its option is called, this is the way.

Laws: in the place of a result stands the one before or the new one, whole, whatever happens meanwhile; what has no
place to go is told before the work begins.
"""

from __future__ import annotations

from pathlib import Path

from companion import files
from companion.kit.errors import Unwritable, Unwritten


def place(path: Path | None) -> Path | None:
    """Where a result is to go once the work is done; `None`: nobody has asked for it. Raises Unwritable."""
    try:
        if path is not None:
            files.try_to_put(path)
    except (OSError, ValueError) as error:
        raise Unwritable(_told(path, error)) from None
    return path


def folder(path: Path) -> None:
    """The same for many results: their folder, which is made if there is none. Raises Unwritable."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        files.try_to_put(path / "new")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no folder can have this name"
        raise Unwritable(f"{path}: expected a folder to write into; {why}") from None


def keep(path: Path | None, content: str | bytes, owner: tuple[int, int] | None = None) -> None:
    """Put a result in its place, if it has one, for this user and group. Raises Unwritten."""
    try:
        if path is not None:
            files.put(path, content.encode() if isinstance(content, str) else content, owner)
    except OSError as error:
        raise Unwritten(_told(path, error)) from None


def _told(path: Path | None, error: OSError | ValueError) -> str:
    why = error.strerror if isinstance(error, OSError) else "no file can have this name"
    return f"{path}: the file cannot be written; {why}"
