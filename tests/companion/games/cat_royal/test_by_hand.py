"""What a card can do, computed again as people do it: field by field with a finger on the board.

Only the deck and the board are taken from the rules; any position, with any options, must give the same result.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.cat_royal.booklet import FIGURES, GOALS, STARTS, At
from companion.games.cat_royal.options import Options
from companion.games.cat_royal.state import State
from tests.companion.games.cat_royal.any_position import OPTIONS
from tests.companion.games.cat_royal.positions import cheats, honest, put, turn
from tests.companion.games.whole_games import RANDOM, some

pytestmark = pytest.mark.untraced

NUMBERS = {card: (int(card),) for card in ("2", "3", "5", "6", "8", "9", "10", "12", "13")}
VALUES = NUMBERS | {"+4/-4": (4, -4), "1-7": tuple(range(1, 8)), "1/11": (1, 11)}
CORNERS = tuple(STARTS.values())
Path = list[At]


class Board:
    """The board in front of seat 1."""

    def __init__(self, state: State) -> None:
        self.options: Options = state.setup.options
        self.fresh = state.fresh
        self.there = {
            (seat if isinstance(at, str) else 0, at): (seat, rank)
            for seat, places in enumerate(state.at, 1)
            for rank, at in enumerate(places)
            if at != "S"
        }
        self.own = state.at[0]

    def stands(self, at: At) -> tuple[int, int] | None:
        return self.there.get((1 if isinstance(at, str) else 0, at))

    def guards(self, at: At) -> bool:
        if (who := self.stands(at)) is None or at != CORNERS[who[0] - 1]:
            return False
        return self.options.start_guard == "always" or self.fresh[who[0] - 1] == FIGURES[who[1]]

    def lets_by(self, at: At, rank: int, green: bool) -> bool:
        who = self.stands(at)
        if who is None:
            return True
        if self.guards(at) and rank != 1 and not (green and self.options.green_passes == "all"):
            return False
        return green or who[1] >= rank

    def may_be_taken(self, at: At, rank: int, green: bool, back: bool) -> bool:
        who = self.stands(at)
        if who is None:
            return True
        if isinstance(at, str) or self.guards(at):
            return False
        if who[1] != 0 or rank == 0 or (at in CORNERS and at != CORNERS[who[0] - 1]):
            return True
        return green and (back or self.options.green_takes_king == "any_green")

    def paths(self, here: At, rank: int, steps: int) -> Iterator[Path]:
        if isinstance(here, str):
            inside = GOALS[GOALS.index(here) + 1 :]
            if 0 < steps <= len(inside):
                yield list(inside[:steps])
            return
        way: Path = [(here - 1 + step * (1 if steps > 0 else -1)) % 64 + 1 for step in range(1, abs(steps) + 1)]
        left = len(way) - 1 - way.index(1) if steps > 0 and 1 in way else 0
        for lapse in range(3 if rank == 3 else 1):
            if 1 <= left - lapse <= 4:
                yield [*way[: way.index(1) + 1], *GOALS[: left - lapse]]
        if not 1 <= left <= 4 or self.options.goal_entry == "may":
            yield way

    def led(self, rank: int, steps: int, green: bool) -> set[At]:
        ends: set[At] = set()
        for path in self.paths(self.own[rank], rank, steps):
            back = steps < 0
            free = back or all(self.lets_by(at, rank, green) for at in path[:-1])
            if free and self.may_be_taken(path[-1], rank, green, back):
                ends.add(path[-1])
        return ends

    def uses(self, card: str) -> tuple[set[tuple[str, At]], set[tuple[str, At, int]]]:
        green = card in ("10", "+4/-4")
        fair: set[tuple[str, At]] = set()
        foul: set[tuple[str, At, int]] = set()
        for rank, (figure, here) in enumerate(zip(FIGURES, self.own, strict=True)):
            if here == "S":
                if card in ("1/11", "13") and self.may_be_taken(1, rank, False, False):
                    fair.add((figure, 1))
                continue
            values = [value for value in VALUES[card] if rank != 0 or value <= 7]
            fair |= {(figure, to) for value in values for to in self.led(rank, value, green)}
            for cheat in (+1, -1):
                for value in values:
                    if value + cheat != 0 and (rank != 0 or value + cheat <= 7):
                        foul |= {(figure, to, cheat) for to in self.led(rank, value + cheat, green)}
        home = sum(at in GOALS for at in self.own)
        return fair, {
            use
            for use in foul
            if use[:2] not in fair
            and not (home == 3 and use[1] in GOALS and self.own[FIGURES.index(use[0])] not in GOALS)
        }


NEAR = st.sampled_from([*range(1, 9), *range(55, 65), *range(13, 22), 33, 49])


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Seat 1 and three others, crowded around two corners and in the goal."""
    state = turn("", draw(st.sampled_from(sorted(VALUES))))
    state = replace(state, setup=replace(state.setup, options=replace(draw(OPTIONS), tricks=True)))
    loop = draw(st.lists(NEAR, unique=True, max_size=12))
    pieces = draw(st.permutations([(seat, figure) for seat in (1, 2, 3) for figure in FIGURES]))
    inside = {seat: list(GOALS) for seat in (1, 2, 3)}
    for seat, figure in pieces:
        if loop:
            state = put(state, seat, figure, loop.pop())
        elif draw(st.booleans()):
            state = put(state, seat, figure, inside[seat].pop(draw(st.integers(0, len(inside[seat]) - 1))))
    return state


@settings(RANDOM, max_examples=some(400))
@given(state=positions(), fresh=st.lists(st.sampled_from(["", *FIGURES]), min_size=4, max_size=4))
def test_every_card_of_steps_comes_out_the_same(state: State, fresh: list[str]) -> None:
    standing = tuple(
        name if name and places[FIGURES.index(name)] == start else ""
        for name, places, start in zip(fresh, state.at, CORNERS, strict=True)
    )
    state = replace(state, fresh=standing)
    (card,) = state.hands[0]
    fair, foul = Board(state).uses(str(card))
    assert set(honest(state)) == fair
    assert set(cheats(state)) == foul
