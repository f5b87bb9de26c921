"""The Debian package in clean systems without network: in, again, over an older box with a game on, out."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest

from companion.daemon.systemd import FOR_A_PI
from companion.journal.journal import Journal
from tests.wiring import debian
from tests.wiring.conftest import CONFIG, OLDER
from tests.wiring.nspawn import Machine, until

pytestmark = pytest.mark.slow

SUITES = ("bookworm", "trixie")
PYTHONS = {"bookworm": "3.11", "trixie": "3.13", "testing": "3.14"}
GAMES = Path("var/lib/companion")
SETTINGS = Path("etc/companion/companion.toml")
# Of every package that comes and goes, and of the test itself.
TRACES = ("/boot/firmware", "/opt", "/root/", "/run/", "/var/cache/", "/var/lib/apt/", "/var/log/")
LOCK = b64encode(bytes(32)).decode()
"""The hash of a browser's key."""
KEPT = {"companion/doors.json": f'{{"1":"{LOCK}"}}', "companion-club/told.json": '{"place":{"game":1,"entry":2}}'}
"""The locks of the doors, and how far a club knows: below /var/lib."""
SECRETS = "etc/companion/club.password"
OTHERS = "Files without a paragraph of their own, as the units and rules, are the companion's."
PAGES, VOICE = "companion-pages.socket", "companion-club.service"

# What is looser for a twin than for a box: its page.
TWIN = """
[Service]
PrivateNetwork=no
IPAddressAllow=localhost
RestrictAddressFamilies=AF_INET
"""
# Keys; then the display's memory, as it is after two quiet seconds.
PLAY = """
import json, sys, time
from websockets.sync.client import connect

with connect("ws://127.0.0.1:8737/live", max_queue=None) as wire:
    for key, seconds in json.loads(sys.stdin.read()):
        # Of a hold that nobody confirms within three seconds, the box lets go.
        held = 0.0
        while held < seconds:
            wire.send(json.dumps({"key": key, "down": True, "held_ms": 1000 * held}))
            step = min(seconds - held, 1.0)
            time.sleep(step)
            held += step
        wire.send(json.dumps({"key": key, "down": False, "held_ms": 1000 * seconds}))
        time.sleep(0.1)
    end = time.monotonic() + 2.0
    while time.monotonic() < end:
        try:
            frame = wire.recv(timeout=0.5)
        except TimeoutError:
            continue
        if frame[:1] == bytes([1]):
            memory = frame[1:]
print(memory.hex())
"""
JOIN = (("green1", 0.75), ("green1", 0.08), ("green2", 0.08), ("green3", 0.08), ("green1", 0.75), ("green1", 0.75))


each = pytest.mark.parametrize("root", SUITES, indirect=True)


def put(package: Path, root: Path) -> str:
    """Lay a package down inside; where."""
    shutil.copy(package, root / "root" / package.name)
    return f"/root/{package.name}"


def right(told: subprocess.CompletedProcess[str]) -> str:
    assert told.returncode == 0, told.stdout
    return told.stdout


# In and out


