"""Programs of the system, for companion-update.service, which may wait for them as long as they take."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def run(program: str, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program of Debian's, or one with its whole path; all its output is in `stdout`."""
    return subprocess.run(  # noqa: S603  # fixed programs, without a shell
        [str(Path("/usr/bin", program)), *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"},
        text=True,
        errors="replace",
        check=False,
    )
