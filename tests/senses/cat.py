"""A player of Cat Royal who rebuilds the board from words before each of its turns.

Laws: it is given words and nothing else. It does not count the steps of others, so it finds out no cheat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import COPY, FIGURES, MAGNET, START, SWAP, At
from companion.games.cat_royal.events import Played
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.event import Card, Intent
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.setup import Seating
from companion.match.session import Session
from tests.senses.people import opened

CALLED: Final = {
    "1 of 11": "1/11",
    "1 to 7": "1-7",
    "plus or minus 4": "+4/-4",
    "swap": SWAP,
    "magnet": MAGNET,
    "copy": COPY,
    "none yet": "",
}
ASKED: Final = re.compile(r"(\S+): plays\. \d hand\. top of pile: ([^.]+?)(?:\.|, the next)")
SHIFTED: Final = re.compile(r"now on fields, (\d+), (\d+), (\d+), (\d+)")
HELD: Final = re.compile(r"\d: ([^,.]+?)(?: can be played)?(?=[,.])")
PLACE: Final = re.compile(r"(king|knight|citizen|jester) (?:(waits)|in goal (\d)|on space (\d+))")


def card(words: str) -> Card:
    """A card, as it is called."""
    return CALLED.get(words, words)


class CatMind:
    """The picture that one seat has."""

    def __init__(self, rules: Rules[State], names: Sequence[str], seating: Seating, seat: Seat) -> None:
        self.rules, self.seat, self.names = rules, seat, tuple(names)
        self.state = rules.begin(seating, {})
        self._missing: list[str] = []
        self._has_accused = False

    @property
    def session(self) -> Session[Any]:
        """The picture."""
        return opened(self.rules, self.state)

    @property
    def lacks(self) -> str:
        """On its turn: the board, then its own hand."""
        return self._missing[0] if self._missing else ""

    def answers(self, wanted: Intent) -> None:
        """It remembers whether it has accused or cheated."""
        self._has_accused = isinstance(wanted, intents.Accuse)
        event = self.rules.answered(self.state, wanted)
        if isinstance(event, Played) and event.cheat:
            self.state = replace(self.state, spent=(self.seat,))

    def without(self, state: State) -> State:
        """Cheats of others."""
        return replace(state, cheated=("",) * state.seats)

    def take_private(self, words: str) -> None:
        """The own hand."""
        hand = tuple(card(each) for each in HELD.findall(words.split(". ", 1)[1]))
        hands = tuple(hand if seat == self.seat else (None,) * 5 for seat in range(1, self.state.seats + 1))
        self.state = replace(self.state, hands=hands)
        self._missing.remove("own")

    def take(self, words: str) -> None:
        """What the box tells."""
        if words.startswith("Deal "):
            self.state = replace(self.state, spent=())
        if found := SHIFTED.search(words):
            self.state = replace(self.state, holes=tuple(map(int, found.groups())))
        if (found := ASKED.search(words)) and found[1] == self.names[self.seat - 1]:
            self.state = replace(self.state, last=card(found[2]), phase=Turn(self.seat, self._has_accused))
            self._missing = ["board", "own"]
        elif "board" in self._missing and all(f"{name}: " in words for name in self.names):
            told = re.split("|".join(f"{name}: " for name in self.names), words)[1:]
            self.state = replace(self.state, at=tuple(map(_places, told)))
            self._missing.remove("board")


def _places(words: str) -> tuple[At, ...]:
    """Where the figures of one seat are."""
    found: dict[str, At] = {
        who: START if home else f"G{goal}" if goal else int(field) for who, home, goal, field in PLACE.findall(words)
    }
    return tuple(found[who] for who in ("king", "knight", "citizen", "jester")[: len(FIGURES)])