@each
def test_it_comes_without_network_plays_comes_again_and_leaves_nothing(root: Path, packages: dict[str, Path]) -> None:
    before = debian.files(root)
    package = put(packages["amd64"], root)

    said = right(debian.run(root, "apt-get", "install", "--yes", package))
    assert "the display's bus is switched on when the Pi is restarted: sudo reboot" in said
    assert right(debian.run(root, "cat", "/proc/net/route")).count("\n") <= 1, "no network"
    version = packages["amd64"].name.split("_")[1]
    assert right(debian.run(root, "companion", "--version")) == f"companion {version.replace('~dev', '.dev')}\n"
    assert f"companion {version.replace('~dev', '.dev')}" in debian.run(root, "companion", "doctor").stdout
    demo = ("companion", "demo", "--speed", "max", "--no-web", "--seed", "1", "--record", "/root/game.jsonl")
    right(debian.run(root, *demo))
    assert "right" in right(debian.run(root, "companion", "replay", "/root/game.jsonl"))
    assert right(debian.run(root, "systemctl", "is-enabled", "companion.service")) == "enabled\n"
    assert right(debian.run(root, "id", "--name", "--user", "companion")) == "companion\n"
    assert (root / "boot/firmware/config.txt").read_text().count("dtparam=i2c_arm_baudrate=400000\n") == 1
    settings = (root / SETTINGS).read_text()
    assert 'language = "en"' in settings
    assert not any(path.endswith(".pyc") for path in _traces(root, before) if not path.startswith("/opt"))

    # Again, when the owner has changed something.
    (root / SETTINGS).write_text(settings.replace('"en"', '"nl"'))
    said = right(debian.run(root, "apt-get", "install", "--yes", "--reinstall", package))
    assert "restarted" not in said
    assert (root / SETTINGS).read_text() == settings.replace('"en"', '"nl"')
    assert (root / "boot/firmware/config.txt").read_text().count("dtparam=i2c_arm_baudrate=400000\n") == 1

    # Away: games and settings stay.
    (root / GAMES).mkdir()
    (root / GAMES / "board.toml").write_text("")
    right(debian.run(root, "apt-get", "remove", "--yes", "companion"))
    assert (root / SETTINGS).exists()
    assert (root / GAMES / "board.toml").exists()
    assert list((root / "opt").iterdir()) == []

    # Without an answer the games stay. Or the owner has said that they may go.
    if root.name.startswith("bookworm"):
        said = right(debian.run(root, "apt-get", "purge", "--yes", "companion"))
        assert "the saved games are still in /var/lib/companion" in said
        assert sorted(_traces(root, before)) == ["/var/lib/companion", "/var/lib/companion/board.toml"]
        assert right(debian.run(root, "id", "--name", "--user", "companion")) == "companion\n", "whose they are"
    else:
        yes = "companion companion/purge-games boolean true\n"
        right(debian.run(root, "debconf-set-selections", said=yes))
        right(debian.run(root, "apt-get", "purge", "--yes", "companion"))
        assert _traces(root, before) == set()
        assert debian.run(root, "id", "companion").returncode != 0
    assert before <= debian.files(root)
    assert (root / "boot/firmware/config.txt").read_text() == CONFIG + "\n"


def _traces(root: Path, before: set[str]) -> set[str]:
    return {path for path in debian.files(root) - before if not path.startswith(TRACES)}


# Over an older one, with a game on


