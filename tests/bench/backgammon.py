"""Random backgammon by OpenSpiel's engine through its Python interface: what a public engine does in the same second.

Source: https://openspiel.readthedocs.io, `pyspiel`; its Python package is the project's extra `bench`.
"""

from __future__ import annotations

from random import Random
from typing import Final

import pyspiel

from companion.players.play import AnswerCount

GAME: Final = pyspiel.load_game("backgammon")


def play(number: int) -> AnswerCount:
    """Game `number` by random legal moves, dice by their chances."""
    rng, state = Random(number), GAME.new_initial_state()
    decisions = lots = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            (action,) = rng.choices(outcomes, chances)
            lots += 1
        else:
            actions = state.legal_actions()
            action = actions[int(rng.random() * len(actions))]
            decisions += 1
        state.apply_action(action)
    return AnswerCount(decisions, decisions + lots)
