"""The daemon as a process: started, played by its page's wire, killed, started again."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from itertools import pairwise
from math import inf
from pathlib import Path
from threading import Thread
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from companion.daemon.resuming import record_of
from companion.daemon.signals import MEANINGLESS
from companion.journal.journal import Journal
from tests.companion.daemon.test_systemd import Ear
from tests.companion.web.wire_fingers import WireFingers
from tests.ports import free_port

pytestmark = pytest.mark.slow

MEMORY = 1


class Daemon:
    """A running companion and a hand on its keys."""

    def __init__(self, folder: Path, *starter: str, **environment: str) -> None:
        """`starter`: a command that starts it, such as a limit; empty: it is started directly."""
        port = self.port = free_port()
        settings = folder / "companion.toml"
        settings.write_text(
            f'explains = false\nstate_folder = "{folder / "state"}"\n'
            f'[game]\nname = "galopp-royal"\n[page]\nport = {port}\n',
            encoding="utf-8",
        )
        command = [*starter, sys.executable, "-m", "companion", "--config", str(settings)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
        )
        assert self.process.stdout is not None
        self.greeting = self.process.stdout.readline()
        self.memory = b""
        self.shown: list[bytes] = []
        """Every memory of the display, in order."""
        self.changed_at = time.monotonic()
        self._open = ExitStack()
        try:
            self._wire = self._open.enter_context(connect(f"ws://127.0.0.1:{port}/live"))
        except BaseException:
            self.process.kill()
            raise
        self._reader = Thread(target=self._read, args=(self._wire,), daemon=True)
        self._reader.start()
        self._fingers = WireFingers(self._wire)

    def _read(self, wire: ClientConnection) -> None:
        try:
            for message in wire:
                if isinstance(message, bytes) and message[0] == MEMORY:
                    self.memory, self.changed_at = message[1:], time.monotonic()
                    self.shown.append(self.memory)
        except ConnectionClosed:
            pass

    def press(self, key: str, seconds: float) -> None:
        for down in (True, False):
            self.feel(key, down=down, at_most=seconds)
            time.sleep(seconds if down else 0.08)

    def feel(self, key: str, *, down: bool, at_most: float = inf) -> None:
        """A finger goes down, and reports a hold of at most so many seconds, however late it is released; or it is
        released."""
        if down:
            self._fingers.press(key, at_most)
        else:
            self._fingers.release(key)

    def settled(self) -> bytes:
        """Wait until the display has not changed for longer than any news stays; gives its memory."""
        end = time.monotonic() + 60.0
        while not self.memory or time.monotonic() - self.changed_at < 5.0:
            assert time.monotonic() < end, "the picture never rests"
            time.sleep(0.05)
        return self.memory

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._close()

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=10)
        assert self.process.stderr is not None
        said = self.process.stderr.read()
        self._close()
        return code, said

    def _close(self) -> None:
        self._fingers.leave()
        self._open.close()
        self._reader.join(5)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


def entries(folder: Path) -> tuple[bytes, ...]:
    journal = Journal(folder / "state", read_only=True)
    saved = journal.running()
    journal.shut()
    return saved.entries if saved is not None else ()


def thinking(daemon: Daemon) -> int | None:
    """The process in which its bots think, if there is one."""
    threads = Path(f"/proc/{daemon.process.pid}/task").glob("*/children")  # one for each thread that started one
    for pid in [child for mine in threads for child in mine.read_text(encoding="ascii").split()]:
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            if b"mind" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return int(pid)
    return None


def within(seconds: float, happens: Callable[[], bool]) -> None:
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.02)


def look_the_same(one: bytes, other: bytes, top: int = 4) -> bool:
    """Whether two display memories hold the same picture from the row `top` on, each where it stands in its minute."""

    def cut(memory: bytes, right: int, down: int) -> list[list[int]]:
        """The dots 4 and more from the other edges, seen from so far right and down."""
        return [
            [memory[y // 8 * 128 + x] >> y % 8 & 1 for x in range(4 + right, 124 + right)]
            for y in range(top + down, 60 + down)
        ]

    reach = range(-3, 4)
    return any(cut(one, 0, 0) == cut(other, right, down) for right in reach for down in reach)


def test_killed_in_an_auction_and_in_a_race_it_comes_back_dot_for_dot(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path)
    for pair in (1, 2, 3):
        daemon.press(f"green{pair}", 0.08)
    daemon.press("green1", 0.75)
    daemon.press("green1", 0.08)
    daemon.press("green1", 0.75)  # bids 1
    auction = daemon.settled()
    before = entries(tmp_path)
    daemon.kill()

    daemon = Daemon(tmp_path)
    assert look_the_same(daemon.settled(), auction)
    assert entries(tmp_path) == before
    for key in ("red2", "red3"):
        daemon.press(key, 0.75)  # the first team is sold
    for _ in range(60):  # whoever is on turn buys what is left, until somebody rolls
        last = entries(tmp_path)[-1]
        if b'"event":"rolled"' in last:
            break
        for key in ("green1", "green2", "green3"):
            daemon.press(key, 0.08)
            daemon.press(key, 0.75)
    else:
        pytest.fail("no race was reached")
    race = daemon.settled()
    before = entries(tmp_path)
    daemon.kill()

    daemon = Daemon(tmp_path)
    assert look_the_same(daemon.settled(), race)
    assert entries(tmp_path) == before
    assert daemon.stop() == (0, "")


def test_sigterm_ends_it_cleanly_and_says_nothing_and_signals_of_no_meaning_do_nothing(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path)
    assert "http://127.0.0.1:" in daemon.greeting
    for number in MEANINGLESS:
        daemon.process.send_signal(number)
    daemon.settled()
    assert daemon.stop() == (0, "")


def test_one_that_the_watchdog_ends_tells_where_each_of_its_threads_stood(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path)
    daemon.settled()
    daemon.process.send_signal(signal.SIGABRT)
    assert daemon.process.wait(timeout=10) == -signal.SIGABRT
    assert daemon.process.stderr is not None
    said = daemon.process.stderr.read()
    daemon._close()
    assert said.startswith("Fatal Python error: Aborted\n")
    for file, function in (
        ("live.py", "_wait"),
        ("worker.py", "_run"),
        ("controller.py", "_poll_on"),
        ("server.py", "<lambda>"),
    ):
        assert re.search(rf'File ".*{file}", line \d+ in {function}', said), f"{file} stood somewhere"
    assert said.count("most recent call first") >= 6, (
        "the loop, display, lights, sound, the twin's controller, its page"
    )


def test_it_is_shut_down_by_its_menu(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path)
    daemon.press("table", 5.2)
    daemon.press("red1", 0.08)  # the last group
    daemon.press("green1", 0.75)
    daemon.press("red1", 0.08)  # its last choice
    with suppress(ConnectionClosed):  # the box may be off before the key is let go
        daemon.press("green1", 0.75)
    assert daemon.process.wait(timeout=10) == 0
    assert daemon.stop() == (0, "")


def test_a_second_one_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path)
    settings = tmp_path / "companion.toml"
    again = subprocess.run(
        [sys.executable, "-m", "companion", "--config", str(settings)], capture_output=True, text=True, check=False
    )
    assert again.returncode == 2
    assert "another companion is at work" in again.stderr
    assert again.stderr.count("\n") == 1
    daemon.stop()


def test_systemd_hears_it_start_live_and_stop(tmp_path: Path) -> None:
    """sd_notify on the wire, from a real process; half of 3 s is 1.5, and the loop comes round once a second."""
    address = str(tmp_path / "notify")
    with closing(Ear(address)) as ear:
        daemon = Daemon(tmp_path, NOTIFY_SOCKET=address, WATCHDOG_USEC="3000000")
        beats: list[float] = []
        end = time.monotonic() + 9.0
        *steps, ready = ear.heard()[:3]
        assert ready == "READY=1", "told before the page was"
        assert all(step.startswith("EXTEND_TIMEOUT_USEC=") for step in steps), "it works"
        while time.monotonic() < end:
            beats += [time.monotonic()] * ear.heard().count("WATCHDOG=1")
            time.sleep(0.02)
        assert 4 <= len(beats) <= 7
        assert max(later - sooner for sooner, later in pairwise(beats)) < 3.0
        assert daemon.stop() == (0, "")
        assert ear.heard()[-1] == "STOPPING=1"


def test_a_loop_that_hangs_is_heard_of_no_more(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with closing(Ear(address)) as ear:
        daemon = Daemon(tmp_path, NOTIFY_SOCKET=address, WATCHDOG_USEC="1000000")
        daemon.process.send_signal(signal.SIGSTOP)
        ear.heard()
        time.sleep(2.5)
        assert ear.heard() == []
        daemon.process.send_signal(signal.SIGCONT)
        assert daemon.stop() == (0, "")


def test_a_tap_while_the_box_is_held_up_is_no_hold(tmp_path: Path) -> None:
    """Both its moves wait in the wire for a second."""
    daemon = Daemon(tmp_path)
    for pair in (1, 2, 3):
        daemon.press(f"green{pair}", 0.08)
    before = daemon.settled()
    daemon.feel("green1", down=True, at_most=0.13)
    time.sleep(0.03)
    daemon.process.send_signal(signal.SIGSTOP)
    time.sleep(0.1)
    daemon.feel("green1", down=False)
    time.sleep(1.0)
    daemon.process.send_signal(signal.SIGCONT)
    within(10.0, lambda: not look_the_same(daemon.memory, before))
    assert not look_the_same(daemon.settled(), before), "the first has left"
    assert entries(tmp_path) == (), "a hold would have begun the game"
    assert daemon.stop() == (0, "")


def test_a_crowd_of_idle_connections_costs_the_box_nothing(tmp_path: Path) -> None:
    """1 100 of them, where it may open 1 024 files as on a Pi: the game begins, and what is on disk is whole."""
    daemon = Daemon(tmp_path, "prlimit", "--nofile=1024:1024")
    with ExitStack() as crowd:
        for _ in range(1100):
            crowd.enter_context(socket.create_connection(("127.0.0.1", daemon.port)))
        for pair in (1, 2, 3):
            daemon.press(f"green{pair}", 0.08)
        daemon.press("green1", 0.75)
        daemon.settled()
        with urlopen(f"http://127.0.0.1:{daemon.port}/static/twin.js", timeout=5) as page:
            assert page.status == 200
    assert entries(tmp_path) != ()
    assert daemon.stop() == (0, "")


@pytest.mark.parametrize("files", [24, 32, 64, 128])
def test_with_few_files_and_many_callers_the_game_lives_and_the_log_is_quiet(tmp_path: Path, files: int) -> None:
    daemon = Daemon(tmp_path, "prlimit", f"--nofile={files}:{files}")
    end = time.monotonic() + 8.0
    with ExitStack() as crowd:
        while time.monotonic() < end:
            for _ in range(20):
                call = crowd.enter_context(socket.socket())
                call.setblocking(False)  # a name of the library's
                call.connect_ex(("127.0.0.1", daemon.port))
            time.sleep(0.3)
            if not entries(tmp_path):
                for pair in (1, 2, 3):
                    daemon.press(f"green{pair}", 0.08)
                daemon.press("green1", 0.75)
    within(10.0, lambda: entries(tmp_path) != ())
    code, said = daemon.stop()
    assert code == 0
    assert "Traceback" not in said
    assert len(said.splitlines()) <= 2, said


def test_killed_while_a_bot_thinks_its_bots_are_back_at_their_levels(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path)
    daemon.settled()
    daemon.press("green1", 0.15)
    for key in ("red2", "red2", "red3"):
        daemon.press(key, 0.9)
    daemon.press("green1", 0.9)
    daemon.settled()
    daemon.press("red1", 0.9)
    within(10.0, lambda: thinking(daemon) is not None)
    before, bot = entries(tmp_path), thinking(daemon)
    daemon.kill()
    within(10.0, lambda: not Path(f"/proc/{bot}").exists())
    journal = Journal(tmp_path / "state", read_only=True)
    saved = journal.running()
    journal.shut()
    assert saved is not None
    assert saved.bots == {2: "strong", 3: "simple"}
    assert saved.entries == before

    again = Daemon(tmp_path)
    within(30.0, lambda: len(entries(tmp_path)) > len(before) + 1)
    assert thinking(again) is not None, "the strong one thinks"
    code, _ = again.stop()
    assert code == 0
    journal = Journal(tmp_path / "state", read_only=True)
    saved = journal.running()
    journal.shut()
    assert saved is not None
    head, *_ = map(json.loads, record_of(saved).splitlines())
    assert [(each["seat"], each["level"], each["from"], each["to"]) for each in head["bots"]] == [
        (2, "strong", 1, None),
        (3, "simple", 1, None),
    ]
