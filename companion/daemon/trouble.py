"""The screen of a box that cannot start: what is wrong, and what to do. `companion-trouble.service` runs it.

Laws: it needs no more than a display: no game, no journal, no key, and of the settings what can be read of them; it
ends by itself, so that the box is tried again.
"""

from __future__ import annotations

import os
import re
import signal
import textwrap
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any, Final

from companion.daemon.systemd import read_why
from companion.faces import oled
from companion.faces.drift import wish
from companion.faces.letters import CELL
from companion.faces.sheet import WIDTH
from companion.kit.text import speak, text, verbatim
from companion.kit.view import View
from companion.locale import LANGUAGES, translator
from hardware.i2c import Bus, RealBus
from hardware.oled import Oled
from hardware.pins import WiringError, read_pins

SETTINGS: Final = "/etc/companion/companion.toml"
SHOWN_S: Final = 120.0
"""Then the box is tried again."""
PAGE_S: Final = 5.0
BUS: Final = 1
"""The I2C bus of every Pi's header."""

TITLE: Final = text("The box cannot start")
NO_WORDS: Final = text("It ended without a word.")
ADVICE: Final = text("It is tried again every two minutes. All of it: journalctl -u companion")

_LETTERS: Final = WIDTH // CELL[12]
_LINES: Final = 4


def screens(why: str | None, language: str) -> list[View]:
    """The sentence of the error and what to do, on as many screens as it takes."""
    translate = translator(language)
    why = re.sub(r"/\S*/(?=[^/\s]+\.toml:)", "", why) if why else speak(NO_WORDS, translate)  # a path takes four lines
    pages = [
        lines[at : at + _LINES]
        for sentence in (why, speak(ADVICE, translate))
        for lines in (textwrap.wrap(sentence, _LETTERS),)
        for at in range(0, len(lines), _LINES)
    ]
    return [View(TITLE, lines=tuple(map(verbatim, page))) for page in pages]


def legible_settings(path: Path) -> dict[str, Any]:
    """What can be read of the settings, one line at a time: they may well be what is wrong."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        return tomllib.loads("\n".join(filter(_is_toml, lines)))
    except (OSError, tomllib.TOMLDecodeError):
        return {}


def _is_toml(line: str) -> bool:
    try:
        tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return False
    return True


def display(settings: Mapping[str, Any], bus: Bus) -> Oled:
    """The display of the settings, as far as they make sense."""
    wanted = settings.get("display", {})
    try:
        return Oled(
            bus,
            wanted.get("chip", "ssd1306"),
            address if (address := wanted.get("address")) in range(0x08, 0x78) else 0x3C,
            wanted.get("column_offset"),
            2 if wanted.get("is_upside_down") else 0,
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return Oled(bus)


def show(panel: Oled, pages: Sequence[View], language: str, ended: Event) -> None:
    """One page after another, until it is time to try again, or until told to end."""
    since = time.monotonic()
    while (now := time.monotonic()) < since + SHOWN_S and not ended.is_set():
        page = pages[int((now - since) // PAGE_S) % len(pages)]
        panel.show(oled.draw(page, translator(language), wish(now)))
        panel.tick(now)
        ended.wait(1.0)
    panel.close(dark=ended.is_set())


def main() -> None:
    """Show it on the display of this Pi."""
    ended = Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    settings = legible_settings(Path(os.environ.get("COMPANION_CONFIG") or SETTINGS))
    language = settings.get("language")
    language = language if language in LANGUAGES else LANGUAGES[0]
    try:
        bus = read_pins().i2c_bus
    except WiringError:
        bus = BUS
    show(display(settings, RealBus(bus)), screens(read_why(), language), language, ended)


if __name__ == "__main__":
    main()
