"""A sheet for the display: the place of each piece, before anything is painted.

Laws: a piece stays within its box, and no two boxes with words overlap. Later pieces are painted over earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from string import digits
from typing import Final, NamedTuple, TypeAlias, assert_never

from PIL import Image, ImageChops, ImageDraw
from PIL.ImageFont import FreeTypeFont

from companion.faces.letters import CELL, dejavu, terminus

WIDTH: Final = 128
HEIGHT: Final = 64
FINE: Final = 4
"""How many times larger a letter is drawn before it is made narrower."""
HALF_GREY: Final = 110
"""A pixel that is darker than this stays dark."""


class Rectangle(NamedTuple):
    """Pixels from `left` and `top` up to, not including, `right` and `bottom`."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """In pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """In pixels."""
        return self.bottom - self.top


class TextLine(NamedTuple):
    """Letters of one font on one line."""

    box: Rectangle
    words: str
    font: FreeTypeFont
    pen: tuple[int, int]
    """Where the font begins: the left edge, and the top of the tallest letter."""
    ink: int = 1
    """1 is light; 0 is dark, on a filled panel."""


class TallWord(NamedTuple):
    """Letters in large print, narrower than drawn so that they fill their box and no more."""

    box: Rectangle
    words: str
    size: int
    """Of DejaVu Sans Bold, in pixels."""
    ink: int = 1


class Dots(NamedTuple):
    """A picture of mode `1`, of which only the light dots are painted."""

    box: Rectangle
    picture: Image.Image
    ink: int = 1


class Panel(NamedTuple):
    """A rounded rectangle: filled, or an outline one pixel wide."""

    box: Rectangle
    fill: int | None = 1
    outline: int | None = None
    radius: int = 0


class Sweep(NamedTuple):
    """Inverts light and dark, so that everything under it can still be read."""

    box: Rectangle


class Squares(NamedTuple):
    """A pattern of dark squares on a light ground."""

    box: Rectangle
    corners: tuple[tuple[int, int], ...]
    """The upper left pixel of each square."""
    side: int


SheetItem: TypeAlias = TextLine | TallWord | Dots | Panel | Sweep | Squares


def write(words: str, left: int, top: int, size: int, ink: int = 1) -> TextLine:
    """A line of Terminus."""
    box = Rectangle(left, top, left + len(words) * CELL[size], top + size)
    return TextLine(box, words, terminus(size), (left, top), ink)


@cache
def ink(words: str, font: FreeTypeFont) -> Rectangle:
    """The box that the words cover, from the pen; at least as high as a digit, so that all digits are on one line.

    A number gets room for any number with as many digits, so that nothing around it moves while it counts.
    """
    wide = [_ink(like, font) for like in _as_wide(words)]
    high = _ink("0" + words, font)
    return Rectangle(min(box.left for box in wide), high.top, max(box.right for box in wide), high.bottom)


def _as_wide(words: str) -> list[str]:
    return [digit * len(words) for digit in digits] if words and set(words) <= set(digits) else [words]


@lru_cache(maxsize=1024)  # each picture measures all its words several times
def _ink(words: str, font: FreeTypeFont) -> Rectangle:
    mask, (x, y) = font.getmask2(words, mode="1")
    left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
    return Rectangle(x + left, y + top, x + right, y + bottom)


@lru_cache(maxsize=128)  # most words of a picture stood in the one before
def _lettered(words: str, font: FreeTypeFont) -> Image.Image:
    """The letters as dots that fill their ink's box: painting dots is quicker than drawing letters."""
    covered = _ink(words, font)
    drawn = Image.new("1", (covered.width, covered.height))
    ImageDraw.Draw(drawn).text((-covered.left, -covered.top), words, 1, font)
    return drawn


def seen(piece: SheetItem) -> Rectangle | None:
    """The part of a piece that must stay on the display: letters, frames, patterns. A light ground may lose an edge."""
    match piece:
        case TextLine(pen=(x, y)) if piece.words.strip():
            left, top, right, bottom = _ink(piece.words, piece.font)
            edge = 1 - piece.ink  # dark letters need light on all sides: beside the display it is dark
            highest, lowest = max(y + top - edge, 0), min(y + bottom + edge, HEIGHT)
            return Rectangle(max(x + left - edge, 0), highest, min(x + right + edge, WIDTH), lowest)
        case Panel(outline=1) | Squares() | TallWord() | Dots():
            return piece.box
        case _:
            return None


def paint(pieces: Iterable[SheetItem], image: Image.Image | None = None) -> Image.Image:
    """Paint the pieces in order on an image of mode `1`; `None`: a dark one of 128x64."""
    image = image or Image.new("1", (WIDTH, HEIGHT))
    canvas = ImageDraw.Draw(image)
    for piece in pieces:
        match piece:
            case TextLine(pen=(x, y)):
                covered = _ink(piece.words, piece.font)
                canvas.bitmap((x + covered.left, y + covered.top), _lettered(piece.words, piece.font), piece.ink)
            case TallWord(box):
                canvas.bitmap((box.left, box.top), _squeezed(piece.words, piece.size, box.width, box.height), piece.ink)
            case Dots(box):
                canvas.bitmap((box.left, box.top), piece.picture, piece.ink)
            case Panel(box) if box.width and box.height:
                corners = (box.left, box.top, box.right - 1, box.bottom - 1)
                canvas.rounded_rectangle(corners, piece.radius, piece.fill, piece.outline)
            case Panel():
                pass  # it is wholly off the screen
            case Squares(box, corners, side):
                canvas.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), fill=1)
                for x, y in corners:
                    canvas.rectangle((x, y, x + side - 1, y + side - 1), fill=0)
            case Sweep(box):
                under = image.crop(box)
                image.paste(ImageChops.logical_xor(under, Image.new("1", under.size, 1)), box)
            case _:
                assert_never(piece)
    return image


@lru_cache(maxsize=64)
def _squeezed(words: str, size: int, width: int, height: int) -> Image.Image:
    """Large letters, made narrower: drawn in several times their size, so that every stroke keeps its shape."""
    font = dejavu(FINE * size)
    covered = ink(words, font)
    drawn = Image.new("L", (covered.width, covered.height))
    ImageDraw.Draw(drawn).text((-covered.left, -covered.top), words, 255, font)
    return drawn.resize((width, height), Image.Resampling.BOX).point(lambda grey: 255 * (grey > HALF_GREY), "1")


def moved(image: Image.Image, shift: tuple[int, int]) -> Image.Image:
    """The image shifted right and down; what leaves it is lost."""
    if shift == (0, 0):
        return image
    shifted = Image.new("1", image.size)
    shifted.paste(image, shift)
    return shifted
