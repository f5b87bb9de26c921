"""The version: an installed box reads it from its package; when the package is built, git gives it.

Laws: a later commit of one branch has the higher version, for Python and for Debian; the same commit has the same
version everywhere. The builder runs this file alone (`[tool.hatch.version]`), so it imports no other module of the box;
the box imports it only when the version is asked for.
"""

from __future__ import annotations

import re
import subprocess
import time
from importlib import metadata
from pathlib import Path
from typing import Final

DISTRIBUTION: Final = "companion-box"
"""The name of the package; `companion` on PyPI is another project."""
BASE: Final = "0.2.0"
"""The next release. Raise it after the commit of the release itself, whose tag is `v` and its number."""
_RELEASE: Final = re.compile(r"v(\d+\.\d+\.\d+)")


def version() -> str:
    """The version of the running box."""
    return metadata.version(DISTRIBUTION)


def readable_version() -> str:
    """The same; empty if it cannot be read, as from a failing disk or in a half-made installation."""
    try:
        return version()
    except (OSError, metadata.PackageNotFoundError):
        return ""


def of_sources(root: Path) -> str:
    """The version of the sources in a folder: `0.2.0.dev548+g1d0e7182` is the 548th commit. The count starts at the
    first commit and never restarts, so it cannot fall. Changed sources add `.dirty` and the time. On a release it is
    the number in its tag, the highest one if there are several. Without git it is only the base (a source archive says
    itself what it was made from).
    """
    try:
        commit = _git(root, "rev-parse", "HEAD")
        changed = _git(root, "status", "--porcelain")
        tags = _git(root, "tag", "--points-at", "HEAD", "--sort", "version:refname")
        number = _git(root, "rev-list", "--count", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return BASE
    if not changed and (released := [found[1] for tag in tags.splitlines() if (found := _RELEASE.fullmatch(tag))]):
        return released[-1]
    dirt = time.strftime(".dirty.%Y%m%d%H%M%S", time.gmtime()) if changed else ""
    return f"{BASE}.dev{number}+g{commit[:8]}{dirt}"


def _git(root: Path, *words: str) -> str:
    """Ask git about this folder alone, not a repository around it. Git writes nothing: root may ask anywhere."""
    command = ["git", "--no-optional-locks", f"--git-dir={root / '.git'}", f"--work-tree={root}", *words]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)  # noqa: S603
    return told.stdout.strip()


if __name__ == "__main__":
    print(of_sources(Path(__file__).parents[1]))
