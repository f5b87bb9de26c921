"""After years a box is as soon there: what a start, a list and a look at one game read does not grow with the games."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.daemon.backup import make, restore
from companion.daemon.library import Library
from companion.journal import look
from companion.journal.file import FILE
from companion.journal.journal import SHELF, Journal
from companion.journal.schema import WHOLE, bots_of
from companion.kit.errors import Damaged
from tests.bench.long_years import FEW, fill
from tests.companion.journal.saved_games import ENTRIES, begin, read

MANY = 500
TWICE = 2
SAME = 1.1
"""The games differ a little."""
COUNTED = 10
"""Steps of SQLite's machine between two counts."""


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("few")
    fill(folder, FEW)
    return folder


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    assert fill(folder, MANY).stat().st_size > WHOLE
    return folder


@pytest.fixture(scope="module")
def twice_as_many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("twice")
    fill(folder, 2 * MANY)
    return folder


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many steps SQLite has made since the last question, in all connections."""
    count, connect = 0, sqlite3.connect

    def counted() -> int:
        nonlocal count
        count += 1
        return 0

    def counting(*words: object, **more: object) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*words, **more)  # type: ignore[call-overload]
        db.set_progress_handler(counted, COUNTED)
        return db

    def since() -> int:
        nonlocal count
        told, count = count, 0
        return told

    monkeypatch.setattr(sqlite3, "connect", counting)
    return since


def read_bytes() -> int:
    """What this process has read from files so far, also from the kernel's memory."""
    (told,) = (line for line in Path("/proc/self/io").read_text("ascii").splitlines() if line.startswith("rchar"))
    return int(told.split()[1])


def start(folder: Path) -> None:
    journal = Journal(folder)
    assert journal.known == frozenset()
    assert journal.running() is None
    journal.shut()


def the_list(folder: Path) -> None:
    library = Library(folder, lambda: "en")
    library.games()
    library.close()


def a_record(folder: Path) -> None:
    library = Library(folder, lambda: "en")
    library.record(FEW // 2)
    library.close()


@pytest.mark.parametrize("work", [start, the_list, a_record])
def test_after_years_it_reads_no_more_than_twice_as_much(
    few: Path, many: Path, twice_as_many: Path, steps: Callable[[], int], work: Callable[[Path], None]
) -> None:
    spent = []
    for folder in (few, many, twice_as_many):
        work(folder)  # what is loaded once does not count
        steps()
        before = read_bytes()
        work(folder)
        spent.append((read_bytes() - before, steps()))
    (few_bytes, few_steps), (many_bytes, many_steps), (_, more_steps) = spent
    assert many_bytes <= TWICE * few_bytes
    assert 0 < many_steps <= TWICE * few_steps
    assert more_steps <= many_steps * SAME


def test_the_list_goes_back_by_tens(many: Path) -> None:
    journal = Journal(many, read_only=True)
    assert journal.numbers(SHELF, 12) == list(range(2, 12))
    assert journal.numbers(3) == [MANY - 2, MANY - 1, MANY]
    assert (journal.load(0), journal.load(MANY + 1), journal.load(10**30)) == (None, None, None)
    journal.shut()


def test_no_page_is_ever_given_up_so_there_is_nothing_to_vacuum(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for nth in range(60):
        begin(journal, *ENTRIES)
        journal.keep_language("nl" if nth % 2 else "de")
        journal.keep_rules("nim", {"long": "x" * (nth * 997 % 9000)})
        journal.keep_bots({2: "simple"})
    journal.shut()
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        (free,) = db.execute("PRAGMA freelist_count").fetchone()
        (pages,) = db.execute("PRAGMA page_count").fetchone()
    assert free <= 3 < pages, "only those that a longer choice had taken before, and the next one takes again"


# --- a large file is looked at as far as it is needed ----------------------------------------------------------------


@pytest.fixture
def old_box(many: Path, tmp_path: Path) -> Path:
    (tmp_path / FILE).write_bytes((many / FILE).read_bytes())
    return tmp_path


def spoil(folder: Path, table: str, *, last: bool) -> None:
    """Overwrite the first or the last leaf page of a table, in which no page is split any more."""
    db = sqlite3.connect(folder / FILE)
    (page,) = db.execute("PRAGMA page_size").fetchone()
    order = "DESC" if last else "ASC"
    leaf = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path"
    try:
        (number,) = db.execute(f"{leaf} {order} LIMIT 1", (table,)).fetchone()
    except sqlite3.OperationalError:
        pytest.skip("this SQLite tells nothing of its pages")
    finally:
        db.close()
    content = bytearray((folder / FILE).read_bytes())
    content[(number - 1) * page : number * page] = b"\xff" * page
    (folder / FILE).write_bytes(content)


def test_damage_in_a_game_of_long_ago_delays_no_start_and_is_told_where_it_is_read(old_box: Path) -> None:
    spoil(old_box, "entry", last=False)
    journal = Journal(old_box)
    assert journal.set_aside is None
    with pytest.raises(Damaged, match="game 1 cannot be read"):
        journal.load(1)
    begin(journal, *ENTRIES)
    assert journal.is_saved
    assert read(journal.running()) == [*ENTRIES]
    journal.shut()
    with pytest.raises(Damaged):
        look.examine(old_box / FILE)


def test_a_backup_and_a_restore_bring_back_all_that_is_intact(old_box: Path) -> None:
    spoil(old_box, "entry", last=False)
    make(old_box / "box.zip", old_box, None)
    restore(old_box / "box.zip", old_box, None)
    assert look.examine(old_box / FILE)[1] == MANY
    journal = Journal(old_box)
    assert (journal.load(1), journal.load(MANY)) != (None, None)
    journal.shut()


@pytest.mark.parametrize("table", ["entry", "game", "chosen"])
def test_damage_where_the_next_game_goes_is_found_at_the_start(old_box: Path, table: str) -> None:
    spoil(old_box, table, last=True)
    journal = Journal(old_box)
    assert journal.set_aside is not None
    begin(journal, *ENTRIES)
    assert journal.is_saved
    assert len(journal.numbers()) > MANY // 2
    journal.shut()


def test_of_the_latest_game_all_that_was_chosen_is_checked(old_box: Path) -> None:
    with closing(sqlite3.connect(old_box / FILE)) as db, db:
        db.execute("UPDATE chosen SET value = ? WHERE what = ?", ('{"1":"easy"}', bots_of(MANY)))
    journal = Journal(old_box)
    assert journal.set_aside is not None
    journal.shut()


def test_what_was_chosen_in_an_older_game_is_checked_when_it_is_read(old_box: Path) -> None:
    with closing(sqlite3.connect(old_box / FILE)) as db, db:
        db.execute("UPDATE chosen SET value = ? WHERE what = ?", ('{"1":"easy"}', bots_of(3)))
    journal = Journal(old_box)
    assert journal.set_aside is None
    with pytest.raises(Damaged, match="what was chosen as 'bots of 3' is not what was written"):
        journal.load(3)
    journal.shut()
