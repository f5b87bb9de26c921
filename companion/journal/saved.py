"""A game as it is stored on disk: its row, its entries, and the handovers to bots.

Laws: what cannot be understood is Damaged, never guessed; rows that an older companion wrote keep their meaning.
"""

from __future__ import annotations

import sqlite3

import msgspec

from companion.journal import schema
from companion.journal.look import is_of_the_disk
from companion.journal.schema import LEFT, handed_over
from companion.kit.errors import Damaged
from companion.kit.policy import Bots, Level
from companion.kit.seats import Seat
from companion.match.stints import HandOver


class Saved(msgspec.Struct, frozen=True):
    """A game as it is stored on disk."""

    id: int
    name: str
    header: dict[str, object]
    seed: str
    pairs: tuple[int, ...]
    began: str
    is_left: bool
    """It is no longer the game in progress."""
    handed: tuple[HandOver, ...]
    """Each handover to bots and back, in order."""
    entries: tuple[bytes, ...]
    """The bytes of `companion.journal.entries`."""
    is_taste: bool = False
    """It is a first taste (`companion.kit.rules.Tasted`)."""
    package: str = ""
    """The name and version of the package that it came with; empty: it is a game of the box."""
    silent_with: str = ""
    """The name and version of the package with which it stopped answering; empty: it never did."""

    @property
    def bots(self) -> Bots:
        """The seats for which a bot plays, and how well."""
        return self.handed[-1].bots if self.handed else {}


def load(db: sqlite3.Connection, game: int, after: int = 0) -> Saved | None:
    """A game by its number, with its entries after the first `after`. Raises Damaged; sqlite3.Error of the disk."""
    try:
        return _load(db, game, after)
    except sqlite3.Error as error:
        if is_of_the_disk(error):
            raise
        raise Damaged(f"game {game} cannot be read: {error}") from None


def _load(db: sqlite3.Connection, game: int, after: int) -> Saved | None:
    found = schema.read(db, game, after)
    if found is None:
        return None
    (_, name, header, seed, pairs, began), bodies = found
    is_left = bodies[-1:] == [LEFT]
    try:
        return Saved(
            game,
            name,
            msgspec.json.decode(header, type=dict[str, object]),
            seed,
            msgspec.json.decode(pairs, type=tuple[int, ...]),
            began,
            is_left,
            handovers(db, game),
            tuple(bodies[:-1] if is_left else bodies),
            schema.kept(db, schema.taste_of(game)) is not None,
            schema.kept(db, schema.package_of(game)) or "",
            schema.kept(db, schema.silent(game)) or "",
        )
    except msgspec.MsgspecError as error:
        raise Damaged(f"game {game} cannot be read: {error}") from None


def handovers(db: sqlite3.Connection, game: int) -> tuple[HandOver, ...]:
    """The handovers of a game. An older companion kept only the last one, as if made at the beginning."""
    return tuple(HandOver(behind, _bots(value)) for behind, value in handed_over(db, game))


def _bots(kept: str) -> Bots:
    """The bots in a stored value. An even older companion kept only the seats: its bots were simple."""
    bots = msgspec.json.decode(kept, type=dict[Seat, Level] | tuple[Seat, ...])
    return bots if isinstance(bots, dict) else dict.fromkeys(bots, "simple")
