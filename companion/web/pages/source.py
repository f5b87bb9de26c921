"""What pages need from the box: bytes of JSON, ready to send.

Called from the web server's thread; no call may block. Law: others never get anything that only one seat may know.

`language` is the reader's (`languages.language_of`); empty: the table's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.kit.seats import Seat
from companion.table.afar import PageWords, Reply
from companion.table.owning import Orders


class Source(Protocol):
    """The newest state of everything."""

    @property
    def number(self) -> int:
        """The number of the newest picture; each picture has another one."""

    def hello(self, language: str) -> bytes:
        """What rarely changes: version, language, words, the board as it is drawn, the languages to choose from."""

    def table(self, language: str) -> bytes:
        """What everybody may see."""

    def own(self, pair: int, draft: Reply | None, language: str) -> bytes:
        """What only this seat may see and say, with what it has chosen so far on its page."""

    def seat(self, pair: int) -> Seat | None:
        """The seat of this pair of keys in the game at the table; `None`: it has none."""

    def word(self, place: str, language: str) -> str:
        """The words of a page at this place."""

    def owner(self, language: str) -> bytes:
        """What only the owner may see and say."""

    def order(self, order: Orders, told: Callable[[str], None], language: str) -> None:
        """Pass on an order of the owner; `told` as for `say`."""

    def board(self, values: tuple[int, ...], language: str) -> bytes:
        """A preview for the owner of the board with these numbers. Raises WrongUse with a sentence."""

    def say(self, pair: int, words: PageWords, told: Callable[[str], None], language: str) -> None:
        """Pass on what a seat says; `told`: called from any thread with the reason of a refusal, empty if accepted."""


class Shelf(Protocol):
    """Past games: all is for the owner only, except `ended`.

    Each call may block, and raises CompanionError with a sentence.
    """

    def games(self, before: int | None, language: str) -> bytes:
        """The list of past games, or of those before this number."""

    def replay(self, number: int, language: str) -> bytes:
        """A game, event by event."""

    def report(self, number: int, language: str) -> bytes:
        """The report of a game that is over; or that it is still being computed: ask again."""

    def ended(self, language: str) -> bytes:
        """The same, but only for the game that has just ended at the table, and for everybody; but what is said to a
        player is for its seat alone."""

    def record(self, number: int) -> str:
        """The record of a game, as a file."""

    def qr(self, number: int, language: str) -> bytes:
        """The link that opens a finished game in the app BG Stats, as a QR code, SVG."""

    def backup(self) -> bytes:
        """All that a new card needs, as a `.zip`."""

    def take(self, at: int, piece: bytes) -> None:
        """Take a piece of a backup to be put back, which begins at this byte; 0: a new one."""

    def examined(self, language: str) -> bytes:
        """What the backup that has come would put back."""

    def bundle(self) -> bytes:
        """Everything that an engineer far away needs, as a `.zip`."""
