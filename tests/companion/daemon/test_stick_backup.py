"""A backup onto a stick that is a folder here. With a disk that is mounted: tests/wiring/test_update.py."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from companion.daemon import restoring, stick_backup, sticks
from companion.daemon.backup import restore
from companion.daemon.newer import Refusing
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.kit.errors import BadConfig, CompanionError, NewerBackup, NotABackup, Unusable
from tests.companion.journal.saved_games import ENTRIES, begin, read
from tests.disk import full


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """The settings of a box in which people play a game."""
    file = tmp_path / "box.toml"
    file.write_text(f'state_folder = "{tmp_path / "box"}"\n')
    journal = Journal(tmp_path / "box")
    begin(journal, *ENTRIES)
    journal.shut()
    return file


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stick that can be written."""
    folder = tmp_path / "stick"
    folder.mkdir()
    monkeypatch.setattr(sticks, "to_write", lambda _at: folder)
    monkeypatch.setattr(sticks, "finish", lambda *_: None)
    return folder


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_it_is_a_whole_backup_and_all_that_is_new_on_the_stick(settings: Path, stick: Path, tmp_path: Path) -> None:
    (stick / "letter.txt").touch()
    (stick / stick_backup.WORK).mkdir()  # the plug was pulled in the midst of it
    assert stick_backup.write(settings, tmp_path) == 1
    made, letter = names(stick)
    assert letter == "letter.txt"
    assert made == f"companion-backup-{datetime.now(UTC):%Y-%m-%d}.zip"
    restore(stick / made, tmp_path / "new", None)
    journal = Journal(tmp_path / "new")
    assert read(journal.running()) == [*ENTRIES]
    journal.shut()


def test_the_backup_of_another_box_stays(settings: Path, stick: Path, tmp_path: Path) -> None:
    for count in (1, 2, 3):
        stick_backup.write(settings, tmp_path)
        assert len(names(stick)) == count
    assert names(stick)[0].endswith("-2.zip")


def test_a_date_that_cannot_be_is_in_no_name(stick: Path) -> None:
    assert stick_backup._free_name(stick, datetime(1970, 1, 1, tzinfo=UTC)) == stick / "companion-backup.zip"


def test_a_stick_without_room_for_the_games_is_full_and_nothing_is_written(
    settings: Path, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stick_backup, "free", lambda _: stick_backup.SPARE)
    with pytest.raises(Refusing, match="stick_full"):
        stick_backup.write(settings, tmp_path)
    assert names(stick) == []


def test_what_the_command_says_is_in_the_log(
    settings: Path, stick: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "box" / FILE).unlink()
    (tmp_path / "box" / FILE).mkdir()
    with pytest.raises(Refusing, match="failed"):
        stick_backup.write(settings, tmp_path)
    assert "cannot read" in capsys.readouterr().err
    assert names(stick) == []


def test_wrong_settings_are_said_before_a_stick_is_looked_for(settings: Path, tmp_path: Path) -> None:
    settings.write_text("[keys]\nhold = 3\n")
    with pytest.raises(BadConfig, match=r"keys\.hold"):
        stick_backup.write(settings, tmp_path)


# --- and back --------------------------------------------------------------------------------------------------------


