import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.workshop.doctor.mending import MAKE_LGPIO
from tests.wiring import debian
from wiring.diagram import FOLDER

SCRIPT = FOLDER / "install.sh"
PACKAGE = FOLDER / "package"
SCRIPTS = [
    SCRIPT,
    FOLDER / "prepare.sh",
    FOLDER / "lgpio.sh",
    *(
        PACKAGE / name
        for name in ("preinst", "postinst", "prerm", "postrm", "launch", "versions.sh", "finish.sh", "judge.sh")
    ),
]
each = pytest.mark.parametrize("script", SCRIPTS, ids=[path.name for path in SCRIPTS])


def run(*words: str, path: str = os.environ["PATH"]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False, env={"PATH": path})


@each
@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_the_shell_can_read_it(shell: str, script: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    assert run(shell, "-n", str(script)).returncode == 0


@each
def test_shellcheck_has_nothing_to_say(script: Path) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    assert run("shellcheck", str(script)).stdout == ""


def test_it_does_nothing_without_root(tmp_path: Path) -> None:
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    # No other program is on this path: any further step would be reported on stderr.
    told = run("/bin/sh", str(SCRIPT), path=str(tmp_path))
    assert told.returncode == 1
    assert told.stdout == ""
    assert told.stderr == "install.sh: this needs root; run: sudo sh wiring/install.sh\n"


def test_rights_and_rules_come_before_anything_is_fetched() -> None:
    script = SCRIPT.read_text("utf-8")
    rights = [script.index(word) for word in ('99-companion.rules" /etc', '50-companion.rules" /etc', 'prepare.sh"')]
    rights.append(script.index('"$wiring/companion-trouble.service" /etc/systemd/system/'))
    fetched = [script.index(word) for word in ("apt-get update", "apt-get install", "-m venv", "bin/pip")]
    assert max(rights) < min(fetched)


def test_nothing_is_fetched_without_its_hash() -> None:
    for line in SCRIPT.read_text("utf-8").splitlines():
        if "bin/pip" in line and "echo" not in line:
            assert "--require-hashes" in line or "--no-index" in line
    for name in ("requirements.txt", "requirements-build.txt"):
        rows = re.sub(r"\s*\\\n\s*", " ", (FOLDER / name).read_text("utf-8")).splitlines()
        assert rows
        assert all(re.match(r"[\w.-]+==\S+ .*--hash=sha256:", row) for row in rows)


def test_what_is_fetched_is_what_the_box_needs() -> None:
    project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text("utf-8"))
    fetched = set(re.findall(r"^([\w-]+)==", (FOLDER / "requirements.txt").read_text("utf-8"), re.MULTILINE))
    needed = {re.split(r"[<>=;]", one)[0].lower().replace(".", "-") for one in project["project"]["dependencies"]}
    assert needed <= fetched
    assert "paho-mqtt" in fetched, "a box can tell its club"
    assert fetched.isdisjoint({"sqlalchemy", "psycopg", "openskill"}), "it keeps no season"
    assert fetched.isdisjoint({"pytest", "mypy", "ruff", "setuptools", "babel", "hatchling"})


