"""Which keys of phones and tablets still fit after a new start of the box: `doors.json` in the state folder.

Laws: there are hashes in it and no key; whoever has a key of which the hash is damaged comes in with a code again: no
box waits for it.
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
    """Those kept there that are whole; of a file that cannot be read, none."""
    path = folder / FILE
    try:
        found = LOCKS.look(path)
    except OSError as error:
        _log.warning("%s: not read: %s; every phone needs a new code", path, error.strerror)
        return {}
    return (found and found.value) or {}


def keep_locks(folder: Path, locks: Locks) -> bool:
    """Write them down; whether the disk has taken them. Raises BadConfig."""
    return LOCKS.keep(folder / FILE, locks)
