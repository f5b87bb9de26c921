"""The web server in a thread of its own. Importing this module is slow (uvicorn and everything it loads).

Laws: it listens where its socket listens; stopping takes at most two seconds, even if clients are connected; whatever
clients do, the box keeps enough file descriptors and memory, and the log gets one line a minute about all clients.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import resource
import socket
import sys
from threading import Thread
from typing import Any, Final

import uvicorn
from msgspec.structs import replace
from starlette.types import ASGIApp

from companion.web.connection import Ws, http_of, watched
from companion.web.crowd import Crowd, Limits

STOP_S: Final = 2.0
LIMITS: Final = Limits()
SWEEP_S: Final = 0.5
"""Seconds between two checks of all connections."""
SWITCH_S: Final = 0.001
"""How long a thread of the box waits for one that computes, like the server under a flood; the default is 5 ms."""
BACKLOG: Final = 64
"""How many clients wait in the kernel. They are accepted one at a time, since each needs a file descriptor."""
NO_FILES: Final = {errno.EMFILE, errno.ENFILE}

_log = logging.getLogger(__name__)


class Server:
    """Serves one application on a socket from `port.bind`, and closes the socket at the end."""

    def __init__(self, app: ASGIApp, sock: socket.socket, limits: Limits = LIMITS) -> None:
        self._crowd = Crowd(within_reach(limits))
        config = uvicorn.Config(
            watched(app, self._crowd),
            loop="asyncio",
            http=http_of(self._crowd),
            h11_max_incomplete_event_size=16 * 1024,
            ws=Ws,
            ws_max_size=1024,  # a page's message about a key has less than a hundred bytes
            ws_per_message_deflate=False,
            ws_ping_interval=3,  # with `Limits.closing_s`, a dead client is gone within ten seconds
            ws_ping_timeout=4,
            backlog=1,  # asyncio accepts this many at once, and fails as often if no file descriptors are left
            lifespan="off",
            proxy_headers=False,
            server_header=False,
            access_log=False,
            log_config=None,
            log_level="critical",  # below that, uvicorn logs each client; `crowd` counts them
            timeout_graceful_shutdown=1,
        )
        self._sock = sock
        self._server = _Listening(config)
        # uvicorn catches signals only in a main thread; in this thread it leaves them to the daemon.
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="web", daemon=True)

    def start(self) -> None:
        """Serve from now on; the socket already listens, so clients that came earlier are served too."""
        sys.setswitchinterval(SWITCH_S)
        gc.freeze()  # loaded modules stay; collecting garbage among them would block the box for 30 ms
        self._thread.start()

    def stop(self) -> None:
        """Disconnect everybody and end the thread. May be called at any time, even twice."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        gc.unfreeze()
        self._sock.close()

    async def _serve(self) -> None:
        asyncio.get_running_loop().set_exception_handler(self._met)
        looking_after = asyncio.create_task(self._look_after())
        await self._server.serve([self._sock])
        looking_after.cancel()
        for stuck in list(self._server.server_state.connections):
            stuck.transport.abort()  # the client does not read, so a polite close would wait for ever
        await asyncio.sleep(0)

    async def _look_after(self) -> None:
        """Cut off overdue connections, and log their number."""
        now = asyncio.get_running_loop().time
        while True:
            self._crowd.sweep(now())
            if (told := self._crowd.told(now())) is not None:
                _log.warning(told)
            await asyncio.sleep(SWEEP_S)

    def _met(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an uncaught error; if no file descriptors are left, asyncio accepts again after a second."""
        fault = context.get("exception")
        if isinstance(fault, OSError) and fault.errno in NO_FILES:
            self._crowd.count("met a box without files")
        else:
            loop.default_exception_handler(context)


class _Listening(uvicorn.Server):
    """uvicorn's server, with our own backlog in the kernel."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve; further clients wait in the kernel."""
        await super().startup(sockets)
        for sock in sockets or ():
            sock.listen(BACKLOG)


def within_reach(limits: Limits) -> Limits:
    """The limits, lowered if this process may open only few more files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    left = files - len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # their names are enough
    return replace(limits, connections=max(1, min(limits.connections, files // 3, left // 2)))
