"""What the unit of the voice at a club says, and what systemd thinks of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion import cli
from wiring.diagram import FOLDER

UNIT = (FOLDER / "companion-club.service").read_text("utf-8")
BOX = (FOLDER / "companion.service").read_text("utf-8")


def value(unit: str, key: str) -> str:
    (found,) = re.findall(rf"(?m)^{key}=(.*)", unit)
    return str(found)


def analyze(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed")
    path = folder / "companion-club.service"
    path.write_text(re.sub(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", UNIT), encoding="utf-8")
    return subprocess.run([tool, *words, str(path)], capture_output=True, text=True, check=False)


def test_systemd_knows_every_key(tmp_path: Path) -> None:
    told = analyze(tmp_path, "verify")
    assert [line for line in (told.stdout + told.stderr).splitlines() if "companion-club" in line] == []


def test_little_is_left_open(tmp_path: Path) -> None:
    told = analyze(tmp_path, "security", "--offline=yes", "--threshold=25")
    assert told.returncode == 0, told.stdout


def test_it_starts_a_command_that_there_is() -> None:
    _, *words = value(UNIT, "ExecStart").split()
    chosen = cli.command_line().parse_args(words)
    assert (str(chosen.games), str(chosen.told)) == ("/var/lib/companion", "/var/lib/companion-club")


def test_it_can_only_read_the_games_and_may_write_what_it_has_told() -> None:
    assert value(UNIT, "ProtectSystem") == "strict"
    assert value(UNIT, "StateDirectory") == "companion-club"
    assert value(UNIT, "User") == value(BOX, "User")
    assert "ReadWritePaths" not in UNIT


def test_the_box_has_no_network_because_of_it() -> None:
    assert value(BOX, "PrivateNetwork") == "yes"
    assert "companion-club" not in BOX
    assert value(UNIT, "WantedBy") == "multi-user.target"


@pytest.mark.parametrize("script", ["install.sh", "package/prerm", "package/preinst", "package/postrm"])
def test_it_comes_and_goes_with_the_box(script: str) -> None:
    assert "companion-club.service" in (FOLDER / script).read_text("utf-8")
    assert "companion{,-trouble,-club}.service" in (FOLDER.parent / ".ci/package").read_text("utf-8")
