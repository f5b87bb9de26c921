"""A real Dask scheduler and its workers, as processes of this machine: what `cluster` meets elsewhere."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOON_S = 30.0


class Machines:
    """The scheduler; workers come and go."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        file = folder / "scheduler.json"
        self.scheduler = self._started("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        self.workers: list[subprocess.Popen[bytes]] = []
        until = time.monotonic() + SOON_S
        while not (file.exists() and file.read_text(encoding="utf-8").endswith("}")):
            assert time.monotonic() < until, "no scheduler came"
            time.sleep(0.05)
        self.address = str(json.loads(file.read_text(encoding="utf-8"))["address"])

    def hire(self, *words: str, path: Path | None = None) -> subprocess.Popen[bytes]:
        """Start another worker; `path`: where it finds its companion, if not here."""
        folder = self._folder / f"worker{len(self.workers)}"
        folder.mkdir()
        worker = self._started(
            "worker", self.address, "--nthreads", "1", "--local-directory", str(folder), *words, cwd=path or folder
        )
        self.workers.append(worker)
        return worker

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _started(self, *words: str, cwd: Path | None = None) -> subprocess.Popen[bytes]:
        with (self._folder / f"{words[0]}.log").open("ab") as log:
            command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=cwd or self._folder)


@contextmanager
def machines(folder: Path, workers: int) -> Iterator[Machines]:
    """A scheduler with this many workers."""
    here = Machines(folder)
    try:
        for _ in range(workers):
            here.hire("--no-nanny")
        yield here
    finally:
        here.end()
