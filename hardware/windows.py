"""Which parts of a picture to send to a display chip. Pure.

A picture is 1024 bytes: 8 pages of 128 columns, each byte 8 pixels, lowest bit on top.

1. Writing the chosen windows turns the old picture into the new one.
2. It never costs more bytes on the wire than the whole picture.
"""

import re
from collections.abc import Iterable
from functools import partial

import msgspec

COLUMNS = 128
PAGES = 8
# Bytes on the wire. A window is two messages: one says where it is, one what is in it.
_MESSAGE = 2  # the I2C address and a control byte
_RANGE = 3  # a command: its columns or pages; on a chip without tall windows its page and first column
_BESIDE = _MESSAGE + _RANGE + _MESSAGE  # the cost of one more window on the same pages, without its contents
_ELSEWHERE = _BESIDE + _RANGE
_RUN = re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % (_BESIDE - 1))
"""Changed bytes, and between them fewer unchanged ones than another window costs."""


class Window(msgspec.Struct, frozen=True):
    """A rectangle of bytes; all four edges belong to it."""

    left: int
    right: int
    top: int
    """First page."""
    bottom: int
    """Last page."""

    def cut(self, picture: bytes) -> bytes:
        """The window's bytes, page by page."""
        pages = range(self.top, self.bottom + 1)
        return b"".join(picture[page * COLUMNS + self.left : page * COLUMNS + self.right + 1] for page in pages)

    def around(self, other: "Window") -> "Window":
        """The smallest window that holds both; `min` and `max` would cost a fourth of choosing windows."""
        return Window(
            self.left if self.left < other.left else other.left,
            self.right if self.right > other.right else other.right,
            self.top if self.top < other.top else other.top,
            self.bottom if self.bottom > other.bottom else other.bottom,
        )

    @property
    def size(self) -> int:
        """In bytes."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)


WHOLE = Window(0, COLUMNS - 1, 0, PAGES - 1)


def choose(old: bytes, new: bytes, *, tall: bool) -> tuple[Window, ...]:
    """Choose windows for the change from `old` to `new`, 1024 bytes each; a `tall` one may span several pages.

    They come from top to bottom, those of the same pages one after the other.
    """
    windows = [window for page in range(PAGES) for window in _in_page(old, new, page)]
    if tall:
        windows = _join(windows)
    if tall and sum(_ELSEWHERE + window.size for window in windows) >= _ELSEWHERE + WHOLE.size:
        return (WHOLE,)
    return tuple(sorted(windows, key=lambda window: (window.top, window.bottom)))


def _in_page(old: bytes, new: bytes, page: int) -> list[Window]:
    """The windows of one page: runs of changed bytes, joined over gaps that are cheaper than another window."""
    start, end = page * COLUMNS, (page + 1) * COLUMNS
    changed = int.from_bytes(old[start:end], "big") ^ int.from_bytes(new[start:end], "big")
    runs = _RUN.finditer(changed.to_bytes(COLUMNS, "big")) if changed else ()
    return [Window(run.start(), run.end() - 1, page, page) for run in runs]


def _join(windows: Iterable[Window]) -> list[Window]:
    """Join windows, always the pair that saves most, while it costs no more: fewer windows are fewer messages."""
    joined: list[Window] = []
    for window in windows:
        whole = window
        while joined and _saved(whole, best := max(joined, key=partial(_saved, whole))) >= 0:
            joined.remove(best)
            whole = whole.around(best)
        joined.append(whole)
    return joined


def _saved(one: Window, other: Window) -> int:
    """Bytes on the wire that one window around both saves."""
    apart = _BESIDE if (one.top, one.bottom) == (other.top, other.bottom) else _ELSEWHERE
    return one.size + apart + other.size - one.around(other).size
