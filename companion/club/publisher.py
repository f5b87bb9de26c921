"""A box's voice at its club: what its journal tells goes out, from where it was left off.

Laws: the journal is the outbox, so being offline is nothing but being late; an entry counts as told once the broker has
it, a finished game once the club itself has sent its receipt; of a game in progress nothing goes out that not
everybody at the table may see.
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
from companion.club.topics import CLUB, ONLINE, Receipt, Record, State, Turn, read, sum_of, topic
from companion.club.wire import Sent
from companion.daemon.resuming import record_of, resume
from companion.kit.errors import Damaged, UnknownGame

_log = logging.getLogger(__name__)

IN_FLIGHT: Final = 50
"""So many entries may be on their way to the broker at once."""
SETTLED_S: Final = 10.0
"""So long the end of a game must have stood, if it is still on the table: somebody may undo it."""
AGAIN_S: Final = 60.0
"""A record without its receipt is sent again after so long, if the club is there."""
GOODBYE_S: Final = 1.0
MARK_S: Final = 5.0
"""How often at most it is written down how far all is told; where it begins is at once."""


class WayOut(Protocol):
    """How words come to the broker: a wire, or a hatch with a voice behind it."""

    connections: int
    """How often there has been a way."""
    is_up: bool
    came: queue.SimpleQueue[tuple[str, bytes]]
    """What has come, and on which topic."""

    def say(self, topic: str, words: bytes, *, keep: bool = False) -> Sent:
        """Hand it over. `keep`: for whoever asks the broker later, too."""
        ...


class Publisher:
    """Tells one club of one box, stepped by whoever owns the clock."""

    def __init__(self, box: str, games: Path, folder: Path, wire: WayOut, version: str) -> None:
        """`games`: the folder of the journal; `folder`: where it is written down how far all is told."""
        self._box = box
        self._version = version
        self._folder = folder
        self._wire = wire
        self._kept = marks.read(folder)
        self._kept_at = 0.0
        self._story = Story(games, self._kept.place)
        self._told = self._kept.place
        self._owed = dict.fromkeys(self._kept.owed, 0.0)
        """Finished games without a receipt, and when each of them came to its end."""
        self._asked: dict[int, tuple[str, float]] = {}
        """Records on their way to the club: their sum, and when they went."""
        self._on_the_way: deque[tuple[Place, Sent]] = deque()
        self._connection = 0
        self._has_club = False
        self._shown: State | None = None
        self._on_turn: int | None = None

    def step(self, t: float) -> None:
        """Tell what there is to tell at time `t` (seconds, monotonic)."""
        self._hear()
        self._story.settle()
        if self._wire.is_up:
            if self._wire.connections != self._connection:
                self._greet()
            if self._tell(t):
                self._show()
            self._hand_over(t)
        self._mark(t)

    def stop(self) -> None:
        """Write down how far it has come, with what the broker has got by now or gets at once."""
        if self._wire.is_up and self._on_the_way:
            with suppress(RuntimeError, ValueError):  # it went away meanwhile
                self._on_the_way[-1][1].wait_for_publish(GOODBYE_S)
        self._mark(float("inf"))

    @property
    def is_done(self) -> bool:
        """Nothing is on its way, and no game waits for its receipt."""
        return not self._on_the_way and not self._owed

    def _greet(self) -> None:
        """A broker that knows nothing of us yet, perhaps."""
        self._connection = self._wire.connections
        self._ask_again()
        self._shown = None
        for where, message in discovered(self._box, self._version):
            self._wire.say(where, msgspec.json.encode(message), keep=True)

    # --- the game in progress ----------------------------------------------------------------------------------------

    def _tell(self, t: float) -> bool:
        """Entries, one after the other; whether these are all there are."""
        story = self._story
        while len(self._on_the_way) < IN_FLIGHT:
            if (entry := story.read_on()) is None or story.place is None:
                return True
            sent = self._wire.say(topic(self._box, "event"), msgspec.json.encode(entry))
            self._on_the_way.append((story.place, sent))
            if story.session is not None and story.session.question is None:
                self._owed[story.place.game] = t
                self._asked.pop(story.place.game, None)  # that was another end: its receipt settles nothing
        return False

    def _show(self) -> None:
        """The table as it stands, and who has come on turn."""
        story = self._story
        now = state(None if story.is_left else story.session, story.language or "en")
        if now == self._shown:
            return
        self._shown = now
        self._wire.say(topic(self._box, "state"), msgspec.json.encode(now), keep=True)
        if now.turn_seat is not None and now.turn_seat != self._on_turn:
            self._wire.say(topic(self._box, "turn"), msgspec.json.encode(Turn(now.turn_seat, now.turn)))
        self._on_turn = now.turn_seat

    # --- finished games ----------------------------------------------------------------------------------------------

    def _hand_over(self, t: float) -> None:
        for game, ended_at in list(self._owed.items()):
            if self._is_due(game, t) and (t >= ended_at + SETTLED_S or self._is_past(game)):
                self._send(game, t)

    def _is_due(self, game: int, t: float) -> bool:
        """Once for whoever hears it; again only for a club, which alone sends receipts."""
        if game not in self._asked:
            return True
        _, asked_at = self._asked[game]
        return self._has_club and t >= asked_at + AGAIN_S

    def _is_past(self, game: int) -> bool:
        """Whether nobody can undo its end any more."""
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
                    self._ask_again()  # what it had not kept when it ended, it has not got
                elif where == topic(self._box, "receipt"):
                    self._take(words)

    def _ask_again(self) -> None:
        """Records are due at once; a receipt may still come for those that have gone."""
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
