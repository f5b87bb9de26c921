"""The real process on a disk that fills and has room again, or is read-only; and killed during play.

`COMPANION_KILLS` says how often it is killed, as in `test_kills`; here it is a tenth, since a start takes a second.
"""

from __future__ import annotations

import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.daemon.resuming import resume
from companion.faces import oled
from companion.faces.sheet import Rectangle
from companion.journal.journal import Journal
from companion.kit.text import text, verbatim
from companion.kit.view import View
from tests.companion.daemon.test_process import Daemon, entries, look_the_same
from tests.power.test_kills import KILLS

pytestmark = pytest.mark.slow

TAP_S, HOLD_S = 0.08, 0.75
TOLD_S = 8.0
"""The longest time from the start to the first answer; a busy machine needs all of it."""
PICTURES = 30
BELOW = 19
"""The first row below the header, wherever it stands; the mark moves the header's words."""
MARK, NOTICE = Rectangle(2, 2, 11, 14), Rectangle(2, 48, 126, 62)
"""Parts of the display, two dots from its edge: the picture wanders by two dots."""
MOUNT = "/usr/bin/mount"
FULL = ("prlimit", "--fsize=64:unlimited")
"""Starts a program whose files cannot grow by a page; the twin tests its folder with a few bytes first."""


class Companion(Daemon):
    """A running companion, and the words on its display."""

    def limit(self, most: int) -> None:
        """Limit the size of files from now on."""
        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (most, hard))

    def sit_down(self) -> None:
        for pair in (1, 2, 3):
            self.press(f"green{pair}", TAP_S)
        self.press("green1", HOLD_S)

    def answer(self, colour: str = "green") -> None:
        """After all news, let the asked seat answer with this key: every seat taps it, then every seat holds it."""
        time.sleep(TOLD_S)
        for seconds in (TAP_S, HOLD_S):
            for down in (True, False):
                for pair in (1, 2, 3):
                    self.feel(f"{colour}{pair}", down=down, at_most=seconds)
                time.sleep(seconds if down else 0.08)

    def waits_for(self, sentence: str) -> None:
        """Wait until this notice is shown, or was shown within the last second."""
        wanted, seen, end = notice(sentence), max(len(self.shown) - PICTURES, 0), time.monotonic() + 15.0
        while not any(stands(wanted, memory, NOTICE) for memory in self.shown[seen:]):
            assert time.monotonic() < end, f"never shown: {sentence}"
            time.sleep(0.05)

    def comes_to(self, picture: bytes) -> None:
        """Wait until this display shows, below its header, what another one has shown."""
        end = time.monotonic() + 15.0
        while not self.memory or not look_the_same(self.memory, picture, BELOW):
            assert time.monotonic() < end, f"never shown again:\n{drawn(picture)}\nbut\n{drawn(self.memory)}"
            time.sleep(0.05)

    def is_marked(self) -> bool:
        """Whether the display has a `!` before its header."""
        return stands(oled.draw(View(verbatim(""), is_saved=False), str).tobytes(), self.memory, MARK)

    def comes_marked(self) -> None:
        """Wait until it is, even if a busy machine draws late."""
        end = time.monotonic() + 15.0
        while not self.is_marked():
            assert time.monotonic() < end, "never marked"
            time.sleep(0.05)

    def pull_the_plug(self) -> None:
        """Kill it; its output until then has no traceback."""
        self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        said = self.process.stderr.read()
        assert "Traceback" not in said
        assert "should not have happened" not in said
        self.kill()


def notice(sentence: str) -> bytes:
    return oled.draw(View(verbatim(""), notice=text(sentence)), str).tobytes()


