"""The twin's page: its port is taken before anything else starts, its libraries are loaded after the first picture.

Law: before anybody is let in, all is read that a picture or the page needs: clients may use up what files need.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.faces import oled
from companion.kit.errors import BadConfig
from companion.web.port import bind

if TYPE_CHECKING:
    from companion.web.server import Server
    from companion.web.twin import Twin


class TwinPage:
    """A page on this computer only."""

    def __init__(self, port: int) -> None:
        """Take the port. Raises BadConfig if something else has it."""
        self._port = port
        self._server: Server | None = None
        try:
            self._sock = bind(port)
        except OSError as error:
            why = os.strerror(error.errno or 0)
            raise BadConfig(
                f"page.port: port {port} cannot be used ({why}); stop what uses it, or set another port"
            ) from None

    def serve(self, twin: Twin, kept: str = "the game is kept") -> None:
        """Show this twin from now on; and say where, and what becomes of the game."""
        from companion.web.app import make_app
        from companion.web.server import Server

        oled.load()
        self._server = Server(make_app(twin), self._sock)
        self._server.start()
        with suppress(OSError):  # nobody reads it: the box is there to be played
            print(f"The twin is at http://127.0.0.1:{self._port}/ (Ctrl-C ends it; {kept}).", flush=True)

    def stop(self) -> None:
        """Hang up on everybody."""
        if self._server is not None:
            self._server.stop()
        self._sock.close()
