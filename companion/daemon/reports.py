"""Reports of finished games for the owner's page and the table's page: `companion report` makes each once, and it is
kept beside the games.

Laws: a process of lowest priority makes a report, so no light is late; a request never waits for it; a report is kept
under the number, beginning and length of its game, so a report of another game, or of an end that was undone, is never
shown instead; a damaged report is made again.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from companion.daemon.small_files import SmallFile, shaped
from companion.files import make_folder
from companion.journal.saved import Saved
from companion.kit.errors import BadConfig, Unwritten
from companion.match.report import Report

FOLDER: Final = "reports"
END_S: Final = 2.0
"""How long `close` waits for the end of that process, and for a request in progress."""
KIND: Final = 19
"""The nice value of that process: the highest."""
REPORTS: Final = SmallFile(f"{FOLDER}/*.json", shaped(Report))


class Reports:
    """The reports in a folder, and the one that is being made."""

    def __init__(self, folder: Path, settings: Path | None = None) -> None:
        """`folder`: the games' folder; `settings`: the owner's file."""
        self._folder = folder / FOLDER
        self._settings = settings
        self._asking = Lock()
        self._making: tuple[Path, subprocess.Popen[bytes]] | None = None

    def find(self, saved: Saved) -> Report | None:
        """The report of a finished game; `None`: it is being made, or waits for another. Raises Unwritten."""
        file = self._folder / name_of(saved)
        with self._asking:
            self._end(file)
            if (report := _read(file)) is None and self._making is None:
                self._begin(saved.id, file)
            return report

    def close(self) -> None:
        """Stop: nobody will ask any more."""
        is_ours = self._asking.acquire(timeout=END_S)
        if self._making is not None:
            self._making[1].kill()
            with suppress(subprocess.TimeoutExpired):
                self._making[1].wait(END_S)
            self._making = None
        if is_ours:
            self._asking.release()

    def _begin(self, number: int, file: Path) -> None:
        own = () if self._settings is None else ("--config", str(self._settings))
        command = [sys.executable, "-m", "companion", *own, "report", str(number), "--jobs", "1"]
        command += ["--short", "--json", str(_new(file))]
        try:
            make_folder(self._folder)
            process = subprocess.Popen(  # noqa: S603
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"STATE_DIRECTORY": str(self._folder.parent)},
            )
        except OSError as error:
            raise Unwritten(f"no report can be made ({error.strerror}); try again later") from None
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, KIND)
        self._making = file, process

    def _end(self, asked: Path) -> None:
        """Keep the report that was made. Raises Unwritten if the report `asked` for could not be made."""
        if self._making is None or (code := self._making[1].poll()) is None:
            return
        file, self._making = self._making[0], None
        if not (code == 0 and _keep(file)) and file == asked:
            raise Unwritten("the report could not be made; `companion report` says why")


def name_of(saved: Saved) -> str:
    """The file name of the report of this very game."""
    return f"{saved.id}-{re.sub('[^0-9]', '', saved.began)}-{len(saved.entries)}.json"


def _new(file: Path) -> Path:
    return file.with_suffix(".new")


def _keep(file: Path) -> bool:
    """Keep a new file; whether it is a report and was kept."""
    try:
        made = REPORTS.look(_new(file))
        _new(file).unlink(missing_ok=True)
        return made is not None and made.value is not None and REPORTS.keep(file, made.value)
    except (OSError, BadConfig):
        return False


def _read(file: Path) -> Report | None:
    """A stored report; `None`: there is none, or it is damaged or of another version."""
    try:
        found = REPORTS.mend(file)
    except OSError:
        return None
    return found.value if found is not None else None
