"""A player of Cat Royal who rebuilds the board from words before each of its turns.

Laws: it is given words and nothing else, but for an eye the lights. It counts the steps of all, so it finds out each
cheat: it knows where everybody stood before, and asks what the card can do from there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.games.cat_royal.booklet import COPY, FIGURES, GOALS, LOOP, MAGNET, START, STARTS, SWAP, At, Figure
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.games.cat_royal.uses import honest_uses
from companion.kit.event import Card
from companion.kit.rules import Rules
from companion.kit.seats import Seat, with_seat
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
HEARD_PLAY: Final = re.compile(
    r"(\S+) plays the (?:copy, as )?([^:]+): the (\w+) is now (?:on (?:start )?field (\d+)|in goal (\d))\."
)
"""A play with steps: who, the card, the figure, the field, the goal."""
SEEN_PLAY: Final = re.compile(r"(\S+): plays\. (?:copy: ?)?(?:card )?(.+?)(?: card\.|,) (\w+), (?:walks()|goal (\d))")
"""The same on the display, where the strip shows the field."""
DONE: Final = re.compile(
    r"(\S+)(?: plays | discards | can play no card|: no move\.|: plays\. (?!\d hand)|"
    r": (?:copy: )?(?:swap|magnet)\. \w+, \w+ )"
)
"""Whose turn is done."""
FELL: Final = re.compile(r"(\S+): loses\. (\w+), is captured")
CAUGHT: Final = re.compile(r"(?P<by>\S+) was right: (?P<who>\S+) cheated|(\S+): cheated! caught by (\S+?)\.")
WRONG: Final = re.compile(r"(\S+) was wrong")
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
        self._board = [*RANKS] if sees else ["board"]
        self._has_accused = False
        self._walked: tuple[Seat, Card, Figure] | None = None
        """The play whose end an eye still looks for."""

    @property
    def session(self) -> Session[Any]:
        """The picture."""
        return opened(self.rules, self.state)

    @property
    def lacks(self) -> str:
        """At each turn the board, on its own then its hand."""
        return self._missing[0] if self._missing else ""

    @property
    def watches(self) -> bool:
        """While a figure walks."""
        return self._walked is not None

    def take_lights(self, page: str, lights: Sequence[str]) -> None:
        """Where the figures of one rank shine: on the loop, or in the goal of their colour; or where one has walked."""
        if not page:
            self._walks(lights)
            return
        rank, at = RANKS.index(page), []
        for player, places in zip(self.state.setup.seats, self.state.at, strict=True):
            goals = LOOP + len(GOALS) * tuple(STARTS).index(player.colour)
            spots: dict[int, At] = {led: led + 1 for led in range(LOOP)}
            spots |= {goals + nth: goal for nth, goal in enumerate(GOALS)}
            there: At = next((spot for led, spot in spots.items() if lights[led] == player.colour), START)
            at.append((*places[:rank], there, *places[rank + 1 :]))
        self.state = replace(self.state, at=tuple(at))
        self._missing.remove(page)

    def _walks(self, lights: Sequence[str]) -> None:
        """A light of the colour where no figure of it stood; none if the figure hides another one, which falls."""
        assert self._walked is not None
        seat, stood = self._walked[0], self.state.at[self._walked[0] - 1]
        colour = self.state.setup.seats[seat - 1].colour
        new = [led + 1 for led in range(LOOP) if lights[led] == colour and led + 1 not in stood]
        if new:
            self._judge(*self._walked, new[0])

    def _judge(self, seat: Seat, laid: Card, figure: Figure, to: At) -> None:
        """Whether the card can do that honestly."""
        uses = honest_uses(self.state, seat, may_cheat=False).of(laid)
        if not any((use.figure, use.to) == (figure, to) for use in uses):
            self.state = replace(self.state, cheated=with_seat(self.state.cheated, seat, figure))
            if seat == self.seat:
                self.state = replace(self.state, spent=(seat,))
        self._walked = None

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
        self._of_turn(words)
        self._of_accusing(words)
        if found := ASKED.search(words) or READ.search(words):
            seat = self._seat(found[1])
            self.state = replace(self.state, last=card(found[2] or ""))
            self._missing = [*self._board]
            if seat == self.seat:
                self.state = replace(self.state, phase=Turn(seat, self._has_accused))
                self._missing.append("own")
        elif "board" in self._missing and all(f"{name}: " in words for name in self.names):
            told = re.split("|".join(f"{name}: " for name in self.names), words)[1:]
            self.state = replace(self.state, at=tuple(map(_places, told)))
            self._missing.remove("board")

    def _of_turn(self, words: str) -> None:
        """A turn is done: with a play that can be judged, or that an eye watches, or that is honest."""
        if found := DONE.search(words):
            seat = self._seat(found[1])
            self.state = replace(self.state, cheated=with_seat(self.state.cheated, seat, ""))
            self._has_accused &= seat != self.seat
        if found := HEARD_PLAY.search(words) or SEEN_PLAY.search(words):
            who, laid, figure, there, goal = found.groups()
            self._walked = self._seat(who), card(laid), figure
            if there or goal:
                self._judge(*self._walked, f"G{goal}" if goal else int(there))
        if self._walked is not None and (found := FELL.search(words)):
            fallen = self.state.at[self._seat(found[1]) - 1][FIGURES.index(found[2])]
            self._judge(*self._walked, fallen)

    def _of_accusing(self, words: str) -> None:
        """A cheat that has been found out is over; who was wrong may not accuse again."""
        if found := CAUGHT.search(words):
            by, who = (found["by"], found["who"]) if found["by"] else (found[4], found[3])
            self.state = replace(self.state, cheated=with_seat(self.state.cheated, self._seat(who), ""))
            self._has_accused |= by == self.names[self.seat - 1]
        if found := WRONG.search(words):
            self._has_accused |= found[1] == self.names[self.seat - 1]

    def _seat(self, name: str) -> Seat:
        return self.names.index(name) + 1


def _places(words: str) -> tuple[At, ...]:
    """Where the figures of one seat are."""
    found: dict[str, At] = {
        who: START if home else f"G{goal}" if goal else int(field) for who, home, goal, field in PLACE.findall(words)
    }
    return tuple(found[who] for who in ("king", "knight", "citizen", "jester")[: len(FIGURES)])
