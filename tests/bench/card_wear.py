"""What an evening writes to the memory card, counted by the kernel at the card's end: by the journal, SQLite and ext4.

Law: the box is a stepped one that keeps its games as always; the card is a file with ext4 behind a loop device, mounted
as Raspberry Pi OS mounts its card.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Final

from companion.config import Config, GameSettings
from companion.daemon import demo
from companion.daemon.stepped import Stepped
from companion.games import GAMES
from companion.journal.journal import Journal
from companion.kit.errors import LeftOut
from tests.bench.figure import Figure

PLAYERS: Final = 4
GAMES_AN_EVENING: Final = 2
EVENING_MIB: Final = 16
FLUSH_S: Final = 30.0
"""After this long at the table whatever the kernel still holds back goes to the card, as its flusher would do it
(vm.dirty_expire_centisecs)."""
REST_S: Final = 60.0
"""After this long the last news are over."""
NOBODY_S: Final = 3600.0
CARD_MIB: Final = 256
SECTOR: Final = 512
WRITTEN: Final = 6
"""The place of the sectors written in /sys/block/…/stat."""

METHOD: Final = (
    f"The card: sectors written to a loop device with ext4 on which a stepped box keeps its games; an evening is "
    f"{GAMES_AN_EVENING} games of {PLAYERS} players, played by keys; whatever the kernel holds back is written every "
    f"{FLUSH_S:g} s at the table. While nobody plays: {NOBODY_S / 60:g} minutes at the table."
)


class Card:
    """A memory card in the box."""

    def __init__(self, folder: Path, device: str) -> None:
        self.folder = folder
        self._stat = Path("/sys/block") / Path(device).name / "stat"

    def written(self) -> int:
        """Bytes so far, with all that the kernel held back."""
        _run("sync", "--file-system", str(self.folder))
        return SECTOR * int(self._stat.read_text("ascii").split()[WRITTEN])


@contextmanager
def card(folder: Path) -> Iterator[Card]:
    """An empty card, whose file is in this folder. Raises LeftOut."""
    if os.geteuid() != 0:
        raise LeftOut("wear of the card is left out; only root has loop devices")
    file, at = folder / "card.img", folder / "card"
    at.mkdir()
    with file.open("wb") as image:
        image.truncate(CARD_MIB * 1024**2)
    with ExitStack() as leaving:
        try:
            _run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", str(file))
            device = _run("losetup", "--find", "--show", str(file))
            leaving.callback(_run, "losetup", "--detach", device)
            _run("mount", "-o", "noatime", device, str(at))
        except (OSError, subprocess.SubprocessError) as error:
            raise LeftOut(f"wear of the card is left out; there is no loop device with ext4 here: {error}") from None
        leaving.callback(_run, "umount", str(at))
        yield Card(at, device)


def measure_wear() -> Iterator[Figure]:
    """An evening of each game, and the time in which nobody plays. Raises LeftOut."""
    for rules in GAMES:
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder, card(Path(folder)) as there:
            evening, nobody = spend_evening(there, rules.name)
        name = f"the card, an evening of {rules.name}"
        yield Figure(f"{name}: written", evening / 1024**2, "MiB", at_most=EVENING_MIB)
        yield Figure(f"{name}: written while nobody plays", nobody, "bytes", at_most=0)


def spend_evening(there: Card, game: str) -> tuple[int, int]:
    """Bytes written by the games of an evening; and while nobody plays: while people may join, and within a game."""
    rng, nobody = Random(1), 0
    with ExitStack() as leaving:
        journal = Journal(there.folder)
        leaving.callback(journal.shut)
        config = Config(game=GameSettings(game), explains=False)
        box = demo.stepped_twin(config, journal, lambda: rng.randbytes(32).hex())
        leaving.callback(box.close)
        box.watch = _flushing(box, there)
        nobody += _rest(box, there)
        before = there.written() - nobody
        for nth in range(GAMES_AN_EVENING):
            for count, _ in enumerate(demo.play(box, PLAYERS, rng)):
                if (nth, count) == (0, PLAYERS):
                    nobody += _rest(box, there)
            box.wait(REST_S)
            demo.press(box, "green1", demo.HOLD_S)  # back to joining
        return there.written() - before - nobody, nobody


def _rest(box: Stepped, there: Card) -> int:
    """Bytes written while nobody plays for long."""
    box.wait(REST_S)
    before = there.written()
    box.wait(NOBODY_S)
    return there.written() - before


def _flushing(box: Stepped, there: Card) -> Callable[[], None]:
    """What lets the kernel write, after each instant, if it is time."""
    due_at = box.now + FLUSH_S

    def flush() -> None:
        nonlocal due_at
        if box.now >= due_at:
            there.written()
            due_at = box.now + FLUSH_S

    return flush


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
