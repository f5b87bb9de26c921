"""Which companion this is: two with the same fingerprint give the same tables."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

SOURCES: Final = Path(__file__).parent.parent


@cache
def fingerprint() -> str:
    """The fingerprint of all code here and of the Python that runs it: Python 3.12 changed how floats are summed."""
    hashed = sha256(f"{sys.version_info[:2]} {msgspec.__version__}".encode())
    for file in sorted(SOURCES.rglob("*.py")):
        hashed.update(file.relative_to(SOURCES).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return hashed.hexdigest()
