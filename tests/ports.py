"""Ports for programs that tests start."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import Final

_GIVEN_OUT: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")
"""The first and the last port that Linux gives to connecting programs."""
_ABOVE: Final = 20_000
"""Below are ports that browsers refuse and well-known ports."""


def free_port() -> int:
    """A port of 127.0.0.1 for a program that opens it later, or again.

    It is below the ports that the kernel gives out, so no program that asks for any port gets it meanwhile. Raises
    `OSError` if none is free.
    """
    first = int(_GIVEN_OUT.read_text("ascii").split()[0]) if _GIVEN_OUT.exists() else 0
    there = range(_ABOVE, first)
    for port in (*SystemRandom().sample(there, min(20, len(there))), 0):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)) as free:
            return int(free.getsockname()[1])
    raise OSError("no port is free")
