"""axe-core, which looks for what bars people from a page; npm brings it, the repository has none of it."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from functools import cache
from pathlib import Path
from typing import Final

import pytest

VERSION: Final = "4.14.1"


def axe_core(folders: pytest.TempPathFactory) -> str:
    """Its source, for a page to run; the test is skipped where npm is missing."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed: axe-core comes by it")
    return _packed(npm, folders.getbasetemp())


@cache
def _packed(npm: str, folder: Path) -> str:
    subprocess.run(
        [npm, "pack", f"axe-core@{VERSION}", "--silent", "--pack-destination", folder],
        check=True,
        capture_output=True,
        timeout=120,
    )
    with tarfile.open(folder / f"axe-core-{VERSION}.tgz") as packed:
        source = packed.extractfile("package/axe.min.js")
        assert source is not None
        return source.read().decode()
