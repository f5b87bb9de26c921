"""Ports for programs that are started beside this one."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import Final

_GIVEN_OUT: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")
"""The first and the last port that Linux gives out to whoever connects."""
_ABOVE: Final = 20_000
"""Below lie those that browsers refuse and programs are known by."""


def free_port() -> int:
    """A port of 127.0.0.1 for a program that opens it later, or again.

    It lies below those that the kernel gives out, so that nobody gets it meanwhile who asks for any. Raises `OSError`
    when none is free.
    """
    first = int(_GIVEN_OUT.read_text("ascii").split()[0]) if _GIVEN_OUT.exists() else 0
    there = range(_ABOVE, first)
    for port in (*SystemRandom().sample(there, min(20, len(there))), 0):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)) as free:
            return int(free.getsockname()[1])
    raise OSError("no port is free")
