"""Wheels of the companion and of the guests, as their authors' tools make them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

PROJECT: Final = Path(__file__).parents[2]
GUESTS: Final = Path(__file__).parent


def uv(*words: object) -> None:
    """Run uv in the project, whose pinned versions it takes: with what it has kept, else from the network."""
    program = os.environ.get("UV") or shutil.which("uv")
    if program is None:
        pytest.skip("uv is not there; start the tests by uv")
    for more in (["--offline"], []):
        command = [program, *map(str, words), *more]
        told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PROJECT)
        if told.returncode == 0:
            return
    pytest.skip(f"uv cannot fetch what is asked for: {told.stderr.strip()}")


def wheel_of_the_companion(folder: Path) -> Path:
    """The companion's wheel, in a new folder in `folder`."""
    return _built(PROJECT, folder / "companion")


def wheel_of(guest: str, folder: Path) -> Path:
    """A guest's wheel, in a new folder in `folder`; built from a copy, since its words are compiled beside it."""
    copy = folder / guest / "sources"
    shutil.copytree(GUESTS / guest, copy, ignore=shutil.ignore_patterns("__pycache__", "*.mo", "tests"))
    return _built(copy, folder / guest)


def _built(project: Path, folder: Path) -> Path:
    uv("build", "--wheel", f"--out-dir={folder}", project)
    (wheel,) = folder.glob("*.whl")
    return wheel
