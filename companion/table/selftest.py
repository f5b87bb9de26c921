"""Choosing the part to be tried: the box then opens itself, since each part is tried with all it can do.

Law: leaving it changes nothing.
"""

from __future__ import annotations

from typing import Final, assert_never, get_args

from msgspec import Struct
from msgspec.structs import replace

from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table.controls import NEXT, PREVIOUS, Press, way
from companion.table.outside import Part

PARTS: Final[tuple[Part, ...]] = get_args(Part)


class Chosen(Struct, frozen=True):
    """The part to be tried."""

    part: Part


class SelfTest(Struct, frozen=True):
    """The parts, open at one of them."""

    at: int = 0

    def after(self, press: Press) -> SelfTest | Chosen | None:
        """The next part, the previous one, the one chosen; `None`: left."""
        match press.key, press.kind:
            case ("table", "tap") | ("red", "hold"):
                return None
            case "green", "hold":
                return Chosen(PARTS[self.at])
            case "green" | "red", "tap":
                return replace(self, at=(self.at + way(press)) % len(PARTS))
            case _:
                return self

    def view(self, _t: float) -> View:
        """The part on the screen."""
        legend = Legend(NEXT, text("OK"), PREVIOUS, text("Back"))
        return View(text("Self-test"), is_draft=True, lines=(_word(PARTS[self.at]),), legend=legend)


def _word(part: Part) -> Text:
    match part:
        case "keys":
            return text("Keys")
        case "display":
            return text("Display")
        case "lights":
            return text("Lights")
        case "sound":
            return text("Sound")
        case _ as never:
            assert_never(never)
