"""Looking changes nothing: a reader leaves every file as it is, after any kill, tear or flipped bit."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.cli import main
from companion.daemon.library import Library
from companion.daemon.resuming import record_of
from companion.journal import log
from companion.journal.file import FILE
from companion.journal.following import Following
from companion.journal.journal import Journal
from companion.kit.errors import CompanionError
from companion.workshop import bundle, confidential
from companion.workshop.doctor import box, pi
from companion.workshop.doctor.facts import Facts
from companion.workshop.doctor.machine import Machine
from tests import disk
from tests.disk import Files
from tests.power import tears
from tests.power.left_by_kills import after_every_call
from tests.power.test_takeover import LEFT, Left, start

Look = Callable[[Path], object]


def read_all(folder: Path) -> None:
    """Read all games, like `games`, `export` and `report`."""
    journal = Journal(folder, read_only=True)
    for number in journal.numbers():
        with suppress(CompanionError):
            if (saved := journal.load(number)) is not None:
                record_of(saved)
    journal.shut()


def follow(folder: Path) -> None:
    """Follow the journal, like `publish`."""
    following = Following(folder)
    if following.has_changed():
        following.find(1)


def facts_of(folder: Path) -> Facts:
    """What the doctor finds there; it asks no programs, since they know nothing of these files."""
    return Facts(Machine(environment={"STATE_DIRECTORY": str(folder), "PATH": "/nowhere"}))


def examine(folder: Path) -> None:
    """Examine the journal, like `doctor`."""
    facts = facts_of(folder)
    for check in (box.games, box.state_folder, box.board, box.wiring, pi.space):
        check(facts)


def pack(folder: Path) -> None:
    """Pack the last game, like `doctor --bundle`."""
    facts = facts_of(folder)
    bundle._last_game(facts, confidential.of(facts))


def leaf(folder: Path) -> None:
    """Read past games, like the owner's page."""
    library = Library(folder, lambda: "en")
    library.games()
    library.record(1)
    library.close()


LOOKS: tuple[Look, ...] = (read_all, follow, examine, pack, leaf)
EVERY = 3
"""Most tears follow each other byte by byte: every third is looked at; `test_damage` starts a box on each."""


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with disk.none() as folder:
        monkeypatch.setenv("STATE_DIRECTORY", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checksum of the same frame is reckoned once: most frames of all these logs are the same."""
    monkeypatch.setattr(log, "_sums", lru_cache(maxsize=4096)(log._sums))


def seen(folder: Path) -> dict[str, tuple[bytes, int]]:
    """The files, and when each was last changed."""
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def unchanged(folder: Path, left: Files, look: Look) -> None:
    disk.lay(folder, left)
    before = seen(folder)
    with suppress(CompanionError, OSError, sqlite3.Error):
        look(folder)
    assert seen(folder) == before


def by_turns(folder: Path, states: Iterable[Files]) -> None:
    """One look at each state: those that follow each other are much alike."""
    count = 0
    for count, state in enumerate(states, 1):
        unchanged(folder, state, LOOKS[count % len(LOOKS)])
    print(f"{count} looks")


@pytest.mark.parametrize("kind", tears.ALL)
def test_a_reader_changes_nothing_anywhere(folder: Path, kind: str) -> None:
    """A few of each kind; the slow test has a third of them."""
    for torn in islice(tears.ALL[kind](), 3):
        for look in LOOKS:
            unchanged(folder, torn.left, look)


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("kind", tears.ALL)
def test_a_reader_changes_nothing_wherever_it_was_torn(folder: Path, kind: str) -> None:
    by_turns(folder, (torn.left for torn in islice(tears.ALL[kind](), None, None, EVERY)))


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("left_by", LEFT)
def test_a_reader_changes_nothing_of_what_a_kill_has_left(folder: Path, left_by: Callable[[Path], Left]) -> None:
    with TemporaryDirectory() as name:
        left = left_by(Path(name))
    disk.lay(folder, left.files)
    by_turns(folder, after_every_call(folder, lambda: start(folder)))


COMMANDS = (["games"], ["export"], ["export", "--all"], ["report", "1"], ["doctor"], ["doctor", "--bundle", "F.zip"])


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("kind", tears.ALL)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_that_reads_changes_anything(folder: Path, tmp_path: Path, kind: str, command: list[str]) -> None:
    disk.lay(folder, next(tears.ALL[kind]()).left)
    before = seen(folder)
    assert main([str(tmp_path / word) if word == "F.zip" else word for word in command]) in (0, 1, 2)
    assert seen(folder) == before


def test_a_reader_shows_the_games_of_a_log_without_its_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for torn in tears.log_alone():
        disk.lay(folder, torn.left)
        assert main(["games"]) == 0
        assert "galopp-royal  running" in capsys.readouterr().out


def test_the_doctor_says_that_the_next_start_recovers_them(folder: Path) -> None:
    for torn in tears.log_alone():
        disk.lay(folder, torn.left)
        assert "its entries lie beside it. It is kept" in box.games(Facts(Machine())).said


@pytest.mark.parametrize("name", [FILE, f"{FILE}-wal"])
def test_beside_a_box_at_work_its_own_files_are_read(folder: Path, name: str) -> None:
    disk.lay(folder, tears.pulled()[0])
    journal = Journal(folder)
    journal.keep_language("nl")
    before = (folder / name).read_bytes()
    for look in LOOKS:
        look(folder)
    assert (folder / name).read_bytes() == before
    journal.shut()
