"""The web server in a thread of its own. Importing this module is what costs (uvicorn and all it loads).

Laws: it listens on this computer only; stopping takes at most two seconds, whoever is still connected.
"""

from __future__ import annotations

import asyncio
import socket
from threading import Thread
from typing import Final

import uvicorn
from starlette.types import ASGIApp

STOP_S: Final = 2.0


class Server:
    """Serves one application on a socket from `port.bind`, which it closes in the end."""

    def __init__(self, app: ASGIApp, sock: socket.socket) -> None:
        config = uvicorn.Config(
            app,
            loop="asyncio",
            http="h11",
            ws="websockets-sansio",  # uvicorn's "websockets" is the library's deprecated half
            ws_max_size=1024,  # a key edge has fewer than fifty bytes
            ws_per_message_deflate=False,
            ws_ping_interval=5,  # so that keys held by a browser that fell asleep come up again soon
            ws_ping_timeout=5,
            lifespan="off",
            proxy_headers=False,
            server_header=False,
            access_log=False,
            log_config=None,
            log_level="error",
            timeout_graceful_shutdown=1,
        )
        self._sock = sock
        self._server = uvicorn.Server(config)
        # uvicorn catches signals only in a main thread, so in here it leaves them to the daemon.
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="web", daemon=True)

    def start(self) -> None:
        """Serve from now on; the socket listens already, so nobody who comes before that is turned away."""
        self._thread.start()

    def stop(self) -> None:
        """Hang up on everybody and end the thread. May be called at any time, also twice."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        self._sock.close()

    async def _serve(self) -> None:
        await self._server.serve([self._sock])
        for stuck in list(self._server.server_state.connections):
            stuck.transport.abort()  # it never read what it was sent, so closing politely would wait for ever
        await asyncio.sleep(0)
