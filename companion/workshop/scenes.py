"""Every screen of the bench: for trying each part, for finding the wiring, and for all that can go wrong there."""

from __future__ import annotations

from collections.abc import Iterator

from companion.daemon.wired import WiredDisplay
from companion.faces.patterns import Pattern
from companion.kit.view import View
from companion.workshop.find_display import FindDisplay, FoundDisplay, possible
from companion.workshop.find_keys import ASKED, FindKeys
from companion.workshop.find_lights import FindLights
from companion.workshop.learning import Around, Learning
from companion.workshop.opened import TRYING
from companion.workshop.touches import Stays, Touch
from companion.workshop.try_display import LOOK_S
from companion.workshop.trying import TriedBox
from hardware.edge import Edge
from hardware.pins import read_pins

AROUND = Around(read_pins(), WiredDisplay("sh1106", 0x3C), (FoundDisplay(0x3C, "ssd1306"),), ("/dev/x", "/dev/y"), 350)


def box() -> TriedBox:
    """The box that is tried."""
    return TriedBox(read_pins(), WiredDisplay("sh1106", 0x3C), None, 350, "rgb", 1500)


def tried() -> Iterator[View | Pattern]:
    """Each part, from its beginning to its end."""
    keys = TRYING["keys"](box(), 0.0)
    yield keys.scene()
    t = 1.0
    for down in ((), *((key,) for key in read_pins().keys), ("green1", "red6"), *((key,) for key in read_pins().keys)):
        for pressed in (True, False):
            t += 1.0
            for key in down:
                keys.feed(Edge(key, pressed, t))
            keys.tick(t + 0.1)
            yield keys.scene()
    for key in read_pins().keys:
        stuck = TRYING["keys"](box(), 0.0)
        stuck.were_down_at_start((key,), 0.0)
        yield stuck.scene()
    for part in ("display", "lights", "sound"):
        job = TRYING[part](box(), 0.0)
        for step in range(1200):
            job.tick(step / 10)
            yield job.scene()
    asked = TRYING["display"](box(), 0.0)
    for step in range(1, 4):
        asked.tick(10.0 * step)
        yield asked.scene()
        asked.answer("no", 10.0 * step)
        asked.tick(10.0 * step + LOOK_S)
        yield asked.scene()


def learned() -> Iterator[View | Pattern]:
    """Each question and each warning."""
    found = {key: str(bcm) for key, bcm in read_pins().keys.items()}
    for at in range(len(ASKED)):
        keys = FindKeys(found, at)
        yield keys.view()
        yield keys.after(Stays("26")).view()
        yield keys.after(Touch(("21", "26"), 0.1)).view()
        for wire in found.values():
            yield keys.after(Touch((wire,), 0.1)).view() if not keys.after(Touch((wire,), 0.1)).is_over else keys.view()
    display = FindDisplay(possible(AROUND.panels, "sh1106"))
    yield display.scene()
    yield display.answered(yes=True).scene()
    lights = FindLights(AROUND.ports, AROUND.needed)
    for yes in (True, False, False, True, False, *[True] * 9):
        yield lights.view()
        lights = lights.answered(yes=yes)
    for answers in ("", "s", "ss"):
        yield from _summary(answers)


def _summary(answers: str) -> Iterator[View | Pattern]:
    """The summary with parts found, and without."""
    learning = Learning(AROUND, 0.0)
    for at, bcm in enumerate(read_pins().keys.values()):
        learning.feed(Edge(str(bcm), True, at + 0.1))
        learning.feed(Edge(str(bcm), False, at + 0.3))
        learning.tick(at + 0.5)
    for letter in answers:
        learning.answer("skip" if letter == "s" else "yes", 20.0)
    for _ in range(12):
        learning.answer("yes", 20.0)
        yield learning.scene()


TRIED = tuple(dict.fromkeys(tried()))
LEARNED = tuple(dict.fromkeys(learned()))
