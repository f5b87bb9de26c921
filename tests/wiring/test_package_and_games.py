"""Games from others on a box of the Debian package, without network: added, played, kept by an upgrade, purged."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from companion.installed import REMOVED, kept
from companion.installed.wheel import unpack
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from tests.companion.installed.wheels import wheel
from tests.guests.wheels import wheel_of
from tests.wiring import debian
from tests.wiring.nspawn import Machine, until
from tests.wiring.test_package import GAMES, SETTINGS, TWIN, each, is_on, look, put, right

pytestmark = pytest.mark.slow

SHELF = Path("var/lib/companion-games")
OF_DEBIAN = Path("usr/lib/python3/dist-packages")
UNIT = "companion.service"
BOTS = (("green1", 0.08), *(("red2", 0.75),) * 2, *(("red3", 0.75),) * 2, ("green1", 0.75))
"""A person joins, and two bots that think: each second hold of red makes a stronger one."""
CLAIM = (("green1", 0.08), ("green1", 0.75), ("green1", 0.75))
"""The person says the lowest value."""
DEMO = ("companion", "demo", "--speed", "max", "--no-web", "--seed", "1", "--record", "/root/game.jsonl", "--game")
THINKS = ("sh", "-c", "grep -ls 'players[.]mind' /proc/[0-9]*/cmdline")
"""The process in which the box's bots think."""


@each
def test_games_from_others_are_added_played_kept_and_purged(
    root: Path, packages: dict[str, Path], tmp_path: Path
) -> None:
    mia, otters = put(wheel_of("mia", tmp_path), root), wheel(tmp_path)
    (root / "etc/systemd/system/companion.service.d").mkdir()
    (root / "etc/systemd/system/companion.service.d/twin.conf").write_text(TWIN)
    with Machine(root, "--private-network") as machine:
        right(machine.run("apt-get", "install", "--yes", put(packages["older"], root)))
        assert not (root / SHELF).exists(), "nobody has added a game"
        said = right(machine.run("companion", "game", "add", mia))
        assert said == "mia: Mia 1.0 can be played from the next start on.\n"
        assert right(machine.run("stat", "--format=%U %a", f"/{SHELF}")) == "root 755\n"
        _is_listed_and_played(machine, "mia", f"/{SHELF}/companion-mia")

        _the_box_plays_it(machine)
        entries = _saved(root).entries
        right(machine.run("apt-get", "install", "--yes", put(packages["amd64"], root)))
        is_on(machine, "a game is on")
        assert _saved(root).name == "mia"
        assert _saved(root).entries[: len(entries)] == entries
        _is_listed_and_played(machine, "mia", f"/{SHELF}/companion-mia")

        _a_package_brings_one(machine, _as_a_package(otters, tmp_path))
        _somebody_adds_one_alone(machine, otters)

        right(machine.run("apt-get", "purge", "--yes", "companion"))
        assert not (root / SHELF).exists()


def _is_listed_and_played(machine: Machine, name: str, where: str) -> None:
    listed = right(machine.run("companion", "game", "list"))
    assert [line for line in listed.splitlines() if line.startswith(f"{name} ") and line.endswith(where)], listed
    right(machine.run(*DEMO, name))
    assert ": right, " in right(machine.run("companion", "replay", "/root/game.jsonl"))


def _the_box_plays_it(machine: Machine) -> None:
    """The service in its sandbox, and the process in which its bots think."""
    (machine.root / SETTINGS).write_text('explains = false\n[game]\nname = "mia"\n')
    until(lambda: machine.systemctl("restart", UNIT) == 0, "a new start")
    is_on(machine, "people join")
    look(machine, BOTS)
    until(lambda: _count(machine.root) > 0, "a first roll")
    time.sleep(4.0)  # while it is news, a key does nothing else
    before = _count(machine.root)
    look(machine, CLAIM)
    until(lambda: _count(machine.root) > before + 3, "what bots answer")
    assert _saved(machine.root).bots == {2: "strong", 3: "strong"}
    thinks = right(machine.run(*THINKS))
    time.sleep(5.0)
    assert right(machine.run(*THINKS)) == thinks, "it has not died of what it was asked"


def _as_a_package(file: Path, folder: Path) -> Path:
    """The smallest package that brings the game of a wheel: no script."""
    tree = folder / "otters"
    unpack(file, tree / OF_DEBIAN)
    (tree / "DEBIAN").mkdir()
    told = {"Package": "companion-otters", "Version": "1.0", "Architecture": "all", "Depends": "companion"}
    more = {"Maintainer": "nobody <nobody@example.org>", "Description": "otters"}
    (tree / "DEBIAN/control").write_text("".join(f"{key}: {value}\n" for key, value in (told | more).items()))
    package = folder / "companion-otters_1.0_all.deb"
    debian.dpkg_deb("--root-owner-group", "--build", tree, package)
    return package


def _a_package_brings_one(machine: Machine, package: Path) -> None:
    right(machine.run("apt-get", "install", "--yes", put(package, machine.root)))
    assert kept(machine.root / SHELF)["otters"].folder == f"/{OF_DEBIAN}", "the box knows it by now"
    _is_listed_and_played(machine, "otters", f"/{OF_DEBIAN}")
    refused = machine.run("companion", "game", "remove", "otters")
    assert "otters came with a Debian package: `dpkg --search otters_game-` names it" in refused.stdout
    assert "companion-otters: " in right(machine.run("dpkg", "--search", "otters_game-"))
    right(machine.run("apt-get", "remove", "--yes", "companion-otters"))
    assert kept(machine.root / SHELF)["otters"].why == REMOVED, "the box knows that it is gone"
    assert kept(machine.root / SHELF)["mia"].why == ""


def _somebody_adds_one_alone(machine: Machine, file: Path) -> None:
    """Without root it goes into the user's own folder, and nobody else has it."""
    right(machine.run("useradd", "--create-home", "ada"))
    home = machine.root / "home/ada"
    shutil.copy(file, home)
    right(machine.run("su", "--login", "ada", "--command", f"companion game add {file.name}"))
    assert (home / ".local/share/companion-games/otters-game/otters/rules.py").exists()
    assert "otters" in right(machine.run("su", "--login", "ada", "--command", "companion game list"))
    assert "otters" not in right(machine.run("companion", "game", "list"))


def _count(root: Path) -> int:
    return len(saved.entries) if (saved := _running(root)) is not None else 0


def _saved(root: Path) -> Saved:
    saved = _running(root)
    assert saved is not None
    return saved


def _running(root: Path) -> Saved | None:
    journal = Journal(root / GAMES, read_only=True)
    saved = journal.running()
    journal.shut()
    return saved
