"""The ports of the pages. It loads no web library, so a port in use is found before anything else is done.

Law: a port that somebody named is opened or refused. Only if nobody named one and the default port is in use, the next
free port is taken, and people are told.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import struct
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

HTTP: Final = 80
"""The port that no browser names."""
OWN_ADDRESS: Final = "10.42.0.1"
"""The address of the box in its own Wi-Fi."""
TRIED: Final = 20
"""How many ports are tried, from the default port on."""
_SIOCGIFCONF: Final = 0x8912
"""A Linux ioctl: every interface with an IPv4 address (netdevice(7))."""
_SIOCGIFFLAGS: Final = 0x8913
"""The flags of an interface: its kind, and whether it is up."""
_SIOCGIFADDR: Final = 0x8915
"""The IPv4 address of an interface."""
_IFREQ: Final = struct.Struct("@16sHH4s16x")
"""An interface's name, then family, port (unused) and four bytes of its address, or its flags."""
_IFCONF: Final = struct.Struct("@iP")
"""The size of the buffer for the interfaces, and its address."""
_MOST: Final = 64
"""The most interfaces."""
_UP, _LOOPBACK, _POINT_TO_POINT, _RUNNING = 0x1, 0x8, 0x10, 0x40


def bind(port: int) -> socket.socket:
    """Listen on a port of 127.0.0.1 (0: any free one). Raises `OSError` if it is in use or not allowed."""
    return socket.create_server(("127.0.0.1", port))


def may_listen() -> bool:
    """Whether this process may use any network at all, even only this computer's own."""
    try:
        socket.socket().close()
    except OSError:
        return False
    return True


def bind_at_home(port: int) -> socket.socket:
    """Open a port on all networks of this computer; nobody can connect before `narrow`. Raises `OSError`."""
    sock = socket.socket()
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(("0.0.0.0", port))  # noqa: S104  # `narrow` leaves one of them
    except OSError:
        sock.close()
        raise
    return sock


class Port(NamedTuple):
    """The port of a page."""

    named: int | None
    """The port that somebody chose; `None`: any will do."""
    shipped: int
    options: str
    """The options that choose it, for the message."""

    def take(self, listen: Callable[[int], socket.socket] = bind) -> socket.socket:
        """Open the chosen port; else the default port, or the next free one. Raises `OSError`."""
        if self.named is not None:
            return listen(self.named)
        for port in range(self.shipped, self.shipped + TRIED):
            try:
                return listen(port)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
        raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))

    def moved(self, sock: socket.socket) -> str:
        """What people are told if it is not the usual port; else empty."""
        is_usual = self.named is not None or sock.getsockname()[1] == self.shipped
        return "" if is_usual else f"port {self.shipped} is in use"

    def refusal(self, error: OSError) -> str:
        """Why it cannot be used, and what to do."""
        why = os.strerror(error.errno or 0)
        port = self.named or f"{self.shipped} and the {TRIED - 1} after it"
        return f"port {port} cannot be used ({why}); stop what uses it, or name another one: {self.options}"


def narrow(sock: socket.socket, interface: str) -> None:
    """Accept connections only through this network interface, whatever its address.

    Clients that wait from another interface are disconnected. Raises `OSError`: ENODEV while the interface is missing,
    ENOTSUP outside Linux.
    """
    if not hasattr(socket, "SO_BINDTODEVICE"):
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
    wanted = interface.encode()
    if (bound := sock.getsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, 16).rstrip(b"\0")) != wanted:
        if bound:  # only root may change the binding
            raise OSError(errno.EBUSY, f"it is bound to {bound.decode(errors='replace')}")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, wanted)
        _turn_away(sock)
    sock.listen()


def _turn_away(sock: socket.socket) -> None:
    """Disconnect all clients that wait at a socket; if it does not listen, there are none."""
    sock.setblocking(False)
    with suppress(OSError):
        while True:
            sock.accept()[0].close()
    sock.setblocking(True)


def address(sock: socket.socket, interface: str) -> str | None:
    """The IPv4 address of an interface, in the network namespace of this socket, not of this process."""
    asked = _IFREQ.pack(interface.encode(), socket.AF_INET, 0, b"")
    try:
        return socket.inet_ntoa(_IFREQ.unpack(fcntl.ioctl(sock.fileno(), _SIOCGIFADDR, asked))[3])
    except OSError:
        return None


def networks(sock: socket.socket) -> dict[str, str]:
    """The interfaces that may lead to a home network, each with its address: cables and radios that are up, but no
    tunnel, and not the computer itself. They belong to the network namespace of this socket, not of this process.
    Outside Linux none is known.
    """
    rows = array("B", bytes(_MOST * _IFREQ.size))
    asked = _IFCONF.pack(len(rows), rows.buffer_info()[0])
    try:
        length: int = _IFCONF.unpack(fcntl.ioctl(sock.fileno(), _SIOCGIFCONF, asked))[0]
    except OSError:
        return {}
    found = ((_name(raw), socket.inet_ntoa(address)) for raw, _, _, address in _IFREQ.iter_unpack(rows[:length]))
    return {name: address for name, address in found if ":" not in name and _is_at_work(sock, name)}


def _name(raw: bytes) -> str:
    """The name of a device; a name with a colon, `eth0:1`, is a second address of the device."""
    return raw.partition(b"\0")[0].decode(errors="replace")


def _is_at_work(sock: socket.socket, interface: str) -> bool:
    asked = _IFREQ.pack(interface.encode(), 0, 0, b"")
    try:
        flags: int = _IFREQ.unpack(fcntl.ioctl(sock.fileno(), _SIOCGIFFLAGS, asked))[1]
    except OSError:  # the interface has gone
        return False
    return flags & (_UP | _LOOPBACK | _POINT_TO_POINT | _RUNNING) == _UP | _RUNNING
