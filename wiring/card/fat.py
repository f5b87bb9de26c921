"""The boot partition of an image, by mtools: nothing is mounted, and no root is needed."""

import shutil
import subprocess
from pathlib import Path

from wiring.card.unfit import Unfit


class BootPartition:
    """A FAT file system in an image, by mtools."""

    def __init__(self, image: Path, start: int) -> None:
        self._place = f"{image}@@{start}"

    def read(self, name: str) -> str | None:
        """A text file's content, if it is there."""
        told = self._run("mtype", f"::{name}")
        return None if told.returncode else told.stdout.decode("utf-8", errors="replace")

    def has(self, name: str) -> bool:
        """Whether there is a file or folder of this name."""
        return not self._run("mdir", "-b", f"::{name}").returncode

    def make(self, folder: str) -> None:
        """Make a new folder."""
        self._run("mmd", f"::{folder}")

    def write(self, name: str, content: bytes) -> None:
        """Write a file, or replace the old one. Raises `Unfit` if it is not complete."""
        told = self._run("mcopy", "-o", "-", f"::{name}", said=content)
        # If the partition is full, mcopy cuts the file short and still succeeds.
        if self._run("mtype", f"::{name}").stdout != content:
            why = told.stderr.decode("utf-8", errors="replace").strip().replace("\n", "; ")
            raise Unfit(f"{name} does not fit on the boot partition ({why})")

    def _run(self, tool: str, *words: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        if (program := shutil.which(tool)) is None:
            raise Unfit("mtools is not installed: sudo apt install mtools (on a Mac: brew install mtools)")
        command = [program, "-i", self._place, *words]
        return subprocess.run(command, input=said, capture_output=True, check=False)  # noqa: S603 (never a shell)
