"""The box after an update: it notes what works, and tells if the update was taken back.

wiring/package/judge.sh compares what works under the new version with what worked under the one before.

Law: nothing here can delay or end a game; without systemd nothing is noted.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from companion.journal.journal import Journal
from companion.kit.text import text, verbatim
from companion.kit.view import View

WORKS: Final = "works"
"""A file in systemd's runtime folder, in memory: the number of the box's process, then a line for each key or part that
works."""
PARTS: Final = "display", "lights", "games"
"""What may stand there besides keys, by their names on the pin map. `games`: they are saved. versions.sh knows all."""
REFUSED: Final = Path("/opt/companion/refused")
"""judge.sh leaves it: the version that was taken back, then a line for each key or part that did not work."""


class WorkNote:
    """The note of what works in this process."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY")
        self._file = Path(folder) / WORKS if folder else None
        self._told: list[str] = []

    def tell(self, works: Iterable[str]) -> None:
        """Note that these work, and nothing else; written only when it changes."""
        told = sorted(works)
        if self._file is None or told == self._told:
            return
        with suppress(OSError):
            new = self._file.with_suffix(".new")
            new.write_text("\n".join((str(os.getpid()), *told, "")), encoding="ascii")
            new.replace(self._file)
            self._told = told


class Refusal(msgspec.Struct, frozen=True):
    """An update that was taken back."""

    version: str
    lacks: tuple[str, ...]
    """What had worked before and did not work with it."""

    @property
    def parts(self) -> tuple[str, ...]:
        """What it lacks, without the names of single keys."""
        return tuple(dict.fromkeys(name if name in PARTS else "keys" for name in self.lacks))

    @property
    def view(self) -> View:
        """Its screen."""
        lines = text("did not work here."), text("The version before"), text("is back.")
        return View(text("Update"), lines=(verbatim(self.version.partition("+")[0]), *lines))


def read_refusal(said: str | None) -> Refusal | None:
    """The words of `REFUSED`; `None`: no update was taken back."""
    version, *lacks = (said or "").split() or ("",)
    return Refusal(version, tuple(lacks)) if version else None


def refusal_news(journal: Journal, file: Path = REFUSED) -> View | None:
    """The screen of an update that was taken back, once."""
    try:
        found, at = read_refusal(file.read_text(encoding="ascii")), file.stat().st_mtime_ns
    except (OSError, UnicodeDecodeError):
        return None
    once = f"{file.name} {at}"
    if found is None or once in journal.known:
        return None
    journal.keep_known(once)
    return found.view
