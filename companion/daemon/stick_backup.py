"""A backup onto a USB stick, for companion-update.service.

Laws: `companion backup` makes it, so it is the same backup; it is read again before it counts; no file of the stick is
replaced, since it may be the backup of another box.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from companion import config
from companion.daemon import owner, sticks
from companion.daemon.backup import examine
from companion.daemon.newer import Refusing
from companion.daemon.programs import run
from companion.daemon.restoring import free
from companion.daemon.scratch import work_in
from companion.daemon.telling import say
from companion.journal.dates import likely
from companion.journal.file import FILE
from companion.journal.look import size, with_beside
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
    own = settings if is_there(settings) else None
    folder = config.state_folder(owner.load(own))
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
