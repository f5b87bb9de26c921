from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.wiring import debian
from tests.wiring.sandbox import System, clean_debian, this_machine
from wiring.diagram import FOLDER

CONFIG: Final = "[all]\nenable_uart=1"
OLDER: Final = "0.2.0~dev1+g0a1b2c3d"
"""A commit before this one."""


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """What `.ci/package` makes, by architecture; and `older`, one that says it is."""
    folder = tmp_path_factory.mktemp("dist")
    told = subprocess.run([FOLDER.parent / ".ci/package", folder], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    made = {path.stem.rpartition("_")[2]: path for path in folder.glob("*.deb")}
    tree, older = folder / "older", folder / f"companion_{OLDER}.deb"
    debian.dpkg_deb("--raw-extract", made["amd64"], tree)
    control = tree / "DEBIAN/control"
    version = made["amd64"].name.split("_")[1]
    control.write_text(control.read_text().replace(f"\nVersion: {version}\n", f"\nVersion: {OLDER}\n"))
    debian.dpkg_deb("-Znone", "--build", tree, older)
    yield {**made, "older": older}
    shutil.rmtree(folder)


@pytest.fixture(scope="module", params=["this machine", "trixie"])
def system(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """This machine, and a clean Debian 13, for services in a sandbox."""
    if request.param == "this machine":
        yield this_machine()
        return
    folder = tmp_path_factory.mktemp(request.param)
    yield clean_debian(request.param, folder)
    shutil.rmtree(folder)


@pytest.fixture
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A clean Debian that looks like a Pi's."""
    made = debian.root(request.param, tmp_path)
    (made / "boot/firmware").mkdir()
    (made / "boot/firmware/config.txt").write_text(CONFIG)
    yield made
    shutil.rmtree(made)
