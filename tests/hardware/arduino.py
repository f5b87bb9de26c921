"""An Arduino with an Adalight sketch at the far end of a pty, in place of WLED.

1. Opening its port resets it; after its boot loader it says `Ada`, and again each second without data; it shows the
   first frame at once, answers no question, obeys no byte between frames, and goes dark after 15 s without data.
2. A byte takes its time on the wire. While the sketch lights the strip it allows no interrupts: of the bytes that come
   then, two wait in the chip's receiver and the others are lost. (Otherwise the sketch reads faster than bytes come.)
"""

import os
import select

from hardware.twin.controller import Controller

BOOT_S = 1.9
DARK_S = 15.0
BYTE_S = 10 / 115_200
SHOW_S = 30e-6
"""For each LED: 24 bits of 1.25 µs."""
RECEIVER = 2
LOOK_S = 0.1


class Arduino(Controller):
    """`count` LEDs, 115200 baud."""

    resets = 0
    lost = 0
    """Bytes that came while it was deaf."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._is_open = False
        self._booted_at = self._greeted_at = self._polled_at = 0.0
        self._wire_at = self._deaf_until = float("-inf")
        self._waiting = bytearray()

    def replug(self) -> None:
        """Plug it in, with its port closed: nobody but the driver holds it open, so that opening it shows."""
        super().replug()
        self._is_open = False
        if self.ends is not None and len(self.ends) == 2:
            ours, theirs = self.ends
            os.close(theirs)
            self.ends = (ours,)

    def poll(self, t: float) -> None:
        """Read what has been sent by `t`, once the boot loader is done."""
        self._polled_at = t
        if self.ends is None:
            return
        (ours,) = self.ends
        watch = select.poll()
        watch.register(ours, select.POLLIN)
        events = dict(watch.poll(0)).get(ours, 0)
        was_open, self._is_open = self._is_open, not events & select.POLLHUP
        if self._is_open and not was_open:
            self.reset()
            self.resets += 1
            self._booted_at = t + BOOT_S
            self._greeted_at = 0.0
        data = os.read(ours, 4096) if events & select.POLLIN else b""
        for byte in data:
            self._wire_at = max(self._wire_at, t) + BYTE_S
            if self._wire_at >= self._booted_at:
                self._arrive(byte)
        if t < self._booted_at:
            return
        if self._is_open and t - max(self.heard_at, self._greeted_at) >= 1.0:
            self._greeted_at = t
            os.write(ours, b"Ada\n")
        if t - max(self.heard_at, self._booted_at) >= DARK_S:
            self.leave_live_mode()

    def next_deadline(self) -> float:
        """It greets by itself, and only a look shows that its port has been opened."""
        return self._polled_at + LOOK_S

    def _arrive(self, byte: int) -> None:
        """One byte from the wire, at `_wire_at`."""
        if self._wire_at >= self._deaf_until:
            self.heard_at = self._wire_at
            for waiting in (*self._waiting, byte):
                self.take(waiting)
            self._waiting.clear()
        elif len(self._waiting) < RECEIVER:
            self._waiting.append(byte)
        else:
            self.lost += 1

    def obey(self, byte: int) -> None:
        """A sketch knows none."""

    def show(self, colours: bytes) -> None:
        self.live = True
        super().show(colours)
        self._deaf_until = self._wire_at + SHOW_S * len(self.colours)
