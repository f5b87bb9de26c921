"""Which serial devices are plugged in, each by the name that stays the same."""

from __future__ import annotations

from pathlib import Path
from typing import Final

SERIAL: Final = Path("/dev/serial")
_FOLDERS: Final = ("by-path", "by-id")
"""The better name last. Two devices of one kind may share it: then each keeps the name of its socket."""


def ports(folder: Path = SERIAL) -> tuple[str, ...]:
    """One path for each device."""
    names: dict[Path, str] = {}
    for kind in _FOLDERS:
        here = folder / kind
        names |= {link.resolve(): str(link) for link in sorted(here.iterdir())} if here.is_dir() else {}
    return tuple(sorted(names.values()))
