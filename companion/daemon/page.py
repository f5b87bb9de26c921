"""The twin's page: its port is taken before anything else starts, its libraries are loaded after the first picture.

Law: before anybody is let in, all is read that a picture or the page needs: clients may use up what files need.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.config import TWIN_PORT
from companion.faces import oled
from companion.kit.errors import BadConfig
from companion.web.port import Port
from hardware.closing import close_all

if TYPE_CHECKING:
    from companion.web.server import Server
    from companion.web.twin import Twin


class TwinPage:
    """A page on this computer only."""

    def __init__(self, port: int | None) -> None:
        """Take the port; `None`: the shipped one, or the next that is free. Raises BadConfig if it cannot be had."""
        self._port = Port(port, TWIN_PORT, "--port, or page.port in the settings")
        self._server: Server | None = None
        try:
            self._sock = self._port.take()
        except OSError as error:
            raise BadConfig(self._port.refusal(error)) from None

    def serve(self, twin: Twin, kept: str = "the game is kept") -> None:
        """Show this twin from now on; and say where, and what becomes of the game."""
        from companion.web.app import make_app
        from companion.web.server import Server

        oled.load()
        self._server = Server(make_app(twin), self._sock)
        self._server.start()
        told = "; ".join(filter(None, (self._port.moved(self._sock), "Ctrl-C ends it", kept)))
        with suppress(OSError):  # nobody reads it: the box is there to be played
            print(f"The twin is at http://127.0.0.1:{self._sock.getsockname()[1]}/ ({told}).", flush=True)

    def stop(self) -> None:
        """Hang up on everybody."""
        close_all(*((self._server.stop,) if self._server is not None else ()), self._sock.close)
