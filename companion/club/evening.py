"""The program `companion club`: it listens to all boxes, keeps the season and shows the scoreboard."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from typing import Final

from companion.club.board import Scoreboard
from companion.club.receiver import HEARD, Receiver
from companion.club.running import Watch, running
from companion.club.scoreboard import make_app
from companion.club.store import Store
from companion.club.topics import CLUB
from companion.club.wire import BrokerConnection, link_of
from companion.club.words import board_words
from companion.config import SCOREBOARD_PORT, Club
from companion.kit.errors import BadConfig
from companion.web.port import Port
from companion.web.server import Server

LISTEN_S: Final = 0.5
"""How long it listens before it makes the scoreboard again."""


def keep_season(club: Club, database: str, named: int | None, language: str) -> None:
    """Run until a signal comes; `named`: the port of the scoreboard, if the user gave one. Raises BadConfig."""
    with ExitStack() as leaving:
        link = link_of(club)
        store = Store(database)
        leaving.callback(store.close)
        board = Scoreboard(language, board_words(language), club.seasons)
        port = Port(named, SCOREBOARD_PORT, "--port")
        sock = _taken(port)
        server = Server(make_app(board), sock)
        leaving.callback(server.stop)
        wire = BrokerConnection(link, CLUB, HEARD)
        receiver, watch = Receiver(wire, store, board), Watch(wire)
        ended = leaving.enter_context(running(wire))
        receiver.step(0.0)  # the season so far is ready before the first visitor
        server.start()
        told = "; ".join(filter(None, (port.moved(sock), "Ctrl-C ends it")))
        print(f"The scoreboard is at http://127.0.0.1:{sock.getsockname()[1]}/ ({told}).", flush=True)
        while not ended.is_set():
            receiver.step(LISTEN_S)
            watch.look()


def _taken(port: Port) -> socket.socket:
    """Raises BadConfig."""
    try:
        return port.take()
    except OSError as error:
        raise BadConfig(port.refusal(error)) from None
