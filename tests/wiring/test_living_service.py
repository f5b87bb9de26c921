"""The two units under a running systemd: started, killed, hung, wrongly set, mended, stopped, shut down."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from companion.journal.journal import Journal
from tests.wiring.sandbox import Sandbox, until

pytestmark = pytest.mark.slow

BOX, TROUBLE = "companion.service", "companion-trouble.service"
SHOWN_S = 4
WRONG = "colour: expected one of"

SHOWING = (
    "from companion.daemon import trouble; print('shown:', trouble.read_why(), flush=True); "
    f"trouble.SHOWN_S = {SHOWN_S}; trouble.main()"
)

CHANGES = {
    # The interpreter may be in a home, the project in /tmp; a twin has a page. The times are shorter.
    BOX: """
[Unit]
StartLimitIntervalSec=20
[Service]
WatchdogSec=4
RestartSec=1
ProtectHome=no
PrivateTmp=no
ReadWritePaths=/tmp
PrivateNetwork=no
IPAddressAllow=localhost
RestrictAddressFamilies=AF_INET
""",
    TROUBLE: f"""
[Service]
ProtectHome=no
PrivateTmp=no
ExecStart=
ExecStart=/opt/companion/bin/python -c "{SHOWING}"
""",
}


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Sandbox]:
    machine = Sandbox(tmp_path, CHANGES)
    yield machine
    machine.halt()


def write_settings(machine: Sandbox, text: str) -> None:
    folder = machine.root / "etc/companion"
    folder.mkdir(exist_ok=True)
    (folder / "companion.toml").write_text(text)


def right_settings(machine: Sandbox) -> int:
    """Settings that a box starts with; the port of its page."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    write_settings(machine, f"[page]\nport = {port}\n")
    return port


def states(machine: Sandbox) -> tuple[str, str]:
    return machine.shows(BOX, "ActiveState"), machine.shows(TROUBLE, "ActiveState")


def entries(machine: Sandbox) -> tuple[bytes, ...]:
    journal = Journal(machine.root / "var/lib/companion", read_only=True)
    saved = journal.running()
    journal.shut()
    return saved.entries if saved is not None else ()


def begin_a_game(port: int) -> None:
    with connect(f"ws://127.0.0.1:{port}/live", max_queue=None) as wire:
        for key, seconds in (("green1", 0.08), ("green2", 0.08), ("green3", 0.08), ("green1", 0.75), ("green1", 0.75)):
            for down in (True, False):
                wire.send(json.dumps({"key": key, "down": down}))
                time.sleep(seconds if down else 0.1)


def fail_to_start(machine: Sandbox) -> None:
    write_settings(machine, "colour = 3\n")
    machine.systemctl("start", BOX)
    until(lambda: states(machine) == ("failed", "activating"), "the sentence on the display")


def test_it_is_ready_says_how_it_is_and_ends_when_told(machine: Sandbox) -> None:
    right_settings(machine)
    assert machine.systemctl("start", BOX) == 0
    assert states(machine) == ("active", "inactive")
    until(lambda: machine.shows(BOX, "StatusText") == "people join", "its status")
    assert machine.systemctl("stop", BOX) == 0
    assert states(machine) == ("inactive", "inactive")
    assert machine.shows(BOX, "Result") == "success"


def test_killed_it_comes_back_with_its_game(machine: Sandbox) -> None:
    port = right_settings(machine)
    machine.systemctl("start", BOX)
    begin_a_game(port)
    before = entries(machine)
    assert before
    machine.systemctl("kill", "--signal=KILL", BOX)
    until(lambda: machine.shows(BOX, "NRestarts") == "1" and states(machine)[0] == "active", "a new start")
    until(lambda: machine.shows(BOX, "StatusText") == "a game is on", "its game")
    assert entries(machine) == before


def test_a_loop_that_hangs_is_ended_and_started_anew(machine: Sandbox) -> None:
    right_settings(machine)
    machine.systemctl("start", BOX)
    time.sleep(8.0)
    assert machine.shows(BOX, "NRestarts") == "0", "one that lives is left alone"
    machine.systemctl("kill", "--signal=STOP", BOX)
    until(lambda: machine.shows(BOX, "NRestarts") == "1" and states(machine)[0] == "active", "a new start")
    assert any("Watchdog timeout" in line for line in machine.journal(BOX))


def test_after_three_failed_starts_the_display_says_why_and_then_the_box_is_tried_again(machine: Sandbox) -> None:
    fail_to_start(machine)
    assert sum(WRONG in line for line in machine.journal(BOX)) == 3
    until(lambda: any(line.startswith("shown:") and WRONG in line for line in machine.journal(TROUBLE)), "its sentence")
    right_settings(machine)
    until(lambda: states(machine) == ("active", "inactive"), "another try")
    assert not (machine.root / "run/companion/why").exists()


def test_who_has_mended_the_settings_may_start_it_at_once(machine: Sandbox) -> None:
    fail_to_start(machine)
    right_settings(machine)
    assert machine.systemctl("restart", BOX) == 0
    assert states(machine) == ("active", "inactive")


def test_who_stops_it_has_stopped_both(machine: Sandbox) -> None:
    fail_to_start(machine)
    machine.systemctl("stop", BOX)
    time.sleep(SHOWN_S + 2.0)
    assert states(machine) == ("inactive", "inactive")


def test_it_ends_cleanly_when_the_machine_is_switched_off(machine: Sandbox) -> None:
    right_settings(machine)
    machine.systemctl("start", BOX)
    since = time.monotonic()
    assert machine.halt() == 0
    assert time.monotonic() - since < 5.0
    assert any("Deactivated successfully" in line for line in machine.journal(BOX))


def test_a_box_that_cannot_start_holds_up_no_switching_off(machine: Sandbox) -> None:
    fail_to_start(machine)
    since = time.monotonic()
    assert machine.halt() == 0
    assert time.monotonic() - since < 5.0
