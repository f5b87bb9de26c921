"""A real box in which an installed game never returns from its `view`; the test is the systemd that ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.sync.client import connect

from companion.daemon.systemd import ENDED, PLAYING
from companion.installed.shelf import add
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from tests.companion.daemon.test_process import within
from tests.companion.daemon.test_systemd import Ear
from tests.companion.installed.wheels import RULES, sources, wheel
from tests.companion.web.wire_fingers import WireFingers
from tests.ports import free_port

pytestmark = pytest.mark.slow

HANGING = RULES.replace(
    "        count = draft", "        while state.left == HEAP - 1:\n            pass\n        count = draft"
)
"""Once a match is taken, nothing is shown any more."""
PATIENCE_S = 60.0
SILENCE_S = 4.0
"""A box that says nothing for so long hangs; otherwise it says each second that it lives."""


class Systemd:
    """Starts the box, listens to it, ends it when it says nothing, and tells the next start."""

    def __init__(self, folder: Path) -> None:
        self.state, self._runtime = folder / "state", folder / "run"
        self._runtime.mkdir()
        self.port = free_port()
        settings = folder / "companion.toml"
        settings.write_text(
            f'explains = false\nstate_folder = "{self.state}"\n[game]\nname = "otters"\n[page]\nport = {self.port}\n'
        )
        self._command = [sys.executable, "-m", "companion", "--config", str(settings)]
        self._environment = {
            **os.environ,
            "XDG_DATA_HOME": str(folder / "data"),
            "RUNTIME_DIRECTORY": str(self._runtime),
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": "2000000",
        }
        self._ear = Ear(str(folder / "notify"))

    def start(self) -> None:
        """Start the box."""
        self._box = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, env=self._environment)

    def press(self, *keys: tuple[str, float]) -> None:
        """Press keys for so many seconds, by the page."""
        with connect(f"ws://127.0.0.1:{self.port}/live") as wire:
            fingers = WireFingers(wire)
            for key, seconds in keys:
                fingers.press(key, seconds)
                time.sleep(seconds)
                fingers.release(key)
                time.sleep(0.1)
            fingers.leave()

    def _until(self, said: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while said not in self._ear.heard():
            assert time.monotonic() < end, f"it never said {said}"
            time.sleep(0.05)

    def lives(self) -> None:
        """Wait until it says that it lives."""
        self._until("WATCHDOG=1")
        self._until("WATCHDOG=1")

    def bark(self, word: str) -> None:
        """End the box because it says nothing; `word`: systemd's for that."""
        quiet, end = time.monotonic(), time.monotonic() + PATIENCE_S
        while time.monotonic() < quiet + SILENCE_S or not (self._runtime / PLAYING).exists():
            assert time.monotonic() < end, "it never hung"
            if "WATCHDOG=1" in self._ear.heard():
                quiet = time.monotonic()
            time.sleep(0.05)
        self.end(signal.SIGABRT)
        (self._runtime / ENDED).write_text(f"{word}\n")

    def pull_the_plug(self) -> None:
        """The box and all that is only in memory are gone."""
        self.end(signal.SIGKILL)
        for file in self._runtime.iterdir():
            file.unlink()

    def end(self, number: signal.Signals) -> int:
        """End the box by a signal; its exit code."""
        self._box.send_signal(number)
        return self._box.wait(PATIENCE_S)

    def has_moved(self) -> bool:
        """Whether a move of the running game is on the disk."""
        journal = Journal(self.state, read_only=True)
        running = journal.running()
        journal.shut()
        return running is not None and running.entries != ()

    def saved(self) -> Saved:
        """The first game of the box."""
        journal = Journal(self.state, read_only=True)
        saved = journal.load(1)
        journal.shut()
        assert saved is not None
        return saved

    def close(self) -> None:
        """Forget it."""
        if self._box.poll() is None:
            self.end(signal.SIGKILL)
        self._ear.close()


@pytest.fixture
def systemd(bare_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    assert bare_home.is_dir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with monkeypatch.context() as nobody:
        nobody.setattr("os.geteuid", lambda: 1000)
        add(wheel(tmp_path, sources(rules=HANGING)))
    with closing(Systemd(tmp_path)) as systemd:
        systemd.start()
        systemd.lives()
        tap, hold = 0.08, 0.75
        systemd.press(("green1", tap), ("green3", tap), ("green1", hold), ("green1", hold), ("green3", hold))
        within(PATIENCE_S, systemd.has_moved)
        yield systemd


def test_ended_by_the_watchdog_it_sets_the_game_aside_and_lives(systemd: Systemd) -> None:
    systemd.bark("watchdog")
    systemd.start()
    systemd.lives()
    saved = systemd.saved()
    assert (saved.is_left, saved.silent_with, len(saved.entries)) == (True, "otters-game 1.0", 1)
    assert systemd.end(signal.SIGTERM) == 0
    systemd.start()
    systemd.lives()


def test_after_a_pulled_plug_it_hangs_once_more_and_is_set_aside_when_that_start_is_given_up(systemd: Systemd) -> None:
    systemd.pull_the_plug()
    assert not systemd.saved().is_left
    systemd.start()
    systemd.bark("timeout")
    systemd.start()
    systemd.lives()
    assert systemd.saved().silent_with == "otters-game 1.0"
