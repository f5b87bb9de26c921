"""The support bundle for the owner's page, as `companion doctor --bundle FILE` makes it.

Law: a process of its own makes it. The doctor opens the journal's files itself, and in the box's own process that would
release SQLite's locks on them; and if the doctor hangs, the box does not.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.kit.errors import Unwritten

FILE: Final = "companion-support.zip"
PATIENCE_S: Final = 60.0
"""The doctor takes ten seconds; on the smallest Pi, Python and the packing are slow too."""


def bundle(settings: Path | None, patience_s: float = PATIENCE_S) -> bytes:
    """Log, settings, the doctor's answer and the last game, for a box with these settings. Raises Unwritten."""
    own = () if settings is None else ("--config", str(settings))
    with TemporaryDirectory(prefix="companion-") as folder:
        file = Path(folder) / FILE
        command = [sys.executable, "-m", "companion", *own, "doctor", "--bundle", str(file)]
        try:
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience_s, check=False)  # noqa: S603
            return file.read_bytes()
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unwritten(f"the bundle could not be made ({error}); try `companion doctor --bundle FILE`") from None
