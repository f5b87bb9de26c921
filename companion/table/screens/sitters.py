"""Who sits where before a game: nobody, a person, or a bot of some level.

Law: a hold of red seats a bot, or another one, once; it counts only if the key is released in time, as a person does.
A key that is stuck, or under an elbow, changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from companion.kit.policy import Bots, Level

Occupant: TypeAlias = Literal["nobody", "person"] | Level
AFTER: Final[Mapping[Occupant, Occupant]] = {
    "nobody": "simple",
    "person": "simple",
    "simple": "strong",
    "strong": "easy",
    "easy": "random",
    "random": "nobody",
}
"""For each of them, who sits there after a hold of red."""


class Sitters:
    """Who sits at the pairs of keys."""

    def __init__(self) -> None:
        self._there: dict[int, Occupant] = {}
        """All pairs where somebody has ever sat."""
        self._before: dict[int, Occupant] = {}
        """For each red key that made a change and is still down: who sat there before."""

    @property
    def pairs(self) -> tuple[int, ...]:
        """The pairs where somebody sits, in clockwise order."""
        return tuple(sorted(pair for pair, sitter in self._there.items() if sitter != "nobody"))

    @property
    def bots(self) -> dict[int, Level]:
        """The pairs where a bot sits."""
        return {
            pair: sitter
            for pair, sitter in self._there.items()
            if sitter != "nobody" and sitter != "person"  # noqa: PLR1714  # so its type is a level
        }

    @property
    def people(self) -> tuple[int, ...]:
        """The pairs where a person sits, in clockwise order."""
        return tuple(pair for pair in self.pairs if self._there[pair] == "person")

    @property
    def are_settled(self) -> bool:
        """Whether no red key that made a change is still down."""
        return not self._before

    def stay(self, pairs: tuple[int, ...], bots: Bots) -> None:
        """Keep the players of the last game, `bots` by seat, and who sat down during it."""
        self._there |= {pair: bots.get(seat, "person") for seat, pair in enumerate(pairs, 1)}

    def sit(self, pair: int, *, down: bool) -> None:
        """A person sits down (also in place of a bot), or stands up."""
        self._before.pop(pair, None)
        self._there[pair] = "person" if down else "nobody"

    def tap(self, pair: int) -> None:
        """A person sits down, or stands up if one sits there."""
        self.sit(pair, down=self._there.get(pair) != "person")

    def hold(self, pair: int) -> Occupant:
        """Seat a bot, another bot, or nobody; while the key is down, this may be taken back."""
        before = self._there.get(pair, "nobody")
        self._before[pair] = before
        self._there[pair] = AFTER[before]
        return self._there[pair]

    def let_go(self, pair: int) -> None:
        """The key is released: a person held it, so the change counts."""
        self._before.pop(pair, None)

    def take_back(self, pair: int | None = None) -> bool:
        """Take back the change by the red key at a pair (`None`: by all) that is still down; whether there was any."""
        pairs = tuple(self._before) if pair is None else {pair} & self._before.keys()
        self._there |= {each: self._before.pop(each) for each in pairs}
        return bool(pairs)
