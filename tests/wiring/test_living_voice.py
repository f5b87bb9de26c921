"""The box's voice under a running systemd: words start it, the newest end the older ones, and it sees no game.

On this machine's systemd and on that of a clean Debian 13; a shell stands for the program that speaks, and says to the
log what it would say aloud.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.daemon.to_speaker import SOCKET
from tests.wiring.nspawn import until
from tests.wiring.sandbox import Sandbox, System
from wiring.diagram import FOLDER

pytestmark = pytest.mark.slow

LISTENS, SPEAKS = "companion-voice.socket", "companion-voice.service"
GAME_FILE = "games.sqlite"
SAYS = (
    "words=$(cat); echo begin {language} $words; id -nG; "
    f"cat /var/lib/companion/{GAME_FILE} && echo leaked; touch /var/x && echo wrote; sleep 4; echo end $words"
)
TELL = """
import socket, sys
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
    line.setblocking(False)
    line.sendto(sys.argv[1].encode(), sys.argv[2])
"""


@pytest.fixture
def machine(system: System, tmp_path: Path) -> Iterator[Sandbox]:
    print(f"under {system.name}")
    units = {name: (FOLDER / name).read_text("utf-8") for name in (LISTENS, SPEAKS)}
    (hidden,) = (line for line in units[SPEAKS].splitlines() if line.startswith("InaccessiblePaths="))
    units[f"{SPEAKS}.d/sandbox.conf"] = f"[Service]\n{system.asks}{hidden}\n"
    machine = Sandbox(system, tmp_path, units)
    etc, games = machine.root / "etc/companion", machine.root / "var/lib/companion"
    for folder in (etc, games):
        folder.mkdir(parents=True)
    (etc / "companion.toml").write_text(f"[speech]\ncommand = {json.dumps(['/bin/sh', '-c', SAYS])}\n")
    (games / GAME_FILE).write_text("the seed")
    (games / GAME_FILE).chmod(0o644)
    (machine.root / "etc/tell.py").write_text(TELL)
    yield machine
    machine.halt()


def tell(machine: Sandbox, words: str) -> None:
    """As the box does it: the words of its user."""
    said = json.dumps(["en", words])
    told = machine.run("/opt/companion/bin/python", "/etc/tell.py", said, str(SOCKET))
    assert told.returncode == 0, told.stderr


def test_words_start_it_the_newest_win_and_it_reads_no_game(machine: Sandbox) -> None:
    with machine:
        assert machine.systemctl("start", LISTENS) == 0
        assert machine.shows(SPEAKS, "ActiveState") == "inactive"
        tell(machine, "a long story")
        until(lambda: "begin en a long story" in machine.journal(SPEAKS), "the first words")
        tell(machine, "news")
        until(lambda: "end news" in machine.journal(SPEAKS), "the newest words")
        told = machine.journal(SPEAKS)
        assert "end a long story" not in told
        assert {"leaked", "wrote"}.isdisjoint(told)
        assert "companion audio" in told
        assert machine.shows(SPEAKS, "NRestarts") == "0"
        assert machine.shows(LISTENS, "ActiveState") == "active"
