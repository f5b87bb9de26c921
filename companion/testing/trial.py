"""A game in its author's folder on trial: exit 0 if it keeps every law and its own tests pass.

It runs in a process of its own for each mutant (`mutants`), so nothing of one game is left for the next.
"""

from __future__ import annotations

import sys
import unittest
from collections import deque
from pathlib import Path
from typing import Final

from companion.installed.project import games_of
from companion.kit.errors import BrokenLaw
from companion.testing.game_check import check
from companion.testing.verdict import cause

TESTS: Final = "tests"
"""The folder of the game's own tests; without it, the laws decide alone."""


def stand(folder: Path) -> None:
    """Raises BrokenLaw, or whatever else is wrong."""
    for game in games_of(folder):
        sys.path.insert(0, game.folder)
        deque(check(game, 1, games=1), maxlen=0)
    if (folder / TESTS).is_dir():
        result = unittest.TestResult()
        result.failfast = True
        unittest.TestLoader().discover(str(folder / TESTS)).run(result)
        for test, why in (*result.failures, *result.errors):
            raise BrokenLaw(f"{test.id()}: {cause(why)}")


if __name__ == "__main__":
    stand(Path(sys.argv[1]))
