"""Which keys of phones and tablets still fit after a new start of the box: `doors.json` in the state folder.

Laws: there are hashes in it and no key; it is written whole or not at all; a damaged one is set aside, and whoever had
a key comes in with a code again: no box waits for it.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Final

import msgspec

from companion import files
from companion.daemon.owner import keep
from companion.journal.file import move
from companion.web.pages.doors import DOORS, Door, Locks

_log = logging.getLogger(__name__)

FILE: Final = "doors.json"
DAMAGED: Final = "doors-damaged.json"

_Door = Annotated[int, msgspec.Meta(ge=DOORS[0], le=DOORS[-1])]
_Sha256 = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


def read_locks(folder: Path) -> dict[Door, bytes]:
    """Those kept there; of a file that is damaged or cannot be read, none."""
    path = folder / FILE
    try:
        return msgspec.json.decode(files.read_bytes(path), type=dict[_Door, _Sha256])
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError as error:
        _log.warning("%s: damaged (%s); set aside as %s, and every phone needs a new code", path, error, DAMAGED)
    except OSError as error:
        _log.warning("%s: not read: %s; every phone needs a new code", path, error.strerror)
        return {}
    try:
        move(path, folder / DAMAGED)
    except OSError as error:
        _log.warning("%s: not set aside: %s", path, error.strerror)
    return {}


def keep_locks(folder: Path, locks: Locks) -> bool:
    """Write them down; whether the disk has taken them. Raises BadConfig."""
    return keep(folder / FILE, msgspec.json.encode(locks).decode())
