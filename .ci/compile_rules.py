"""Compiles the rules with Cython into a folder of its own, which can be run in place of the sources.

Law: the sources stay as they are. Code that Cython cannot read is rewritten in a copy.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from Cython.Build import cythonize
from readable import readable
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

from companion.games import LIST
from tests.bench.compiled import FOLDER, PARTS, SOURCES, SUFFIX, check, modules

WORK: Final = FOLDER.with_name(f"{FOLDER.name}.work")
"""The intermediate files, kept so that only changed modules are compiled again."""
OPTIONS: Final = {"annotation_typing": False}  # an annotation says nothing to C: `int` is any whole number
FLAGS: Final = ["-O1", "-g0", "-w"]  # as fast as by -O2, and made in half the time
CORES: Final = os.cpu_count() or 1


def compile_rules() -> None:
    """Make the package `companion` in FOLDER: PARTS compiled, everything else a link to the sources."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    for module in modules(SOURCES):
        _write(WORK / "companion" / module, readable((SOURCES / module).read_text(encoding="utf-8")))
    os.chdir(WORK)  # tracebacks name a file from here on: companion/kit/…
    extensions = [
        Extension(
            ".".join(("companion", *module.with_suffix("").parts)), [f"companion/{module}"], extra_compile_args=FLAGS
        )
        for module in modules(SOURCES)
    ]
    made = cythonize(extensions, build_dir="c", nthreads=CORES, language_level=3, compiler_directives=OPTIONS)
    building = build_ext(Distribution({"ext_modules": made}))
    building.build_lib, building.build_temp, building.parallel = "lib", "objects", CORES
    building.ensure_finalized()
    building.run()
    _lay_out(WORK / "lib" / "companion", FOLDER / "companion")
    check(FOLDER)


def records(folder: Path, environment: Mapping[str, str]) -> dict[str, bytes]:
    """The record of a game of bots and of some random games, of each game on the box."""
    python = [sys.executable, "-P", "-m", "companion"]
    for game in LIST:
        drawn, played = folder / game.name, folder / game.name / "bots.jsonl"
        for command in (
            ["simulate", "--game", game.name, "--games", "40", "--records", str(drawn), "--json", "-"],
            ["demo", "--game", game.name, "--seed", "1", "--speed", "max", "--no-web", "--record", str(played)],
        ):
            subprocess.run(python + command, cwd=SOURCES.parent, env=environment, stdout=subprocess.DEVNULL, check=True)
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.jsonl")}


def plays_as_the_sources() -> bool:
    """Whether the build plays the same games as the sources, event by event."""
    with TemporaryDirectory() as compiled, TemporaryDirectory() as plain:
        by_it = records(Path(compiled), {**os.environ, "PYTHONPATH": str(FOLDER)})
        by_sources = records(Path(plain), {**os.environ, "PYTHONPATH": str(SOURCES.parent)})
    print(f"{len(by_it)} records by the build, {len(by_sources)} by the sources")
    return len(by_it) > len(LIST) and by_it == by_sources


def _write(file: Path, text: str) -> None:
    """Write a file if it has changed: an unchanged one keeps its time, which shows that it is unchanged."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _lay_out(made: Path, package: Path) -> None:
    package.mkdir(parents=True)
    for there in SOURCES.iterdir():
        if there.name in PARTS:
            shutil.copytree(there, package / there.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif there.name != "__pycache__":
            (package / there.name).symlink_to(there)
    for module in modules(SOURCES):
        binary = module.with_suffix(SUFFIX)
        shutil.copy(made / binary, package / binary)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog=".ci/compile", description=__doc__)
    parser.add_argument("--check", action="store_true", help="and play the same games with it and with the sources")
    asked = parser.parse_args()
    compile_rules()
    print(f"compiled: PYTHONPATH={FOLDER}", flush=True)
    if asked.check and not plays_as_the_sources():
        sys.exit(
            "expected the same games as by the sources; the build plays others: see the rewriting in .ci/readable.py"
        )
