"""Which version this is: an installed box knows what it was built as; at building, git tells.

Laws: of two commits on one road the later one has the higher version, for Python and for Debian; the same commit has
the same version everywhere. The builder runs this file alone (`[tool.hatch.version]`), so it imports no other module of
the box; the box imports it only when somebody asks.
"""

from __future__ import annotations

import subprocess
import time
from importlib import metadata
from pathlib import Path
from typing import Final

DISTRIBUTION: Final = "companion-box"
"""As Python's installers know it; `companion` is somebody else's on PyPI."""
BASE: Final = "0.2.0"
"""The next release. Raise it after the commit that is the release itself: its tag is a `v` and this number."""


def version() -> str:
    """Of the box that runs."""
    return metadata.version(DISTRIBUTION)


def of_sources(root: Path) -> str:
    """Of the sources in a folder: `0.2.0.dev548+g1d0e7182` is the 548th commit, counted from the very first, since no
    count begins anew and so none can fall; with `.dirty` and the time where something is changed. The base alone on a
    release, and where no git tells (a source archive says itself what it was made from).
    """
    try:
        commit = _git(root, "rev-parse", "HEAD")
        changed = _git(root, "status", "--porcelain")
        released = _git(root, "tag", "--points-at", "HEAD", "--list", f"v{BASE}")
        number = _git(root, "rev-list", "--count", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return BASE
    if released and not changed:
        return BASE
    dirt = time.strftime(".dirty.%Y%m%d%H%M%S", time.gmtime()) if changed else ""
    return f"{BASE}.dev{number}+g{commit[:8]}{dirt}"


def _git(root: Path, *words: str) -> str:
    """Of this folder alone, whatever lies around it, and whoever asks: root must leave no file in a tree of others."""
    command = ["git", "--no-optional-locks", f"--git-dir={root / '.git'}", f"--work-tree={root}", *words]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)  # noqa: S603
    return told.stdout.strip()


if __name__ == "__main__":
    print(of_sources(Path(__file__).parents[1]))
