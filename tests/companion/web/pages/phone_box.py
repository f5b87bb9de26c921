"""A stepped twin with phones: its pages stand on a real server behind the strict door, and what they say reaches it."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeAlias

from playwright.sync_api import BrowserContext, Page

from companion.daemon.library import Library
from companion.daemon.pages import CameIn, EncodedPages, FromPages, moment
from companion.table.ports import OWNER, WifiNetwork
from companion.web.pages.app import make_app
from companion.web.pages.doors import Doors, Entered
from companion.web.pages.keys import OWNER_KEY, SEAT_KEY, at_port
from companion.web.port import bind
from companion.web.server import Server
from companion.web.words import home_words
from tests.companion.daemon.stepped_box import SteppedBox
from tests.ports import free_port

PATIENCE_S: Final = 20.0
BEAT_S: Final = 0.02
Open: TypeAlias = Callable[..., Page]
"""Opens the page of a phone."""


class PhoneBox:
    """A box whose time moves only when somebody presses a key or a test waits; its pages can be switched off and on.

    A test must wait with `until`, which also lets the box get what phones send; waiting in the browser alone is not
    enough.
    """

    def __init__(self, box: SteppedBox) -> None:
        self.box = box
        self.was_away = False
        """Whether some page could not reach the box for a while."""
        self.own_wifi: WifiNetwork | None = None
        """The box's own Wi-Fi, if it is open."""
        self._doors = Doors()
        self._inbox: queue.SimpleQueue[FromPages] = queue.SimpleQueue()
        inner = box.box.box
        inner.pages = self.pages = EncodedPages(moment(inner.table, box.box.now), self._inbox.put, home_words)
        self._port = free_port()
        self.switch_on()

    def until(self, page: Page, happens: Callable[[], bool]) -> None:
        """Let the box and a page go on until this happens."""
        end = time.monotonic() + PATIENCE_S
        while not happens():
            assert time.monotonic() < end, f"waited in vain; the page: {page.inner_text('body')}"
            page.wait_for_timeout(1000 * BEAT_S)
            self.listen()

    def sees(self, page: Page, selector: str) -> None:
        """Wait until a page shows this."""
        self.until(page, page.locator(selector).first.is_visible)

    def listen(self) -> None:
        """Pass to the table what phones have sent, and let a little time pass."""
        with suppress(queue.Empty):
            while True:
                said = self._inbox.get_nowait()
                self.box.box.box.on_page_message(said, self.box.box.now)
        self.box.box.wait(BEAT_S)

    def let_in(self, context: BrowserContext, pair: int) -> None:
        """Give this browser the key of a pair of keys, or of the owner's door."""
        name, key = self.key(pair)
        context.add_cookies([{"name": name, "value": key, "url": self.address}])

    def key(self, pair: int) -> tuple[str, str]:
        """A new key of a pair of keys, or of the owner's door: the name of its cookie, and the key."""
        entered = self._doors.enter(self._doors.code(pair, 0.0), 1.0)
        assert isinstance(entered, Entered)
        return at_port(OWNER_KEY if pair == OWNER else SEAT_KEY, self._port), entered.key

    def code(self, pair: int) -> str:
        """Six digits for the display, which open this door once."""
        return self._doors.code(pair, time.monotonic())

    def switch_off(self) -> None:
        """Stop serving the pages."""
        self.was_away = True
        self._server.stop()

    def cut(self, page: Page) -> None:
        """Take a phone out of the network."""
        self.was_away = True
        page.context.set_offline(True)

    def lose_what_was_said(self) -> None:
        """Lose the next message of a phone, and break its connection."""
        self._inbox.get(timeout=10)
        self.switch_off()

    def switch_on(self) -> None:
        """Serve the pages again at the same address."""
        sock, library = bind(self._port), Library(self.box.folder, lambda: self.pages.language)
        app = make_app(
            self.pages, self._doors, lambda door: self._inbox.put(CameIn(door)), lambda: library, lambda: self.own_wifi
        )
        self._server = Server(app, sock)
        self._server.start()

    @property
    def address(self) -> str:
        """The address of its pages."""
        return f"http://127.0.0.1:{self._port}"
