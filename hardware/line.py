"""A serial line that may be unplugged at any time.

1. Nothing here ever waits: what the line does not take now is kept and sent later, in order.
2. Whatever goes wrong is a `LineLostError` with one plain sentence; then close this line and open another.
"""

import errno
import os
import termios
from contextlib import suppress
from pathlib import Path

from serial import Serial, SerialException

from hardware.errors import LineLostError

BY_ID = Path("/dev/serial/by-id")

_READ = 4096  # a terminal's whole input buffer

# pyserial lets `termios.error` through, which is no `OSError`.
_TROUBLE = (SerialException, OSError, termios.error)


def find_port(wanted: str | None, folder: Path = BY_ID) -> str:
    """Name the port: the wanted one, else the only one with an identity.

    It never takes the first ttyUSB: that may be any device. Raises `LineLostError` for no port, or more than one.
    """
    if wanted is not None:
        return wanted
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    match found:
        case [port]:
            return str(port)
        case []:
            raise LineLostError("no controller is plugged in; plug in its USB cable")
        case _:
            names = ", ".join(port.name for port in found)
            raise LineLostError(f"several serial devices are plugged in ({names}); name the right one in the config")


class SerialLine:
    """An open serial line, 8N1, owned by us alone. Raises `LineLostError` when it cannot be opened."""

    def __init__(self, port: str, baud: int) -> None:
        self._port = port
        self._unsent = b""
        self._serial = Serial(baudrate=baud, exclusive=True)
        self._serial.port = port
        # Both equal: on ESP boards a difference means reset or boot mode. They are set before opening, since a pty has
        # no such lines and raises; pyserial ignores that only while it opens.
        self._serial.dtr = self._serial.rts = True
        try:
            self._serial.open()
        except _TROUBLE as error:
            raise LineLostError(self._reason(error)) from error

    @property
    def unsent(self) -> int:
        """How many bytes are kept because the line did not take them yet."""
        return len(self._unsent)

    @property
    def queued(self) -> int:
        """How many bytes the line took that are not on the wire yet, as its driver counts them."""
        try:
            return int(self._serial.out_waiting)
        except _TROUBLE as error:
            raise LineLostError(self._reason(error)) from error

    def send(self, data: bytes = b"") -> int:
        """Send what is kept and then `data`, as much as the line takes now. Gives how many bytes it took."""
        self._unsent += data
        # Not pyserial's `write`: it either spins on a full buffer or forgets how much it wrote.
        try:
            taken = os.write(self._serial.fileno(), self._unsent) if self._unsent else 0
        except BlockingIOError:
            taken = 0
        except _TROUBLE as error:
            raise LineLostError(self._reason(error)) from error
        self._unsent = self._unsent[taken:]
        return taken

    def receive(self) -> bytes:
        """What has come in, perhaps nothing."""
        try:
            data = os.read(self._serial.fileno(), _READ)
            if not data:
                termios.tcgetattr(self._serial.fileno())  # a silent and an unplugged line both read as nothing
        except BlockingIOError:  # how a silent line reads on a Mac
            return b""
        except _TROUBLE as error:
            raise LineLostError(self._reason(error)) from error
        return data

    def close(self, *, drop: bool = False) -> None:
        """Close the line in any state; `drop`: do not wait for the bytes it took."""
        with suppress(*_TROUBLE):
            if self._unsent or drop:
                self._serial.reset_output_buffer()  # else closing waits until a stuck far end has read it
        with suppress(*_TROUBLE):
            self._serial.close()

    def _reason(self, error: Exception) -> str:
        number = error.args[0] if error.args else None
        if number == errno.EACCES:
            return f"no permission to use {self._port}; add this user to the group dialout and log in again"
        if number in (errno.EBUSY, errno.EAGAIN):
            return f"{self._port} is used by another program; stop that program"
        return f"no controller at {self._port}; check its USB cable"
