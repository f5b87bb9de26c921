"""Which companion this is: two with the same fingerprint give the same tables."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from companion import games

SOURCES: Final = Path(__file__).parent.parent


def fingerprint() -> str:
    """The fingerprint of all code here, of the installed games that are loaded, and of the Python that runs it: Python
    3.12 changed how floats are summed."""
    loaded = {Path(game.folder) / game.package for game in games.LIST if game.folder and game.package in sys.modules}
    return "".join(map(_of, (SOURCES, *sorted(loaded))))


@cache
def _of(folder: Path) -> str:
    hashed = sha256(f"{sys.version_info[:2]} {msgspec.__version__}".encode())
    for file in sorted(folder.rglob("*.py")) or [folder.with_suffix(".py")]:
        hashed.update(file.relative_to(folder.parent).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return hashed.hexdigest()
