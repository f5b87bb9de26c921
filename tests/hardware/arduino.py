"""An Arduino with an Adalight sketch at the far end of a pty, in place of WLED.

Opening its port resets it; after its boot loader it says `Ada`, and again each second without data; it shows the first
frame at once, answers no question, obeys no byte between frames, and goes dark after 15 s without data.
"""

import os
import select

from hardware.twin.controller import Controller

BOOT_S = 1.9
DARK_S = 15.0


class Arduino(Controller):
    """`count` LEDs."""

    resets = 0

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._is_open = False
        self._booted_at = self._greeted_at = 0.0

    def replug(self) -> None:
        """Plug it in, with its port closed: nobody but the driver holds it open, so that opening it shows."""
        super().replug()
        self._is_open = False
        if self._ends is not None and len(self._ends) == 2:
            ours, theirs = self._ends
            os.close(theirs)
            self._ends = (ours,)

    def poll(self, t: float) -> None:
        """Read what is there, once the boot loader is done."""
        if self._ends is None:
            return
        (ours,) = self._ends
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
        if t < self._booted_at:
            return
        for byte in data:
            self.heard_at = t
            self._take(byte)
        if self._is_open and t - max(self.heard_at, self._greeted_at) >= 1.0:
            self._greeted_at = t
            os.write(ours, b"Ada\n")
        if t - max(self.heard_at, self._booted_at) >= DARK_S:
            self._leave_live_mode()

    def _command(self, byte: int) -> None:
        """A sketch knows none."""

    def _show(self, colours: bytes) -> None:
        self.live = True
        super()._show(colours)
