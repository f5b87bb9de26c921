"""A controller of LEDs at the far end of a real pty. It reads Adalight the way WLED does.

1. The first frame of live mode is blanked; live mode ends after 2.5 s without a whole frame, even if bytes came.
2. Once a frame has begun, it takes any bytes that follow; bytes between frames are commands. Some change the speed:
   from then on it reads nothing. One begins a frame of another protocol, TPM2, which has no check byte.
3. Time is an argument of `poll`; `run` calls it from a thread with a clock, as soon as there is something to read or
   live mode ends, and else never.
"""

import os
import select
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from threading import Event, RLock, Thread

from hardware.closing import close_all
from hardware.strip import LIVE_S
from hardware.twin.port_folder import PortFolder

_VERSION = b"WLED 2410000\r\n"
_ADALIGHT, _TPM2 = b"Ada", b"\xc9\xda"
_DATA = {_ADALIGHT: 6, _TPM2: 4}  # where the colours begin: after the header, the count and its check byte, if any
_SPEEDS = range(0xB1, 0xB8)  # commands for other speeds than ours; 0xB0 is 115200
_JOIN_S = 5.0


class Controller:
    """`count` LEDs, dark until a frame is shown."""

    live = False
    """Whether frames are shown."""
    frames = 0
    """Whole frames read so far, blanked ones included."""
    heard_at: float
    """When the last bytes came."""
    lit_at = -inf
    """When the last whole frame had come."""
    port: str
    """Path for pyserial. It stays the same when plugged in again, as in `/dev/serial/by-id`."""

    _is_deaf = False

    def __init__(self, count: int, order: str = "rgb") -> None:
        """`order`: in which its LEDs take the three colours; not `rgb` on a controller that is set up wrongly."""
        self._dark = ((0, 0, 0),) * count
        self._order = [order.index(colour) for colour in "rgb"]
        self.colours = self._dark
        """R G B for each LED, as they shine."""
        self.commands = bytearray()
        """All bytes between frames since the beginning, without zeros."""
        self._lock = RLock()
        self._folder = PortFolder("usb-controller-if00")
        self.port = str(self._folder.link)
        self.ends: tuple[int, ...] | None = None
        """Open files: its own end of the line, and the other end, which keeps the line up; `None`: unplugged."""
        self._thread: Thread | None = None
        self._stopping = Event()
        self._alarm: tuple[int, int] | None = None
        """A pipe that wakes the thread; `None`: it does not run."""
        self._begin()
        self.replug()

    @property
    def folder(self) -> Path:
        """The folder that holds only the port, in place of `/dev/serial/by-id`."""
        return self._folder.path

    def unplug(self) -> None:
        """Pull the cable: the strip goes dark and the port is gone."""
        with self._lock:
            if self.ends is not None:
                Path(self.port).unlink()
                for end in self.ends:
                    os.close(end)
                self.ends = None
            self.leave_live_mode()
            self._wake()

    def replug(self) -> None:
        """Plug the cable in again, with nothing read and nothing live."""
        with self._lock:
            if self.ends is None:
                ours, theirs = os.openpty()
                tty.setraw(theirs)
                os.set_blocking(ours, False)
                Path(self.port).symlink_to(os.ttyname(theirs))
                # Their end stays open here, too, or the pty would hang up whenever the driver closes the port.
                self.ends = (ours, theirs)
                self._begin()
                self._wake()

    def reset(self) -> None:
        """Restart, as after a brown-out: its line stays, and unread bytes are still read."""
        with self._lock:
            self._begin()
            self.leave_live_mode()

    def poll(self, t: float) -> None:
        """Read what is there and never wait. `t` in seconds, monotonic."""
        with self._lock:
            if t - self.lit_at >= LIVE_S:
                self.leave_live_mode()
            while self.ends is not None:
                try:
                    data = os.read(self.ends[0], 4096)
                except BlockingIOError:
                    break
                if not self._is_deaf:
                    self.heard_at = t
                    self._take_all(data)

    def next_deadline(self) -> float:
        """When `poll` has something to do even if nothing comes; infinity: never."""
        return self.lit_at + LIVE_S if self.live else inf

    def _take_all(self, data: bytes) -> None:
        """Bytes that came together: the colours of a frame all at once, but for the last, which ends the frame."""
        at = 0
        while at < len(data):
            due = self._length - len(self._frame) if self._frame else 0
            colours = data[at : at + max(due - 1, 0)]
            self._frame += colours
            at += len(colours)
            for byte in data[at : at + 1]:
                self.take(byte)
            at += 1

    def take(self, byte: int) -> None:
        """One byte of a frame, or a command."""
        frame = self._frame
        if not frame:
            self._header, self._length = _TPM2 if byte == _TPM2[0] else _ADALIGHT, 0
            if byte != self._header[0]:
                self.obey(byte)
                return
        frame.append(byte)
        data = _DATA[self._header]
        if not frame.startswith(self._header[: len(frame)]):
            frame.clear()  # WLED drops bytes that turn out to be no header, and looks for the next
        elif len(frame) == data:
            self._length = data + 3 * _count(frame)
            if self._length == data:
                frame.clear()
        elif len(frame) == self._length:
            self.lit_at = self.heard_at
            self.show(bytes(frame[data:]))
            frame.clear()

    def obey(self, byte: int) -> None:
        """A command between two frames."""
        if byte:
            self.commands.append(byte)
        if byte in _SPEEDS:
            self._is_deaf = True
        if byte == ord("v"):
            self.say(_VERSION)

    def show(self, colours: bytes) -> None:
        """A whole frame; the first one of live mode is blanked."""
        self.frames += 1
        if not self.live:
            self.live = True
            return
        red, green, blue = self._order
        sent = tuple(zip(colours[red::3], colours[green::3], colours[blue::3], strict=True))
        self.colours = (sent + self.colours[len(sent) :])[: len(self._dark)]

    def leave_live_mode(self) -> None:
        """Go dark, as it is without frames."""
        self.live = False
        self.colours = self._dark

    def say(self, words: bytes) -> None:
        """Send this to the driver if it is plugged in."""
        if self.ends is not None:
            os.write(self.ends[0], words)

    def run(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Poll from a thread until `stop`."""
        self._stopping.clear()
        self._alarm = os.pipe()
        self._thread = Thread(target=self._poll_on, args=(clock, self._alarm[0]), name="controller", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread of `run` and wait for it."""
        if self._thread is not None and self._alarm is not None:
            self._stopping.set()
            self._wake()
            self._thread.join(_JOIN_S)
            ends, self._thread, self._alarm = self._alarm, None, None
            for end in ends:
                os.close(end)

    def close(self) -> None:
        """Stop, unplug and leave nothing behind."""
        close_all(self.stop, self.unplug, self._folder.close)

    def _begin(self) -> None:
        self._frame = bytearray()
        self._header, self._length = b"", 0
        self.heard_at = self.lit_at = -inf
        self._is_deaf = False

    def _wake(self) -> None:
        if self._alarm is not None:
            os.write(self._alarm[1], b"!")

    def _poll_on(self, clock: Callable[[], float], alarm: int) -> None:
        while not self._stopping.is_set():
            self.poll(clock())
            ends, due_at = (alarm, *(self.ends or ())[:1]), self.next_deadline()
            with suppress(OSError):  # unplugged just now
                ready, _, _ = select.select(ends, [], [], None if due_at == inf else max(due_at - clock(), 0.0))
                if alarm in ready:
                    os.read(alarm, 64)


def _count(header: bytearray) -> int:
    """How many LEDs follow; 0: that is no header."""
    if header.startswith(_TPM2):
        return header[2] * 256 // 3 + header[3] // 3 or 0x10000  # WLED counts down from there, with 16 bits
    return header[3] * 256 + header[4] + 1 if header[5] == header[3] ^ header[4] ^ 0x55 else 0
