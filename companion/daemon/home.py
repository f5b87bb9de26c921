"""The pages for tablets and phones: their port, opened here or handed over by systemd, and their doors.

Laws: no port is open while pages are off; if the network is missing, or the port is in use when pages are switched on
at the box, people can still play; nobody can connect through another network; the libraries of the pages are loaded
after the first picture, beside the game.
"""

from __future__ import annotations

import errno
import logging
import os
import socket
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from companion.config import PAGES_PORT, Config, state_folder
from companion.daemon import whereabouts
from companion.daemon.small_files import put_right
from companion.daemon.switch import MARK, WIFI_MARK, Switch, ask_for, keep_switch, read_switch, switch_of
from companion.daemon.systemd import passed, state
from companion.kit.errors import BadConfig
from companion.table.ports import Invitation, JoinWifi, Network, SwitchPages, WifiNetwork
from companion.web.port import HTTP, Port, address, bind_at_home, narrow, networks
from hardware.closing import close_all

if TYPE_CHECKING:
    from companion.daemon.library import Library
    from companion.daemon.own_wifi import WifiWish
    from companion.daemon.pages import EncodedPages
    from companion.web.pages.doors import Door
    from companion.web.server import Server

_log = logging.getLogger(__name__)

SOCKET: Final = "pages"
"""The name that companion-pages.socket gives to its socket."""
RETRY_S: Final = 2.0
"""Seconds between two looks for a missing network."""
NOTE_S: Final = 10.0
"""Seconds between two looks at the address, once the pages are there."""
START_S: Final = 5.0
"""How long `stop` waits for libraries that are being loaded; after that nobody is let in any more."""


class OtherPort(Exception):
    """Systemd must restart the box: with the port of the pages, or without it."""


def home_pages(config: Config, file: Path | None = None) -> HomePages | None:
    """The pages, if they are switched on; `None`: they are off; `file`: the settings file.

    Raises OtherPort; BadConfig if another program uses their port.
    """
    folder, port = state_folder(config), Port(config.pages.port, PAGES_PORT, "pages.port in the settings")
    switch, handed_over = switch_of(config, folder), passed(SOCKET)
    ask_for(WIFI_MARK, is_on=switch.is_on and switch.is_own)
    if ask_for(MARK, is_on=switch.is_on) and (handed_over is not None) != switch.is_on:
        raise OtherPort
    if not switch.is_on:
        whereabouts.keep(folder, "")
        return None
    try:
        sock = port.take(bind_at_home) if handed_over is None else socket.socket(fileno=os.dup(handed_over))
    except OSError as error:
        _no_port(error, port, is_of_settings=read_switch(folder) is None)
        return None
    if handed_over is None and (moved := port.moved(sock)):
        _log.warning("pages: %s; they are at port %d", moved, sock.getsockname()[1])
    return HomePages(sock, switch, folder, file)


def switch_pages(config: Config, asked: SwitchPages | JoinWifi) -> bool:
    """Switch pages on or off, or to another network; whether the disk saved it. Raises OtherPort, BadConfig."""
    folder = state_folder(config)
    if isinstance(asked, JoinWifi):
        home: WifiNetwork | None = asked.network
        switch = Switch(is_on=True, is_own=True)
    else:
        interface = asked.network or (None if asked.is_own else switch_of(config, folder).interface)
        home, switch = None, Switch(asked.is_on, interface, is_own=asked.is_own)
    if switch.is_own:
        from companion.daemon.own_wifi import wish

        if not wish(folder, home):
            return False
    if not keep_switch(folder, replace(switch, is_news=True)):
        return False
    ask_for(WIFI_MARK, is_on=switch.is_on and switch.is_own)
    ask_for(MARK, is_on=switch.is_on)
    if state() is not None:  # a socket bound to one network cannot be bound to another
        raise OtherPort
    return True


def _no_port(error: OSError, port: Port, *, is_of_settings: bool) -> None:
    """Say why there is no port. Raises BadConfig if it is a fault of the settings."""
    if error.errno == errno.EAFNOSUPPORT:  # the error of the unit's sandbox
        _log.warning("pages: systemd has not opened their port; companion doctor says why")
    elif is_of_settings:
        raise BadConfig(f"pages: {port.refusal(error)}") from None
    else:
        _log.warning("pages: %s", port.refusal(error))


