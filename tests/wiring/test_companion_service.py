"""What the two units say, and how systemd judges it: this machine's, and a clean Debian 13's (slow)."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.daemon import trouble
from companion.daemon.box import IDLE_S
from companion.daemon.systemd import ENDED, STEP_S
from hardware.pins import read_pins
from tests.wiring import debian
from wiring.diagram import FOLDER

UNIT = (FOLDER / "companion.service").read_text("utf-8")
TROUBLE = (FOLDER / "companion-trouble.service").read_text("utf-8")
PARTS = (FOLDER / "companion-parts.conf").read_text("utf-8")
LINES = [line for line in UNIT.splitlines() if line and not line.startswith("#")]
both = pytest.mark.parametrize("unit", [UNIT, TROUBLE], ids=["companion", "companion-trouble"])


@pytest.fixture(scope="module", params=["this machine", pytest.param("trixie", marks=pytest.mark.slow)])
def root(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A system whose `systemd-analyze` is asked."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    if request.param == "this machine":
        yield Path("/")
        return
    folder = tmp_path_factory.mktemp(request.param)
    yield debian.root(request.param, folder)
    shutil.rmtree(folder)


def analyze(root: Path, unit: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Ask systemd about a unit whose program, unlike the companion, is installed there."""
    folder = folder if root == Path("/") else root / "tmp"
    path = folder / ("companion-trouble.service" if value(unit, "Type") == "oneshot" else "companion.service")
    path.write_text(re.sub(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", unit), encoding="utf-8")
    if root == Path("/"):
        tool = str(shutil.which("systemd-analyze"))
        return subprocess.run([tool, *words, str(path)], capture_output=True, text=True, check=False)
    # Without a terminal, and with this machine's /dev, it would complain to the journal.
    loud = {"SYSTEMD_LOG_TARGET": "console"}
    return debian.run(root, "systemd-analyze", *words, f"/tmp/{path.name}", env=loud)  # noqa: S108


def complaints(root: Path, unit: str, folder: Path) -> list[str]:
    told = analyze(root, unit, folder, "verify")
    return [line for line in (told.stdout + (told.stderr or "")).splitlines() if "companion" in line]


@both
def test_systemd_knows_every_key(root: Path, unit: str, tmp_path: Path) -> None:
    assert complaints(root, unit, tmp_path) == []


def test_systemd_would_tell_an_unknown_key(root: Path, tmp_path: Path) -> None:
    (told,) = complaints(root, UNIT.replace("ProtectHome=", "ProtectHouse="), tmp_path)
    assert "ProtectHouse" in told


@both
def test_little_is_left_open(root: Path, unit: str, tmp_path: Path) -> None:
    told = analyze(root, unit, tmp_path, "security", "--offline=yes", "--threshold=10")
    assert told.returncode == 0, told.stdout


def test_the_parts_of_the_box_may_be_used() -> None:
    assert {line for line in LINES if line.startswith("Device")} == {
        "DevicePolicy=closed",
        "DeviceAllow=char-gpiochip rw",
        "DeviceAllow=char-89 rw",  # i2c
        "DeviceAllow=char-188 rw",  # ttyUSB
        "DeviceAllow=char-166 rw",  # ttyACM
    }
    assert "SupplementaryGroups=gpio i2c dialout systemd-journal" in LINES
    assert not any(line.startswith(("PrivateDevices", "ProcSubset")) for line in LINES)


def test_lgpio_has_a_folder_to_write_to() -> None:
    assert "ProtectSystem=strict" in LINES
    assert f"Environment=TMPDIR=/run/{value(UNIT, 'RuntimeDirectory')}" in LINES


def test_it_starts_what_the_script_installs() -> None:
    script = (FOLDER / "install.sh").read_text("utf-8")
    assert "ExecStart=/opt/companion/bin/companion" in LINES
    assert "venv=/opt/companion\n" in script


# Limits

NAMES = ["companion", "companion-trouble", "companion-club", "companion-told"]
UNITS = [(FOLDER / f"{name}.service").read_text("utf-8") for name in NAMES]


@pytest.mark.parametrize("unit", UNITS, ids=NAMES)
def test_each_keeps_to_its_share_and_leaves_its_stacks_when_it_falls(unit: str) -> None:
    assert 100 <= int(value(unit, "MemoryMax").removesuffix("M")) <= 320, "a Zero has 512"
    assert 20 <= int(value(unit, "TasksMax")) <= 200
    assert "\nEnvironment=PYTHONFAULTHANDLER=1\n" in unit


def test_a_child_that_wants_too_much_does_not_end_the_box() -> None:
    assert value(UNIT, "OOMPolicy") == "continue"


def test_only_the_box_reads_the_system_s_log_which_the_owner_s_bundle_holds() -> None:
    assert ["systemd-journal" in unit for unit in UNITS] == [True, False, False, False]


# Life


def value(unit: str, key: str) -> str:
    """What a unit says for a key it has once."""
    (found,) = re.findall(rf"(?m)^{key}=(.*)", unit)
    return str(found)


def test_it_tells_systemd_that_it_lives() -> None:
    assert value(UNIT, "Type") == "notify"
    assert value(UNIT, "Restart") == "on-failure"
    assert float(value(UNIT, "WatchdogSec")) / 2 > 4 * IDLE_S, "the loop comes round often enough"


def test_a_start_on_a_busy_card_is_not_begun_anew() -> None:
    """The longest seen took 90 s; each further step has its own time."""
    assert float(value(UNIT, "TimeoutStartSec")) == 180
    assert STEP_S >= 90


def test_it_waits_for_its_own_parts_and_for_nothing_else() -> None:
    """How early it comes: test_living_service, and power_on for the figure."""
    rules = (FOLDER / "99-companion.rules").read_text("utf-8")
    parts = ["dev-companion-keys.device", "dev-companion-display.device"]
    wants = [line for line in LINES if line.startswith("Wants=")]
    doors = [f"Wants=companion-{door}" for door in ("pages.socket", "wifi.service", "voice.socket")]
    assert wants == [*doors, f"Wants={' '.join(parts)}"]
    assert value(UNIT, "DefaultDependencies") == "no"
    assert [line for line in LINES if line.startswith("After=")] == [
        "After=systemd-remount-fs.service",
        f"After={' '.join(parts)}",
    ]
    assert 'SYMLINK+="companion/keys"' in rules
    assert f'KERNEL=="i2c-{read_pins().i2c_bus}", SYMLINK+="companion/display"' in rules
    assert 10 <= float(value(PARTS, "JobRunningTimeoutSec")) <= 30


def test_after_three_failed_starts_the_display_says_why_and_then_it_is_tried_again() -> None:
    """How it goes under a running systemd: test_living_service."""
    window = float(value(UNIT, "StartLimitIntervalSec"))
    assert value(UNIT, "StartLimitBurst") == "3"
    assert value(UNIT, "OnFailure") == value(UNIT, "PropagatesStopTo") == "companion-trouble.service"
    assert value(UNIT, "OnFailureJobMode") == "ignore-requirements", "one called for in vain stops nothing"
    assert value(TROUBLE, "Conflicts") == value(TROUBLE, "After") == "companion.service"
    assert 3 * (float(value(UNIT, "WatchdogSec")) + float(value(UNIT, "RestartSec"))) < window, (
        "a loop of deaths counts"
    )


def test_how_it_ended_is_left_where_the_next_start_looks() -> None:
    """Before the line that may call for a new start. How it goes under a running systemd: test_living_service."""
    left, again = (line for line in LINES if line.startswith("ExecStopPost="))
    assert left == f"""ExecStopPost=-/bin/sh -c 'echo "$SERVICE_RESULT" >"$RUNTIME_DIRECTORY/{ENDED}"'"""
    assert "restart companion.service" in again


def test_both_find_the_sentence_in_the_same_folder() -> None:
    for key in ("User", "RuntimeDirectory", "RuntimeDirectoryPreserve"):
        assert value(UNIT, key) == value(TROUBLE, key)


def test_the_script_installs_both_and_the_screen_s_module_is_there() -> None:
    script = (FOLDER / "install.sh").read_text("utf-8")
    assert '"$wiring/companion.service" "$wiring/companion-trouble.service" /etc/systemd/system/' in script
    assert value(TROUBLE, "ExecStart") == f"/opt/companion/bin/python -m {trouble.__name__}"
