"""The twin's page: its port is opened before anything else starts, its libraries are loaded after the first picture.

Law: every file that a picture or the page needs is read before anybody is let in, since clients may use up the file
descriptors.
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
    from companion.web.twin import TwinWires


class TwinPage:
    """A page for this computer only."""

    def __init__(self, port: int | None) -> None:
        """Open the port; `None`: the default port, or the next free one. Raises BadConfig if that fails."""
        self._port = Port(port, TWIN_PORT, "--port, or page.port in the settings")
        self._server: Server | None = None
        try:
            self._sock = self._port.take()
        except OSError as error:
            raise BadConfig(self._port.refusal(error)) from None

    def serve(self, twin: TwinWires, kept: str = "the game is kept") -> None:
        """Serve this twin from now on, and print the address and whether the game is kept."""
        from companion.web.app import make_app
        from companion.web.server import Server

        oled.load()
        self._server = Server(make_app(twin), self._sock)
        self._server.start()
        told = "; ".join(filter(None, (self._port.moved(self._sock), "Ctrl-C ends it", kept)))
        with suppress(OSError):  # nobody may read the output, but the box can be played
            print(f"The twin is at http://127.0.0.1:{self._sock.getsockname()[1]}/ ({told}).", flush=True)

    def stop(self) -> None:
        """Disconnect everybody."""
        close_all(*((self._server.stop,) if self._server is not None else ()), self._sock.close)
