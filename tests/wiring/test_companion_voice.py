"""The units of the box's own voice: what starts it, and how little it may do."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.daemon import speaker
from companion.daemon.to_speaker import SOCKET
from wiring.diagram import FOLDER

NAMES = ("companion-voice.socket", "companion-voice.service")
LISTENS, SPEAKS = ((FOLDER / name).read_text("utf-8") for name in NAMES)
BOX = (FOLDER / "companion.service").read_text("utf-8")


def value(unit: str, key: str) -> str:
    (found,) = re.findall(rf"(?m)^{key}=(.*)", unit)
    return str(found)


def analyze(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed")
    for name, unit in zip(NAMES, (LISTENS, SPEAKS), strict=True):
        (folder / name).write_text(re.sub(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", unit), encoding="utf-8")
    return subprocess.run([tool, *words], capture_output=True, text=True, check=False)


def test_systemd_knows_every_key(tmp_path: Path) -> None:
    told = analyze(tmp_path, "verify", *(str(tmp_path / name) for name in NAMES))
    assert [line for line in (told.stdout + told.stderr).splitlines() if "companion-voice" in line] == []


def test_little_is_left_open(tmp_path: Path) -> None:
    told = analyze(tmp_path, "security", "--offline=yes", "--threshold=25", str(tmp_path / NAMES[1]))
    assert told.returncode == 0, told.stdout


def test_words_start_it_and_the_box_waits_for_neither() -> None:
    assert value(LISTENS, "ListenDatagram") == str(SOCKET)
    assert value(SPEAKS, "ExecStart").split()[1:] == ["-m", speaker.__name__]
    assert f"\nWants={NAMES[0]}\n" in BOX
    assert "companion-voice" not in BOX.replace(f"Wants={NAMES[0]}", "")
    assert "[Install]" not in LISTENS + SPEAKS


def test_the_box_may_speak_and_who_may_use_the_card() -> None:
    owned = tuple(value(LISTENS, f"Socket{key}") for key in ("User", "Group", "Mode"))
    assert owned == (value(BOX, "User"), "audio", "0660")
    assert "audio" not in value(BOX, "SupplementaryGroups")


def test_it_has_the_sound_card_and_neither_games_nor_network() -> None:
    assert (value(SPEAKS, "SupplementaryGroups"), value(SPEAKS, "DeviceAllow")) == ("audio", "char-alsa rw")
    assert value(SPEAKS, "DevicePolicy") == "closed"
    assert {"-/var/lib/companion", "-/run/companion"} <= {*value(SPEAKS, "InaccessiblePaths").split()}
    assert (value(SPEAKS, "ProtectSystem"), value(SPEAKS, "PrivateNetwork")) == ("strict", "yes")
    assert "ReadWritePaths" not in SPEAKS


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("script", ["install.sh", "package/prerm", "package/preinst"])
def test_it_comes_and_goes_with_the_box(script: str, name: str) -> None:
    assert name in (FOLDER / script).read_text("utf-8")


def test_the_package_has_it_and_suggests_a_voice() -> None:
    package = (FOLDER.parent / ".ci/package").read_text("utf-8")
    assert "companion{,-trouble,-club,-told,-wifi,-voice}.service" in package
    assert "companion-{pages,voice}.socket" in package
    assert re.search(r"(?m)^Suggests: .*\bespeak-ng\b", (FOLDER / "package/control").read_text("utf-8"))
