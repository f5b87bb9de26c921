"""Before a game: who sits down, and who starts.

Law: the box's pairs of keys keep their pairs; those who joined become seats 1 … n clockwise.
"""

from __future__ import annotations

import msgspec

from companion.kit.rules import Sitting
from companion.kit.seats import COLOURS, Duties, Player
from companion.kit.text import text, verbatim
from companion.kit.view import Legend, SeatView, Track, View


class Lobby(msgspec.Struct, frozen=True):
    """The pairs where somebody has joined."""

    names: tuple[str, ...]
    """Of pairs 1 … 6."""
    allowed: range
    """How many may play."""
    joined: tuple[int, ...] = ()
    """In clockwise order."""
    newest: int | None = None
    """Who has just joined; `None`: somebody has just left."""

    def toggled(self, pair: int) -> Lobby:
        """Somebody has joined, or left again."""
        joined = set(self.joined) ^ {pair}
        newest = pair if pair in joined else None
        return msgspec.structs.replace(self, joined=tuple(sorted(joined)), newest=newest)

    @property
    def may_start(self) -> bool:
        """Whether enough have joined."""
        return len(self.joined) in self.allowed

    def sitting(self, first: int, duties: Duties, commitment: str | None) -> Sitting:
        """Those who joined, as seats; `first` is the pair of the smallest player."""
        players = tuple(
            Player(seat, self.names[pair - 1], COLOURS[pair - 1]) for seat, pair in enumerate(self.joined, 1)
        )
        return Sitting(players, self.joined.index(first) + 1, duties, commitment)

    def view(self, track: Track) -> View:
        """Who has joined, and what to do."""
        seats = tuple(
            SeatView(seat, self.names[pair - 1], COLOURS[pair - 1], pair=pair)
            for seat, pair in enumerate(self.joined, 1)
        )
        how = text("smallest: hold") if self.may_start else text("{n} or more", n=self.allowed.start)
        newest = verbatim(self.names[self.newest - 1]) if self.newest is not None else text("Press green")
        start = text("Start") if self.may_start else None
        return View(
            text("Who plays?"),
            number=str(len(self.joined)),
            lines=(newest, how),
            seats=seats,
            track=track,
            legend=Legend(text("join"), start),
        )
