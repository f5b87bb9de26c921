"""The pages for tablets and phones: their port, taken or handed over by systemd, and their doors.

Laws: as long as they are off nothing listens; a network that is not there yet, or a port that is switched on at the box
and taken, keeps no box from playing; nobody comes in by another network; their libraries are loaded after the first
picture, beside the game.
"""

from __future__ import annotations

import errno
import logging
import os
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from companion.config import PAGES_PORT, Config, state_folder
from companion.daemon.library import Library
from companion.daemon.locks import keep_locks, read_locks
from companion.daemon.pages import Pages
from companion.daemon.switch import Switch, ask_for_port, keep_switch, read_switch, switch_of
from companion.daemon.systemd import passed, state
from companion.kit.errors import BadConfig
from companion.table.ports import Invitation, Network, SwitchPages
from companion.web.pages.doors import CODE_S, Door, Doors
from companion.web.port import HTTP, Port, address, bind_at_home, narrow, networks
from hardware.closing import close_all

if TYPE_CHECKING:
    from companion.web.server import Server

_log = logging.getLogger(__name__)

SOCKET: Final = "pages"
"""As companion-pages.socket calls what it hands over."""
RETRY_S: Final = 2.0
"""How often a network is looked for that is not there."""
START_S: Final = 5.0
"""The longest that stopping waits for libraries that are just being loaded; then nobody is let in any more."""


class OtherPort(Exception):
    """Systemd has to start the box anew: with the port of the pages, or without."""


def home_pages(config: Config, file: Path | None = None) -> HomePages | None:
    """As they are switched; `None`: there are none; `file`: the settings'.

    Raises OtherPort; BadConfig if something else has their port.
    """
    folder, port = state_folder(config), Port(config.pages.port, PAGES_PORT, "pages.port in the settings")
    switch, handed_over = switch_of(config, folder), passed(SOCKET)
    if ask_for_port(is_on=switch.is_on) and (handed_over is not None) != switch.is_on:
        raise OtherPort
    if not switch.is_on:
        return None
    try:
        sock = port.take(bind_at_home) if handed_over is None else socket.socket(fileno=os.dup(handed_over))
    except OSError as error:
        _no_port(error, port, is_of_settings=read_switch(folder) is None)
        return None
    if handed_over is None and (moved := port.moved(sock)):
        _log.warning("pages: %s; they are at port %d", moved, sock.getsockname()[1])
    return HomePages(sock, switch.interface, folder, file)


def switch_pages(config: Config, asked: SwitchPages) -> bool:
    """Switch them on or off, or to another network; whether the disk has taken it. Raises OtherPort, BadConfig."""
    folder = state_folder(config)
    interface = asked.network or switch_of(config, folder).interface
    if not keep_switch(folder, Switch(asked.is_on, interface, is_news=True)):
        return False
    ask_for_port(is_on=asked.is_on)
    if state() is not None:  # a port that has had one network never gets another
        raise OtherPort
    return True


def _no_port(error: OSError, port: Port, *, is_of_settings: bool) -> None:
    """Say why. Raises BadConfig."""
    if error.errno == errno.EAFNOSUPPORT:  # so the unit's sandbox says
        _log.warning("pages: systemd has not opened their port; companion doctor says why")
    elif is_of_settings:
        raise BadConfig(f"pages: {port.refusal(error)}") from None
    else:
        _log.warning("pages: %s", port.refusal(error))


class HomePages:
    """Pages in one of this computer's networks."""

    def __init__(self, sock: socket.socket, interface: str | None, folder: Path, settings: Path | None = None) -> None:
        """`sock`: its own from now on; `interface`: `None`: the only one there is, now or as soon as there is one;
        `folder`: where that, games and the doors' locks are kept; `settings`: the file."""
        self._settings = settings
        self._sock = sock
        self._interface = interface
        self._folder = folder
        self._doors = Doors(read_locks(folder), partial(keep_locks, folder))
        self._is_stopping = Event()
        self._starting: Thread | None = None
        self._server: Server | None = None
        self._library: Library | None = None
        self._settle()

    @property
    def address(self) -> str | None:
        """Of the box in its network, with the port if a browser needs it; `None`: it is not there."""
        here, port = address(self._sock, self._interface or ""), self._sock.getsockname()[1]
        return here if here is None or port == HTTP else f"{here}:{port}"

    @property
    def networks(self) -> tuple[Network, ...]:
        """Those the box is in."""
        return tuple(Network(name, here) for name, here in networks(self._sock).items())

    def invite(self, door: Door, t: float) -> Invitation | None:
        """What lets somebody in by this door from time `t` on; `None`: the box is not in its network."""
        if (host := self.address) is None:
            return None
        code = self._doors.code(door, t)
        return Invitation(f"http://{host}/s#{code}", host, code, t + CODE_S)

    def begin_game(self, t: float) -> None:
        """A new one, at time `t`: who has come in on another evening is out."""
        self._doors.begin_game(t)

    def shut(self) -> None:
        """Nobody who has come in so far is in any more."""
        self._doors.shut()

    def serve(self, pages: Pages, came: Callable[[Door], None]) -> None:
        """Let people in as soon as there is such a network; `came` is told, from another thread, by which door."""
        self._starting = Thread(target=self._start, args=(pages, came), name="pages", daemon=True)
        self._starting.start()

    def stop(self) -> None:
        """Hang up on everybody."""
        self._is_stopping.set()
        if self._starting is not None:
            self._starting.join(START_S)
        server, library = self._server, self._library
        close_all(
            *((server.stop,) if server is not None else ()),
            *((library.close,) if library is not None else ()),
            self._sock.close,
        )

    def _start(self, pages: Pages, came: Callable[[Door], None]) -> None:
        try:
            while not self._is_in_its_network():
                if self._is_stopping.wait(RETRY_S):
                    return
        except OSError as error:
            _log.warning("pages: %s cannot be used: %s", self._interface, error.strerror)
            return
        from companion.web.pages.app import make_app
        from companion.web.server import Server

        if self._is_stopping.is_set():
            return
        self._library = Library(self._folder, lambda: pages.language, self._settings)
        self._server = Server(make_app(pages, self._doors, came, self._library), self._sock)
        self._server.start()

    def _settle(self) -> None:
        """Take the only network there is, if none has been chosen, and keep to it."""
        if self._interface is None and len(there := self.networks) == 1:
            self._interface = there[0].name
            chosen = read_switch(self._folder) or Switch(is_on=True)
            keep_switch(self._folder, replace(chosen, interface=self._interface))

    def _is_in_its_network(self) -> bool:
        """Raises OSError if it never will be."""
        self._settle()
        if self._interface is None:
            return False
        try:
            narrow(self._sock, self._interface)
        except OSError as error:
            if error.errno == errno.ENODEV:
                return False
            raise
        return True
