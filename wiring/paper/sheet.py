"""A sheet of A4 to draw on, in millimetres from its top left corner; PDF with the same bytes each time."""

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import as_file, files
from typing import Final, Literal, Self, TypeAlias

import segno
from fpdf import FPDF
from fpdf.fonts import TTFFont

LONG: Final = 297.0
SHORT: Final = 210.0
INK: Final = "#2b1a0e"
PALE: Final = "#9a8f86"
Align: TypeAlias = Literal["L", "C", "R"]
_POINT: Final = 0.3528
"""In millimetres."""


class PrintedSheet(FPDF):
    """Pages of A4, with the one font that has every letter of the box; `with` closes the font's file."""

    def __init__(self, title: str, orientation: Literal["portrait", "landscape"] = "portrait") -> None:
        super().__init__(orientation, "mm", "A4")
        with as_file(files("companion.faces").joinpath("fonts/DejaVuSans-Bold.ttf")) as font:
            self.add_font("box", "", font)
        self.set_creation_date(datetime(1995, 1, 1, tzinfo=UTC))  # any day, but always the same one
        self.set_title(title)
        self.set_margin(0)
        self.c_margin = 0
        self.set_auto_page_break(False)
        self.add_page()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        font = self.fonts["box"]
        if isinstance(font, TTFFont):
            font.close()

    def line_of(
        self, said: str, x: float, y: float, width: float, size: float, align: Align = "L", ink: str = INK
    ) -> float:
        """Write one line, smaller if it is too long; `size` in points, `y` at its top. Returns where the next line
        begins."""
        self.set_font("box", size=size)
        self.set_font_size(min(size, size * width / max(self.get_string_width(said), 0.1)))
        self.set_text_color(ink)
        self.set_xy(x, y)
        self.cell(width, size * _POINT * 1.15, said, align=align)
        return y + size * _POINT * 1.35

    def lines_of(self, said: Sequence[str], x: float, y: float, width: float, size: float, ink: str = INK) -> float:
        """Write sentences, broken into lines if they are too long. Returns where the next line begins."""
        for sentence in said:
            self.set_font("box", size=size)
            self.set_text_color(ink)
            self.set_xy(x, y)
            self.multi_cell(width, size * _POINT * 1.25, sentence, align="L")
            y = self.get_y() + size * _POINT * 0.3
        return y

    def disc(self, x: float, y: float, radius: float, style: Literal["D", "F", "DF"] = "D", width: float = 0.2) -> None:
        """A circle round a point."""
        self.set_line_width(width)
        self.ellipse(x - radius, y - radius, 2 * radius, 2 * radius, style)

    def code(self, link: str, x: float, y: float, side: float) -> None:
        """Draw a QR code with sides of this length, without its light border."""
        rows = segno.make_qr(link, error="m").matrix
        square = side / len(rows)
        self.set_fill_color(INK)
        for down, row in enumerate(rows):
            for across, is_dark in enumerate(row):
                if is_dark:
                    self.rect(x + across * square, y + down * square, square * 1.02, square * 1.02, "F")

    def pdf(self) -> bytes:
        """The file."""
        return bytes(self.output())
