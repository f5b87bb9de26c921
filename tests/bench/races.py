"""Races in short form, again and again from one state: what most of a report, and of a bot's thinking, is made of.

Law: a roll with all that it moves counts as one answer, though the rules make up to two answers of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from companion.games.galopp_royal.sprint import Sprint, ahead
from companion.players.play import AnswerCount

RACES: Final = 500
"""So many are one game of the bench: always the same, so that their rolls are counted outside of the measured time."""


class Races:
    """The same races from one state, in which a roll is due."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self.rolls = 0
        self._run(is_counted=True)

    def play(self, _number: int) -> AnswerCount:
        """All of them."""
        self._run()
        return AnswerCount(0, self.rolls)

    def _run(self, *, is_counted: bool = False) -> None:
        state, chance = self._state, Random(1).random
        for _ in range(RACES):
            dice = ahead(state, chance)
            Sprint(state).run(state.phase.seat - 1, [*map(self._counted, dice)] if is_counted else dice)

    def _counted(self, faces: Iterator[int]) -> Iterator[int]:
        for face in faces:
            self.rolls += 1
            yield face