@each
def test_a_game_goes_on_at_the_same_question(root: Path, packages: dict[str, Path]) -> None:
    older, newer = put(packages["older"], root), put(packages["amd64"], root)
    (root / "etc/systemd/system/companion.service.d").mkdir()
    (root / "etc/systemd/system/companion.service.d/twin.conf").write_text(TWIN)
    _as_install_sh_does(root, packages["older"])
    # Nothing is explained, so that the same question is the same picture.
    settings = (root / SETTINGS).read_text()
    (root / SETTINGS).write_text(settings.replace("explains = true", "explains = false"))
    announced = root / "etc/avahi/services/companion.service"
    announced.parent.mkdir(parents=True)
    with Machine(root, "--private-network") as machine:
        is_on(machine, "people join")
        assert _system_updates(machine) == ["success"] * 2
        joining = look(machine)
        screen = look(machine, JOIN)
        assert not _is_the_same(screen, joining)
        assert (games := _entries(root))

        _furnish(machine)

        # A package over what install.sh made, then a newer package.
        for package, version in ((older, OLDER), (newer, packages["amd64"].name.split("_")[1])):
            said = right(machine.run("apt-get", "install", "--yes", package))
            if package == newer:
                assert f"companion: {version} has come over {OLDER}; games and settings are as they were." in said
                assert "every setting, new ones too, is explained in /usr/share/companion/companion.toml" in said
            assert "the box does not run" not in said
            assert right(machine.run("dpkg-query", "--show", "--showformat=${Version}", "companion")) == version
            is_on(machine, "a game is on")
            assert _system_updates(machine) == ["exec-condition"] * 2, "never while a game is open"
            until(lambda: _is_the_same(look(machine), screen), "the same question")
            assert _entries(root) == games
            fragment = machine.shows("companion.service", "FragmentPath")
            assert fragment.endswith("/lib/systemd/system/companion.service")
            assert not fragment.startswith("/etc")
            assert not (root / "usr/local/bin/companion").is_symlink()

        assert {name: (root / "var/lib" / name).read_text() for name in KEPT} == KEPT
        group = right(machine.run("stat", "--format=%G", f"/{SECRETS}"))
        assert group == "companion-club\n", "the voice reads it now"

        # With pages, as the menu switches them on.
        (root / GAMES / "pages.json").write_text('{"is_on":true}')
        until(lambda: machine.systemctl("restart", "companion.service") == 0, "a new start")
        until(lambda: machine.shows(PAGES, "ActiveState") == "active" and announced.exists(), "their port")

        # With a voice at a club, whose broker is away.
        settings = (root / SETTINGS).read_text()
        (root / SETTINGS).write_text(settings.replace("[club]\n", '[club]\nbroker = "127.0.0.1"\n'))
        right(machine.run("systemctl", "enable", "--now", VOICE))
        until(lambda: "cannot be used" in machine.shows(VOICE, "StatusText"), "that its broker is away")
        assert (root / "var/lib/companion-club").is_dir()

        right(machine.run("apt-get", "remove", "--yes", "companion"))
        assert machine.systemctl("is-active", VOICE) != 0
        right(machine.run("apt-get", "purge", "--yes", "companion"))
        assert machine.shows(VOICE, "LoadState") == "not-found"
        assert not (root / "var/lib/companion-club").exists()
        assert _entries(root) == games
        assert machine.systemctl("is-active", "companion.service") != 0
        assert machine.systemctl("is-active", PAGES) != 0
        assert not announced.exists()


def _system_updates(machine: Machine) -> list[str]:
    """What comes of Debian's own updates now."""
    jobs = ("apt-daily.service", "apt-daily-upgrade.service")
    for job in jobs:
        right(machine.run("systemctl", "start", job))
    return [machine.shows(job, "Result") for job in jobs]


def _furnish(machine: Machine) -> None:
    """What else an older box has; the password was the box's to read."""
    (machine.root / "var/lib/companion-club").mkdir()
    for name, text in KEPT.items():
        (machine.root / "var/lib" / name).write_text(text)
    (machine.root / SECRETS).touch(0o640)
    right(machine.run("chgrp", "companion", f"/{SECRETS}"))


def _as_install_sh_does(root: Path, package: Path) -> None:
    """Lay the box out as the script does, without a package manager that knows of it."""
    debian.dpkg_deb("--extract", package, root)
    python = next((root / "usr/lib").glob("python3.*")).name
    venv = root / "opt/companion"
    shutil.copy(venv / "companion-pages.xml", venv / "unpacked")
    (venv / "prepare.sh").rename(root / "root/prepare.sh")
    (venv / "unpacked").rename(root / "opt/checkout")
    shutil.rmtree(venv)
    (root / "opt/checkout").rename(venv)
    (venv / "bin/companion").write_text(f"#!/opt/companion/bin/python\n{(venv / 'bin/companion').read_text()}")
    (venv / "bin/companion").chmod(0o755)
    for link in venv.glob("lib/python3.*"):
        link.unlink()
    (venv / "lib/python3").rename(venv / "lib" / python)
    etc = root / "etc"
    for name in ("companion.service", "companion-trouble.service"):
        shutil.move(root / "usr/lib/systemd/system" / name, etc / "systemd/system" / name)
    shutil.move(root / "usr/lib/udev/rules.d/99-companion.rules", etc / "udev/rules.d")
    (root / "usr/bin/companion").rename(root / "usr/local/bin/companion")
    right(debian.run(root, "sh", "/root/prepare.sh", "/usr/share/companion/companion.toml"))
    right(debian.run(root, "systemctl", "enable", "companion.service"))


