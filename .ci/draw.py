"""Draws some of the mutants that cosmic-ray has prepared and forgets the others; `.ci/mutants random` asks for it.

Of the drawn ones only every second is kept, beginning with the first or the second, so that two runs divide the draw.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random


def draw(prepared: Path, count: int, seed: int, half: int) -> None:
    """Keep this half of `count` drawn mutants. The same sources and seed give the same draw."""
    with closing(sqlite3.connect(prepared)) as mutants, mutants:
        found = mutants.execute(
            "SELECT module_path, operator_name, occurrence, job_id FROM mutation_specs"
            " WHERE job_id NOT IN (SELECT job_id FROM work_results) ORDER BY 1, 2, 3"  # these have been left out
        ).fetchall()
        kept = Random(seed).sample(found, min(count, len(found)))[half::2]  # noqa: S311  # no secret
        mutants.execute("CREATE TEMP TABLE kept (job_id)")
        mutants.executemany("INSERT INTO kept VALUES (?)", [(job,) for *_, job in kept])
        for table in ("mutation_specs", "work_items"):
            mutants.execute(f"DELETE FROM {table} WHERE job_id NOT IN (SELECT job_id FROM kept)")  # noqa: S608  # ours


if __name__ == "__main__":
    draw(Path(sys.argv[1]), *map(int, sys.argv[2:5]))
