"""A stepped twin whose pages stand on a real server, behind the strict door: a box to be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.daemon import demo
from companion.daemon.library import Library
from companion.daemon.pages import EncodedPages, moment
from companion.kit.rules import Rules
from companion.kit.view import View
from companion.match.session import Session
from companion.web.pages.app import make_app
from companion.web.pages.doors import Doors
from companion.web.port import bind
from companion.web.server import Server
from companion.web.words import home_words
from tests.companion.daemon.stepped_box import SteppedBox
from tests.ports import free_port


class WatchedBox:
    """A box whose time moves only when somebody presses a key; its pages can be switched off and on."""

    def __init__(self, box: SteppedBox) -> None:
        self.box = box
        self.doors = Doors()
        self.library = Library(box.folder, lambda: self._pages.language)
        self._playing: Iterator[Session[Any]] | None = None
        inner = box.box.box
        inner.pages = self._pages = EncodedPages(moment(inner.table, box.box.now), lambda _: None, home_words)
        self.port = free_port()
        self.switch_on()

    def play(self, questions: int, until: str = "", players: int = 3) -> None:
        """Let bots answer so many questions, and more until this phase or the end; after an end, the next game
        begins."""
        self._playing = self._playing or demo.play(self.box.box, players, Random(3), self.rules.pairs)
        for count, session in enumerate(self._playing):
            if count >= questions and until in {"", type(session.state.phase).__name__}:
                return
        self._playing = None

    @property
    def rules(self) -> Rules[Any]:
        """The rules of the present game."""
        return self.box.box.box.table.joining.rules

    @property
    def seen(self) -> View:
        """What everybody may see now."""
        return self.box.box.box.table.seen(self.box.box.now)

    def close(self) -> None:
        """End everything."""
        self.switch_off()
        self.library.close()
        self.box.box.close()
        self.box.journal.shut()

    def switch_off(self) -> None:
        """Stop serving the pages."""
        self._server.stop()

    def switch_on(self) -> None:
        """Serve the pages, again at the same address."""
        self._server = Server(make_app(self._pages, self.doors, lambda _: None, lambda: self.library), bind(self.port))
        self._server.start()

    @property
    def address(self) -> str:
        """The address of the table page."""
        return f"http://127.0.0.1:{self.port}/"