def is_on(machine: Machine, status: str) -> None:
    until(lambda: machine.shows("companion.service", "StatusText") == status, status)


def look(machine: Machine, keys: tuple[tuple[str, float], ...] = ()) -> bytes:
    """The display's memory, after some keys."""
    return bytes.fromhex(right(machine.run("/opt/companion/bin/python", "-c", PLAY, said=json.dumps(keys))))


def _is_the_same(one: bytes, other: bytes) -> bool:
    """Whether two pictures are equal except for their position: a picture wanders by a pixel or two each minute."""
    return any(_middle(one, x, y) == _middle(other) for x in range(-2, 3) for y in range(-3, 4))


def _middle(memory: bytes, right: int = 0, down: int = 0) -> set[tuple[int, int]]:
    """The lit pixels away from the edges, after a shift by this much."""
    lit = (
        (at % 128 + right, at // 128 * 8 + bit + down)
        for at, byte in enumerate(memory)
        for bit in range(8)
        if byte >> bit & 1
    )
    return {(x, y) for x, y in lit if 4 <= x < 124 and 4 <= y < 60}


def _entries(root: Path) -> tuple[bytes, ...]:
    journal = Journal(root / GAMES, read_only=True)
    saved = journal.running()
    journal.shut()
    return saved.entries if saved is not None else ()


@each
def test_where_it_is_no_pi_it_says_what_to_run_and_is_left_alone(root: Path, packages: dict[str, Path]) -> None:
    with Machine(root, "--private-network") as machine:
        said = right(machine.run("apt-get", "install", "--yes", put(packages["amd64"], root)))
        assert f"companion: {FOR_A_PI}\n" in said
        assert "deb-systemd-invoke" not in said
        until(lambda: machine.shows("companion.service", "ActiveState") == "inactive", "its end")
        assert machine.shows("companion.service", "NRestarts") == "0"


# Versions side by side

LATE = """
import sys, time
from pathlib import Path
while not Path("/root/newer-runs").exists():
    time.sleep(0.1)
import companion.web.server
print("late:", companion.web.server.__file__)
"""
UNDER_WAY = """
/opt/companion/bin/python -c "$0" & apt-get install --yes "$1" && touch /root/newer-runs && wait $!
"""
"""An upgrade while an older box runs, which imports something only after it."""


@pytest.mark.parametrize("root", ["trixie"], indirect=True)
def test_the_version_before_stays_and_what_runs_never_reads_a_newer_one(root: Path, packages: dict[str, Path]) -> None:
    older, newer = put(packages["older"], root), put(packages["amd64"], root)
    version = packages["amd64"].name.split("_")[1]
    box = root / "opt/companion"
    right(debian.run(root, "apt-get", "install", "--yes", older))
    assert str((box / "current").readlink()) == f"versions/{OLDER}"
    assert not (box / "former").exists()

    said = right(debian.run(root, "sh", "-c", UNDER_WAY, LATE, newer))
    assert f"late: /opt/companion/versions/{OLDER}/lib/python3" in said
    assert [str((box / link).readlink()) for link in ("current", "former")] == [
        f"versions/{version}",
        f"versions/{OLDER}",
    ]

    # Installed again, and the older one again.
    right(debian.run(root, "apt-get", "install", "--yes", "--reinstall", newer))
    assert str((box / "former").readlink()) == f"versions/{OLDER}"
    assert {path.name for path in (box / "versions").iterdir()} == {f"{version}.again", OLDER}
    right(debian.run(root, "apt-get", "install", "--yes", "--allow-downgrades", older))
    assert str((box / "former").readlink()) == f"versions/{version}.again"
    assert {path.name for path in (box / "versions").iterdir()} == {f"{version}.again", f"{OLDER}.again"}
    assert {path.name for path in (box / "versions").glob("*/companion.deb")} == {"companion.deb"}
    assert not (box / "next.deb").exists()


# What it is made of


@pytest.mark.parametrize("arch", ["amd64", "arm64"])
def test_every_part_is_named_with_its_licence_and_listed_beside_it(
    arch: str, tmp_path: Path, packages: dict[str, Path]
) -> None:
    debian.dpkg_deb("--extract", packages[arch], tmp_path)
    parts = sorted((tmp_path / "opt/companion").rglob("*.dist-info"))
    assert len(parts) > 20
    told = (tmp_path / "usr/share/doc/companion/copyright").read_text("utf-8")
    bill = json.loads(packages[arch].with_suffix(".cdx.json").read_text("utf-8"))
    listed = {f"{part['name']} {part.get('version', '')}".strip() for part in bill["components"]}
    assert {*re.findall("^Comment: (.*)$", told, re.MULTILINE)} == listed | {OTHERS}
    assert len(listed) == len(parts) + 2, "and two fonts"
    for part in parts:
        assert [path for path in part.rglob("*") if re.match("(?i)licen[cs]e", path.name) and path.stat().st_size > 200]


# For a Pi


MODULES = "PIL._imaging, PIL._imagingft, cbor2._cbor2, msgspec._core, websockets.speedups, _lgpio"


def test_on_arm64_it_comes_and_runs(tmp_path: Path, packages: dict[str, Path]) -> None:
    root = debian.root("trixie", tmp_path, "arm64")
    # To compile all takes ten minutes in an emulator.
    (root / "usr/lib/python3.13/compileall.py").write_text("")
    # Of dpkg's own book nothing is known there, so nothing is asked of it.
    right(debian.run(root, "dpkg", "--force-depends", "--install", put(packages["arm64"], root)))
    assert "demo" in right(debian.run(root, "companion", "--help"))
    shutil.rmtree(root)


@pytest.mark.parametrize("arch", ["amd64", "arm64"])
@pytest.mark.parametrize("suite", ["bookworm", "trixie", "testing"])
def test_each_python_imports_every_compiled_module_and_its_own_lgpio(
    suite: str, arch: str, tmp_path: Path, packages: dict[str, Path]
) -> None:
    """Of the system it takes only Python: nothing is installed, and no system has an lgpio."""
    root = debian.root(suite, tmp_path, arch)
    debian.dpkg_deb("--extract", packages[arch], root)
    code = f"import {MODULES}, lgpio; print(lgpio.__file__, lgpio.get_module_version())"
    box = "/opt/companion/unpacked"
    told = right(debian.run(root, f"{box}/bin/python", "-c", code, env={"LG_WD": "/root"}))
    assert told == f"{box}/lib/python{PYTHONS[suite]}/site-packages/lgpio.py lgpio.py_0.2.2.0\n"
    shutil.rmtree(root)


@pytest.mark.parametrize("arch", ["amd64", "arm64"])
def test_every_compiled_module_is_there_for_each_python(arch: str, packages: dict[str, Path]) -> None:
    listed = debian.dpkg_deb("--contents", packages[arch])
    compiled = [line.split()[5] for line in listed.splitlines() if ".cpython-3" in line]
    assert all(name.endswith(f"-{'aarch64' if arch == 'arm64' else 'x86_64'}-linux-gnu.so") for name in compiled)
    names = [
        {name.split(".cpython")[0] for name in compiled if f"-{python.replace('.', '')}-" in name}
        for python in PYTHONS.values()
    ]
    assert names[0]
    assert all(others == names[0] for others in names)
