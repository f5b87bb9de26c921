"""Everybody who looks at one twin: it is looked at once for all of them.

Laws: the newest frame of each kind wins, and who cannot keep up misses frames and holds up nobody; a frame is sent when
it has changed; nobody looks, and nothing runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final, TypeAlias

import msgspec

from companion.web.twin import Twin

OLED: Final = b"\x01"
"""First byte of a message with the display's memory."""
LEDS: Final = b"\x02"
"""First byte of a message with the lights' colours."""
CONTRAST: Final = b"\x03"
"""First byte of a message with a second one: how bright the display is."""
PRESSED: Final = b"\x04"
"""First byte of a message with a byte for each key: how often it has gone down or come up."""
TONE: Final = b"\x05"
"""First byte of a message with a tone: hertz in two bytes, and the percentage of each wave that is high."""
WORDS: Final = b"\x06"
"""First byte of a message with what the page says, as JSON."""
AT_FIRST: Final = {TONE: bytes(3)}
"""What a page takes for granted: silence."""
LOOK_S: Final = 1 / 100
"""An ear is quicker than an eye."""
LOOKS: Final = 3
"""So many tones are heard for each picture that is seen."""

Tell: TypeAlias = Callable[[bytes], Awaitable[None]]


def seen(twin: Twin) -> dict[bytes, bytes]:
    """All that is seen of a twin, by the first byte of the message."""
    return {
        OLED: twin.memory(),
        LEDS: twin.colours(),
        CONTRAST: bytes((twin.contrast(),)),
        PRESSED: twin.keys(),
        WORDS: msgspec.json.encode(twin.words()),
    }


def heard(twin: Twin) -> dict[bytes, bytes]:
    """What is heard of it, as well."""
    hertz, high = twin.tone()
    return {TONE: round(hertz).to_bytes(2) + round(100 * high).to_bytes()}


class Looker:
    """One of them."""

    def __init__(self, newest: dict[bytes, bytes]) -> None:
        self._due = dict(newest)
        """What is still to be told, by its kind."""
        self._is_new = asyncio.Event()
        self._is_new.set()

    def see(self, new: dict[bytes, bytes]) -> None:
        """Have this told as well, in place of what was not told in time."""
        self._due.update(new)
        self._is_new.set()

    async def listen(self, tell: Tell) -> None:
        """Wait until there is something new, and tell it."""
        await self._is_new.wait()
        self._is_new.clear()
        while self._due:
            kind = next(iter(self._due))
            await tell(kind + self._due.pop(kind))


class Audience:
    """All of them. For one event loop: no locks."""

    def __init__(self, twin: Twin) -> None:
        self._twin = twin
        self._lookers: set[Looker] = set()
        self._newest: dict[bytes, bytes] = {}
        self._looking: asyncio.Task[None] | None = None

    async def show(self, tell: Tell) -> None:
        """Tell somebody everything, and then what changes. Raises what `tell` raises, and what the twin does."""
        looking = self._looking = self._looking or asyncio.create_task(self._look())
        looker = Looker(self._newest)
        self._lookers.add(looker)
        try:
            while not looking.done():
                await looker.listen(tell)
            looking.result()
        finally:
            self._lookers.discard(looker)
            if not self._lookers:
                looking.cancel()
                self._looking, self._newest = None, {}

    async def _look(self) -> None:
        try:
            for look in count():
                self._see(heard(self._twin) | ({} if look % LOOKS else seen(self._twin)))
                await asyncio.sleep(LOOK_S)
        finally:
            self._tell_all({})

    def _see(self, frames: dict[bytes, bytes]) -> None:
        """Tell what has changed."""
        known = AT_FIRST | self._newest
        new = {kind: frame for kind, frame in frames.items() if known.get(kind) != frame}
        self._newest |= new
        if new:
            self._tell_all(new)

    def _tell_all(self, new: dict[bytes, bytes]) -> None:
        for looker in self._lookers:
            looker.see(new)
