"""The screen of a box that cannot start: what is wrong, and what to do. `companion-trouble.service` runs it.

Laws: it needs only a display: no game, no journal, no key, and of the settings only what can be read; it is legible on
every possible chip of a display, whatever the settings say; if no display answers, the lights and the log say so; it
ends by itself, so that the box is tried again, and neither display nor lights delay its end.
"""

from __future__ import annotations

import os
import re
import textwrap
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, Literal

from PIL import Image

from companion.daemon.signals import stopped_by_signals
from companion.daemon.systemd import read_why
from companion.daemon.telling import say
from companion.daemon.trouble_lights import RescueLights
from companion.faces import oled
from companion.faces.drift import PixelShift, due
from companion.faces.letters import CELL
from companion.faces.sheet import WIDTH
from companion.kit.text import speak, text, verbatim
from companion.kit.view import View
from companion.locale import LANGUAGES, translator
from hardware.errors import WiringError
from hardware.i2c import Bus, RealBus
from hardware.oled import Oled
from hardware.pins import read_pins
from hardware.worker import Worker

SETTINGS: Final = "/etc/companion/companion.toml"
STATE: Final = "/var/lib/companion"
WIRING: Final = "wiring.toml"
"""A file in the state folder: what was found out about display and lights. It wins over the settings."""
ADDRESSES: Final = (0x3C, 0x3D)
"""Addresses to try if no display answers at the expected one."""
SHOWN_S: Final = 120.0
"""How long it is shown before the box is tried again."""
PAGE_S: Final = 5.0
LOOK_S: Final = 1.0
"""Seconds between two checks whether the display is there."""
BUS: Final = 1
"""The I2C bus of every Pi's header."""

TITLE: Final = text("The box cannot start")
NO_WORDS: Final = text("It ended without a word.")
ADVICE: Final = text("It is tried again every two minutes. What mends it: companion doctor")

_LETTERS: Final = WIDTH // CELL[12]
_LINES: Final = 4


def screens(why: str | None, language: str) -> list[View]:
    """The sentence of the error and the advice, on as many screens as needed."""
    translate = translator(language)
    why = re.sub(r"/\S*/(?=[^/\s]+\.toml:)", "", why) if why else speak(NO_WORDS, translate)  # a path takes four lines
    pages = [page for sentence in (why, speak(ADVICE, translate)) for page in _pages(sentence)]
    return [View(TITLE, lines=tuple(map(verbatim, page))) for page in pages]


def _pages(sentence: str) -> list[list[str]]:
    """The lines of the sentence, page by page; empty lines fill the last page, so its letters keep their size."""
    lines = textwrap.wrap(sentence, _LETTERS)
    if len(lines) > _LINES:
        lines += [""] * (-len(lines) % _LINES)
    return [lines[at : at + _LINES] for at in range(0, len(lines), _LINES)]


def legible_settings(path: Path) -> dict[str, Any]:
    """The settings as far as they can be read, line by line: they may be the error."""
    try:
        lines = path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
        return tomllib.loads("\n".join(filter(_is_toml, lines)))
    except (OSError, tomllib.TOMLDecodeError):
        return {}


def _is_toml(line: str) -> bool:
    try:
        tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return False
    return True


class RescueDisplay:
    """The display at the first address that answers. It shows the picture whatever its chip is."""

    fault: str | None = None
    """What is wrong with the display; `None`: it works."""

    def __init__(self, panels: Sequence[Oled]) -> None:
        self._panels = panels

    def show(self, picture: Image.Image) -> None:
        """Show this picture; the newest wins."""
        for panel in self._panels:
            panel.show(picture)

    def darken(self) -> None:
        """Go dark from the next tick on."""
        for panel in self._panels:
            panel.power(on=False)

    def tick(self, t: float) -> None:
        """Do the work due at `t`, at the first address that answers."""
        for panel in self._panels:
            panel.tick(t)
            self.fault = panel.fault
            if self.fault is None:
                return

    def next_deadline(self) -> float:
        """When `tick` next has work to do; minus infinity: at once."""
        deadline = inf
        for panel in self._panels:
            deadline = min(deadline, panel.next_deadline())
            if panel.fault is None:
                break
        return deadline

    def close(self) -> None:
        """The picture stays."""


