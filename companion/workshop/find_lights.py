"""Finds the strip: its port, the order of its colours, its length. Pure.

Laws: the owner only says what can be seen; one last look proves the result; only a few LEDs are lit at once, and not
brightly, so that any supply can feed them.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.config import ColourOrder
from companion.daemon.wired import WiredLights
from companion.faces.strip import RGB, in_order
from companion.kit.text import Text, text
from companion.kit.view import Legend, View

MOST: Final = 300
"""The most LEDs: no board needs more, and more would take too long on the wire."""
BLOCK: Final = 10
"""LEDs lit at once, since a single one would be hard to find."""
LEVEL: Final = 64
"""Brightness, of 255."""
YES_OR_NO: Final = Legend(green_tap=text("yes"), red_tap=text("no"))

_DARK: Final = bytes(3)
_WHITE: Final = bytes((LEVEL, LEVEL, LEVEL))
_COLOURS: Final = {"r": text("Are they red?"), "g": text("Are they green?"), "b": text("Are they blue?")}
_NAMES: Final = {"r": "red", "g": "green", "b": "blue"}


class FindLights(Struct, frozen=True):
    """What is known of the strip, and the question now."""

    ports: tuple[str, ...]
    """Ports with a device, the likeliest first."""
    needed: int
    """LEDs the board needs: most strips have just as many."""
    ask: Literal["shine", "colour", "last", "beyond", "proof"] = "shine"
    at: int = 0
    """Which port is being tried."""
    order: str = ""
    """The order of the colours found so far."""
    denied: str = ""
    """Colours that the next one cannot be."""
    least: int = 1
    """At least this many LEDs shine."""
    too_many: int | None = None
    """Not as many LEDs as this shine; `None`: no such number is known yet."""
    count: int = 0
    """How many LEDs it seems to have."""
    found: WiredLights | None = None

    @property
    def is_over(self) -> bool:
        """Whether no question is left."""
        return self.found is not None or self.at == len(self.ports)

    @property
    def sent(self) -> int:
        """How many LEDs get a colour: the last one of any strip must be among them."""
        return max(MOST, self.needed)

    @property
    def port(self) -> str | None:
        """The port being tried."""
        return self.ports[self.at] if self.at < len(self.ports) else None

    def answered(self, *, yes: bool) -> FindLights:
        """The next question, or the strip."""
        match self.ask:
            case "shine":
                return replace(self, ask="colour") if yes else replace(self, at=self.at + 1)
            case "colour":
                return self._coloured(yes=yes)
            case "last":
                return replace(self, ask="proof", count=self.needed) if yes else replace(self, ask="beyond")
            case "beyond":
                return self._narrowed(yes=yes)
            case "proof" if yes:
                return replace(self, found=WiredLights(self.ports[self.at], self.count, self._order))
            case "proof":
                return FindLights(self.ports, self.needed, at=self.at, ask="colour")

    def colours(self) -> bytes:
        """The bytes to send: three for each of `sent` LEDs, in the order of the wire."""
        leds = [_DARK] * self.sent
        match self.ask:
            case "shine":
                leds[:BLOCK] = [_WHITE] * BLOCK
            case "colour":
                leds[:BLOCK] = [_lit(len(self.order))] * BLOCK
            case "last":
                leds[self.needed - 1] = _WHITE
            case "beyond":
                first = self._middle - 1
                leds[first : first + BLOCK] = [_WHITE] * len(leds[first : first + BLOCK])
            case "proof":
                leds[:3] = [in_order(_lit(byte), self.order) for byte in range(3)]
                leds[self.count - 1] = _WHITE
        return b"".join(leds)

    def view(self) -> View:
        """The question, for the display."""
        return View(text("Lights"), lines=self._lines(), legend=YES_OR_NO)

    def sentence(self) -> str:
        """The question, for the terminal."""
        match self.ask:
            case "shine":
                of = f", {self.at + 1} of {len(self.ports)}" if len(self.ports) > 1 else ""
                return f"The lights at {self.port}{of}: do the first {BLOCK} lights shine white now? (y/n)"
            case "colour":
                return f"Are the first {BLOCK} lights {_NAMES[self._asked]} now? (y/n)"
            case "last":
                return "Does one light shine now, and is it the very last one of the strip? (y/n)"
            case "beyond":
                return "Does any light shine now, anywhere on the strip? (y/n)"
            case "proof":
                return "Are the first three lights red, green, blue now, and the very last one white? (y/n)"

    def _lines(self) -> tuple[Text, ...]:
        match self.ask:
            case "shine":
                return (text("First ten lights"), text("white now?"))
            case "colour":
                return (text("First ten lights"), _COLOURS[self._asked])
            case "last":
                return (text("One light, and"), text("the very last?"))
            case "beyond":
                return (text("Does any light"), text("shine now?"))
            case "proof":
                return (text("Red, green, blue;"), text("white at the end?"))

    @property
    def _order(self) -> ColourOrder:
        return self.order  # type: ignore[return-value]  # a permutation of its letters, once all are known

    @property
    def _asked(self) -> str:
        return next(colour for colour in RGB if colour not in self.order + self.denied)

    @property
    def _middle(self) -> int:
        return (self.least + self._above) // 2

    @property
    def _above(self) -> int:
        return self.sent + 1 if self.too_many is None else self.too_many

    def _coloured(self, *, yes: bool) -> FindLights:
        """Take the answer for the byte that is lit: of three possible colours, two must be asked for."""
        denied = self.denied + self._asked
        left = [self._asked] if yes else [colour for colour in RGB if colour not in self.order + denied]
        if len(left) > 1:
            return replace(self, denied=denied)
        order = self.order + left[0]
        rest = [colour for colour in RGB if colour not in order]
        if len(rest) > 1:
            return replace(self, order=order, denied="")
        return replace(self, order=order + rest[0], denied="", ask="last")

    def _narrowed(self, *, yes: bool) -> FindLights:
        """Keep half of its possible lengths."""
        least, too_many = (self._middle, self._above) if yes else (self.least, self._middle)
        found = replace(self, least=least, too_many=too_many)
        return replace(found, ask="proof", count=least) if too_many - least == 1 else found


def _lit(byte: int) -> bytes:
    return bytes(LEVEL * (at == byte) for at in range(3))
