"""Trying the box: a frame on the display, every key named when pressed, lights of all colours along the strip."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.kit.seats import COLOURS
from companion.kit.text import Text, text
from companion.kit.view import SeatView, Token, Track, View
from companion.table.controls import Press

STEP_S: Final = 0.2
"""How long the lights stand on one place."""
APART: Final = 4
"""Places between two lights."""


class SelfTest(Struct, frozen=True):
    """The test, and the key pressed last."""

    track: Track
    pressed: Text = text("Press every key")

    def after(self, press: Press) -> SelfTest | None:
        """Name the key; `None`: left, by the table key."""
        match press.key, press.kind:
            case "table", "tap":
                return None
            case "green", "down":
                return replace(self, pressed=text("green {n}", n=press.place))
            case "red", "down":
                return replace(self, pressed=text("red {n}", n=press.place))
            case _:
                return self

    def view(self, t: float) -> View:
        """A frame, the last key, and the lights on their way."""
        places = self.track.places
        seats = tuple(SeatView(n, colour, colour, place=n) for n, colour in enumerate(COLOURS, 1))
        first = int(t / STEP_S)
        tokens = tuple(Token(seat.seat, places[(first + APART * seat.seat) % len(places)].id) for seat in seats)
        lines = (self.pressed, text("table key: end"))
        return View(
            text("Self-test"), is_draft=True, lines=lines, seats=seats, track=replace(self.track, tokens=tokens)
        )
