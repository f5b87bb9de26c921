"""Instructions of a start and of a press: figures that no busy machine sways, so that two versions can be compared.

Law: a process of its own under valgrind, with the same hashes each time; its code is compiled before it is counted.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from companion.kit.errors import LeftOut
from tests.bench.figure import Figure
from tests.ports import free_port

PRESSES: Final = 30
COUNTED: Final = re.compile(r"Collected : (\d+)")

METHOD: Final = (
    "Instructions: counted by valgrind, of the process with all its threads. A press: a tap in stepped time while "
    f"people join, with all that it draws and sends; from {PRESSES} of them, less what the same box costs without them."
)


def measure_instructions() -> Iterator[Figure]:
    """Millions of instructions. Raises LeftOut where valgrind is not installed."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        settings = Path(folder) / "companion.toml"
        settings.write_text(f'state_folder = "{folder}/state"\n[page]\nport = {free_port()}\n', encoding="utf-8")
        start = ("tests.bench.counted", "--config", str(settings))
        run(*start)  # it compiles what is not compiled yet, and makes the folder
        yield Figure("a start, to the first picture: instructions", count(*start), "million")
    run("tests.bench.counted", "0")
    at_rest, pressed = (count("tests.bench.counted", str(taps)) for taps in (0, PRESSES))
    yield Figure("a press: instructions", (pressed - at_rest) / PRESSES, "million")


def count(*words: str) -> float:
    """Millions of instructions of `python -m …`. Raises LeftOut."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise LeftOut("instructions are left out; they are counted by valgrind, which is not installed")
    ended = run(*words, under=(valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null"))
    found = COUNTED.search(ended.stderr)
    if ended.returncode != 0 or found is None:
        raise LeftOut(f"instructions are left out; the counted process ended with exit {ended.returncode}")
    return int(found[1]) / 1e6


def run(*words: str, under: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """`python -m …`, with the same hashes each time; `under`: the program that runs it."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [*under, sys.executable, "-m", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
