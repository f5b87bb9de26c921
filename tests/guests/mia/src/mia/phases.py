"""The order of play."""

from __future__ import annotations

from companion.kit import GamePhase, Impossible
from mia.cup import Answering, Claiming, Closing, Judging, Rolling
from mia.state import Phase, Setup, State, next_alive


def opened(setup: Setup) -> State:
    """The table before the first roll."""
    return State(setup, (setup.lives,) * len(setup.seats), Rolling(setup.first), setup.first)


def comes_next(state: State, done: GamePhase[State]) -> Phase:
    """A roll is followed by a claim, a claim by the answer of the next seat, a loss by a new round or the end.

    Raises Impossible.
    """
    match done:
        case Rolling(seat):
            return Claiming(seat)
        case Claiming(seat):
            return Answering(next_alive(state.lives, seat))
        case Answering() | Judging():
            is_last = sum(map(bool, state.lives)) == 1
            return Closing(state.starter) if is_last else Rolling(state.starter)
        case _:
            raise Impossible(done, state)