def drawn(memory: bytes) -> str:
    """A display's memory as text, a sign for each dot; empty: nothing was ever shown."""
    return "\n".join(
        "".join(".#"[memory[y // 8 * 128 + x] >> y % 8 & 1] for x in range(128)) for y in range(64 if memory else 0)
    )


def stands(picture: bytes, memory: bytes, part: Rectangle) -> bool:
    """Whether a display's memory holds this part of a picture, with any shift of its minute."""
    across, down, reach = range(part.left, part.right), range(part.top, part.bottom), range(-2, 3)
    wanted = [[picture[y * 16 + x // 8] >> (7 - x % 8) & 1 for x in across] for y in down]
    return any(
        wanted == [[memory[(y + dy) // 8 * 128 + x + dx] >> (y + dy) % 8 & 1 for x in across] for y in down]
        for dx in reach
        for dy in reach
    )


def plays_on_and_is_saved(box: Companion, folder: Path, mend: Callable[[], object], saved: int = 0) -> None:
    """Check that on a full disk the mark appears and the game goes on, and that nothing is missing after there is
    room."""
    box.comes_marked()
    box.answer()
    assert box.is_marked()
    box.settled()  # a busy machine has answered, too
    mend()
    assert len(entries(folder)) == saved
    box.press("table", 1.5)  # too early for its hold: nothing is written, nothing is tried
    assert box.is_marked()
    box.answer()
    box.waits_for("Saved again.")
    assert not box.is_marked()
    picture = box.settled()
    assert len(entries(folder)) >= saved + 2, "what was answered before and after"
    box.pull_the_plug()
    again = Companion(folder)
    again.comes_to(picture)
    assert not again.is_marked()
    again.pull_the_plug()


def test_a_disk_that_fills_in_the_middle_of_a_game_costs_nothing_once_it_has_room(tmp_path: Path) -> None:
    box = Companion(tmp_path)
    box.sit_down()
    assert not box.is_marked()
    saved = len(entries(tmp_path))
    box.limit(0)
    box.answer()
    box.waits_for("Not saved: disk full or broken.")
    plays_on_and_is_saved(box, tmp_path, lambda: box.limit(resource.RLIM_INFINITY), saved)


def test_a_first_start_on_a_full_disk(tmp_path: Path) -> None:
    box = Companion(tmp_path, *FULL)
    box.waits_for("Not saved: disk full or broken.")
    box.sit_down()
    plays_on_and_is_saved(box, tmp_path, lambda: box.limit(resource.RLIM_INFINITY))


# --- file systems of their own ---------------------------------------------------------------------------------------


@contextmanager
def mounted(at: Path) -> Iterator[None]:
    """A disk of 256 KiB; only root may make one."""
    at.mkdir()
    made = subprocess.run([MOUNT, "-t", "tmpfs", "-o", "size=256k", "tmpfs", at], capture_output=True, check=False)
    if made.returncode != 0:
        # No tool that CI could install is missing.
        pytest.xfail(f"no file system can be mounted here: {made.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["/usr/bin/umount", "--lazy", at], check=True)


def test_a_start_on_a_file_system_without_a_free_page(tmp_path: Path) -> None:
    with mounted(tmp_path / "state"):
        filler = tmp_path / "state" / "filler"
        with pytest.raises(OSError, match="No space left"):
            filler.write_bytes(bytes(1 << 20))
        box = Companion(tmp_path)
        box.sit_down()
        plays_on_and_is_saved(box, tmp_path, filler.unlink)


def test_a_start_on_a_file_system_that_can_only_be_read(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with mounted(state):
        box = Companion(tmp_path)
        box.sit_down()
        box.answer()
        picture, saved = box.settled(), len(entries(tmp_path))
        box.pull_the_plug()
        (state / "games.sqlite-shm").unlink()
        subprocess.run([MOUNT, "-o", "remount,ro", state], check=True)
        box = Companion(tmp_path)
        box.waits_for("Not saved: disk full or broken.")
        box.comes_to(picture)
        rw = [MOUNT, "-o", "remount,rw", str(state)]
        plays_on_and_is_saved(box, tmp_path, lambda: subprocess.run(rw, check=True), saved)


# --- random kills ----------------------------------------------------------------------------------------------------


def test_random_kills_of_the_process_lose_no_entry(tmp_path: Path) -> None:
    luck, before = Random(1995), tuple[bytes, ...]()
    for _ in range(KILLS // 10):
        box = Companion(tmp_path)
        if not before:
            box.sit_down()
        end = time.monotonic() + luck.uniform(0.0, 2.5)
        while time.monotonic() < end:
            box.answer(luck.choice(("green", "green", "red")))
        alive = entries(tmp_path)
        assert alive[: len(before)] == before
        box.pull_the_plug()
        journal = Journal(tmp_path / "state", read_only=True)
        saved = journal.running()
        journal.shut()
        assert saved is not None
        assert saved.entries[: len(alive)] == alive
        resume(saved)
        before = saved.entries
    assert not list((tmp_path / "state").glob("games-*"))
    print(f"{len(before)} entries")
