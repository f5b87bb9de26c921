"""A database that somebody opens is closed again: its own `with` commits and leaves it open."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
LEFT_OPEN = re.compile(r"\bwith sqlite3\.connect\(|, sqlite3\.connect\(.*\) as ")


def test_no_database_is_left_to_its_own_with() -> None:
    files = [
        path for part in (".ci", "companion", "hardware", "wiring", "tests") for path in (ROOT / part).rglob("*.py")
    ]
    assert len(files) > 900
    assert [
        path for path in files if LEFT_OPEN.search(path.read_text(encoding="utf-8")) and path != Path(__file__)
    ] == []
