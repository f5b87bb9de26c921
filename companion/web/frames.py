"""The frames that a twin's page gets: what is seen and heard of the twin. It loads no web library."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

import msgspec

from companion.web.twin import TwinWires

OLED: Final = b"\x01"
"""First byte of a message with the display's memory."""
LEDS: Final = b"\x02"
"""First byte of a message with the lights' colours."""
CONTRAST: Final = b"\x03"
"""First byte of a message whose second byte is the brightness of the display."""
PRESSED: Final = b"\x04"
"""First byte of a message with a byte for each key: how often it has gone down or come up."""
TONE: Final = b"\x05"
"""First byte of a message with a tone: hertz in two bytes, and the percentage of each wave that is high."""
WORDS: Final = b"\x06"
"""First byte of a message with the words of the page, as JSON."""
READING: Final = b"\x07"
"""First byte of a message with the lines of the display in words, as JSON."""
AT_FIRST: Final = {TONE: bytes(3), READING: b"[]"}
"""What a page assumes at first: silence, and nothing to read."""
LOOK_S: Final = 1 / 100
"""Seconds between two looks; an ear needs them more often than an eye."""
LOOKS: Final = 3
"""How many times the tone is read for each picture."""


def seen(twin: TwinWires) -> dict[bytes, bytes]:
    """Everything seen of a twin, by the first byte of the message."""
    return {
        OLED: twin.memory(),
        LEDS: twin.colours(),
        CONTRAST: bytes((twin.contrast(),)),
        PRESSED: twin.keys(),
        WORDS: msgspec.json.encode(twin.words()),
        READING: msgspec.json.encode(twin.reading()),
    }


def heard(twin: TwinWires) -> dict[bytes, bytes]:
    """What is heard of a twin, in the same form."""
    hertz, high = twin.tone()
    return {TONE: round(hertz).to_bytes(2) + round(100 * high).to_bytes()}


def looks(twin: TwinWires) -> Iterator[dict[bytes, bytes]]:
    """One look after the other, `LOOK_S` apart."""
    for look in count():
        yield heard(twin) | ({} if look % LOOKS else seen(twin))
