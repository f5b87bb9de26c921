"""Torn writes, cut logs, flipped bits: every start gives a valid prefix of the game, or says what it has set aside.

Every byte of the last pages, of the file and of its log, is torn and is flipped; of the pages before them a sample is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from companion.config import Config
from companion.daemon import owner
from companion.daemon.resuming import resume
from companion.journal.file import FILE
from companion.journal.journal import Journal, Saved
from companion.kit.errors import BadConfig
from tests import disk
from tests.disk import Files
from tests.power.killed_box import RULES, Bots, opened

pytestmark = [pytest.mark.slow, pytest.mark.in_box_time]

SEED = 5
ENTRIES = 60
PAGE = 4096
WAL_HEADER, FRAME = 32, 24 + PAGE


@cache
def pulled() -> tuple[Files, Files, tuple[bytes, ...]]:
    """What a pulled plug leaves in the folder, the same after a clean end, and the game."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        with opened(folder) as journal:
            next(length for length in Bots(journal, SEED).play() if length >= ENTRIES)
            saved = journal.running()
            assert saved is not None
            dirty = disk.files(folder)
        return dirty, disk.files(folder), saved.entries


_played: set[tuple[bytes, ...]] = set()


def gone_on_with(saved: Saved) -> None:
    """The game can be played on; what has been tried once is not tried again."""
    if saved.entries not in _played:
        resume(saved)
        _played.add(saved.entries)


class Start:
    """How the box comes up over such files."""

    def __init__(self, folder: Path, left: Files) -> None:
        disk.lay(folder, left)
        journal = Journal(folder)
        saved = journal.running()
        self.entries = saved.entries if saved is not None else None
        self.is_said = journal.set_aside is not None
        if journal.set_aside is not None:
            for name in (FILE, f"{FILE}-wal"):
                aside = journal.set_aside.with_name(name.replace(FILE, journal.set_aside.name))
                assert not left.get(name) or aside.read_bytes() == left[name], "set aside, but not as it was"
        _, _, game = pulled()
        assert self.entries is None or self.entries == game[: len(self.entries)], "no valid prefix"
        if saved is not None:
            gone_on_with(saved)
        journal.keep_language("en")
        assert journal.is_saved
        journal.shut()

    @property
    def length(self) -> int:
        return len(self.entries) if self.entries is not None else 0


@pytest.fixture
def start() -> Iterator[Callable[[Files], Start]]:
    with disk.none() as folder:
        yield lambda left: Start(folder, left)


def with_flips(content: bytes, at: int, luck: Random) -> bytes:
    """One bit, or the whole byte, is another."""
    flipped = content[at] ^ (1 << luck.randrange(8) if luck.random() < 0.8 else luck.randrange(1, 256))
    return content[:at] + bytes([flipped]) + content[at + 1 :]


def cuts(wal: bytes) -> Iterator[int]:
    """Every boundary of a frame, and places in between."""
    for end in range(WAL_HEADER, len(wal) + 1, FRAME):
        yield from (cut for cut in (end - 1, end, end + 1, end + 24, end + FRAME // 2) if cut <= len(wal))


def test_the_log_cut_anywhere_gives_a_prefix_that_only_grows(start: Callable[[Files], Start]) -> None:
    dirty, _, game = pulled()
    wal = dirty[f"{FILE}-wal"]
    lengths = [start(dirty | {f"{FILE}-wal": wal[:cut]}).length for cut in (0, 1, 31, *cuts(wal))]
    assert lengths == sorted(lengths)
    assert set(lengths) == set(range(len(game) + 1)), "every entry is a commit of its own"


@pytest.mark.parametrize("rest", ["missing", "zeros", "garbage"])
def test_the_last_write_torn_at_every_byte_costs_no_entry_but_the_last(
    start: Callable[[Files], Start], rest: str
) -> None:
    dirty, _, game = pulled()
    wal = dirty[f"{FILE}-wal"]
    for torn in range(1, FRAME + 1):
        tail = {"missing": b"", "zeros": bytes(torn), "garbage": Random(torn).randbytes(torn)}[rest]
        come_back = start(dirty | {f"{FILE}-wal": wal[:-torn] + tail})
        assert come_back.length >= len(game) - 1
        assert not come_back.is_said


def test_a_flip_in_the_log_gives_a_prefix(start: Callable[[Files], Start]) -> None:
    dirty, _, game = pulled()
    wal, luck = dirty[f"{FILE}-wal"], Random(1)
    last = range(len(wal) - 2 * FRAME, len(wal))
    for at in [*range(WAL_HEADER), *last, *(luck.randrange(len(wal)) for _ in range(500))]:
        come_back = start(dirty | {f"{FILE}-wal": with_flips(wal, at, luck)})
        if at in last:
            assert come_back.length >= len(game) - 2


def test_a_flip_in_the_file_costs_nothing_or_is_said(start: Callable[[Files], Start]) -> None:
    _, clean, game = pulled()
    content, luck = clean[FILE], Random(2)
    last = range(len(content) - 2 * PAGE, len(content))
    said = lost = 0
    for at in [*range(0, 200), *last, *(luck.randrange(len(content)) for _ in range(500))]:
        come_back = start({FILE: with_flips(content, at, luck)})
        assert come_back.entries == game or come_back.is_said, f"byte {at}"
        said += come_back.is_said
        lost += come_back.entries is None
    print(f"said {said} times; no game was left {lost} times")


def test_a_flip_in_the_file_with_its_log_beside_it_gives_a_prefix_or_is_said(start: Callable[[Files], Start]) -> None:
    dirty, _, game = pulled()
    content, luck = dirty[FILE], Random(6)
    for at in [*range(100), *(luck.randrange(len(content)) for _ in range(900))]:
        come_back = start(dirty | {FILE: with_flips(content, at, luck)})
        assert come_back.entries == game or come_back.is_said, f"byte {at}"


def test_the_file_torn_anywhere_is_said(start: Callable[[Files], Start]) -> None:
    _, clean, _ = pulled()
    content, luck = clean[FILE], Random(3)
    last = range(len(content) - 2 * PAGE, len(content))
    sample = [luck.randrange(1, len(content)) for _ in range(200)]
    for cut in [*range(1, 513), *range(PAGE, len(content), PAGE), *sample, *last]:
        assert start({FILE: content[:cut]}).is_said, f"cut at {cut}"


def test_a_page_of_anything_is_said(start: Callable[[Files], Start]) -> None:
    _, clean, game = pulled()
    content = clean[FILE]
    for at in range(0, len(content), PAGE):
        for page in (bytes(PAGE), b"\xff" * PAGE, Random(at).randbytes(PAGE), content[:PAGE], content[-PAGE:]):
            come_back = start({FILE: content[:at] + page + content[at + PAGE :]})
            assert come_back.entries == game or come_back.is_said, f"page at {at}"


def test_whatever_stands_in_the_index_of_the_log_costs_nothing(start: Callable[[Files], Start]) -> None:
    dirty, _, game = pulled()
    shm, luck = dirty[f"{FILE}-shm"], Random(4)
    for at in (luck.randrange(len(shm)) for _ in range(100)):
        for content in (with_flips(shm, at, luck), shm[:at]):
            assert start(dirty | {f"{FILE}-shm": content}).entries == game


def test_a_flip_in_the_board_is_a_board_or_a_sentence(tmp_path: Path) -> None:
    content, luck = RULES.board_file.encode(), Random(5)
    path = tmp_path / RULES.board_name
    for at in range(len(content)):
        path.write_bytes(with_flips(content, at, luck))
        with suppress(BadConfig):
            owner.settled(Config(), RULES, tmp_path)
