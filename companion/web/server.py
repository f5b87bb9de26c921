"""The web server in a thread of its own. Importing this module is slow (uvicorn and everything it loads).

Laws: it listens where its socket listens; stopping takes at most two seconds, even if clients are connected; whatever
clients do, the box keeps enough file descriptors and memory, and the log gets one line a minute about all clients; its
thread sleeps while nobody is connected.
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
from contextlib import suppress
from threading import Thread
from typing import Any, Final

import uvicorn
from msgspec.structs import replace
from starlette.types import ASGIApp

from companion.web.connection import http_of, watched
from companion.web.crowd import Crowd, Limits

STOP_S: Final = 2.0
LIMITS: Final = Limits()
SWEEP_S: Final = 0.5
"""Seconds between two checks of all connections, while there are any."""
SWITCH_S: Final = 0.001
"""How long a thread of the box waits for one that computes, like the server under a flood; the default is 5 ms."""
TURNS: Final = 3
"""Turns of asyncio's loop after which a client that was accepted is one of the connections."""
BACKLOG: Final = 64
"""How many clients wait in the kernel. They are accepted one at a time, since each needs a file descriptor."""
NO_FILES: Final = {errno.EMFILE, errno.ENFILE}

_log = logging.getLogger(__name__)


class Server:
    """Serves one application on a socket from `port.bind`, and closes the socket at the end."""

    def __init__(self, app: ASGIApp, sock: socket.socket, limits: Limits = LIMITS) -> None:
        crowd = Crowd(within_reach(limits))
        config = uvicorn.Config(
            watched(app, crowd),
            loop="asyncio",
            http=http_of(crowd),
            h11_max_incomplete_event_size=16 * 1024,
            ws=asyncio.Protocol,  # `Http` says which, once a page asks for it
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
        self._server = _Listening(config, crowd)
        # uvicorn catches signals only in a main thread; in this thread it leaves them to the daemon.
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="web", daemon=True)

    def start(self) -> None:
        """Serve from now on; the socket already listens, so clients that came earlier are served too."""
        sys.setswitchinterval(SWITCH_S)
        gc.freeze()  # loaded modules stay; collecting garbage among them would block the box for 30 ms
        self._thread.start()

    def stop(self) -> None:
        """Disconnect everybody and end the thread. May be called at any time, even twice."""
        self._server.end()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        gc.unfreeze()
        self._sock.close()

    async def _serve(self) -> None:
        await self._server.serve([self._sock])
        if any(listening.is_serving() for listening in self._server.servers):  # told to stop while it started
            await self._server.shutdown([self._sock])
        for stuck in list(self._server.server_state.connections):
            stuck.transport.abort()  # the client does not read, so a polite close would wait for ever
        await asyncio.sleep(0)


class _Listening(uvicorn.Server):
    """uvicorn's server, with our own backlog in the kernel, and without its ten looks a second at nothing."""

    def __init__(self, config: uvicorn.Config, crowd: Crowd) -> None:
        super().__init__(config)
        self._crowd = crowd
        crowd.on_come = self.wake
        self._loop: asyncio.AbstractEventLoop | None = None
        self._alarm = asyncio.Event()
        self._is_asleep = False
        """Whether it waits for somebody, however long."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve; further clients wait in the kernel."""
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(self._met)
        await super().startup(sockets)
        for sock in sockets or ():
            sock.listen(BACKLOG)

    async def main_loop(self) -> None:
        """Cut off overdue connections and log their number, until the end; sleep while there are none."""
        while not await self.on_tick(0):  # 0: with the time of day for the headers
            now = asyncio.get_running_loop().time()
            self._crowd.sweep(now)
            if (told := self._crowd.told(now)) is not None:
                _log.warning(told)
            self._alarm.clear()
            self._is_asleep = self._crowd.is_over
            with suppress(TimeoutError):
                async with asyncio.timeout(None if self._is_asleep else SWEEP_S):
                    await self._alarm.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nobody any more, then disconnect everybody.

        asyncio loses a client, and its socket stays open for a while, if it is told to close between the two.
        """
        for sock in sockets or ():
            asyncio.get_running_loop().remove_reader(sock)
        for _ in range(TURNS):
            await asyncio.sleep(0)
        await super().shutdown(sockets)

    def wake(self) -> None:
        """Somebody comes, or something is to be told."""
        if self._is_asleep:
            self._alarm.set()

    def end(self) -> None:
        """Stop serving soon; may be called from another thread, and at any time."""
        self.should_exit = True
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._alarm.set)

    def _met(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an uncaught error; if no file descriptors are left, asyncio accepts again after a second."""
        fault = context.get("exception")
        if isinstance(fault, OSError) and fault.errno in NO_FILES:
            self._crowd.count("met a box without files")
            self.wake()
        else:
            loop.default_exception_handler(context)


def within_reach(limits: Limits) -> Limits:
    """The limits, lowered if this process may open only few more files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    left = files - len(os.listdir("/dev/fd"))  # noqa: PTH208  # their names are enough; Linux and macOS have it
    return replace(limits, connections=max(1, min(limits.connections, files // 3, left // 2)))
