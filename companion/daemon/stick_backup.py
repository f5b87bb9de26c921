"""A backup onto a USB stick, and from one, for companion-update.service.

Laws: `companion backup` makes it, so it is the same backup; it is read again before it counts; no file of the stick is
replaced, since it may be the backup of another box. What is brought from a stick lies where the owner's page would
bring it, as the box's own; what a link names is neither read nor written.
"""

from __future__ import annotations

import os
import shutil
import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from companion import config
from companion.daemon import owner, restoring, sticks
from companion.daemon.backup import BackupLabel, examine
from companion.daemon.newer import Refusing
from companion.daemon.programs import run
from companion.daemon.restoring import free
from companion.daemon.scratch import work_in
from companion.daemon.telling import say
from companion.files import private
from companion.journal.dates import likely
from companion.journal.file import FILE
from companion.journal.look import size, with_beside
from companion.kit.errors import NewerBackup, NotABackup, Unusable
from companion.toml_file import is_there

NAME: Final = "companion-backup"
WORK: Final = "companion-backup-unfinished"
"""A folder on the stick while the backup is made."""
COPIES: Final = 2
"""How many times the size of the games a backup needs at most: a copy of them, and the same packed."""
SPARE: Final = 1024**2
"""Bytes for all that is not the games."""


def write(settings: Path, at: Path) -> int:
    """Write a backup onto the first stick, mounted at `at`; gives how many games are in it.

    Raises Refusing, OSError, CompanionError.
    """
    own, folder = _box(settings)
    stick = sticks.to_write(at)
    if free(stick) < COPIES * sum(map(size, with_beside(folder / FILE))) + SPARE:
        raise Refusing("stick_full")
    with work_in(stick, WORK) as work:
        made = work / f"{NAME}.zip"
        _make(made, own)
        games = examine(made, folder, own).about.games
        made.rename(_free_name(stick, datetime.now(UTC)))
    sticks.finish(stick, at)
    return games


def bring(settings: Path, at: Path) -> BackupLabel:
    """Copy the newest backup of the first stick that has one, mounted at `at`, to the games, for the box to put back.

    Gives what it says of itself. Raises Refusing, OSError, CompanionError.
    """
    own, folder = _box(settings)
    file = _newest(at)
    length = file.stat().st_size
    if length > restoring.MOST or free(folder) < length + restoring.SPARE:
        raise Refusing("full")
    _copy(file, folder)
    try:
        return restoring.examine(folder, own).about
    except NewerBackup:
        raise Refusing("newer_backup") from None
    except NotABackup as error:
        say(str(error))
        raise Refusing("not_whole") from None
    except Unusable:
        raise Refusing("full") from None


def _box(settings: Path) -> tuple[Path | None, Path]:
    """The settings, if there are any, and the folder of the games. Raises BadConfig."""
    own = settings if is_there(settings) else None
    return own, config.state_folder(owner.load(own))


def _newest(at: Path) -> Path:
    """Raises Refusing."""
    for disk in sticks.disks():
        stick = sticks.mounted(disk, at, "ro")
        there = stick.glob(f"{NAME}*.zip") if stick is not None else ()
        if found := [file for file in there if file.is_file() and not file.is_symlink()]:
            return max(found, key=lambda file: file.stat().st_mtime)
    raise Refusing("no_backup")


def _copy(file: Path, folder: Path) -> None:
    """As a new file (`x`), so that no link that lies there is followed. Raises OSError."""
    restoring.forget(folder)
    box = folder.stat()
    try:
        with file.open("rb") as there, open(folder / restoring.COMING, "xb", opener=private) as here:
            shutil.copyfileobj(there, here)
            os.fchown(here.fileno(), box.st_uid, box.st_gid)
    except OSError:
        restoring.forget(folder)
        raise


def _make(file: Path, settings: Path | None) -> None:
    """Raises Refusing."""
    chosen = () if settings is None else ("--config", str(settings))
    told = run(sys.executable, "-m", "companion", *chosen, "backup", str(file))
    if told.returncode != 0:
        say(told.stdout.strip())
        raise Refusing("failed")


def _free_name(stick: Path, now: datetime) -> Path:
    """A name that no file of the stick has, with the date if it can be."""
    dated = f"{NAME}-{now:%Y-%m-%d}" if likely(now.isoformat()) is not None else NAME
    names = (f"{dated}{f'-{number}' if number > 1 else ''}.zip" for number in count(1))
    return next(stick / name for name in names if not is_there(stick / name))
