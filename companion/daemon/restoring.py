"""A backup that the owner's page brings: it comes in pieces, is examined, and is put back when the box starts anew.

Laws: until the owner agrees, nothing changes but the file that comes; it never takes the room that running games need;
no games are put back under a running box, only before their journal is opened; what a power cut has interrupted is
tried once more, so that no backup keeps a box from starting.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion import files
from companion.daemon.systemd import Systemd
from companion.daemon.telling import say
from companion.journal.file import move
from companion.kit.errors import CompanionError, Unusable, WrongUse
from companion.kit.text import Text, text

if TYPE_CHECKING:
    from companion.daemon.backup import WholeBackup

_log = logging.getLogger(__name__)

COMING: Final = "backup-coming.zip"
"""A file in the folder of the games: what has come so far."""
AGREED: Final = "backup-agreed.zip"
"""The same when the owner has agreed."""
AGAIN: Final = "backup-again.zip"
"""The same while it is put back for the first time."""
STEPS: Final = ((AGAIN, COMING), (AGREED, AGAIN))
"""What each of them is renamed to before it is put back; `COMING` is not tried again."""
MOST: Final = 256 * 1024**2
"""Bytes: the backup of 10 000 games has a fifth of it."""
SPARE: Final = 64 * 1024**2
"""Bytes that stay free for the running game."""
RESTORE_S: Final = 600
"""How long putting back may take: 200 MB are unpacked and written twice, on the slowest card."""

PUT_BACK: Final = text("The backup is put back.")
NOT_PUT_BACK: Final = text("Not put back: disk full or broken.")
NO_BACKUP: Final = text("No backup has come.")


def take(folder: Path, at: int, piece: bytes) -> None:
    """Take the piece that begins at this byte; 0: a new backup begins. Raises WrongUse, Unusable."""
    file = folder / COMING
    try:
        so_far = file.stat().st_size if at and file.exists() else 0
        if at != so_far:
            raise WrongUse(f"Expected the piece at byte {so_far}, got the one at {at}: begin again.")
        has_room = at + len(piece) <= MOST and free(folder) >= len(piece) + SPARE
        if has_room:
            with open(file, "ab" if at else "wb", opener=files.private) as out:
                out.write(piece)
    except OSError:
        has_room = False
    if not has_room:
        forget(folder)
        raise Unusable(f"Expected a backup of at most {MOST // 1024**2} MB, and room for it beside the games.")


def examine(folder: Path, settings: Path | None) -> WholeBackup:
    """What has come and can be put back here. Raises NotABackup, Unusable: then it is forgotten."""
    from companion.daemon import backup

    try:
        whole = backup.examine(folder / COMING, folder, settings)
        if free(folder) < 2 * whole.size + SPARE:
            raise Unusable("Expected room for its games beside those that are here.")
    except CompanionError:
        forget(folder)
        raise
    return whole


def forget(folder: Path) -> None:
    """Throw away what has come."""
    with suppress(OSError, ValueError):
        (folder / COMING).unlink(missing_ok=True)


def agree(folder: Path) -> Text | None:
    """Let the next start put back what has come; the refusal, if that cannot be."""
    try:
        with (folder / COMING).open("rb") as file:
            os.fsync(file.fileno())
        move(folder / COMING, folder / AGREED)
    except FileNotFoundError:
        return NO_BACKUP
    except OSError as error:
        _log.warning("%s: not agreed to: %s", folder / COMING, error.strerror)
        return NOT_PUT_BACK
    return None


def put_back(folder: Path, settings: Path | None) -> Text | None:
    """Before the journal is opened: put back what the owner has agreed to; the news of it. `None`: there is nothing."""
    with suppress(OSError, ValueError):  # of a failing disk, or an impossible name, which the journal meets, too
        for file, then in STEPS:
            if files.is_there(folder / file):
                return _put_back(folder, settings, file, then)
    forget(folder)
    return None


def _put_back(folder: Path, settings: Path | None, file: str, then: str) -> Text:
    from companion.daemon.backup import restore

    Systemd().works(RESTORE_S)
    try:
        move(folder / file, folder / then)
        done = restore(folder / then, folder, settings)
    except (CompanionError, OSError) as error:
        say(f"the backup was not put back: {error}")
        said = NOT_PUT_BACK
    else:
        kept = (f"What was there is kept as {aside}." for aside in done.aside)
        print("A backup was put back.", *kept, *done.left_out, sep="\n", flush=True)
        said = PUT_BACK
    with suppress(OSError):
        (folder / then).unlink()
    Systemd().works()
    return said


def free(folder: Path) -> int:
    """The bytes that are free on its disk. Raises OSError."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize
