"""Files written by `put`: after every step the old file or the new one is there, and whole."""

from __future__ import annotations

import errno
import os
import resource
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import files

OLD, NEW = b"old\n", b"new, and longer than the old one\n"
STEPS = ("open", "_give", "fsync", "replace")


class Killed(BaseException):
    """The process ends at once, without clearing up."""


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "result.json"
    path.write_bytes(OLD)
    return path


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def at_step(monkeypatch: pytest.MonkeyPatch, step: str, act: Callable[[], object]) -> None:
    """Call `act` before this step of `put`."""
    owner = {"open": Path, "replace": Path, "fsync": os, "_give": files}[step]
    usual = getattr(owner, step)

    def acting(*given: object, **more: object) -> object:
        act()
        return usual(*given, **more)

    monkeypatch.setattr(owner, step, acting)


def test_the_new_one_stands_there_whole(target: Path) -> None:
    with target.open("rb") as before:
        files.put(target, NEW)
        assert before.read() == OLD, "the file of before is not touched"
    assert target.read_bytes() == NEW
    assert names(target.parent) == [target.name]


def test_until_the_last_step_the_old_one_stands_there(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []
    for step in STEPS:
        at_step(monkeypatch, step, lambda: seen.append(Path.read_bytes(target)))
    monkeypatch.setattr(Path, "read_bytes", lambda path: os.pread(os.open(path, os.O_RDONLY), 99, 0))
    files.put(target, NEW)
    assert set(seen) == {OLD}
    assert len(seen) >= len(STEPS)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("fault", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt(), SystemExit(1)], ids=repr)
def test_what_fails_or_is_stopped_leaves_the_old_one_and_nothing_else(
    target: Path, monkeypatch: pytest.MonkeyPatch, step: str, fault: BaseException
) -> None:
    def fail() -> None:
        raise fault

    at_step(monkeypatch, step, fail)
    with pytest.raises(type(fault)):
        files.put(target, NEW)
    monkeypatch.undo()
    assert target.read_bytes() == OLD
    assert names(target.parent) == [target.name]


@pytest.mark.parametrize("step", STEPS)
def test_what_is_killed_leaves_the_old_one(target: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def die() -> None:
        raise Killed

    at_step(monkeypatch, step, die)
    monkeypatch.setattr(Path, "unlink", lambda _path: None)
    with pytest.raises(Killed):
        files.put(target, NEW)
    monkeypatch.undo()
    assert target.read_bytes() == OLD
    files.put(target, NEW)
    assert target.read_bytes() == NEW, "what was left over is in nobody's way"


def test_a_disk_that_takes_half_of_it_leaves_the_old_one(target: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(NEW) // 2, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            files.put(target, NEW)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert target.read_bytes() == OLD
    assert names(target.parent) == [target.name]


def test_a_link_stays_one_and_rights_stay(target: Path) -> None:
    link = target.with_name("link")
    link.symlink_to(target.name)
    target.chmod(0o640)
    files.put(link, NEW)
    assert link.is_symlink()
    assert target.read_bytes() == NEW
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_new_file_has_the_rights_that_are_usual(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.put(tmp_path / "new", NEW)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_the_file_belongs_to_the_given_user_and_group(target: Path) -> None:
    files.put(target, NEW, (os.getuid(), os.getgid()))
    assert (target.stat().st_uid, target.stat().st_gid) == (os.getuid(), os.getgid())


def test_a_device_and_a_pipe_are_written_to(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space left"):
        files.put(Path("/dev/full"), NEW)
    os.mkfifo(tmp_path / "fifo")
    reader = os.open(tmp_path / "fifo", os.O_RDONLY | os.O_NONBLOCK)
    files.put(tmp_path / "fifo", NEW)
    assert os.read(reader, 99) == NEW
    os.close(reader)


@pytest.mark.parametrize("name", ["", "none/result.json", "locked"])
def test_what_has_no_place_is_found_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (tmp_path / "locked").touch()
    usual = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("locked") and usual(path, mode))
    for attempt in (files.try_to_put, lambda path: files.put(path, NEW)):
        with pytest.raises(OSError, match=r"Is a directory|No such file|Permission denied"):
            attempt(tmp_path / name)
    assert names(tmp_path) == ["locked"]


def test_looking_for_a_place_changes_nothing(target: Path) -> None:
    files.try_to_put(target)
    assert target.read_bytes() == OLD
    assert names(target.parent) == [target.name]


def test_what_cannot_be_looked_at_is_not_called_missing(target: Path) -> None:
    (target.parent / "loop").symlink_to("loop")
    assert files.is_there(target)
    for name in ("none", f"{target.name}/none", "loop", "zero\0byte"):
        assert not files.is_there(target.parent / name)
    with pytest.raises(OSError, match="File name too long"):
        files.is_there(target.parent / ("long" * 99))
