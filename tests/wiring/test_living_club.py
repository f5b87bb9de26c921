"""The voice at a club under a running systemd: a game that ends while the broker is away arrives once it is back.

In clean systems of Debian 12 and 13 the units of a Pi's box and of its voice run; broker and club are this machine's.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import paho
import pytest

from companion.daemon.resuming import record_of, resume
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.journal.journal import Journal
from tests.companion.club.brokers import PASSWORD, Broker, broker
from tests.companion.club.databases import holds
from tests.companion.club.evenings import Evening
from tests.companion.club.night import club
from tests.wiring.nspawn import until
from tests.wiring.power_on import BOX, BOX_CHANGES
from tests.wiring.sandbox import Sandbox, System, clean_debian
from wiring.diagram import FOLDER

pytestmark = pytest.mark.slow

BOX_UNIT, VOICE, TOLD = "companion.service", "companion-club.service", "companion-told.service"
COMPANION, CLUB = 900, 904
"""Users and groups."""
LEFT = 4
"""Entries of a game that are still to come: bots play them at the box."""
LEVEL = 2.0
"""What systemd calls OK, and lower."""


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def system(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    folder = tmp_path_factory.mktemp(request.param)
    made = clean_debian(request.param, folder)
    (packages,) = made.companion.glob("lib/python3.*/site-packages")
    shutil.copytree(next(iter(paho.__path__)), packages / "paho")
    yield made
    shutil.rmtree(folder)


def nearly_over(folder: Path) -> None:
    """A game of bots in the journal of a box, which lacks its end."""
    choices = {"last_deal": 2}
    once = Evening(folder / "whole", 1, CAT_ROYAL, **choices)
    entries = sum(1 for _ in once.play())
    once.journal.shut()
    shutil.rmtree(folder / "whole")
    again = Evening(folder, 1, CAT_ROYAL, **choices)
    again.some(entries - LEFT)
    again.journal.keep_bots({1: "simple", 2: "simple", 3: "simple"})
    again.journal.shut()


def furnish(root: Path, here: Broker) -> None:
    """The settings as `wiring/OWNER.md` has them, and what a Pi has."""
    etc = root / "etc"
    (etc / "model").write_text("Raspberry Pi made up")
    (etc / "hosts").write_text("127.0.0.1 localhost\n")
    (etc / "nsswitch.conf").write_text("passwd: files\ngroup: files\nhosts: files\n")
    (root / "opt/box.py").write_text(BOX)
    (etc / "companion").mkdir()
    (etc / "companion/companion.toml").write_text(
        f'explains = false\n[club]\nbroker = "localhost"\nport = {here.port}\nca = "/etc/companion/club.pem"\n'
        'user = "garden"\npassword_file = "/etc/companion/club.password"\n'
    )
    shutil.copy(here.folder / "ca.pem", etc / "companion/club.pem")
    password = etc / "companion/club.password"
    password.write_text(PASSWORD)
    password.chmod(0o640)
    os.chown(password, 0, CLUB)


def finished(games: Path) -> str:
    """The record of the one game, once it is over."""
    journal = Journal(games, read_only=True)
    saved = journal.load(1)
    journal.shut()
    return record_of(saved) if saved is not None and resume(saved).question is None else ""


def test_a_game_that_ends_while_the_broker_is_away_arrives_when_it_is_back(
    system: System, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = str(tmp_path / "club.sqlite")
    units = {
        f"{BOX_UNIT}.d/pi.conf": BOX_CHANGES,
        **{unit: (FOLDER / unit).read_text("utf-8") for unit in (VOICE, TOLD)},
    }
    with ExitStack() as leaving:
        here = leaving.enter_context(broker(tmp_path / "broker", "garden"))
        leaving.enter_context(club(here, database, tmp_path))
        machine = leaving.enter_context(Sandbox(system, tmp_path, units))
        furnish(machine.root, here)
        games = machine.root / "var/lib/companion"
        nearly_over(games)

        def status() -> str:
            return machine.shows(VOICE, "StatusText")

        assert machine.systemctl("start", VOICE) == 0, machine.journal(VOICE)
        until(lambda: status() == "the broker is there", "the broker")
        here.kill()
        until(lambda: "cannot be used" in status(), "that it is away")

        assert machine.systemctl("start", BOX_UNIT) == 0, machine.journal(BOX_UNIT)
        until(lambda: finished(games) != "", "the end of the game")
        assert holds(database)["game"] == []
        here.start()
        until(lambda: holds(database)["game"] != [], "the game at the club")
        assert [(row[1], row[-1]) for row in holds(database)["game"]] == [("garden", finished(games))]
        for unit in (VOICE, BOX_UNIT):
            assert machine.shows(unit, "NRestarts") == "0", machine.journal(unit)

        told = machine.root / "var/lib/companion-club"
        until(lambda: {path.name for path in told.iterdir()} == {"told.json"}, "its marks, and nothing else")
        assert (told.stat().st_uid, told.stat().st_mode & 0o777) == (COMPANION, 0o700)
        pids = {unit: machine.shows(unit, "MainPID") for unit in (BOX_UNIT, VOICE, TOLD)}
        tried = machine.run(
            "nsenter", f"--target={pids[TOLD]}", "--mount", "touch", "/var/lib/companion/games.sqlite-x"
        )
        assert "Read-only file system" in tried.stdout

        # An attacker who controls the voice can neither read a seed nor end the box or the service that reads for it.
        assert machine.run("stat", "--format=%u %g", f"/proc/{pids[VOICE]}").stdout == f"{CLUB} {CLUB}\n"
        as_voice = ("nsenter", f"--target={pids[VOICE]}", "--mount", f"--setuid={CLUB}", f"--setgid={CLUB}")
        for words in (
            ("ls", "/var/lib/companion"),
            ("cat", "/var/lib/companion-club/told.json"),
            ("sh", "-c", f"kill -0 {pids[BOX_UNIT]}"),
            ("sh", "-c", f"kill -0 {pids[TOLD]}"),
        ):
            refused = machine.run(*as_voice, *words)
            assert refused.returncode != 0, words
            assert "not permitted" in refused.stdout or "denied" in refused.stdout, refused.stdout
        for unit in (VOICE, TOLD):
            told_of = machine.run("systemd-analyze", "security", unit).stdout
            level = re.search(r"exposure level for \S+: ([\d.]+)", told_of)
            assert level is not None
            assert float(level[1]) <= LEVEL
            with capsys.disabled():
                print(f"\n{system.name}: {unit} has exposure level {level[1]}")
        assert machine.systemctl("stop", VOICE) == 0
        assert machine.shows(VOICE, "Result") == "success"
        until(lambda: machine.shows(TOLD, "ActiveState") == "inactive", "that it goes with the voice")
        assert machine.shows(TOLD, "Result") == "success"
