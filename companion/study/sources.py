"""Which companion this is: two with the same fingerprint give the same tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from companion import games

SOURCES: Final = Path(__file__).parent.parent


def loaded() -> tuple[str, ...]:
    """The names of the installed games that are loaded."""
    return tuple(sorted(game.name for game in games.LIST if game.folder and game.package in sys.modules))


def fingerprint(guests: Sequence[str] | None = None) -> str:
    """The fingerprint of all code here, of these installed games, and of the Python that runs it: Python 3.12 changed
    how floats are summed.

    `guests`: names of games; `None`: those that are loaded.
    """
    of_guests = map(games.manifest, loaded() if guests is None else guests)
    return "".join(map(_of, (SOURCES, *(Path(game.folder) / game.package for game in of_guests if game.folder))))


@cache
def _of(folder: Path) -> str:
    hashed = sha256(f"{sys.version_info[:2]} {msgspec.__version__}".encode())
    for file in sorted(folder.rglob("*.py")) or [folder.with_suffix(".py")]:
        hashed.update(file.relative_to(folder.parent).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return hashed.hexdigest()
