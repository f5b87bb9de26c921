"""The files for the owner's page that commands make: the support bundle and a backup.

Law: a process of its own makes each. The doctor opens the journal's files itself, and in the box's own process that
would release SQLite's locks on them; and if the doctor hangs, the box does not.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.daemon.scratch import work_in
from companion.kit.errors import Unwritten

FILE: Final = "companion.zip"
PATIENCE_S: Final = 60.0
"""The doctor takes ten seconds; on the smallest Pi, Python and the packing are slow too."""
BACKUP_S: Final = 300.0
"""200 MiB of games are read, written, summed and packed on the smallest Pi."""


def bundle(settings: Path | None, patience_s: float = PATIENCE_S) -> bytes:
    """Log, settings, the doctor's answer and the last game, for a box with these settings. Raises Unwritten."""
    with TemporaryDirectory(prefix="companion-") as folder:
        return _made(Path(folder) / FILE, settings, ("doctor", "--bundle"), patience_s, {})


def backup(folder: Path, settings: Path | None, patience_s: float = BACKUP_S) -> bytes:
    """All that a new card needs, of a box with its games in this folder, where the work has room. Raises Unwritten."""
    try:
        with work_in(folder, "backing-up") as work:
            return _made(work / FILE, settings, ("backup",), patience_s, {"STATE_DIRECTORY": str(folder)})
    except OSError as error:
        raise Unwritten(f"no backup can be made ({error.strerror}); try `companion backup FILE`") from None


def _made(
    file: Path, settings: Path | None, words: tuple[str, ...], patience_s: float, environment: Mapping[str, str]
) -> bytes:
    own = () if settings is None else ("--config", str(settings))
    command = [sys.executable, "-m", "companion", *own, *words, str(file)]
    try:
        subprocess.run(  # noqa: S603
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=patience_s,
            check=False,
            env={**os.environ, **environment},
        )
        return file.read_bytes()
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unwritten(f"{file.name} could not be made ({error}); try `companion {' '.join(words)} FILE`") from None
