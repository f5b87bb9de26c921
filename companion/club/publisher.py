"""A box's publisher at its club: sends what the journal tells, and resumes where it stopped.

Laws: the journal is the outbox, so an offline box is only late; an entry counts as told once the broker has it, a
finished game once the club has sent its receipt; of a game in progress, only what everybody at the table may see is
sent.
"""

from __future__ import annotations

import logging
import queue
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import msgspec

from companion.club import marks
from companion.club.discovery import discovered
from companion.club.marks import Marks
from companion.club.story import Place, Story
from companion.club.telling import state
from companion.club.topics import CLUB, ONLINE, Receipt, Record, TableState, TurnBegan, read, sum_of, topic
from companion.club.wire import Sent
from companion.daemon import whereabouts
from companion.daemon.resuming import record_of, resume
from companion.kit.errors import Damaged, UnknownGame

_log = logging.getLogger(__name__)

IN_FLIGHT: Final = 50
"""How many entries may be on their way to the broker at once."""
SETTLED_S: Final = 10.0
"""How long a game that is still on the table must have been over: somebody may undo its end."""
AGAIN_S: Final = 60.0
"""If the club is online, a record without a receipt is sent again after this time."""
GOODBYE_S: Final = 1.0
MARK_S: Final = 5.0
"""The shortest time between two writes of the marks (the first one is written at once), and between two looks at where
the pages are."""


class WayOut(Protocol):
    """The way to the broker: a wire, or a hatch with a voice behind it."""

    connections: int
    """How often a connection was made."""
    is_up: bool
    came: queue.SimpleQueue[tuple[str, bytes]]
    """The messages that have come: topic and bytes."""

    def say(self, topic: str, words: bytes, *, keep: bool = False) -> Sent:
        """Hand a message over. `keep`: the broker retains it for later subscribers."""
        ...


