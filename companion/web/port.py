"""The port the page is reached at. It loads no web library, so a taken port is found before anything else is done."""

from __future__ import annotations

import socket


def bind(port: int) -> socket.socket:
    """Listen on a port of 127.0.0.1 (0: any free one). Raises `OSError` when it is taken or not allowed."""
    return socket.create_server(("127.0.0.1", port))
