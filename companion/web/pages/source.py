"""What pages need of the box, in bytes of JSON, ready to be sent.

Called from the web server's thread; no call may wait. Law: nothing that only one seat may know is in what others get.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.table.afar import Naming, Reply
from companion.table.owning import Orders


class Source(Protocol):
    """The newest of everything."""

    @property
    def number(self) -> int:
        """Which picture is the newest: another one has another number."""

    def hello(self) -> bytes:
        """What seldom changes: version, language, words, the board as it is drawn."""

    def table(self) -> bytes:
        """What everybody may see."""

    def own(self, pair: int, draft: Reply | None) -> bytes:
        """What only this seat may see and say, as far as it has chosen on its page."""

    def word(self, place: str) -> str:
        """What pages say at this place, in the language of the table."""

    def owner(self) -> bytes:
        """What only the owner may see and say."""

    def order(self, order: Orders, told: Callable[[str], None]) -> None:
        """Pass on what the owner says; `told` as of `say`."""

    def board(self, values: tuple[int, ...]) -> bytes:
        """The board as it would be with these numbers, for the owner to look at. Raises WrongUse with a sentence."""

    def say(self, pair: int, words: Reply | Naming, told: Callable[[str], None]) -> None:
        """Pass on what a seat says; `told`: called from any thread, with why nothing comes of it, in a sentence."""


class Shelf(Protocol):
    """What has been: for the owner alone, but for `ended`.

    Each call may take its time, and raises CompanionError with a sentence.
    """

    def games(self, before: int | None = None) -> bytes:
        """The list of past games, or of those before this number."""

    def replay(self, number: int) -> bytes:
        """A game, event by event."""

    def report(self, number: int) -> bytes:
        """How a game that is over went, as everybody knows now; or that it is being reckoned: ask again."""

    def ended(self) -> bytes:
        """The same for all at the table, of the game that has just ended there, and of no other."""

    def record(self, number: int) -> str:
        """A game as a record, to keep."""

    def bundle(self) -> bytes:
        """All that an engineer far away asks for, as a `.zip`."""
