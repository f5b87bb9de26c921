"""What one sense gets of a table: the ear what is spoken, the eye the words of the display.

Law: a sense is asked at every instant and gives only what a person would perceive then, as sentences in English; it
knows no game and no state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.faces import oled
from companion.faces.aloud import Aloud, aloud
from companion.faces.pronounced import in_a_row, pronounced
from companion.faces.sheet import TextLine
from companion.faces.speech import sentences
from companion.kit.view import View, Wish


class Sense(Protocol):
    """An ear, or an eye."""

    def perceive(self, view: View, heard: View, wish: Wish | None, t: float) -> str:
        """What is new at `t`, as sentences; empty: nothing."""

    def in_private(self, view: View) -> str:
        """What the seat alone gets of its own page."""


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


class Eye:
    """Sees the display; it reads signs as people call them."""

    def __init__(self) -> None:
        self._last: View | None = None
        self._read = ""

    def perceive(self, view: View, heard: View, wish: Wish | None, t: float) -> str:
        """What the display shows, if that has changed."""
        del heard, wish, t
        if view == self._last:
            return ""
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


SENSES: Sequence[type[Ear] | type[Eye]] = (Ear, Eye)
