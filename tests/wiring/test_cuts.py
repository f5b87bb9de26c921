"""Power cuts at any instant of an upgrade: one whole version runs, apt works after the next start, no game is lost.

One upgrade runs on a disk whose writes and flushes are logged. The log is replayed up to 8 instants, or as many as
COMPANION_CUTS says, spread evenly over its flushes and drawn by lot between two of them. Each fate has its turn: what
was not flushed is lost, all of it is kept, or it is torn, so that any part of it is there. What a fate leaves is what
a real disk may leave (disk_log.py).
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import pytest

from companion.journal.journal import Journal
from tests.companion.journal.saved_games import ENTRIES, begin, read
from tests.wiring import debian, disk_image, disk_log
from tests.wiring.conftest import OLDER
from tests.wiring.nspawn import Machine, until
from tests.wiring.test_package import GAMES, right

pytestmark = pytest.mark.slow

CUTS: Final = int(os.environ.get("COMPANION_CUTS", "8"))
BOOTS: Final = 2 + CUTS // 64
BOOTED: Final = frozenset(CUTS * (2 * boot + 1) // (2 * BOOTS) for boot in range(BOOTS))
"""The cuts after which the whole system is started; after the others only what its unit runs."""
UNIT: Final = "companion-finish.service"
UPGRADE: Final = ("apt-get", "install", "--yes", "/root/newer.deb")
UNPACKED: Final = Path("opt/companion/unpacked")
IMPORTED: Final = """
import companion.cli, companion.daemon.life, companion.web.server, PIL, msgspec
assert (companion.cli.__doc__, PIL.__doc__) == (None, None), "docstrings take memory"
"""


class Evening(msgspec.Struct, frozen=True):
    """A box with an older version and a game, on a disk; a newer package lies on it."""

    disk: Path
    versions: dict[str, str]
    """Each version by its files."""
    log: disk_log.Log
    """What the upgrade writes to the disk."""


@pytest.fixture(scope="module")
def evening(packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("cuts")
    root = debian.root("trixie", folder)
    (root / "etc/dpkg/dpkg.cfg.d/fast").unlink()  # it waits for the disk, as on a box
    newer = packages["amd64"]
    shutil.copy(newer, root / "root/newer.deb")
    shutil.copy(_other_files(packages["older"], folder), root / "root/older.deb")
    right(debian.run(root, "apt-get", "install", "--yes", "/root/older.deb"))
    (root / GAMES).mkdir()
    journal = Journal(root / GAMES)
    begin(journal, *ENTRIES)
    journal.shut()
    disk = folder / "disk"
    disk_image.make(disk, root, 1400)

    debian.dpkg_deb("--extract", newer, folder / "newer")
    versions = {_files(root / UNPACKED): OLDER, _files(folder / "newer" / UNPACKED): newer.name.split("_")[1]}
    assert len(versions) == 2
    upgraded = folder / "upgraded"
    disk_image.copy(disk, upgraded)
    with (
        disk_log.logged(upgraded, folder / "logged") as log,
        disk_image.mounted(folder / "logged", folder / "mnt") as on,
    ):
        right(debian.run(on, *UPGRADE))
    upgraded.unlink()
    yield Evening(disk, versions, [*filter(None, log)])
    shutil.rmtree(folder)


def _other_files(package: Path, folder: Path) -> Path:
    """The package with other modules: a mixture would be seen."""
    tree, other = folder / "other", folder / "other.deb"
    debian.dpkg_deb("--raw-extract", package, tree)
    for module in (tree / UNPACKED).rglob("*.py"):
        module.write_bytes(module.read_bytes() + b"\n# older\n")
    debian.dpkg_deb("-Znone", "--build", tree, other)
    shutil.rmtree(tree)
    return other


def test_after_a_cut_one_whole_version_runs_and_apt_works_by_itself(
    evening: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    states: Counter[str] = Counter()
    flushed, disk = tmp_path / "flushed", tmp_path / "disk"
    disk_image.copy(evening.disk, flushed)
    done = 0
    for number in range(CUTS):
        luck, fate = Random(number), disk_log.FATES[number % len(disk_log.FATES)]
        flushes = len(evening.log) * (2 * number + 1) // (2 * CUTS)
        disk_log.replay(chain(*evening.log[done:flushes]), flushed)
        done = flushes
        writes = evening.log[flushes][: luck.randint(1, len(evening.log[flushes]))]
        disk_image.copy(flushed, disk)
        disk_log.replay(disk_log.left(writes, fate, luck), disk)
        with disk_image.mounted(disk, tmp_path / "mnt") as root:
            runs, status = _whole(root, evening), _status(root)
            states[f"{fate}: {status}, runs {'the older' if runs == OLDER else 'the newer'}"] += 1
            if number in BOOTED:
                _boot(root)
            else:
                _finish(root)
            at = f"cut after {flushes} of {len(evening.log)} flushes, {len(writes)} writes {fate}, found {status}"
            assert debian.run(root, "dpkg", "--audit").stdout == "", at
            right(debian.run(root, "apt-get", "check"))
            installed = _status(root)
            assert installed == f"install ok installed {_whole(root, evening)}", at
            if status != f"install ok installed {OLDER}":
                assert not (root / "opt/companion/next.deb").exists(), at
            right(debian.run(root, *UPGRADE))
            assert _whole(root, evening) != OLDER
            assert len([*(root / "opt/companion/versions").iterdir()]) == 2, at
            _has_its_game(root)
    with capsys.disabled():
        print(f"\n{CUTS} cuts of an upgrade of {len(evening.log)} flushes left:")
        print(*(f"{count:5} {state}" for state, count in sorted(states.items())), sep="\n")


@pytest.mark.parametrize("status", ["half-configured", "unpacked"])
def test_what_dpkg_no_longer_configures_is_unpacked_again(evening: Evening, tmp_path: Path, status: str) -> None:
    disk_image.copy(evening.disk, tmp_path / "disk")
    with disk_image.mounted(tmp_path / "disk", tmp_path / "mnt") as root:
        (root / "opt/companion/next.deb").touch()
        packages, name = root / "var/lib/dpkg/status", "Package: companion\nStatus: install"
        left = packages.read_text().replace(f"{name} ok installed\n", f"{name} reinstreq {status}\n")
        packages.write_text(left)
        assert debian.run(root, "dpkg", "--configure", "--pending").returncode != 0
        _finish(root)
        assert _status(root) == f"install ok installed {OLDER}"
        assert not (root / "opt/companion/next.deb").exists()


def _whole(root: Path, evening: Evening) -> str:
    """The version that runs now; it fails if that is a mixture."""
    current = root / "opt/companion" / (root / "opt/companion/current").readlink()
    version = evening.versions[_files(current)]
    modules = [*(current / "lib/python3/site-packages/companion").rglob("*.py")]
    assert modules
    compiled = [path.parent.parent / path.name.partition(".")[0] for path in current.rglob("*.cpython-3??.pyc")]
    assert {path.with_suffix("") for path in modules} <= {*compiled}, "it is compiled"
    assert not [*current.rglob("*.opt-2.pyc")]
    right(debian.run(root, "companion", "--version"))
    right(debian.run(root, "/opt/companion/bin/python", "-B", "-c", IMPORTED))
    return version


def _files(tree: Path) -> str:
    """What all files of a version hold."""
    whole = sha256()
    for path in sorted(path for path in tree.rglob("*") if path.is_file() and path.suffix not in {".pyc", ".deb"}):
        whole.update(str(path.relative_to(tree)).encode() + sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def _status(root: Path) -> str:
    return debian.run(root, "dpkg-query", "--show", "--showformat=${Status} ${Version}", "companion").stdout


def _finish(root: Path) -> None:
    """What the unit runs when the system starts, if its conditions hold."""
    unit = (root / "usr/lib/systemd/system" / UNIT).read_text()
    conditions = [line for line in unit.splitlines() if line.startswith("Condition")]
    if debian.run(root, "systemd-analyze", "condition", *conditions).returncode == 0:
        right(debian.run(root, "sh", "/opt/companion/finish.sh"))


def _boot(root: Path) -> None:
    with Machine(root, "--private-network") as machine:
        until(lambda: machine.shows(UNIT, "ActiveState") == "inactive", "that it is finished")
        assert machine.shows(UNIT, "Result") == "success"


def _has_its_game(root: Path) -> None:
    journal = Journal(root / GAMES, read_only=True)
    saved = journal.running()
    journal.shut()
    assert saved is not None
    assert read(saved) == list(ENTRIES)
