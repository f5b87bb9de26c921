"""The schemer: every way it can be used, and why other uses are refused (de A1).

Laws: the own chair moves first; no other chair is pushed into the pond.
"""

from __future__ import annotations

import functools
from itertools import combinations
from typing import TypeAlias

from companion.games.galopp_royal import intents
from companion.games.galopp_royal.state import State
from companion.kit.event import BySeat, Intent, Refused
from companion.kit.question import OneOf, Question, no_such_seat
from companion.kit.seats import Seat
from companion.kit.text import text

SeatStanding: TypeAlias = tuple[Seat, int, bool]
"""What a schemer can do to another chair: how far back it can push it (0, 1 or 2 spaces), and whether one space ahead
brings it under the arch."""


def asked(state: State, own: Seat) -> Question:
    """Every way it can be used; the chair furthest ahead is offered as a victim first."""
    gone = state.finished + state.ponded
    first, line = state.setup.board.pond + 1, state.finish - 1
    others = [(-space, seat) for seat, space in enumerate(state.spaces, 1) if seat != own and seat not in gone]
    others.sort()
    standing = tuple([(seat, min(-back - first, 2), -back == line) for back, seat in others])
    return _schemes(own, standing, state.setup.options.schemer)


@functools.lru_cache(maxsize=256)
def _schemes(own: Seat, others: tuple[SeatStanding, ...], option: str) -> Question:
    back_pushes = _pushes(others, -1)
    back = [((own, -2), *push) for push in _pushes(others, +1)]
    if option == "both":
        ahead: list[BySeat[int]] = [((own, +2), *push) for push in (*back_pushes, ())]
    else:
        ahead = [((own, +2),), *back_pushes, *[((seat, +2),) for seat, _, _ in others]]
    uses = [*ahead, *back]
    turned = [(*use[:-2], use[-1], use[-2]) for use in uses if abs(use[-1][1]) == 1]
    return Question(own, OneOf(_by(own, uses), also=_by(own, [use for use in turned if use not in uses])))


def _by(own: Seat, uses: list[BySeat[int]]) -> tuple[Intent, ...]:
    return tuple([intents.Scheme(seat=own, steps=steps) for steps in uses])


def _pushes(others: tuple[SeatStanding, ...], way: int) -> list[BySeat[int]]:
    """One other chair by two, or two others by one each; nobody is pushed into the pond (de A1: Ausnahme).

    Two others come in one order only, unless both pass under the arch: then the order decides their places.
    """
    pushes: list[BySeat[int]] = [((seat, 2 * way),) for seat, room, _ in others if way > 0 or room == 2]
    for (first, ahead, under), (second, behind, too) in combinations(others, 2):
        if way > 0 or (ahead and behind):
            pushes.append(((first, way), (second, way)))
        if way > 0 and under and too:
            pushes.append(((second, way), (first, way)))
    return pushes


def objection(state: State, own: Seat, steps: BySeat[int]) -> Refused:
    """Why a use of the schemer is not allowed."""
    racing, pond = state.racing, state.setup.board.pond
    for seat, by in steps:
        if seat not in range(1, state.seats + 1):
            return no_such_seat(seat, state.seats)
        name = state.name(seat)
        if seat not in racing:
            return Refused("off_the_track", text("{name} is no longer on the track.", name=name))
        if seat != own and state.spaces[seat - 1] + by <= pond:
            return Refused("into_the_pond", text("That puts {name} into the pond.", name=name))
    if own in [seat for seat, _ in steps[1:]]:
        return Refused("own_first", text("{name}'s own chair moves first.", name=state.name(own)))
    if steps == ((own, -2),):
        return Refused("must_push", text("If you go back, push somebody ahead."))
    return Refused("no_such_use", text("The crafty devil cannot do that."))
