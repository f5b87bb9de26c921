"""Who sits where before a game: nobody, a person, or a bot that plays so well.

Law: a hold of red seats a bot, or a better one, once; and for good only when the key is let go in time, as a person
does: one that is stuck or leaned on leaves everything as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from companion.kit.policy import Bots, Level

Sitter: TypeAlias = Literal["nobody", "person"] | Level
AFTER: Final[Mapping[Sitter, Sitter]] = {
    "nobody": "simple",
    "person": "simple",
    "simple": "strong",
    "strong": "random",
    "random": "nobody",
}
"""Who sits there after a hold of red."""


class Sitters:
    """Those at the pairs of keys."""

    def __init__(self) -> None:
        self._there: dict[int, Sitter] = {}
        """Where anybody has ever sat."""
        self._before: dict[int, Sitter] = {}
        """Who sat where a red key that has changed it is still down."""

    @property
    def pairs(self) -> tuple[int, ...]:
        """Where somebody sits, in clockwise order."""
        return tuple(sorted(pair for pair, sitter in self._there.items() if sitter != "nobody"))

    @property
    def bots(self) -> dict[int, Level]:
        """Where a bot does."""
        return {
            pair: sitter
            for pair, sitter in self._there.items()
            if sitter != "nobody" and sitter != "person"  # noqa: PLR1714  # so its type is a level
        }

    @property
    def are_settled(self) -> bool:
        """Whether no red key is still down that has changed something."""
        return not self._before

    def stay(self, pairs: tuple[int, ...], bots: Bots) -> None:
        """Those of the game that is over; `bots` by seat."""
        self._there = {pair: bots.get(seat, "person") for seat, pair in enumerate(pairs, 1)}

    def tap(self, pair: int) -> None:
        """A person sits down, in place of a bot too, or stands up."""
        self._there[pair] = "nobody" if self._there.get(pair) == "person" else "person"

    def hold(self, pair: int) -> Sitter:
        """Seat a bot there, another one, or nobody any more: as long as its key is down, it may be taken back."""
        before = self._there.get(pair, "nobody")
        self._before[pair] = before
        self._there[pair] = AFTER[before]
        return self._there[pair]

    def let_go(self, pair: int) -> None:
        """It was a person's hold."""
        self._before.pop(pair, None)

    def take_back(self, pair: int | None = None) -> bool:
        """What has come of the red key there, or of all, that are still down; whether anything had."""
        pairs = tuple(self._before) if pair is None else {pair} & self._before.keys()
        self._there |= {each: self._before.pop(each) for each in pairs}
        return bool(pairs)
