"""What the unit of the voice at a club says, and how systemd judges it."""

from __future__ import annotations

import re
import shutil
import subprocess
from argparse import Namespace
from pathlib import Path

import pytest

from companion import cli
from wiring.diagram import FOLDER

UNIT = (FOLDER / "companion-club.service").read_text("utf-8")
TOLD = (FOLDER / "companion-told.service").read_text("utf-8")
BOX = (FOLDER / "companion.service").read_text("utf-8")
both = pytest.mark.parametrize("unit", [UNIT, TOLD], ids=["companion-club", "companion-told"])


def value(unit: str, key: str) -> str:
    (found,) = re.findall(rf"(?m)^{key}=(.*)", unit)
    return str(found)


def chosen(unit: str) -> Namespace:
    _, *words = value(unit, "ExecStart").split()
    return cli.command_line().parse_args(words)


def analyze(unit: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed")
    path = folder / "companion-tried.service"
    path.write_text(re.sub(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", unit), encoding="utf-8")
    return subprocess.run([tool, *words, str(path)], capture_output=True, text=True, check=False)


@both
def test_systemd_knows_every_key(unit: str, tmp_path: Path) -> None:
    told = analyze(unit, tmp_path, "verify")
    assert [line for line in (told.stdout + told.stderr).splitlines() if "companion-tried" in line] == []


@both
def test_little_is_left_open(unit: str, tmp_path: Path) -> None:
    told = analyze(unit, tmp_path, "security", "--offline=yes", "--threshold=25")
    assert told.returncode == 0, told.stdout


def test_who_reads_the_games_can_only_read_them_has_no_network_and_writes_what_it_has_told() -> None:
    words = chosen(TOLD)
    assert (str(words.games), str(words.told)) == ("/var/lib/companion", "/var/lib/companion-club")
    assert value(TOLD, "User") == value(BOX, "User")
    assert (value(TOLD, "ProtectSystem"), value(TOLD, "StateDirectory")) == ("strict", "companion-club")
    assert "ReadWritePaths" not in TOLD
    assert value(TOLD, "PrivateNetwork") == "yes"
    assert value(TOLD, "RestrictAddressFamilies") == "AF_UNIX"


def test_the_voice_is_a_user_of_its_own_that_sees_no_game_and_comes_to_the_hatch() -> None:
    """Under a running systemd: test_living_club."""
    assert value(UNIT, "User") == value(TOLD, "Group") == "companion-club" != value(BOX, "User")
    assert {"-/var/lib/companion", "-/var/lib/companion-club"} <= {*value(UNIT, "InaccessiblePaths").split()}
    assert "StateDirectory" not in UNIT
    assert "SupplementaryGroups" not in UNIT
    hatch = f"/run/{value(TOLD, 'RuntimeDirectory')}/hatch"
    assert str(chosen(UNIT).voice) == str(chosen(TOLD).through) == hatch
    assert (value(TOLD, "RuntimeDirectoryMode"), value(TOLD, "UMask")) == ("0750", "0007"), "for the voice alone"


def test_both_come_and_go_together() -> None:
    assert value(UNIT, "Wants") == "companion-told.service"
    assert value(TOLD, "PartOf") == "companion-club.service"
    assert value(TOLD, "StopWhenUnneeded") == "yes"
    assert "[Install]" not in TOLD


def test_the_box_has_no_network_because_of_it() -> None:
    assert value(BOX, "PrivateNetwork") == "yes"
    assert "companion-club" not in BOX
    assert value(UNIT, "WantedBy") == "multi-user.target"


@pytest.mark.parametrize("script", ["install.sh", "package/prerm", "package/preinst", "package/postrm", "prepare.sh"])
def test_it_comes_and_goes_with_the_box(script: str) -> None:
    assert "companion-club" in (FOLDER / script).read_text("utf-8")
    assert "companion{,-trouble,-club,-told,-wifi,-voice}.service" in (FOLDER.parent / ".ci/package").read_text("utf-8")


@pytest.mark.parametrize("script", ["install.sh", "package/prerm", "package/preinst"])
def test_so_does_what_it_needs(script: str) -> None:
    assert "companion-told.service" in (FOLDER / script).read_text("utf-8")
