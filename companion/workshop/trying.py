"""Trying one part: the keys, the display, the lights or the buzzer, each with what should be seen or heard.

Laws: nothing is changed by trying; time is an argument; the table key ends it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from msgspec import Struct

from companion.daemon.wired import Display
from companion.faces.patterns import Pattern
from companion.faces.strip import in_order
from companion.kit.text import Text, text
from companion.kit.view import View
from companion.table.outside import Part
from companion.workshop.find_keys import TABLE, spoken
from companion.workshop.find_lights import YES_OR_NO
from companion.workshop.job import Answer, Job
from companion.workshop.touches import Stays, Told, Touches
from hardware.edge import Edge
from hardware.pins import PinMap, describe

HOLD_S: Final = 0.6
"""From here on a touch is called held."""
LEAVE_S: Final = 2.0
"""The table key held for so long ends the trying of keys."""
END: Final = text("table key: end")
MILLIAMPS: Final = 60.0
"""Of one LED with all three colours full."""


class Box(Struct, frozen=True):
    """What is tried."""

    pins: PinMap
    display: Display
    port: str | None
    """Of the lights; `None`: the only one there is."""
    count: int
    """LEDs."""
    order: str
    milliamps: int
    """What all of them may draw."""
    has_sound: bool
    """The twin has none."""


def job(part: Part, box: Box, t: float) -> Job:
    """Try this part from `t` on."""
    match part:
        case "keys":
            return TryKeys(box)
        case "display":
            return TryDisplay(box, t)
        case "lights":
            return TryLights(box, t)
        case "sound":
            return TrySound(box, t)
        case _ as never:
            assert_never(never)


class Trying:
    """What all of them have in common: the keys, and a box as it is wired."""

    is_over: bool = False
    tone: float | None = None

    def __init__(self, box: Box) -> None:
        self._box = box
        self._touches = Touches()

    def were_down_at_start(self, wires: Iterable[str], _t: float) -> None:
        """These were down before anybody was asked."""
        for told in self._touches.were_down_at_start(wires):
            self._touched(told)

    def feed(self, edge: Edge) -> None:
        """A raw edge of a key, by its name."""
        for told in self._touches.feed(edge):
            self._touched(told)

    def answer(self, answer: Answer, _t: float) -> None:
        """Something typed on the terminal."""
        if answer == "quit":
            self.is_over = True
        else:
            self._say(yes=answer == "yes")

    def tick(self, t: float) -> None:
        """Let time pass to `t`."""
        for told in self._touches.tick(t):
            self._touched(told)
        self._pass(t)

    def next_deadline(self) -> float:
        """When `tick` next has something to do."""
        deadlines = (self._touches.next_deadline(), self._next_step())
        return min((at for at in deadlines if at is not None), default=float("inf"))

    @property
    def display(self) -> Display:
        """As it is wired."""
        return self._box.display

    @property
    def is_lit(self) -> bool:
        """Only one of them needs the lights."""
        return False

    @property
    def port(self) -> str | None:
        """As it is wired."""
        return self._box.port

    @property
    def count(self) -> int:
        """As many LEDs as there are."""
        return self._box.count

    def colours(self) -> bytes:
        """All dark."""
        return bytes(3 * self._box.count)

    def _touched(self, told: Told) -> None:
        if isinstance(told, Stays) or len(told.wires) > 1:
            return
        if told.wires == (TABLE,):
            self.is_over = True
        else:
            self._say(yes=told.wires[0].startswith("green"))

    def _say(self, *, yes: bool) -> None:
        """Somebody has said yes or no."""

    def _pass(self, t: float) -> None:
        """Time has passed to `t`."""

    def _next_step(self) -> float | None:
        """When something comes by itself."""
        return None


class TryKeys(Trying):
    """Names every key pressed, and how, and which ones have not been."""

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self._left = dict.fromkeys(box.pins.keys)
        self._last: Text = text("Press every key")
        self._told = "Press every key; the table key, held for two seconds, or Ctrl-C ends it."

    def scene(self) -> View:
        """The last key, and how many are left."""
        return View(text("Keys"), lines=(self._last, text("not yet: {n}", n=len(self._left)), text("table held: end")))

    def sentence(self) -> str:
        """The same with names."""
        left = f"not pressed yet: {', '.join(self._left)}" if self._left else "all of them work"
        return f"{self._told} ({left})"

    def _touched(self, told: Told) -> None:
        if isinstance(told, Stays):
            self._last = text("{key}: stuck", key=_short(told.wire))
            self._told = f"{self._named(told.wire)} stays down: look at the key and its wire."
            return
        for wire in told.wires:
            self._left.pop(wire, None)
        how = "tapped" if told.held_s < HOLD_S else f"held for {told.held_s:.1f} s"
        if len(told.wires) > 1:
            self._last = text("{n} keys at once", n=len(told.wires))
            self._told = (
                f"{' and '.join(map(self._named, told.wires))} were down at once: "
                "if you pressed one alone, look for solder between their pins."
            )
            return
        short = _short(told.wires[0])
        self._last = text("{key}: tap", key=short) if told.held_s < HOLD_S else text("{key}: hold", key=short)
        self._told = f"{self._named(told.wires[0])}: {how}."
        self.is_over = not self._left or (told.wires == (TABLE,) and told.held_s >= LEAVE_S)

    def _named(self, key: str) -> str:
        return f"{spoken(key)}, {describe(self._box.pins.keys[key])}"


LOOK_S: Final = 3.0
"""How long a picture stands before it is asked about, again and again."""

_LOOKS: Final = (
    (
        Pattern("frame", (text("Is the frame"), text("whole?"), text("green yes, red no"))),
        (text("Is the frame"), text("whole?")),
        "Is there a thin frame along all four edges, not shifted, with no snow beside it? (y/n)",
        "the frame is not whole: it is another chip or offset; run: companion learn",
    ),
    (
        Pattern("chequered"),
        (text("Were all the"), text("squares even?")),
        "Is the whole display chequered, light and dark, all squares alike? (y/n)",
        "squares are missing: a line of the panel is broken, or its cable; take another panel",
    ),
    (
        Pattern("full"),
        (text("Was everything"), text("light?")),
        "Is the whole display light, with no flicker? (y/n)",
        "not all of it is light: dark dots are worn out; if all of it flickers, its supply is weak",
    ),
)
"""What is shown, what is asked on the display and on the terminal, and what a no means."""


class TryDisplay(Trying):
    """Three pictures, and whether they are right."""

    def __init__(self, box: Box, t: float) -> None:
        super().__init__(box)
        self._at = 0
        self._since = self._now = t
        self._wrong: list[str] = []

    def scene(self) -> View | Pattern:
        """The picture; by turns what it is asked about, where there is no room for words in it."""
        pattern, lines, _, _ = _LOOKS[min(self._at, len(_LOOKS) - 1)]
        is_asked = int((self._now - self._since) / LOOK_S) % 2 == 1
        return View(text("Display"), lines=lines, keys=YES_OR_NO) if is_asked and not pattern.lines else pattern

    def sentence(self) -> str:
        """What is asked; at the end what is wrong."""
        if self._at == len(_LOOKS):
            return f"Display: {'; '.join(self._wrong) or 'all is right'}."
        return _LOOKS[self._at][2]

    def _say(self, *, yes: bool) -> None:
        if not yes:
            self._wrong.append(_LOOKS[self._at][3])
        self._at += 1
        self._since = self._now
        self.is_over = self._at == len(_LOOKS)

    def _pass(self, t: float) -> None:
        self._now = t

    def _next_step(self) -> float:
        return self._since + (int((self._now - self._since) / LOOK_S) + 1) * LOOK_S


COLOUR_S: Final = 2.5
LED_S: Final = 0.3
_ALL: Final = (
    ("red", text("all red"), (1, 0, 0)),
    ("green", text("all green"), (0, 1, 0)),
    ("blue", text("all blue"), (0, 0, 1)),
    ("white", text("all white"), (1, 1, 1)),
)


class TryLights(Trying):
    """All lights red, green, blue, white; then one after the other, with its number."""

    def __init__(self, box: Box, t: float) -> None:
        super().__init__(box)
        self._since = self._now = t

    @property
    def is_lit(self) -> bool:
        """This one does."""
        return True

    def colours(self) -> bytes:
        """What should be seen, as far as the supply allows."""
        level = int(255 * min(1.0, self._box.milliamps / (MILLIAMPS * self.count)))
        if (led := self._led) is None:
            sent = bytes(level * part for part in _ALL[self._step][2]) * self.count
        else:
            sent = b"".join(bytes((level,) * 3) if at == led else bytes(3) for at in range(self.count))
        return in_order(sent, self._box.order)

    def scene(self) -> View:
        """What should be seen."""
        if (led := self._led) is None:
            return View(text("Lights"), lines=(_ALL[self._step][1], END))
        return View(text("One of {n}", n=self.count), number=str(led))

    def sentence(self) -> str:
        """The same, and what is wrong if it is not."""
        if self._led is not None:
            return (
                f"Now one light after the other should shine white, from 0 at the plug to {self.count - 1}. "
                "(Left out: that LED is broken, or the one before it. Ends too early: the controller is set to fewer.)"
            )
        name = _ALL[self._step][0]
        return f"All {self.count} lights should be {name}. (Another colour: run: companion learn)"

    @property
    def _step(self) -> int:
        return int((self._now - self._since) / COLOUR_S)

    @property
    def _led(self) -> int | None:
        """Which one shines alone; `None`: all do."""
        alone_s = self._now - self._since - COLOUR_S * len(_ALL)
        return min(int(alone_s / LED_S), self.count - 1) if alone_s >= 0 else None

    def _say(self, *, yes: bool) -> None:  # noqa: ARG002  # either key goes on
        if self._led is None:
            self._since = self._now - (self._step + 1) * COLOUR_S

    def _pass(self, t: float) -> None:
        self._now = t
        self.is_over = self.is_over or t - self._since >= COLOUR_S * len(_ALL) + LED_S * self.count

    def _next_step(self) -> float:
        if (led := self._led) is None:
            return self._since + (self._step + 1) * COLOUR_S
        return self._since + COLOUR_S * len(_ALL) + (led + 1) * LED_S


SCALE: Final = (262, 294, 330, 349, 392, 440, 494, 523)
"""C major from middle C, in hertz."""
NOTE_S: Final = 0.4


class TrySound(Trying):
    """A scale."""

    def __init__(self, box: Box, t: float) -> None:
        super().__init__(box)
        self._since = self._now = t

    @property
    def tone(self) -> float | None:  # type: ignore[override]
        """The one that should be heard."""
        return SCALE[min(self._at, len(SCALE) - 1)] if self._box.has_sound else None

    def scene(self) -> View:
        """What should be heard."""
        if self._box.has_sound:
            return View(text("Sound"), lines=(text("Eight tones,"), text("going up"), END))
        return View(text("Sound"), lines=(text("The twin has"), text("no buzzer.")))

    def sentence(self) -> str:
        """The same, and what is wrong if it is not."""
        if not self._box.has_sound:
            return "The twin has no buzzer: sound can be tried on the box only."
        pin = describe(self._box.pins.buzzer)
        return f"Eight tones should be heard, going up. (None: is a passive buzzer between {pin} and ground?)"

    @property
    def _at(self) -> int:
        return int((self._now - self._since) / NOTE_S)

    def _pass(self, t: float) -> None:
        self._now = t
        self.is_over = self.is_over or self._at >= len(SCALE)

    def _next_step(self) -> float:
        return self._since + (self._at + 1) * NOTE_S


def _short(key: str) -> Text:
    if key == TABLE:
        return text("table")
    return text("green {n}", n=key[-1]) if key.startswith("green") else text("red {n}", n=key[-1])
