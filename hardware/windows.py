"""Which parts of a picture to send to a display chip. Pure.

A picture is 1024 bytes: 8 pages of 128 columns, each byte 8 pixels, lowest bit on top.

1. Writing the chosen windows turns the old picture into the new one.
2. It never costs more bytes on the wire than the whole picture.
"""

from itertools import product

import msgspec

COLUMNS = 128
PAGES = 8
# The I2C address and a control byte go before every 32 bytes of data: SMBus takes no longer blocks.
_CHUNK, _CHUNK_COST = 32, 2


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
        """The smallest window that holds both."""
        return Window(
            min(self.left, other.left),
            max(self.right, other.right),
            min(self.top, other.top),
            max(self.bottom, other.bottom),
        )

    def cost(self, addressing: int) -> int:
        """Bytes on the wire, when it takes `addressing` bytes to say where the window is."""
        size = (self.right - self.left + 1) * (self.bottom - self.top + 1)
        return addressing + size + _CHUNK_COST * -(-size // _CHUNK)


WHOLE = Window(0, COLUMNS - 1, 0, PAGES - 1)


def choose(old: bytes, new: bytes, addressing: int, *, tall: bool) -> tuple[Window, ...]:
    """Choose windows for the change from `old` to `new`, 1024 bytes each.

    `addressing` is what it costs to say where a window is, in bytes; a `tall` window may span several pages.
    """
    windows: list[Window] = []
    for page in range(PAGES):
        row = _in_page(old, new, page, addressing)
        windows = _stack(windows, row, page, addressing) if tall else windows + row
    if tall and sum(window.cost(addressing) for window in windows) >= WHOLE.cost(addressing):
        return (WHOLE,)
    return tuple(windows)


def _in_page(old: bytes, new: bytes, page: int, addressing: int) -> list[Window]:
    """The windows of one page: runs of changed bytes, joined over gaps that are cheaper than another window."""
    start, end = page * COLUMNS, (page + 1) * COLUMNS
    if old[start:end] == new[start:end]:
        return []
    runs: list[tuple[int, int]] = []
    for column in range(COLUMNS):
        if old[start + column] != new[start + column]:
            near = runs and column - runs[-1][1] - 1 <= addressing + _CHUNK_COST
            first = runs.pop()[0] if near else column
            runs.append((first, column))
    return [Window(first, last, page, page) for first, last in runs]


def _stack(above: list[Window], row: list[Window], page: int, addressing: int) -> list[Window]:
    """Add a page's windows to those of the pages above, joining the pair that saves most until none saves any."""
    done = [window for window in above if window.bottom < page - 1]
    near = [window for window in above if window.bottom >= page - 1]
    row = list(row)
    while pairs := [
        (upper.cost(addressing) + lower.cost(addressing) - upper.around(lower).cost(addressing), i, k)
        for (i, upper), (k, lower) in product(enumerate(near), enumerate(row))
    ]:
        saved, i, k = max(pairs)
        if saved <= 0:
            break
        near[i] = near[i].around(row.pop(k))
    return done + near + row
