"""Which keys of phones and tablets are still valid after a restart of the box: `doors.json` in the state folder.

Laws: the file holds hashes, no keys; if a hash is damaged, its phone needs a new code, and the box starts as usual.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Final

import msgspec

from companion.daemon.small_files import SmallFile, shaped
from companion.web.pages.doors import DOORS, Locks

_log = logging.getLogger(__name__)

FILE: Final = "doors.json"

_Door = Annotated[int, msgspec.Meta(ge=DOORS[0], le=DOORS[-1])]
_Sha256 = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


LOCKS: Final = SmallFile[Locks](FILE, shaped(dict[_Door, _Sha256]))


def read_locks(folder: Path) -> Locks:
    """The undamaged locks in the file; none if it cannot be read."""
    path = folder / FILE
    try:
        found = LOCKS.look(path)
    except OSError as error:
        _log.warning("%s: not read: %s; every phone needs a new code", path, error.strerror)
        return {}
    return (found and found.value) or {}


def keep_locks(folder: Path, locks: Locks) -> bool:
    """Write the locks down; whether the disk saved them. Raises BadConfig."""
    return LOCKS.keep(folder / FILE, locks)
