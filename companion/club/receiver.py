"""The club's receiver: it checks what boxes send through the broker, keeps it and puts it on the board.

Laws: a box gets a receipt for each of its records, but only after the result is safe in the database; any message,
from any sender, costs at most one answer.
"""

from __future__ import annotations

import logging
import queue
import time
from datetime import UTC, datetime
from typing import Final

import msgspec

from companion.club.admission import let_in
from companion.club.board import Scoreboard
from companion.club.store import Store
from companion.club.topics import ONLINE, ROOT, Receipt, TableState, parted, read, sum_of, topic
from companion.club.wire import BrokerConnection
from companion.config import BOX_NAME
from companion.kit.errors import NotLetIn, Unstored
from companion.kit.text import plain

_log = logging.getLogger(__name__)

HEARD: Final = tuple(f"{ROOT}/+/{channel}" for channel in ("online", "state", "record"))
"""A broker sends retained messages in this order, so the club knows which boxes are online before any table."""


class Receiver:
    """Takes what comes; the owner of the clock calls `step`."""

    def __init__(self, wire: BrokerConnection, store: Store, board: Scoreboard) -> None:
        self._wire = wire
        self._store = store
        self._board = board
        self._is_new = True
        """Whether the season has changed since the board was made."""

    def step(self, wait_s: float) -> None:
        """Take every message that has come or comes within `wait_s`; then show the board."""
        until = time.monotonic() + wait_s
        while (left := until - time.monotonic()) > 0:
            try:
                self._take(*self._wire.came.get(timeout=left))
            except queue.Empty:
                break
        self._show()

    def _take(self, where: str, words: bytes) -> None:
        box, channel = parted(where)
        if BOX_NAME.fullmatch(box) is None:
            return
        if channel == "record":
            self._judge(box, words)
        elif not words:  # the broker keeps nothing of it any more
            self._board.forget(box)
        elif channel == "state":
            self._see(box, words)
        elif channel == "online":
            self._board.hear(box, is_online=words == ONLINE)

    def _see(self, box: str, words: bytes) -> None:
        try:
            self._board.hear(box, state=read(words, TableState))
        except ValueError as error:
            _log.warning("%s: its table cannot be read: %s", box, error)

    def _judge(self, box: str, words: bytes) -> None:
        """Keep a record, or refuse it; if there is no receipt, the box sends the record again."""
        try:
            why = self._verdict(box, words)
        except Unstored as error:
            _log.warning("the database does not take a game of %s: %s; it will come again", box, error)
            return
        receipt = Receipt(sum_of(words), why)
        self._wire.say(topic(box, "receipt"), msgspec.json.encode(receipt))

    def _verdict(self, box: str, words: bytes) -> str:
        """Why a record does not count; empty: it counts. Raises Unstored."""
        sum_ = sum_of(words)
        if (known := self._store.known(sum_)) is not None:
            return known
        self._is_new = True
        try:
            self._store.keep(box, let_in(words, datetime.now(UTC)))
        except NotLetIn as error:
            why = plain(str(error))  # it may quote what the box has sent
            _log.warning("%s: refused: %s", box, why)
            self._store.refuse(box, sum_, why)
            return why
        return ""

    def _show(self) -> None:
        try:
            if self._is_new:
                self._board.count(self._store.games(), self._store.refused())
                self._is_new = False
        except Unstored as error:
            _log.warning("the database gives nothing: %s", error)
        self._board.show(self._wire.fault)