@pytest.fixture
def disk(stick: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same as a disk that is mounted there."""
    monkeypatch.setattr(sticks, "disks", lambda: [stick])
    monkeypatch.setattr(sticks, "mounted", lambda disk, _at, _how: disk)
    return stick


def test_the_newest_one_lies_where_the_next_start_puts_it_back(settings: Path, disk: Path, tmp_path: Path) -> None:
    stick_backup.write(settings, tmp_path)
    (newest,) = disk.iterdir()
    (disk / "companion-backup-2031-01-01.zip").write_bytes(b"an older file, whatever its name")
    os.utime(disk / "companion-backup-2031-01-01.zip", (1, 1))
    (disk / "companion-backup-link.zip").symlink_to(settings)
    new = tmp_path / "new"
    new.mkdir()
    (new / restoring.COMING).symlink_to(settings)
    settings.write_text(f'state_folder = "{new}"\n')
    assert stick_backup.bring(settings, tmp_path).games == 1
    assert (new / restoring.COMING).read_bytes() == newest.read_bytes()
    assert not (new / restoring.COMING).is_symlink()
    assert (new / restoring.COMING).stat().st_mode & 0o777 == 0o600
    assert settings.read_text() == f'state_folder = "{new}"\n', "what a link names stays"
    restoring.agree(new)
    assert restoring.put_back(new, settings) == restoring.PUT_BACK
    journal = Journal(new)
    assert read(journal.running()) == [*ENTRIES]
    journal.shut()


def test_without_a_backup_on_a_stick_that_is_said(settings: Path, disk: Path, tmp_path: Path) -> None:
    (disk / "companion-backup-folder.zip").mkdir()
    with pytest.raises(Refusing, match="no_backup"):
        stick_backup.bring(settings, tmp_path)


@pytest.mark.parametrize(
    ("kind", "why"), [(NewerBackup, "newer_backup"), (NotABackup, "not_whole"), (Unusable, "full")]
)
def test_what_cannot_be_put_back_is_a_reason_each(
    settings: Path, disk: Path, monkeypatch: pytest.MonkeyPatch, kind: type[CompanionError], why: str
) -> None:
    (disk / "companion-backup.zip").touch()

    def refuse(*_: object) -> None:
        raise kind("told")

    monkeypatch.setattr(restoring, "examine", refuse)
    with pytest.raises(Refusing, match=why):
        stick_backup.bring(settings, disk)


def test_what_is_no_backup_does_not_stay_beside_the_games(settings: Path, disk: Path, tmp_path: Path) -> None:
    (disk / "companion-backup.zip").write_bytes(b"no zip")
    with pytest.raises(Refusing, match="not_whole"):
        stick_backup.bring(settings, tmp_path)
    assert not (tmp_path / "box" / restoring.COMING).exists()


def test_one_that_is_too_large_or_has_no_room_is_not_even_begun(
    settings: Path, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (disk / "companion-backup.zip").write_bytes(b"no zip")
    monkeypatch.setattr(stick_backup, "free", lambda _: restoring.SPARE)
    with pytest.raises(Refusing, match="full"):
        stick_backup.bring(settings, tmp_path)
    monkeypatch.setattr(stick_backup, "free", lambda _: 1 << 40)
    monkeypatch.setattr(restoring, "MOST", 3)
    with pytest.raises(Refusing, match="full"):
        stick_backup.bring(settings, tmp_path)


def test_a_copy_that_fails_leaves_nothing(settings: Path, disk: Path, tmp_path: Path) -> None:
    (disk / "companion-backup.zip").write_bytes(b"no zip")
    with full(), pytest.raises(OSError, match="too large"):
        stick_backup.bring(settings, tmp_path)
    assert not (tmp_path / "box" / restoring.COMING).exists()


# --- which stick -----------------------------------------------------------------------------------------------------


class System:
    """A system whose disks are mounted where a test says, or can be."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = folder / "at"
        self.mounted: dict[str, Path] = {}
        self.can_be_mounted: set[str] = set()
        self.asked: list[str] = []
        (folder / "by-id").mkdir()
        self.names = folder / "by-id"
        monkeypatch.setattr(sticks, "DISKS", (self.names, "usb-*"))
        monkeypatch.setattr(sticks, "FOR_PEOPLE", (str(folder / "media"),))
        monkeypatch.setattr(sticks, "run", self.run)

    def plug_in(self, name: str, mounted: Path | None = None, *, can_be_mounted: bool = False) -> None:
        (self.names / f"usb-{name}").touch()
        if mounted is not None:
            mounted.mkdir(parents=True)
            self.mounted[f"usb-{name}"] = mounted
        elif can_be_mounted:
            self.can_be_mounted.add(f"usb-{name}")

    def run(self, program: str, *words: str) -> CompletedProcess[str]:
        self.asked.append(program)
        code, said = 0, ""
        if program == "findmnt":
            where = self.mounted.get(Path(words[-1]).name)
            code, said = (0, f"{where}\n") if where is not None else (1, "")
        elif program == "mount":
            code = 0 if Path(words[-2]).name in self.can_be_mounted else 32
        return CompletedProcess((program, *words), code, said)


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    return System(tmp_path, monkeypatch)


def test_without_a_stick_that_is_said(system: System) -> None:
    with pytest.raises(Refusing, match="no_stick"):
        sticks.to_write(system.at)
    system.plug_in("disc without a file system")
    with pytest.raises(Refusing, match="no_stick"):
        sticks.to_write(system.at)


def test_the_first_that_can_be_mounted_is_taken(system: System) -> None:
    system.plug_in("stick")
    system.plug_in("stick-part1", can_be_mounted=True)
    assert sticks.to_write(system.at) == system.at


def test_one_that_is_mounted_already_is_used_where_it_is(system: System, tmp_path: Path) -> None:
    system.plug_in("stick-part1", tmp_path / "media/pi/STICK")
    assert sticks.to_write(system.at) == tmp_path / "media/pi/STICK"
    assert "mount" not in system.asked
    sticks.finish(tmp_path / "media/pi/STICK", system.at)
    assert "umount" not in system.asked, "whoever has mounted it unmounts it"


def test_the_disk_that_the_system_runs_from_is_no_stick(system: System, tmp_path: Path) -> None:
    system.plug_in("ssd-part1", tmp_path / "boot/firmware")
    system.plug_in("ssd-part2", tmp_path / "root")
    with pytest.raises(Refusing, match="no_stick"):
        sticks.to_write(system.at)


def test_one_that_cannot_be_written_is_passed_over_or_named(
    system: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "media/LOCKED"
    system.plug_in("a-part1", locked)
    monkeypatch.setattr("os.access", lambda folder, _: folder != locked)
    with pytest.raises(Refusing, match="stick_locked"):
        sticks.to_write(system.at)
    system.plug_in("b-part1", can_be_mounted=True)
    assert sticks.to_write(system.at) == system.at


def test_a_stick_that_was_pulled_too_early_is_no_success(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    sticks.finish(system.at, system.at)
    assert system.asked == ["sync", "umount"]
    monkeypatch.setattr(sticks, "run", lambda *words: CompletedProcess(words, 1, "Input/output error"))
    with pytest.raises(OSError, match="Input/output error"):
        sticks.finish(system.at, system.at)
