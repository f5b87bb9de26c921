"""The daemon: one loop, one inbox; display, strip and page each in a thread of their own.

Laws: only this loop touches the table; what others have to say they put into the inbox; no part can hold it up.
"""

from __future__ import annotations

import queue
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from companion.config import Config
from companion.daemon.box import Box, Outputs
from companion.daemon.parts import Parts
from companion.table.outside import Wish
from hardware.edge import Edge
from hardware.pins import PinMap
from hardware.worker import Worker

if TYPE_CHECKING:
    from hardware.keys import Keys

FIRST_PICTURE_S: Final = 0.5
"""The longest that the keys wait for a display."""
IDLE_S: Final = 1.0
"""How often the loop looks after its parts when nothing else is due."""


class Live:
    """A box that runs by the clock until it is told to stop."""

    def __init__(self, config: Config, parts: Parts, make_box: Callable[[Outputs], Box]) -> None:
        self._inbox: queue.SimpleQueue[Edge | None] = queue.SimpleQueue()
        self._parts = parts
        self._controller = parts.twin.controller if parts.twin is not None else None
        if self._controller is not None:
            self._controller.run()
        self._screen = Worker(parts.oled, "display")
        self._strip = Worker(parts.strip, "lights")
        self.box = make_box(parts.outputs(self._screen, self._strip, config.lights.milliamps))
        self.box.step(time.monotonic())
        self.keys: Keys | None = None

    def open_keys(self, pins: PinMap) -> Keys:
        """Listen to the keys from now on, once the first picture is there. Raises PinsUnavailableError."""
        self._screen.flush(FIRST_PICTURE_S)  # else it would share the processor with the loading of gpiozero
        self._parts.open_pins()
        from hardware.keys import Keys

        self.keys = Keys(pins, self._inbox.put)
        return self.keys

    def run(self) -> Wish | None:
        """Play until the table wants something, or until `stop` (`None`)."""
        box = self.box
        while box.desk.wish is None:
            now = time.monotonic()
            deadline = box.next_deadline(now)
            wait_s = IDLE_S if deadline is None else min(max(deadline - now, 0.0), IDLE_S)
            try:
                edge = self._inbox.get(timeout=wait_s)
            except queue.Empty:
                pass
            else:
                if edge is None:
                    return None
                box.feed(edge)
            box.step(time.monotonic())
        return box.desk.wish

    def stop(self) -> None:
        """End `run` soon; may be called from a signal handler or another thread."""
        self._inbox.put(None)

    def close(self) -> None:
        """End all threads and darken the parts; after a wish its last picture stays on the display."""
        if self.keys is not None:
            self.keys.close()
        if self._screen.stop():
            self._parts.oled.close(dark=self.box.desk.wish is None)
        self._strip.close()
        if self._parts.twin is not None:
            self._parts.twin.close()


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGINT call `stop`."""
    before = {number: signal.signal(number, lambda *_: stop()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