def test_the_settings_it_writes_are_the_owner_s_example() -> None:
    page = FOLDER / "OWNER.md"
    (command,) = re.findall(r"sed -n '(/.*)'", SCRIPT.read_text("utf-8"))
    (example,) = re.findall(r"^```toml\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert run("sed", "-n", command, str(page)).stdout == example
    assert f"sed -n '{command}' wiring/OWNER.md" in (FOLDER.parent / ".ci/package").read_text("utf-8")


# lgpio


@pytest.mark.parametrize(
    ("model", "has_lgpio", "apt_knows", "told"),
    [
        ("Raspberry Pi 4 Model B", True, True, ""),
        ("QEMU Virtual Machine", False, False, ""),
        ("Raspberry Pi 4 Model B", False, True, "sudo apt install python3-lgpio"),
        ("Raspberry Pi 4 Model B", False, False, MAKE_LGPIO),
    ],
)
def test_a_pi_without_lgpio_is_told_what_brings_it(
    tmp_path: Path, model: str, has_lgpio: bool, apt_knows: bool, told: str
) -> None:
    (tmp_path / "model").write_text(f"{model}\0")
    for name, code in (("python3", int(has_lgpio)), ("apt-cache", int(not apt_knows))):
        (tmp_path / name).write_text(f"#!/bin/sh\nexit {code}\n")
        (tmp_path / name).chmod(0o755)
    script = (FOLDER / "lgpio.sh").read_text("utf-8")
    for there, here in (("/proc/device-tree/model", "model"), ("/usr/bin/python3", "python3")):
        assert there in script
        script = script.replace(there, str(tmp_path / here))
    (tmp_path / "lgpio.sh").write_text(script)
    said = run("env", f"PATH={tmp_path}:{os.environ['PATH']}", "sh", str(tmp_path / "lgpio.sh")).stdout
    commands = re.findall("^  (.*)$", said, re.MULTILINE)
    assert commands == ([*told.split(" && "), "sudo systemctl restart companion"] if told else [])


def test_the_readme_makes_lgpio_in_the_same_way() -> None:
    assert "```\n{}\n```".format(MAKE_LGPIO.replace(" && ", "\n")) in (FOLDER / "README.md").read_text("utf-8")


def test_the_script_looks_after_lgpio_and_the_package_brings_it() -> None:
    assert "lgpio.sh" in SCRIPT.read_text("utf-8")
    assert "lgpio" not in (FOLDER / "package/postinst").read_text("utf-8")


# What both ways to install have in common


@pytest.fixture
def prepared(tmp_path: Path) -> Callable[[], str]:
    """Runs prepare.sh on a made-up Pi; what it says."""
    script = (FOLDER / "prepare.sh").read_text("utf-8")
    for folder in ("etc", "boot/firmware", "run"):
        (tmp_path / folder).mkdir(parents=True)
    script = re.sub(r"(?<=[= ])/(etc|boot|run)/", rf"{tmp_path}/\1/", script)
    script = script.replace("-group companion ", "-gid 99999 ")  # nobody's here
    (tmp_path / "prepare.sh").write_text(re.sub(r"(groupadd|useradd) --", "echo \\1 --", script))
    (tmp_path / "settings").write_text('language = "de"\n')

    def prepare() -> str:
        told = run("sh", str(tmp_path / "prepare.sh"), str(tmp_path / "settings"))
        assert told.returncode == 0, told.stderr
        return told.stdout

    return prepare


def test_the_display_s_bus_is_switched_on_once(prepared: Callable[[], str], tmp_path: Path) -> None:
    boot = tmp_path / "boot/firmware/config.txt"
    boot.write_text("dtparam=i2c_arm=on\n[pi4]\narm_boost=1")
    assert "sudo reboot" in prepared()
    lines = boot.read_text().splitlines()
    assert lines[3:] == ["# companion: its display", "[all]", "dtparam=i2c_arm_baudrate=400000", "# companion: end"]
    assert "sudo reboot" not in prepared()
    assert boot.read_text().splitlines() == lines


def test_settings_that_are_there_stay(prepared: Callable[[], str], tmp_path: Path) -> None:
    prepared()
    settings = tmp_path / "etc/companion/companion.toml"
    assert settings.read_text() == 'language = "de"\n'
    settings.write_text("mine")
    prepared()
    assert settings.read_text() == "mine"


# From a checkout, in a clean Debian


@pytest.mark.slow
def test_a_checkout_comes_again_and_goes_and_its_folder_stays_its_owner_s(tmp_path: Path) -> None:
    root = debian.root("trixie", tmp_path)
    before = debian.files(root)
    folder = root / "home/pi/companion"
    shutil.copytree(FOLDER.parent, folder, ignore=shutil.ignore_patterns(".*", "__pycache__", "*.mo", "dist", "tests"))
    run("chown", "--recursive", "1000:1000", str(folder))
    its = debian.files(folder)
    script = "/home/pi/companion/wiring/install.sh"

    told = debian.run(root, "sh", script)
    assert told.returncode != 0, "there is no network"
    for made in ("etc/systemd/system/companion.service", "etc/udev/rules.d/99-companion.rules", "etc/companion"):
        assert (root / made).exists(), "rights and rules need none"

    # The network as it is on this machine.
    (root / "etc/resolv.conf").write_bytes(Path("/etc/resolv.conf").read_bytes())
    environment = {key: value for key, value in os.environ.items() if key.startswith("PIP_") and "/" not in value}
    if "PIP_CERT" in os.environ:
        shutil.copy(os.environ["PIP_CERT"], root / "root/certificates")
        environment["PIP_CERT"] = "/root/certificates"
    for _ in range(2):
        told = debian.run(root, "sh", script, network=True, env=environment)
        assert told.returncode == 0, told.stdout
        assert "no key works yet" not in told.stdout, "this is no Pi, whose keys would need lgpio"
        assert debian.run(root, "companion", "--help").returncode == 0
    assert debian.files(folder) == its
    assert {path.stat().st_uid for path in folder.rglob("*")} == {1000}

    assert debian.run(root, "sh", script, "--remove").returncode == 0
    left = {path for path in debian.files(root) - before if "companion" in path and not path.startswith("/home")}
    assert left == {"/etc/companion", "/etc/companion/companion.toml"}
    shutil.rmtree(root)
