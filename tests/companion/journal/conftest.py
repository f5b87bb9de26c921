from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.journal import Journal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "companion"


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    opened = Journal(folder)
    yield opened
    opened.shut()
