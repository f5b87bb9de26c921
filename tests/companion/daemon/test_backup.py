"""A backup carries a box to another card, whole or not at all; and what was there is kept."""

from __future__ import annotations

import json
import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from companion import games, installed
from companion.daemon import backup
from companion.daemon.backup import BackupLabel, make, restore
from companion.installed import InstalledGame
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.journal.schema import VERSION
from companion.kit.errors import NotABackup, Unusable, Unwritten
from tests import disk
from tests.companion.journal.saved_games import ENTRIES, begin, old_journal, read

BOARD = next(game.board_name for game in games.LIST if game.board_name)


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """The folder of a box with two games, a chosen language, a board and a wiring."""
    folder = tmp_path / "box"
    journal = Journal(folder)
    begin(journal, *ENTRIES)
    begin(journal, ENTRIES[0])
    journal.keep_language("nl")
    journal.shut()
    (folder / "wiring.toml").write_text("# the wires\n", encoding="utf-8")
    (folder / BOARD).write_text("# the board\n", encoding="utf-8")
    return folder


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """The folder of a new card."""
    return tmp_path / "new"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "box.zip"


def settings_of(folder: Path, more: str = "") -> Path:
    settings = folder.with_suffix(".toml")
    settings.write_text(f'state_folder = "{folder}"\n{more}', encoding="utf-8")
    return settings


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def spoil(file: Path, change: str, content: bytes | None = None, **about: object) -> None:
    """Change a part of a backup, and what it says of itself; without a content only the latter."""
    with zipfile.ZipFile(file) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    if content is not None:
        parts[change] = content
    parts[backup.ABOUT] = json.dumps({**json.loads(parts[backup.ABOUT]), **about}).encode()
    with zipfile.ZipFile(file, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)