class Publisher:
    """Tells one club about one box; the owner of the clock calls `step`."""

    def __init__(self, box: str, games: Path, folder: Path, wire: WayOut, version: str) -> None:
        """`games`: the folder of the journal; `folder`: where the marks are kept."""
        self._box = box
        self._version = version
        self._games = games
        self._folder = folder
        self._wire = wire
        self._kept = marks.read(folder)
        self._kept_at = 0.0
        self._story = Story(games, self._kept.place)
        self._told = self._kept.place
        self._owed = dict.fromkeys(self._kept.owed, 0.0)
        """Finished games without a receipt, and when each of them ended."""
        self._asked: dict[int, tuple[str, float]] = {}
        """Records on their way to the club: their sum, and when they were sent."""
        self._on_the_way: deque[tuple[Place, Sent]] = deque()
        self._connection = 0
        self._has_club = False
        self._shown: TableState | None = None
        self._on_turn: int | None = None
        self._offered: str | None = None
        """The address of the pages as Home Assistant knows it; `None`: it has not been told yet."""
        self._offer_at = 0.0

    def step(self, t: float) -> None:
        """Send what is due at time `t` (seconds, monotonic)."""
        self._hear()
        self._story.settle()
        if self._wire.is_up:
            if self._wire.connections != self._connection:
                self._greet()
            self._offer(t)
            if self._tell(t):
                self._show()
            self._hand_over(t)
        self._mark(t)

    def stop(self) -> None:
        """Write the marks, with everything that the broker has by now or takes at once."""
        if self._wire.is_up and self._on_the_way:
            with suppress(RuntimeError, ValueError):  # the connection was lost meanwhile
                self._on_the_way[-1][1].wait_for_publish(GOODBYE_S)
        self._mark(float("inf"))

    @property
    def is_done(self) -> bool:
        """Whether nothing is on its way, and no game waits for its receipt."""
        return not self._on_the_way and not self._owed

    def _greet(self) -> None:
        """Say everything again after a new connection: the broker may know nothing of us."""
        self._connection = self._wire.connections
        self._ask_again()
        self._shown = self._offered = None
        self._offer_at = 0.0

    def _offer(self, t: float) -> None:
        """Offer the entities to Home Assistant, and again when the pages have moved."""
        if t < self._offer_at:
            return
        self._offer_at = t + MARK_S
        pages = whereabouts.read(self._games)
        if pages != self._offered:
            for where, message in discovered(self._box, self._version, pages):
                self._wire.say(where, msgspec.json.encode(message), keep=True)
        self._offered = pages

    # --- the game in progress ----------------------------------------------------------------------------------------

    def _tell(self, t: float) -> bool:
        """Send the next entries; whether these are all there are."""
        story = self._story
        while len(self._on_the_way) < IN_FLIGHT:
            if (entry := story.read_on()) is None or story.place is None:
                return True
            sent = self._wire.say(topic(self._box, "event"), msgspec.json.encode(entry))
            self._on_the_way.append((story.place, sent))
            if story.session is not None and story.session.question is None:
                self._owed[story.place.game] = t
                self._asked.pop(story.place.game, None)  # the game has another end now, so that receipt does not count
        return False

    def _show(self) -> None:
        """Send the table as it stands, and whose turn has just begun."""
        story = self._story
        now = state(None if story.is_left else story.session, story.language or "en")
        if now == self._shown:
            return
        self._shown = now
        self._wire.say(topic(self._box, "state"), msgspec.json.encode(now), keep=True)
        if now.turn_seat is not None and now.turn_seat != self._on_turn:
            self._wire.say(topic(self._box, "turn"), msgspec.json.encode(TurnBegan(now.turn_seat, now.turn)))
        self._on_turn = now.turn_seat

    # --- finished games ----------------------------------------------------------------------------------------------

    def _hand_over(self, t: float) -> None:
        for game, ended_at in list(self._owed.items()):
            if self._is_due(game, t) and (t >= ended_at + SETTLED_S or self._is_past(game)):
                self._send(game, t)

    def _is_due(self, game: int, t: float) -> bool:
        """A record is sent once, even to no club; again only if a club is online, since only a club sends receipts."""
        if game not in self._asked:
            return True
        _, asked_at = self._asked[game]
        return self._has_club and t >= asked_at + AGAIN_S

    def _is_past(self, game: int) -> bool:
        """Whether its end can no longer be undone."""
        return self._story.place is not None and (game < self._story.place.game or self._story.is_left)

    def _send(self, game: int, t: float) -> None:
        try:
            if (saved := self._story.load(game)) is None:
                return
            if resume(saved).question is not None:  # its end was undone
                del self._owed[game]
                return
            words = msgspec.json.encode(Record(saved.began, record_of(saved), tuple(sorted(saved.bots))))
        except (Damaged, UnknownGame) as why:
            _log.warning("%s; the club does not get its record", why)
            del self._owed[game]
            return
        self._asked[game] = sum_of(words), t
        self._wire.say(topic(self._box, "record"), words)

    def _hear(self) -> None:
        with suppress(queue.Empty):
            while True:
                where, words = self._wire.came.get_nowait()
                if where == CLUB:
                    self._has_club = words == ONLINE
                    self._ask_again()  # a club that has just come back lost what it had not stored
                elif where == topic(self._box, "receipt"):
                    self._take(words)

    def _ask_again(self) -> None:
        """Make all records due at once; receipts of those already sent still count."""
        self._asked = {game: (sum_, -AGAIN_S) for game, (sum_, _) in self._asked.items()}

    def _take(self, words: bytes) -> None:
        try:
            receipt = read(words, Receipt)
        except ValueError as why:
            _log.warning("a receipt of the club cannot be read: %s", why)
            return
        for game, (sent, _) in list(self._asked.items()):
            if sent == receipt.sum:
                del self._asked[game]
                self._owed.pop(game, None)
                if receipt.refused:
                    _log.warning("the club has refused game %s: %s", game, receipt.refused)

    # --- how far it has come -----------------------------------------------------------------------------------------

    def _mark(self, t: float) -> None:
        while self._on_the_way and self._on_the_way[0][1].is_published():
            self._told, _ = self._on_the_way.popleft()
        if not self._on_the_way:
            self._told = self._story.place
        now = Marks(self._told, tuple(self._owed))
        if now != self._kept and (self._kept.place is None or t >= self._kept_at + MARK_S):
            self._kept, self._kept_at = now, t
            marks.keep(self._folder, now)
