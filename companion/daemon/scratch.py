"""A private folder for work that is thrown away.

Law: what a power cut has left of the last work goes before the next.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def work_in(folder: Path, name: str) -> Iterator[Path]:
    """A folder of this name that only its maker may read. Raises OSError."""
    work = folder / name
    try:
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(mode=0o700)
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)
