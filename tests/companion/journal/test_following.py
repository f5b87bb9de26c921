"""Following a journal from another process: what it gives, and that the box notices nothing of it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal.file import FILE
from companion.journal.following import Following
from companion.journal.journal import Journal
from companion.kit.errors import Damaged
from companion.match.history import Step
from tests.companion.journal.saved_games import ENTRIES, begin

ENTRY = ENTRIES[0]


def test_it_gives_what_is_behind_what_is_known(tmp_path: Path) -> None:
    journal, following = Journal(tmp_path), Following(tmp_path)
    begin(journal, *ENTRIES)
    whole, rest = following.find(1), following.find(1, 3)
    assert whole is not None
    assert rest is not None
    assert whole.saved is not None
    assert rest.saved is not None
    assert len(whole.saved.entries) == 4
    assert rest.saved.entries == whole.saved.entries[3:]
    assert whole.saved == journal.load(1)
    journal.close()
    left = following.find(1, 4)
    assert left is not None
    assert left.saved is not None
    assert left.saved.is_left
    assert left.saved.entries == ()
    journal.shut()


def test_it_says_which_game_is_the_last_and_which_language_is_spoken(tmp_path: Path) -> None:
    journal, following = Journal(tmp_path), Following(tmp_path)
    found = following.find(1)
    assert found is not None
    assert (found.latest, found.language, found.saved) == (0, None, None)
    begin(journal)
    begin(journal)
    journal.keep_language("fr")
    found = following.find(1)
    assert found is not None
    assert (found.latest, found.language) == (2, "fr")
    journal.shut()


def test_it_tells_when_something_may_be_new(tmp_path: Path) -> None:
    following = Following(tmp_path)
    assert following.has_changed()
    assert not following.has_changed()
    journal = Journal(tmp_path)
    assert following.has_changed()
    begin(journal, ENTRY)
    assert following.has_changed()
    assert not following.has_changed()
    journal.shut()


def test_what_cannot_be_read_now_is_looked_for_again(tmp_path: Path) -> None:
    following = Following(tmp_path)
    following.has_changed()
    assert following.find(1) is None
    assert following.has_changed()


@pytest.mark.parametrize("wrong", [b"", b"SQLite format 3\0" + b"x" * 4000, b"no database"])
def test_a_wrong_file_gives_nothing(tmp_path: Path, wrong: bytes) -> None:
    (tmp_path / FILE).write_bytes(wrong)
    assert Following(tmp_path).find(1) is None


def test_a_row_that_is_not_what_was_written_is_told(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    begin(journal, *ENTRIES)
    journal.shut()
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("UPDATE entry SET body = x'00' WHERE n = 2")
    db.commit()
    db.close()
    with pytest.raises(Damaged, match="entry 2"):
        Following(tmp_path).find(1)


def test_the_box_writes_on_while_somebody_looks(tmp_path: Path) -> None:
    journal, following = Journal(tmp_path), Following(tmp_path)
    begin(journal)
    for count in range(1, 60):
        journal.append(ENTRY)
        assert journal.is_saved
        found = following.find(1, count - 1)
        assert found is not None
        assert found.saved is not None
        assert len(found.saved.entries) == 1
    journal.shut()
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, "lock"], "nobody else had it open"


FROM_A_DISK_THAT_CAN_ONLY_BE_READ = """
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && ! touch "$1/x" 2>/dev/null && exec "$2" -c '
import sys
from pathlib import Path
from companion.journal.following import Following
found = Following(Path(sys.argv[1])).find(1)
print(None if found is None or found.saved is None else len(found.saved.entries))
' "$1"
"""


@pytest.mark.slow
@pytest.mark.parametrize("is_at_work", [True, False], ids=["box at work", "box off"])
def test_from_where_nothing_may_be_written_it_reads_a_box_at_work_and_one_that_is_off(
    tmp_path: Path, *, is_at_work: bool
) -> None:
    """As in companion-club.service, for which the folder of the games is read-only."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("only root may mount")
    journal = Journal(tmp_path)
    begin(journal, *ENTRIES)
    if not is_at_work:
        journal.shut()
    inside = ("unshare", "--mount", "sh", "-c", FROM_A_DISK_THAT_CAN_ONLY_BE_READ, "sh", str(tmp_path), sys.executable)
    told = subprocess.run(inside, capture_output=True, text=True, check=False)
    assert told.stdout == f"{len(ENTRIES)}\n", told.stderr
    if is_at_work:
        journal.append(Step(1, is_lot=False, events=()))
        assert journal.is_saved
        journal.shut()
