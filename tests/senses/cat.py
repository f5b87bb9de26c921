"""A player of Cat Royal who rebuilds the board from words before each of its turns.

Laws: it is given words and nothing else. It does not count the steps of others, so it finds out no cheat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import COPY, FIGURES, GOALS, LOOP, MAGNET, START, STARTS, SWAP, At
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
    "1 or 11": "1/11",
    "1 to 7": "1-7",
    "plus or minus 4": "+4/-4",
    "swap": SWAP,
    "magnet": MAGNET,
    "copy": COPY,
    "none yet": "",
}
ASKED: Final = re.compile(r"(\S+) is on turn with \w+ cards?\. (?:Last card: ([^.]+)|No card has been played yet)\.")
READ: Final = re.compile(r"(\S+): plays\. \d hand\. top of pile: ([^.]+?)(?:\.|, the next)")
"""The same on the display."""
SHIFTED: Final = re.compile(r"(?:to|now on) fields,? (\d+), (\d+), (\d+), (\d+)")
HELD: Final = re.compile(r"Card \d: ([^,.]+)")
SEEN: Final = re.compile(r"\d✓?, ([^,.]+)")
"""A card in a frame of the display."""
PLACE: Final = re.compile(r"(king|knight|citizen|jester) (?:(waits)|in goal (\d)|on space (\d+))")


RANKS: Final = ("Kings", "Knights", "Citizens", "Jesters")
"""The pages that show one rank alone."""


def card(words: str) -> Card:
    """A card, as it is called; a display without room for all letters shows the first ones."""
    whole = [name for name in CALLED if words[:1].isalpha() and name.startswith(words)]
    return CALLED.get(whole[0] if whole else words, words)


class CatMind:
    """The picture that one seat has."""

    def __init__(
        self, rules: Rules[State], names: Sequence[str], seating: Seating, seat: Seat, *, sees: bool = False
    ) -> None:
        """`sees`: it finds the figures by the lights of their pages; otherwise it asks for the board."""
        self.rules, self.seat, self.names = rules, seat, tuple(names)
        self.state = rules.begin(seating, {})
        self._missing: list[str] = []
        self._asks = [*RANKS, "own"] if sees else ["board", "own"]
        self._has_accused = False

    @property
    def session(self) -> Session[Any]:
        """The picture."""
        return opened(self.rules, self.state)

    @property
    def lacks(self) -> str:
        """On its turn: the board, then its own hand."""
        return self._missing[0] if self._missing else ""

    def take_lights(self, page: str, lights: Sequence[str]) -> None:
        """Where the figures of one rank shine: on the loop, or in the goal of their colour."""
        rank, at = RANKS.index(page), []
        for player, places in zip(self.state.setup.seats, self.state.at, strict=True):
            goals = LOOP + len(GOALS) * tuple(STARTS).index(player.colour)
            spots: dict[int, At] = {led: led + 1 for led in range(LOOP)}
            spots |= {goals + nth: goal for nth, goal in enumerate(GOALS)}
            there: At = next((spot for led, spot in spots.items() if lights[led] == player.colour), START)
            at.append((*places[:rank], there, *places[rank + 1 :]))
        self.state = replace(self.state, at=tuple(at))
        self._missing.remove(page)

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
        hand = tuple(card(each) for each in HELD.findall(words) or SEEN.findall(words))
        hands = tuple(hand if seat == self.seat else (None,) * 5 for seat in range(1, self.state.seats + 1))
        self.state = replace(self.state, hands=hands)
        self._missing.remove("own")

    def take(self, words: str) -> None:
        """What the box tells."""
        if words.startswith("Deal "):
            self.state = replace(self.state, spent=())
        if found := SHIFTED.search(words):
            self.state = replace(self.state, holes=tuple(map(int, found.groups())))
        if (found := ASKED.search(words) or READ.search(words)) and found[1] == self.names[self.seat - 1]:
            self.state = replace(self.state, last=card(found[2] or ""), phase=Turn(self.seat, self._has_accused))
            self._missing = [*self._asks]
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
