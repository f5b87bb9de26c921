"""Compiles the rules with Cython into a folder of its own, which can be run in place of the sources.

Law: the sources stay as they are. Code that Cython cannot read is rewritten in a copy.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from Cython.Build import cythonize
from readable import readable
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

from tests.bench.compiled import FOLDER, PARTS, SOURCES, SUFFIX, check, modules

WORK: Final = FOLDER.with_name(f"{FOLDER.name}.work")
"""The intermediate files, kept so that only changed modules are compiled again."""
OPTIONS: Final = {"annotation_typing": False}  # an annotation says nothing to C: `int` is any whole number
FLAGS: Final = ["-O2", "-g0", "-w"]
CORES: Final = os.cpu_count() or 1
BY_IT: Final = {**os.environ, "PYTHONPATH": str(FOLDER)}
"""The environment of a program that shall run with the build."""

NOT_COMPILED: Final = {
    "tests/companion/games/test_mutants.py::test_what_has_been_judged_is_what_stands_there": (
        "compiled functions have no source to inspect"
    ),
}
"""Tests of the rules that cannot run compiled, and why."""


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


def test() -> int:
    """Run the rules' tests with the compiled build; gives pytest's exit code."""
    command = [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", "-n", "auto"]
    for left_out, why in NOT_COMPILED.items():
        print(f"left out: {left_out}: {why}")
        command += ["--deselect", left_out]
    command += [f"tests/companion/{part}" for part in PARTS]
    return subprocess.run(command, cwd=SOURCES.parent, env=BY_IT, check=False).returncode


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
    parser.add_argument("--test", action="store_true", help="and run the rules' tests by it")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="what else to run by it")
    chosen = parser.parse_args()
    compile_rules()
    print(f"compiled: PYTHONPATH={FOLDER}", flush=True)
    if chosen.test and (failed := test()):
        sys.exit(failed)
    if chosen.command:
        sys.exit(subprocess.run(chosen.command, cwd=SOURCES.parent, env=BY_IT, check=False).returncode)
