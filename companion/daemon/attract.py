"""What the box shows of itself when nobody has come for long: games of bots, on the display and the lights.

Laws: they are played in memory alone, one answer a look; time and chance are arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from companion.daemon.pages.moment import placed
from companion.kit.rules import Rules
from companion.kit.seats import COLOUR_NAMES
from companion.kit.text import text
from companion.kit.view import View
from companion.players.play import begin, play

LOOK_S: Final = 2.5
"""How long each picture stays."""
PEOPLE: Final = 4
PRESS: Final = text("Any key: play")


class Attract:
    """One game of bots after the other, a picture at a time."""

    def __init__(self, rules: Rules[Any], random: Random) -> None:
        self._rules = rules
        self._pictures = self._play(random)
        self._shown: View | None = None
        self._until = 0.0

    def view(self, t: float) -> View:
        """The picture at time `t` (seconds, monotonic); each stays for `LOOK_S` once it has been asked for."""
        if self._shown is None or t >= self._until:
            self._shown, self._until = next(self._pictures), t + LOOK_S
        return self._shown

    def next_deadline(self) -> float:
        """When the next picture is due."""
        return self._until

    def _play(self, random: Random) -> Iterator[View]:
        rules = self._rules
        people, names = min(PEOPLE, rules.seats.stop - 1), [name.id for name in COLOUR_NAMES.values()]
        while True:
            state = begin(rules, people, names, {})
            for step in play(rules, state, random):
                for event in step.events:
                    state = rules.evolve(state, event)
                yield self._picture(state)

    def _picture(self, state: Any) -> View:
        """What everybody would see, with how to begin in place of the keys."""
        view = placed(self._rules.view(state, None), self._rules.pairs)
        return replace(view, legend=None, keys=(), notice=PRESS)