def display(settings: Mapping[str, Any], bus: Bus) -> RescueDisplay:
    """The display at the address in the settings, if it makes sense, or at another possible address."""
    wanted = settings.get("display")
    wanted = wanted if isinstance(wanted, dict) else {}
    address = wanted.get("address")
    first = (address,) if isinstance(address, int) and 0x08 <= address < 0x78 else ()
    rotate: Literal[0, 2] = 2 if wanted.get("is_upside_down") is True else 0
    return RescueDisplay([Oled(bus, None, each, rotate=rotate) for each in dict.fromkeys((*first, *ADDRESSES))])


def show(
    panel: RescueDisplay,
    pages: Sequence[View],
    language: str,
    told_to_end: Callable[[float], bool],
    rescue: RescueLights | None = None,
) -> None:
    """Show one page after another until it is time to try again, or until it is told to end.

    If the display answers, each page is shown for its whole time; `told_to_end` waits for the given number of seconds.
    `rescue`: the lights that show that no display answers.
    """
    screen = Worker(panel, "display", time.monotonic)
    lights = Worker(rescue.strip, "lights", time.monotonic) if rescue is not None else None
    is_told = False
    coming = cycle(pages)
    page, turns_at, ended = next(coming), inf, False
    until = time.monotonic() + SHOWN_S
    while (now := time.monotonic()) < until and not ended:
        if now >= turns_at:
            page, turns_at = next(coming), inf
        screen.show(oled.draw(page, translator(language), shift(now)))
        if screen.flush(LOOK_S) and panel.fault is None:
            turns_at = min(turns_at, time.monotonic() + PAGE_S)
        if rescue is not None and lights is not None:
            lights.show(rescue.picture(is_lit=screen.fault is not None))
            if screen.fault is not None and not is_told:
                is_told = True
                say(f"{screen.fault}; so the lights show that the box cannot start: every tenth is red")
        ended = told_to_end(min(LOOK_S, max(turns_at - time.monotonic(), 0.0)))
    if ended:
        panel.darken()
    if lights is not None:
        lights.close()
    if screen.flush(LOOK_S):  # otherwise the display hangs, and ends with the process
        screen.close()


def shift(t: float) -> PixelShift:
    """The shift of a game's picture, but never to the left, where some chips have no room."""
    right, down = due(t)
    return max(right, 0), down


def _wiring(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings, overruled by what was found out about display and lights."""
    folder = settings.get("state_folder")
    found = legible_settings(Path(folder if isinstance(folder, str) else STATE) / WIRING)
    return {**settings, **{name: _over(settings.get(name), found.get(name)) for name in ("display", "lights")}}


def _over(settings: Any, found: Any) -> dict[str, Any]:
    return {key: value for part in (settings, found) if isinstance(part, dict) for key, value in part.items()}


def main() -> None:
    """Show the trouble on the display of this Pi, or on its lights."""
    told: SimpleQueue[None] = SimpleQueue()  # an Event cannot be set in the same thread that waits for it

    def told_to_end(longest_s: float) -> bool:
        try:
            told.get(timeout=longest_s)
        except Empty:
            return False
        return True

    settings = legible_settings(Path(os.environ.get("COMPANION_CONFIG") or SETTINGS))
    language = settings.get("language")
    language = language if language in LANGUAGES else LANGUAGES[0]
    try:
        bus = read_pins().i2c_bus
    except WiringError:
        bus = BUS
    with stopped_by_signals(lambda: told.put(None)):
        wiring = _wiring(settings)
        panel, pages = display(wiring, RealBus(bus)), screens(read_why(), language)
        show(panel, pages, language, told_to_end, RescueLights(wiring))


if __name__ == "__main__":
    main()
