"""The board as lights: the line from the pond to the podium; where each chair is shown, and how it came there."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from msgspec.structs import replace

from companion.games.galopp_royal.booklet import RACES, Board
from companion.games.galopp_royal.intents import Scheme
from companion.games.galopp_royal.state import At, State
from companion.kit.event import BySeat, Intent
from companion.kit.seats import Seat
from companion.kit.view import Role, Space, Token, Track

POND: Final = "0"
PODIUM: Final = ("I", "II", "III")


def track(board: Board, goal: int = 0) -> Track:
    """The board from the pond to the last finish space, and the podium."""
    return Track(_spaces(board), goals=(str(goal),) if goal else ())


@lru_cache(maxsize=8)  # every view has them
def _spaces(board: Board) -> tuple[Space, ...]:
    stones = {space: "/".join(map(str, row)) for space, row in zip(board.finishes, board.prizes, strict=True)}
    line = _line(board)
    following = {space: (after,) for space, after in pairwise(line)}
    spaces = [Space(POND, "trap", after=following[POND])]
    role: Role
    for space in range(1, board.finishes[RACES - 1] + 1):
        role = "start" if space == board.start else "goal" if space in stones else "space"
        label = stones.get(space, "START" if space == board.start else "")
        spaces.append(Space(str(space), role, label, following[str(space)]))
    spaces += [Space(name, "podium", name, following.get(name, ())) for name in PODIUM]
    return tuple(spaces)


def _line(board: Board) -> list[str]:
    """All spaces, in the order in which a chair goes ahead."""
    return [POND, *map(str, range(1, board.finishes[RACES - 1] + 1)), *PODIUM]


def chairs(state: State, draft: Intent | None = None) -> Track:
    """The track with the chairs; each has come from where it was to its sum of steps. A finished chair fades.

    While a use of the schemer is chosen, the track shows which chairs it would move, and where to.
    """
    board, aims = state.setup.board, _aims(state, draft.steps) if isinstance(draft, Scheme) else {}
    line = _line(board)
    tokens = []
    for seat, (at, steps) in enumerate(zip(state.chairs, state.spaces, strict=True), 1):
        if (space := _space(board, at)) is not None:
            old = _space(board, state.came[seat - 1]) if state.came else space
            way = _way(line, old, _counted(board, steps)) if old is not None and space not in PODIUM else ()
            mark: Literal["drafted"] | None = "drafted" if seat in aims else None
            tokens.append(Token(seat, space, way=way, mark=mark, aim=aims.get(seat, "")))
    return replace(track(board, state.finish), tokens=tuple(tokens))


def last_move(state: State) -> tuple[Token, ...]:
    """Each chair that has moved in the last turn, with its way, even into the finish."""
    board, line = state.setup.board, _line(state.setup.board)
    tokens = []
    for seat, (came, steps) in enumerate(zip(state.came, state.spaces, strict=False), 1):
        old, new = _space(board, came), _counted(board, steps)
        if old is not None and old not in PODIUM and old != new:
            tokens.append(Token(seat, new, way=_way(line, old, new)))
    return tuple(tokens)


def _aims(state: State, steps: BySeat[int]) -> dict[Seat, str]:
    """The space on which each chair would stand; past the finish, on the podium if it has a place for it."""
    board, finished, aims = state.setup.board, len(state.finished), {}
    for seat, by in steps:
        at = state.spaces[seat - 1] + by
        finished += at >= state.finish
        podium = _space(board, f"F{finished}") if at >= state.finish else None
        aims[seat] = podium or _counted(board, at)
    return aims


def _space(board: Board, at: At) -> str | None:
    """The space on which a chair is shown; `None`: it finished too late for the podium."""
    if isinstance(at, int):
        return _counted(board, at)
    if at[0] == "P":
        return POND
    place = int(at[1:])
    return PODIUM[place - 1] if place <= len(PODIUM) else None


def _counted(board: Board, steps: int) -> str:
    """The space so many steps from the pond, but at most the last one."""
    return str(min(max(steps, board.pond), board.finishes[-1]))


def _way(line: list[str], old: str, new: str) -> tuple[str, ...]:
    """The way along the line, ahead or back."""
    here, there = line.index(old), line.index(new)
    return tuple(line[here : there + 1] if here <= there else line[there : here + 1][::-1])