def test_a_new_card_has_all_that_the_old_one_had(
    box: Path, new: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crows = InstalledGame("crows", "1.0", "/crows")
    monkeypatch.setattr(installed, "HERE", {"crows": crows})
    settings = settings_of(new, "odds = true\n")  # as if both cards had the same place
    make(file, box, settings)
    settings.write_text(f'state_folder = "{new}"\n', encoding="utf-8")
    done = restore(file, new, settings)
    assert (done.about.games, done.about.others, done.left_out) == (2, ("crows 1.0",), ())
    assert [path.name.partition("-before-")[0] for path in done.aside] == ["new"], "only the settings were others"
    assert "odds = true" in settings.read_text(encoding="utf-8")
    assert (new / "wiring.toml").read_text(encoding="utf-8") == "# the wires\n"
    assert (new / BOARD).read_text(encoding="utf-8") == "# the board\n"
    journal = Journal(new)
    assert (read(journal.load(1)), read(journal.running()), journal.language) == ([*ENTRIES], [ENTRIES[0]], "nl")
    journal.shut()


def test_a_backup_while_people_play_has_all_that_was_saved_and_the_game_goes_on(
    box: Path, new: Path, file: Path
) -> None:
    journal = Journal(box)
    journal.append(ENTRIES[3])
    make(file, box, None)
    journal.append(ENTRIES[3])
    assert journal.is_saved
    restore(file, new, None)
    there = Journal(new)
    assert read(there.running()) == [ENTRIES[0], ENTRIES[3]]
    assert read(journal.running()) == [ENTRIES[0], ENTRIES[3], ENTRIES[3]]
    there.shut()
    journal.shut()


def test_what_was_there_is_kept_beside_it(box: Path, new: Path, file: Path) -> None:
    make(file, box, None)
    journal = Journal(new)
    begin(journal, ENTRIES[3])
    journal.shut()
    (new / BOARD).write_text("# mine\n", encoding="utf-8")
    done = restore(file, new, None)
    games_aside, board_aside = done.aside
    assert board_aside.read_text(encoding="utf-8") == "# mine\n"
    with closing(sqlite3.connect(games_aside)) as db:
        assert db.execute("SELECT COUNT(*) FROM entry").fetchone() == (1,)
    assert restore(file, new, None).aside[1:] == (), "what is the same is not kept twice"


def test_nobody_else_may_read_it_since_hidden_cards_are_in_it(box: Path, file: Path) -> None:
    make(file, box, None)
    assert file.stat().st_mode & 0o777 == 0o600
    assert names(file.parent) == ["box", "box.zip"], "nothing is left beside it"


def test_a_running_box_is_refused(box: Path, new: Path, file: Path) -> None:
    make(file, box, None)
    journal = Journal(new)
    begin(journal, ENTRIES[0])
    before = names(new)
    with pytest.raises(Unusable, match=r"^another companion is at work in .*; stop it, or choose another folder$"):
        restore(file, new, None)
    assert names(new) == before
    journal.append(ENTRIES[3])
    assert read(journal.running()) == [ENTRIES[0], ENTRIES[3]]
    journal.shut()


@pytest.mark.parametrize("newer", [{"tables": VERSION + 1}, {"format": backup.FORMAT + 1}])
def test_a_backup_of_a_newer_companion_is_refused(box: Path, new: Path, file: Path, newer: dict[str, int]) -> None:
    make(file, box, None)
    spoil(file, "", None, companion="9.0", **newer)
    with pytest.raises(NotABackup, match=r"was made by a newer companion \(9\.0\); update this one first$"):
        restore(file, new, None)
    assert names(new) == []


@pytest.mark.parametrize("with_choice", [True, False])
def test_a_backup_of_an_older_companion_is_brought_up_to_date(
    box: Path, new: Path, file: Path, tmp_path: Path, with_choice: bool
) -> None:
    old_journal(tmp_path / "old", with_choice=with_choice)
    make(file, box, None)
    with zipfile.ZipFile(file) as packed:
        sums = json.loads(packed.read(backup.ABOUT))["sums"]
    sums[FILE] = backup._sum(tmp_path / "old" / FILE)
    spoil(file, FILE, (tmp_path / "old" / FILE).read_bytes(), tables=1, sums=sums)
    restore(file, new, None)
    journal = Journal(new)
    assert (journal.numbers(), read(journal.running())) == ([1, 2], list(ENTRIES))
    assert journal.language == ("fr" if with_choice else None)
    assert journal.set_aside is None
    journal.shut()


@pytest.mark.parametrize("part", [FILE, "wiring.toml"])
def test_a_part_that_is_not_what_was_put_in_is_refused_before_anything_changes(
    box: Path, new: Path, file: Path, part: str
) -> None:
    make(file, box, None)
    spoil(file, part, b"# other wires\n")
    with pytest.raises(NotABackup, match=rf"{part} in it is not what was put in; take another backup$"):
        restore(file, new, None)
    assert names(new) == []


def test_a_file_that_was_cut_anywhere_is_refused(box: Path, new: Path, file: Path) -> None:
    make(file, box, None)
    whole = file.read_bytes()
    for length in range(0, len(whole), 97):
        file.write_bytes(whole[:length])
        with pytest.raises(NotABackup):
            restore(file, new, None)
    assert names(new) == []


@pytest.mark.parametrize("content", [b"", b"x" * 5000, None])
def test_any_other_file_is_refused_in_a_sentence(new: Path, file: Path, content: bytes | None) -> None:
    if content is None:
        os.mkfifo(file)
    else:
        file.write_bytes(content)
    with pytest.raises(NotABackup, match=r"box\.zip: expected a (whole )?file that `companion backup` has made"):
        restore(file, new, None)


def test_a_backup_without_games_or_that_is_not_there_is_refused(box: Path, new: Path, file: Path) -> None:
    with pytest.raises(NotABackup, match="No such file"):
        restore(file, new, None)
    make(file, box, None)
    spoil(file, "", None, sums={})
    with pytest.raises(NotABackup, match="expected games in it; came none"):
        restore(file, new, None)


def test_of_a_damaged_journal_the_intact_games_come_back(box: Path, new: Path, file: Path) -> None:
    make(file, box, None)
    with zipfile.ZipFile(file) as packed:
        content, sums = bytearray(packed.read(FILE)), json.loads(packed.read(backup.ABOUT))["sums"]
    content[100] ^= 0xFF  # the kind of the first page
    copy = file.with_name("copy")
    copy.write_bytes(content)
    spoil(file, FILE, bytes(content), sums={**sums, FILE: backup._sum(copy)})
    restore(file, new, None)
    journal = Journal(new)
    assert journal.numbers() == []
    journal.shut()


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ("", "keep games in"),
        ("[keys]\nhold = 3\n", "keys.hold"),
        ("ä", "Invalid statement"),
    ],
)
def test_settings_that_do_not_fit_here_are_left_out_with_the_reason(
    box: Path, new: Path, file: Path, settings: str, why: str
) -> None:
    make(file, box, settings_of(box, settings))
    here = settings_of(new)
    before = here.read_bytes()
    (said,) = restore(file, new, here).left_out
    assert said.startswith("The settings were not put back: ")
    assert why in said
    assert here.read_bytes() == before


def test_without_a_settings_file_the_settings_are_left_out(box: Path, new: Path, file: Path) -> None:
    make(file, box, settings_of(box))
    assert restore(file, new, None).left_out == ("The settings were not put back: there is no settings file here.",)


def test_a_full_disk_is_said_in_a_sentence_also_while_the_games_are_copied(box: Path, file: Path) -> None:
    with disk.full(), pytest.raises(Unusable, match=r"^no backup can be made: disk I/O error$"):
        make(file, box, None)
    assert names(file.parent) == ["box"]


def test_on_a_full_disk_there_is_no_half_backup_and_the_old_one_stays(
    box: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_bytes(b"the old one")

    def full(*_: object) -> BackupLabel:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "_pack", full)
    with pytest.raises(Unwritten, match="No space left on device"):
        make(file, box, None)
    assert file.read_bytes() == b"the old one"
    assert names(file.parent) == ["box", "box.zip"]


def test_on_a_full_disk_nothing_is_restored_and_the_games_stay(box: Path, new: Path, file: Path) -> None:
    make(file, box, None)
    journal = Journal(new)
    begin(journal, ENTRIES[3])
    journal.shut()
    with disk.full(), pytest.raises(Unusable, match="nothing was changed"):
        restore(file, new, None)
    journal = Journal(new)
    assert read(journal.running()) == [ENTRIES[3]]
    journal.shut()
