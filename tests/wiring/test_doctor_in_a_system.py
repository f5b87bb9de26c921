"""The doctor beside a running systemd with the box's real unit: it says the same of the unit as systemd does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.wiring.nspawn import until
from tests.wiring.sandbox import Sandbox, this_machine

pytestmark = pytest.mark.slow

# The interpreter may be in a home, the project in /tmp; this is no Pi, so the box has a page.
CHANGES = {
    "companion.service.d/sandbox.conf": """
[Service]
RestartSec=1
ProtectHome=no
PrivateTmp=no
InaccessiblePaths=
ReadWritePaths=/tmp
PrivateNetwork=no
IPAddressAllow=localhost
RestrictAddressFamilies=AF_INET
""",
    "companion-trouble.service.d/sandbox.conf": "[Service]\nProtectHome=no\nExecStart=\nExecStart=/usr/bin/sleep 30\n",
}


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Sandbox]:
    machine = Sandbox(this_machine(), tmp_path, CHANGES)
    (machine.root / "etc/companion").mkdir()
    yield machine
    machine.halt()


def write_settings(machine: Sandbox, text: str) -> None:
    (machine.root / "etc/companion/companion.toml").write_text(text)


def doctor(machine: Sandbox) -> tuple[int, dict[str, dict[str, str]]]:
    """Its exit code, and its lines by name."""
    ran = machine.run("/opt/companion/bin/companion", "doctor", "--json")
    return ran.returncode, {check["name"]: check for check in json.loads(ran.stdout)["checks"]}


def test_it_says_of_the_service_what_systemd_says(machine: Sandbox) -> None:
    write_settings(machine, f"[page]\nport = {free_port()}\n")

    code, told = doctor(machine)
    assert code == 0, told
    assert told["service"]["said"].startswith("The box is off: "), "this is no Pi"

    machine.systemctl("enable", "--now", "companion")
    until(lambda: machine.shows("companion", "StatusText") == "people join", "its status")
    code, told = doctor(machine)
    assert code == 0, told
    assert told["service"]["said"] == "The box is up: people join."
    assert told["games folder"]["state"] == "good"
    assert told["games"]["said"] == "0 games."
    folder = machine.root / "var/lib/companion"
    assert {path.stat().st_uid for path in (folder, *folder.iterdir())} == {900}, "root has left nothing there"

    write_settings(machine, "colour = 3\n")
    machine.systemctl("restart", "companion")
    until(lambda: machine.shows("companion-trouble", "ActiveState") == "activating", "the sentence on the display")
    code, told = doctor(machine)
    assert code == 1
    assert told["service"]["state"] == told["settings"]["state"] == "bad"
    assert "/etc/companion/companion.toml: colour: expected one of" in told["service"]["said"]
    assert told["settings"]["mend"] == "sudo nano /etc/companion/companion.toml"
