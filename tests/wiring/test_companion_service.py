import re
import shutil
import subprocess
from pathlib import Path

import pytest

from wiring.diagram import FOLDER

UNIT = (FOLDER / "companion.service").read_text("utf-8")
LINES = [line for line in UNIT.splitlines() if line and not line.startswith("#")]
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")


def analyze(unit: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Ask systemd about a unit whose program, unlike the companion, is installed here."""
    path = folder / "companion.service"
    path.write_text(re.sub(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", unit), encoding="utf-8")
    return subprocess.run([str(ANALYZE), *words, str(path)], capture_output=True, text=True, check=False)


def complaints(unit: str, folder: Path) -> list[str]:
    told = analyze(unit, folder, "verify")
    return [line for line in (told.stdout + told.stderr).splitlines() if "companion.service" in line]


@needs_systemd
def test_systemd_knows_every_key(tmp_path: Path) -> None:
    assert complaints(UNIT, tmp_path) == []


@needs_systemd
def test_systemd_would_tell_an_unknown_key(tmp_path: Path) -> None:
    (told,) = complaints(UNIT.replace("ProtectHome=", "ProtectHouse="), tmp_path)
    assert "ProtectHouse" in told


@needs_systemd
def test_little_is_left_open(tmp_path: Path) -> None:
    told = analyze(UNIT, tmp_path, "security", "--offline=yes", "--threshold=15")
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_parts_of_the_box_may_be_used() -> None:
    assert {line for line in LINES if line.startswith("Device")} == {
        "DevicePolicy=closed",
        "DeviceAllow=char-gpiochip rw",
        "DeviceAllow=char-89 rw",  # i2c
        "DeviceAllow=char-188 rw",  # ttyUSB
        "DeviceAllow=char-166 rw",  # ttyACM
    }
    assert "SupplementaryGroups=gpio i2c dialout" in LINES
    assert not any(line.startswith(("PrivateDevices", "ProcSubset")) for line in LINES)


def test_lgpio_has_a_folder_to_write_to() -> None:
    assert "ProtectSystem=strict" in LINES
    assert "PrivateTmp=yes" in LINES


def test_it_starts_what_the_script_installs() -> None:
    script = (FOLDER / "install.sh").read_text("utf-8")
    assert "ExecStart=/opt/companion/bin/companion" in LINES
    assert "venv=/opt/companion\n" in script
