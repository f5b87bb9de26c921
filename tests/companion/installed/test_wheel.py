from __future__ import annotations

import os
import stat
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.installed import wheel as wheels
from companion.installed.wheel import unpack
from companion.kit.errors import Unplayable
from tests.companion.installed.wheels import wheel


def test_a_wheel_is_unpacked_for_all_to_read_and_says_its_name(tmp_path: Path) -> None:
    old = os.umask(0o077)
    try:
        assert unpack(wheel(tmp_path, package="Otters_Game.two"), tmp_path / "new") == "otters-game-two"
    finally:
        os.umask(old)
    new = tmp_path / "new"
    files = [path for path in new.rglob("*") if path.is_file()]
    assert new / "otters/rules.py" in files
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o644}
    assert {stat.S_IMODE(path.stat().st_mode) for path in (new, new / "otters")} == {0o755}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../outside.py", "inside one folder"),
        ("otters/../../outside.py", "inside one folder"),
        ("/outside.py", "inside one folder"),
        ("otters\\outside.py", "inside one folder"),
        ("otters/\x1b.py", "inside one folder"),
        ("otters-1.data/scripts/otters", "a package alone"),
        ("otters.pth", "a package alone"),
        ("otters/__pycache__/rules.cpython-311.pyc", "a package alone"),
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(Unplayable, match=f"expected .*{why}; came "):
        unpack(wheel(tmp_path, {name: ""}), tmp_path / "a" / "new")
    assert [path.name for path in tmp_path.rglob("*outside*")] == []


def test_a_folder_of_its_own_in_the_file_is_no_harm(tmp_path: Path) -> None:
    file = wheel(tmp_path, {"otters/": "", "otters/__init__.py": ""})
    unpack(file, tmp_path / "new")
    assert (tmp_path / "new/otters/__init__.py").is_file()


@pytest.mark.parametrize("content", [b"", b"Dear diary", b"PK\x03\x04"])
def test_what_is_no_zip_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (file := tmp_path / "otters.whl").write_bytes(content)
    with pytest.raises(Unplayable, match="expected a wheel; BadZipFile"):
        unpack(file, tmp_path / "new")


def test_a_fifo_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    os.mkfifo(file := tmp_path / "otters.whl")
    with pytest.raises(Unplayable, match="expected a wheel; came a fifo"):
        unpack(file, tmp_path / "new")


def test_a_damaged_wheel_is_refused(tmp_path: Path) -> None:
    file = wheel(tmp_path, {"otters/__init__.py": "word " * 9})
    file.write_bytes(file.read_bytes().replace(b"word word", b"ward word"))
    with pytest.raises(Unplayable, match="expected a wheel; BadZipFile: Bad CRC-32"):
        unpack(file, tmp_path / "new")


def test_a_zip_file_that_is_no_wheel_is_refused(tmp_path: Path) -> None:
    with ZipFile(file := tmp_path / "otters.whl", "w") as zipped:
        zipped.writestr("otters/__init__.py", "")
    with pytest.raises(Unplayable, match=r"expected a wheel with one \.dist-info; came another file"):
        unpack(file, tmp_path / "new")


@pytest.mark.parametrize(("limit", "most"), [("FILES", 2), ("BYTES", 1000)])
def test_there_is_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int) -> None:
    monkeypatch.setattr(wheels, limit, most)
    with pytest.raises(Unplayable, match=r"expected a wheel of at most .* came a larger one"):
        unpack(wheel(tmp_path), tmp_path / "new")
