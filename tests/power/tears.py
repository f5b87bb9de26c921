"""What a torn write, a cut or a flipped bit can leave in a folder of games, kind by kind.

Every byte of the last pages, of the file and of its log, is torn and flipped; of the pages before them only a sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from companion.journal.file import FILE
from tests import disk
from tests.disk import Files
from tests.power.killed_box import Bots, opened

SEED: Final = 5
ENTRIES: Final = 60
PAGE: Final = 4096
WAL_HEADER, FRAME = 32, 24 + PAGE
WAL: Final = f"{FILE}-wal"


class Torn(NamedTuple):
    """Where it was torn, and what is left."""

    at: int
    left: Files


Tears = Callable[[], Iterator[Torn]]


@cache
def pulled() -> tuple[Files, Files, tuple[bytes, ...]]:
    """What a power cut leaves in the folder, what a clean end leaves, and the game."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        with opened(folder) as journal:
            next(length for length in Bots(journal, SEED).play() if length >= ENTRIES)
            saved = journal.running()
            assert saved is not None
            dirty = disk.files(folder)
        return dirty, disk.files(folder), saved.entries


def with_flips(content: bytes, at: int, luck: Random) -> bytes:
    """One bit, or the whole byte, is changed."""
    flipped = content[at] ^ (1 << luck.randrange(8) if luck.random() < 0.8 else luck.randrange(1, 256))
    return content[:at] + bytes([flipped]) + content[at + 1 :]


def _cuts(wal: bytes) -> Iterator[int]:
    """Every boundary of a frame, and places in between."""
    for end in range(WAL_HEADER, len(wal) + 1, FRAME):
        yield from (cut for cut in (end - 1, end, end + 1, end + 24, end + FRAME // 2) if cut <= len(wal))


def log_cut() -> Iterator[Torn]:
    """Anywhere, the shortest first."""
    dirty, _, _ = pulled()
    wal = dirty[WAL]
    for cut in (0, 1, 31, *_cuts(wal)):
        yield Torn(cut, dirty | {WAL: wal[:cut]})


def last_write(rest: str) -> Iterator[Torn]:
    """The last write is torn at every byte; the rest is missing, zeros or garbage."""
    dirty, _, _ = pulled()
    wal = dirty[WAL]
    for torn in range(1, FRAME + 1):
        tail = {"missing": b"", "zeros": bytes(torn), "garbage": Random(torn).randbytes(torn)}[rest]
        yield Torn(len(wal) - torn, dirty | {WAL: wal[:-torn] + tail})


def log_flipped() -> Iterator[Torn]:
    """Its header, the last two frames, and a sample."""
    dirty, _, _ = pulled()
    wal, luck = dirty[WAL], Random(1)
    last = range(len(wal) - 2 * FRAME, len(wal))
    for at in [*range(WAL_HEADER), *last, *(luck.randrange(len(wal)) for _ in range(500))]:
        yield Torn(at, dirty | {WAL: with_flips(wal, at, luck)})


def file_flipped() -> Iterator[Torn]:
    """Its header, the last two pages, and a sample."""
    _, clean, _ = pulled()
    content, luck = clean[FILE], Random(2)
    last = range(len(content) - 2 * PAGE, len(content))
    for at in [*range(0, 200), *last, *(luck.randrange(len(content)) for _ in range(500))]:
        yield Torn(at, {FILE: with_flips(content, at, luck)})


def file_flipped_beside_its_log() -> Iterator[Torn]:
    """Its header, and a sample."""
    dirty, _, _ = pulled()
    content, luck = dirty[FILE], Random(6)
    for at in [*range(100), *(luck.randrange(len(content)) for _ in range(900))]:
        yield Torn(at, dirty | {FILE: with_flips(content, at, luck)})


def file_cut() -> Iterator[Torn]:
    """Within its first sector and the last pages anywhere, between pages, and a sample."""
    _, clean, _ = pulled()
    content, luck = clean[FILE], Random(3)
    last = range(len(content) - 2 * PAGE, len(content))
    sample = [luck.randrange(1, len(content)) for _ in range(200)]
    for cut in [*range(1, 513), *range(PAGE, len(content), PAGE), *sample, *last]:
        yield Torn(cut, {FILE: content[:cut]})


def page_of_anything() -> Iterator[Torn]:
    """Any page in the place of each page."""
    _, clean, _ = pulled()
    content = clean[FILE]
    for at in range(0, len(content), PAGE):
        for page in (bytes(PAGE), b"\xff" * PAGE, Random(at).randbytes(PAGE), content[:PAGE], content[-PAGE:]):
            yield Torn(at, {FILE: content[:at] + page + content[at + PAGE :]})


def index_torn() -> Iterator[Torn]:
    """The index of the log."""
    dirty, _, _ = pulled()
    shm, luck = dirty[f"{FILE}-shm"], Random(4)
    for at in (luck.randrange(len(shm)) for _ in range(100)):
        for content in (with_flips(shm, at, luck), shm[:at]):
            yield Torn(at, dirty | {f"{FILE}-shm": content})


def log_alone() -> Iterator[Torn]:
    """The file is missing or empty, as after a repair of the file system; the log's index may be there."""
    dirty, _, _ = pulled()
    for files in ({}, {FILE: b""}):
        for index in ({}, {f"{FILE}-shm": dirty[f"{FILE}-shm"]}):
            yield Torn(0, {**files, **index, WAL: dirty[WAL]})


def nothing_torn() -> Iterator[Torn]:
    """The files after a pulled plug, with and without the index of the log; and after a clean end."""
    dirty, clean, _ = pulled()
    yield Torn(0, dirty)
    yield Torn(0, {name: content for name, content in dirty.items() if not name.endswith("-shm")})
    yield Torn(0, clean)


ALL: Final[dict[str, Tears]] = {
    "log cut": log_cut,
    **{f"last write {rest}": partial(last_write, rest) for rest in ("missing", "zeros", "garbage")},
    "log flipped": log_flipped,
    "file flipped": file_flipped,
    "file flipped beside its log": file_flipped_beside_its_log,
    "file cut": file_cut,
    "page of anything": page_of_anything,
    "index torn": index_torn,
    "log alone": log_alone,
    "nothing torn": nothing_torn,
}
