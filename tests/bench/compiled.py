"""The optional compiled build of the rules, measured beside the sources it was made of; `.ci/compile` makes it.

Laws: a build counts only if it was made from exactly these sources; it runs in a process of its own, so that nothing
of it gets into another figure. No box ever has one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from companion.games import GAMES
from companion.kit.errors import LeftOut
from tests.bench.figure import Figure
from tests.bench.rule_speed import BESIDE, BESIDE_DECISIONS, BESIDE_RACES

PARTS: Final = ("kit", "match", "games", "players")
"""The folders of companion that are compiled: the rules, and who plays them at random."""
CHECKOUT: Final = Path(__file__).parents[2]
SOURCES: Final = CHECKOUT / "companion"
FOLDER: Final = CHECKOUT / "build" / "compiled" / str(sysconfig.get_config_var("SOABI"))
"""Where the build for this Python is; as PYTHONPATH, it is run in place of the sources."""
SUFFIX: Final = str(sysconfig.get_config_var("EXT_SUFFIX"))

TITLES: Final = tuple(rules.title for rules in GAMES)
MEASURES: Final = ("play", "rollouts", "backgammon")
PREFIX: Final = "compiled by Cython (optional): "
LEAST: Final = {BESIDE_DECISIONS: 2.0, BESIDE_RACES: BESIDE[BESIDE_RACES]}

METHOD: Final = f"The compiled build has {', '.join(PARTS)} by Cython, measured the same way in a process of its own."


class Told(msgspec.Struct):
    """What is read of the other process's figures."""

    figures: tuple[Figure, ...]


_TOLD: Final = msgspec.json.Decoder(Told)


def measure_compiled() -> Iterator[Figure]:
    """The figures of the rules, by the compiled build."""
    check(FOLDER)
    command = [sys.executable, "-P", "-m", "tests.bench", "--json", "-"]
    for name in MEASURES:
        command += ["--only", name]
    environment = {**os.environ, "PYTHONPATH": f"{FOLDER}{os.pathsep}{CHECKOUT}"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise _left_out(run.stderr.strip().rpartition("\n")[2] or f"it stopped with exit {run.returncode}")
    for figure in _TOLD.decode(run.stdout).figures:
        if figure.name.startswith(TITLES):
            yield Figure(PREFIX + figure.name, figure.value, figure.unit, at_least=LEAST.get(figure.name))


def modules(package: Path) -> tuple[Path, ...]:
    """What is compiled of the package `companion`, as paths within it."""
    files = (file for part in PARTS for file in (package / part).rglob("*.py"))
    return tuple(sorted(file.relative_to(package) for file in files if file.name != "__init__.py"))


def check(folder: Path) -> None:
    """Whether a build is there, whole, and of these sources. Raises LeftOut."""
    package = folder / "companion"
    if not package.is_dir():
        raise _left_out("there is none for this Python")
    if not all(package.joinpath(module.with_suffix(SUFFIX)).exists() for module in modules(package)):
        raise _left_out("it is not whole")
    if _texts(package) != _texts(SOURCES):
        raise _left_out("it was made of other sources")


def _texts(package: Path) -> dict[Path, bytes]:
    return {module: (package / module).read_bytes() for module in modules(package)}


def _left_out(why: str) -> LeftOut:
    return LeftOut(f"the compiled build of the rules is left out ({why}); in the sources, `.ci/compile` makes it")