class HomePages:
    """Pages served to one of this computer's networks."""

    def __init__(self, sock: socket.socket, switch: Switch, folder: Path, settings: Path | None = None) -> None:
        """`sock`: closed by this object; `switch`: without an interface, the only network there is, as soon as there
        is one; `folder`: the games', with the chosen network and the doors' locks; `settings`: the file."""
        from companion.daemon.locks import LOCKS, keep_locks, read_locks
        from companion.web.pages.doors import Doors

        put_right(folder, LOCKS)
        self._settings = settings
        self._sock = sock
        self._interface = switch.interface
        self._is_own = switch.is_own
        """Whether the box waits for its own Wi-Fi, or is in it."""
        self._folder = folder
        self._doors = Doors(read_locks(folder), partial(keep_locks, folder))
        self._is_stopping = Event()
        self._starting: Thread | None = None
        self._noting: Thread | None = None
        self._server: Server | None = None
        self._library: Library | None = None
        self._settle()

    @property
    def address(self) -> str | None:
        """The box's address in its network, with the port if a browser needs it; `None`: the network is missing."""
        here, port = address(self._sock, self._interface or ""), self._sock.getsockname()[1]
        return here if here is None or port == HTTP else f"{here}:{port}"

    @property
    def networks(self) -> tuple[Network, ...]:
        """The networks of the box."""
        return tuple(Network(name, here) for name, here in networks(self._sock).items())

    @property
    def own_wifi(self) -> WifiNetwork | None:
        """The box's own Wi-Fi, if it is open or opening."""
        wish = self._wish()
        return wish.own if wish is not None and wish.home is None else None

    @property
    def trying(self) -> WifiNetwork | None:
        """The home network that the box tries to join now."""
        wish = self._wish()
        return wish.home if wish is not None else None

    def _wish(self) -> WifiWish | None:
        if not self._is_own:
            return None
        from companion.daemon.own_wifi import read_wish

        return read_wish(self._folder)

    def invite(self, door: Door, t: float) -> Invitation | None:
        """An invitation through this door from time `t` on; `None`: the network is missing."""
        if (host := self.address) is None:
            return None
        from companion.web.pages.doors import CODE_S

        code = self._doors.code(door, t)
        return Invitation(f"http://{host}/s#{code}", host, code, t + CODE_S)

    def begin_game(self, t: float) -> None:
        """A new game at time `t`: phones that came in on another evening are out."""
        self._doors.begin_game(t)

    def shut(self) -> None:
        """Lock out everybody who has come in so far."""
        self._doors.shut()

    def serve(self, pages: EncodedPages) -> None:
        """Let people in as soon as the network is there."""
        self._starting = Thread(target=self._start, args=(pages,), name="pages", daemon=True)
        self._starting.start()

    def stop(self) -> None:
        """Disconnect everybody."""
        self._is_stopping.set()
        for thread in (self._starting, self._noting):
            if thread is not None:
                thread.join(START_S)
        whereabouts.keep(self._folder, "")
        if self._server is not None:
            close_all(self._server.stop)
        if self._library is not None:  # perhaps somebody has looked back until the server stopped
            close_all(self._library.close)
        close_all(self._sock.close)

    def _start(self, pages: EncodedPages) -> None:
        try:
            while not self._is_in_its_network(pages):
                if self._is_stopping.wait(RETRY_S):
                    return
        except OSError as error:
            _log.warning("pages: %s cannot be used: %s", self._interface, error.strerror)
            return
        from companion.web.pages.app import make_app
        from companion.web.server import Server

        if self._is_stopping.is_set():
            return
        app = make_app(pages, self._doors, pages.came_in, lambda: self._past(pages), lambda: self.own_wifi)
        self._server = Server(app, self._sock)
        self._server.start()
        self._noting = Thread(target=self._note, name="pages-at", daemon=True)
        self._noting.start()

    def _past(self, pages: EncodedPages) -> Library:
        """The past games; the first who asks for one has their library loaded."""
        if self._library is None:
            from companion.daemon.library import Library

            self._library = Library(self._folder, lambda: pages.language, self._settings)
        return self._library

    def _note(self) -> None:
        """Note where the pages are, as long as they are there: a router gives the address late, or another one."""
        noted = ""
        while True:
            if (here := self.address or "") != noted:
                whereabouts.keep(self._folder, here and f"http://{here}/")
                noted = here
            if self._is_stopping.wait(NOTE_S):
                return

    def _settle(self) -> None:
        """If no network was chosen, choose the only one there is, for good."""
        if self._interface is None and not self._is_own and len(there := self.networks) == 1:
            self._interface = there[0].name
            chosen = read_switch(self._folder) or Switch(is_on=True)
            keep_switch(self._folder, replace(chosen, interface=self._interface))

    def _is_in_its_network(self, pages: EncodedPages) -> bool:
        """Whether the network is there. Raises OSError if it can never be used."""
        if self._is_own:
            self._look_at_wifi(pages)
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

    def _look_at_wifi(self, pages: EncodedPages) -> None:
        """Look whether companion-wifi.service has opened the own network or joined the home one; tell the table."""
        from companion.daemon import own_wifi

        wish, told = own_wifi.read_wish(self._folder), own_wifi.answer(self._folder)
        if wish is None or told is None:
            return
        if wish.home is not None:  # its password is needed no more, and it is not to be tried again
            own_wifi.wish(self._folder)
        if wish.home is not None or not told.device:
            pages.tell(own_wifi.news(wish, told))
        self._is_own = bool(told.device) and not told.is_home
        self._interface = told.device or None
        if not self._is_own:
            keep_switch(self._folder, Switch(is_on=True, interface=self._interface))
            ask_for(WIFI_MARK, is_on=False)
