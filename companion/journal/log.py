"""Reads SQLite's write-ahead log without SQLite, which would create, change or delete files beside the database.

Laws: bytes come in and bytes go out, no file is opened; the frames that count are the same as for SQLite: those of one
series with matching checksums, up to the last one that ends a commit. (sqlite.org/fileformat2.html, "The Write-Ahead
Log")
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterator
from typing import Final, NamedTuple

HEADER: Final = 32
"""Bytes before the first frame."""
FRAME: Final = 24
"""Bytes of a frame before its page."""
MAGIC: Final = 0x377F0682
"""If the last bit of this number is set, checksums read words with the most significant byte first."""
FORMAT: Final = 3007000
PAGES: Final = {1 << bits for bits in range(9, 17)}
"""The possible sizes of a page, in bytes."""
ROLLBACK: Final = b"\1\1"
"""The value at byte 18 of a SQLite file that has no log beside it."""
_32_BITS: Final = 0xFFFF_FFFF


class Frame(NamedTuple):
    """One written page."""

    number: int
    """The number of the page, counted from 1."""
    pages: int
    """How many pages the file has after this commit; 0: the commit continues."""
    page: bytes


def with_log(content: bytes, log: bytes) -> bytes:
    """A file and its log together, as one file without a log."""
    pages: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    size = 0
    for frame in _frames(log):
        waiting[frame.number] = frame.page
        if frame.pages:
            pages |= waiting
            waiting, size = {}, frame.pages * len(frame.page)
    whole = bytearray(content[:size] if size else content).ljust(size, b"\0")
    for number, page in pages.items():
        if (at := (number - 1) * len(page)) < size:
            whole[at : at + len(page)] = page
    whole[18:20] = ROLLBACK[: len(whole[18:20])]
    return bytes(whole)


def _frames(log: bytes) -> Iterator[Frame]:
    """The intact frames at the beginning of the log."""
    if len(log) < HEADER:
        return
    magic, version, size, _, *salts_and_sums = struct.unpack(">8I", log[:HEADER])
    salts, kept = salts_and_sums[:2], tuple(salts_and_sums[2:])
    order = "big" if magic & 1 else "little"
    sums = _sums(log[: HEADER - 8], (0, 0), order)
    if magic & ~1 != MAGIC or version != FORMAT or size not in PAGES or sums != kept:
        return
    for at in range(HEADER, len(log) - FRAME - size + 1, FRAME + size):
        number, pages, *rest = struct.unpack(">6I", log[at : at + FRAME])
        page = log[at + FRAME : at + FRAME + size]
        sums = _sums(log[at : at + 8] + page, sums, order)
        if rest != [*salts, *sums] or not number:
            return
        yield Frame(number, pages, page)


def _sums(raw: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """The two running sums after these bytes."""
    words = array("I", raw)
    if order != sys.byteorder:
        words.byteswap()
    first, second = sums
    pairs = iter(words)
    for even, odd in zip(pairs, pairs, strict=True):
        first = (first + even + second) & _32_BITS
        second = (second + odd + first) & _32_BITS
    return first, second
