"""What one sense gets of a table: the ear what is spoken, the eye the words of the display.

Law: a sense is asked at every instant and gives only what a person would perceive then, as sentences in English; it
knows no game and no state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.faces import oled
from companion.faces.aloud import Aloud, aloud
from companion.faces.lamps import LAMPS, WAITING, glow
from companion.faces.pronounced import in_a_row, pronounced
from companion.faces.sheet import TextLine
from companion.faces.speech import sentences
from companion.faces.strip import LightShow, lay_out
from companion.kit.view import View, Wish

SHINES = 0.6 * 255 * max(glow((0.7, 0.7, 0.7), WAITING))
"""From here on a light is a piece, and not a mark of the board."""


class Sense(Protocol):
    """An ear, or an eye."""

    def perceive(self, view: View, heard: View, wish: Wish | None, t: float) -> str:
        """What is new at `t`, as sentences; empty: nothing."""

    def in_private(self, view: View) -> str:
        """What the seat alone gets of its own page."""

    def lights(self, t: float) -> Sequence[str]:
        """The colour of each light of the strip that shines and not only glows; none for an ear."""


class Ear:
    """Hears the box, and its own phone by one earphone."""

    def __init__(self) -> None:
        self._aloud = Aloud()
        self._last: tuple[View, Wish | None] | None = None

    def perceive(self, view: View, heard: View, wish: Wish | None, t: float) -> str:
        """What the box says from `t` on. `view` is not for an ear."""
        del view
        if self._last == (heard, wish):
            return ""
        self._last = heard, wish
        said = self._aloud.hear(heard, wish, "all", "en", str, t)
        return said.words if said is not None else ""

    def in_private(self, view: View) -> str:
        """What the earphone says."""
        return aloud(sentences(view, str))

    def lights(self, t: float) -> Sequence[str]:
        """Nothing is heard of lights."""
        del t
        return ()


class Eye:
    """Sees the display; it reads signs as people call them."""

    def __init__(self) -> None:
        self._last: View | None = None
        self._read = ""
        self._strip: LightShow | None = None

    def perceive(self, view: View, heard: View, wish: Wish | None, t: float) -> str:
        """What the display shows, if that has changed."""
        del heard, wish
        if view == self._last:
            return ""
        if self._strip is None and view.track.spaces:
            self._strip = LightShow(lay_out(view.track), calm=True)
        if self._strip is not None:
            self._strip.show(view, t)
        before, self._last, self._read = self._read, view, self.in_private(view)
        return self._read if self._read != before else ""

    def in_private(self, view: View) -> str:
        """The words of a screen, row by row: the header, the number with its caption, the lines."""
        drawn = [piece for piece in oled.arrange(view, str) if isinstance(piece, TextLine) and piece.words.strip()]
        head = [piece.words for piece in drawn if piece.box.top < oled.HEADER]
        number = [piece for piece in drawn if piece.font.path != drawn[0].font.path]
        caption = [drawn[drawn.index(piece) + 1] for piece in number if view.caption]
        rest = [piece for piece in drawn if piece.words not in head and piece not in (*number, *caption)]
        figure = " ".join(piece.words for piece in (*number, *caption))
        told = [": ".join(head), figure, in_a_row(piece.words for piece in rest)]
        return aloud(tuple(pronounced(each, str) for each in told if each))

    def lights(self, t: float) -> Sequence[str]:
        """The colours as they are named, of the lights along the track and at the keys."""
        if self._strip is None:
            return ()
        colours = self._strip.colours(t)
        return [_named(colours[at : at + 3]) for at in range(0, len(colours), 3)]


def _named(light: bytes) -> str:
    """The lamp whose colour this is; empty if it only glows."""
    most = max(light)
    if most < SHINES:
        return ""
    hue = [each / most for each in light]
    away = {
        colour: sum((one - other / max(lamp)) ** 2 for one, other in zip(hue, lamp, strict=True))
        for colour, lamp in LAMPS.items()
    }
    return min(away, key=away.__getitem__)
