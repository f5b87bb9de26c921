"""The short form of a race matches the rules: on the same dice each roll finds the same race, and the prizes are equal.

`SPRINT_RACES=1000000` sets how many races are compared.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice, product
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import DECK, RACES
from companion.games.galopp_royal.intents import Roll, Scheme
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.sprint import LONGEST, ROLLS, Sprint, dice, rolls
from companion.games.galopp_royal.state import State
from companion.kit.event import Event, Intent
from companion.kit.money import Coins
from companion.kit.seats import Seat
from tests.companion.games.galopp_royal.any_position import BOARDS, SHAPES
from tests.companion.games.galopp_royal.positions import RULES, race, with_chairs, with_display
from tests.companion.games.whole_games import RANDOM

RACES_COMPARED = int(os.environ.get("SPRINT_RACES", "3000"))
FEW = 50
"""So many races are the first test;"""
PORTION = 500
"""and so many each later one."""
LATER = [range(first, min(first + PORTION, RACES_COMPARED)) for first in range(FEW, RACES_COMPARED, PORTION)]
RULES_OF_A_RACE = {
    "schemer": ("both", "one_effect"),
    "race_end": ("third_place", "last_known"),
    "pond_prize": ("three_players", "by_place"),
}
KINDS = list(product(SHAPES, range(3, 7), range(1, RACES + 1), *RULES_OF_A_RACE.values()))
"""Every board, number of seats, race and rule."""
OPTIONS = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in RULES_OF_A_RACE.items()})
TEAMS = st.lists(st.lists(st.sampled_from(list(DECK)), min_size=4, max_size=4), min_size=6, max_size=6)


class Stand(NamedTuple):
    """How a race stands when a chair rolls, or at its end."""

    chair: int | None
    """Who rolls, counted from 0; `None`: the race is over."""
    face: int
    spaces: tuple[int, ...]
    finished: tuple[int, ...]
    ponded: tuple[int, ...]
    paid: frozenset[tuple[int, Coins]] = frozenset()
    """At the end: the prizes."""


def thrown(seats: int, seed: int) -> list[Iterator[int]]:
    """The rolls of each chair, as many as the race needs."""
    lucks = [Random(f"{seed} {seat}") for seat in range(seats)]
    return [iter(lambda luck=luck: int(luck.random() * 4), -1) for luck in lucks]  # type: ignore[misc]


def by_rules(state: State, dice: list[Iterator[int]]) -> Iterator[tuple[State, Stand]]:
    """Each roll of a race by the rules, and its end; the schemer is used as in a sprint."""
    while True:
        phase = state.phase
        answer: Intent
        if type(phase) is Rolling:
            face = next(dice[phase.seat - 1])
            yield state, stand(state, phase.seat - 1, face)
            answer = Roll(seat=phase.seat, face=1 + face)
        else:
            assert type(phase) is Scheming
            answer = schemed(state, phase.seat)
        end: State | None = None
        paid = list[tuple[int, Coins]]()
        event: Event | None = RULES.answered(state, answer)
        while event is not None:
            if type(event) is events.RaceEnded:
                end = state
            if type(event) is events.Paid:
                paid.append((event.seat - 1, event.amount))
            state = RULES.evolve(state, event)
            event = RULES.follows(state)
        if end is not None:
            yield end, stand(end, None, 0)._replace(paid=frozenset(paid))
            return


def stand(state: State, chair: int | None, face: int) -> Stand:
    finished, ponded = (tuple([seat - 1 for seat in seats]) for seats in (state.finished, state.ponded))
    return Stand(chair, face, state.spaces, finished, ponded)


def schemed(state: State, seat: Seat) -> Intent:
    sprint = Sprint(state)
    foremost = sprint.foremost(seat - 1, sprint.finished + sprint.ponded)
    answer = Scheme(seat=seat, steps=((seat, 2), *([(foremost + 1, -2)] if foremost >= 0 else [])))
    question = RULES.question(state)
    assert question is not None
    assert question.form.refused(answer) is None
    return answer


def in_short(sprint: Sprint, chair: int, dice: list[Iterator[int]]) -> list[Stand]:
    """Each roll of a sprint, and its end, unless it was broken off."""
    told: list[Stand] = []

    def stands(chair: int | None, face: int) -> Stand:
        return Stand(chair, face, tuple(sprint.spaces), tuple(sprint.finished), tuple(sprint.ponded))

    def noted(chair: int, faces: Iterator[int]) -> Iterator[int]:
        for face in faces:
            told.append(stands(chair, face))
            yield face

    sprint.run(chair, [noted(chair, faces) for chair, faces in enumerate(dice)])
    if sprint.is_over:
        paid = frozenset((chair, amount) for chair, amount in sprint.prizes if amount)
        told.append(stands(None, 0)._replace(paid=paid))
    return told


def same_race(state: State, seed: int) -> None:
    sprint = Sprint(state)
    assert isinstance(state.phase, Rolling)
    short = in_short(sprint, state.phase.seat - 1, thrown(state.seats, seed))
    told = by_rules(state, thrown(state.seats, seed))
    assert short == [stand for _, stand in islice(told, len(short))], seed
    assert sprint.is_over or len(short) > LONGEST / 4, "it went on for ever"


@cache
def lined_up(kind: int) -> State:
    board, seats, number, *chosen = KINDS[kind]
    return race(seats, number=number, board=board, **dict(zip(RULES_OF_A_RACE, chosen, strict=True)))  # type: ignore[arg-type]  # any of the options


def any_race(number: int) -> State:
    """A race of any kind with any teams, from its start or from any roll."""
    luck, state = Random(number), lined_up(number % len(KINDS))
    state = replace(state, displays=tuple([tuple(luck.choices(list(DECK), k=4)) for _ in state.displays]))
    begun = islice(by_rules(state, thrown(state.seats, -number)), luck.choice((0, luck.randrange(30))), None)
    return next((at for at, stand in begun if stand.chair is not None), state)


def test_each_chair_has_dice_of_its_own_that_never_end() -> None:
    one, other = (dice(2, Random(1).random) for _ in range(2))
    faces = [next(one[0]) for _ in range(5 * ROLLS)]
    assert set(faces) == {0, 1, 2, 3}
    assert [next(other[1]) for _ in range(9)] == [next(one[1]) for _ in range(9)]


def test_the_first_bits_of_a_random_number_are_the_rolls_of_a_chair() -> None:
    faces = [0, 1, 2, 3, 3, 2, 1, 0, 0, 3, 1, 2]
    drawn = sum(face / 4**at for at, face in enumerate(faces, 1))
    assert [*islice(rolls(drawn), 25)] == [*faces, *faces[::-1], faces[-1]]


@pytest.mark.parametrize(
    "numbers",
    [range(FEW), *(pytest.param(later, marks=[pytest.mark.slow, pytest.mark.in_box_time]) for later in LATER)],
    ids=str,
)
@pytest.mark.untraced
def test_each_roll_finds_the_same_race(numbers: range) -> None:
    for number in numbers:
        same_race(any_race(number), number)


@RANDOM
@given(st.integers(3, 6), st.integers(1, RACES), TEAMS, st.tuples(OPTIONS, BOARDS), st.integers(0, 1 << 16))
def test_the_same_dice_bring_the_same_race(
    seats: int, number: int, teams: list[list[str]], settled: tuple[dict[str, str], dict[str, object]], seed: int
) -> None:
    options, board = settled
    state = race(seats, number=number, board=board, **options)  # type: ignore[arg-type]  # any of the options
    for seat in range(1, seats + 1):
        state = with_display(state, seat, *teams[seat - 1])
    same_race(state, seed)


@pytest.mark.parametrize("race_end", RULES_OF_A_RACE["race_end"])
@pytest.mark.parametrize("seed", range(8))
def test_when_only_the_last_place_is_open(race_end: str, seed: int) -> None:
    same_race(race(5, turn=4, chairs=("F1", "F2", "F3", 4, 4), race_end=race_end), seed)


def test_a_race_that_goes_nowhere_is_left_as_it_stands() -> None:
    state = race(3)
    for seat in (1, 2, 3):
        state = with_display(state, seat, "2", "-2", "2", "-2")
    sprint = Sprint(state)
    sprint.run(0, [cycle((0, 1)) for _ in range(3)])
    assert not sprint.is_over
    assert sprint.prizes == []


@pytest.mark.parametrize(("chairs", "pushed"), [((9, 4, 2), 1), ((9, 2, 1), -1), ((3, 5, 5), 1)])
def test_the_schemer_pushes_the_foremost_other_that_can_be(chairs: tuple[int, ...], pushed: int) -> None:
    assert Sprint(with_chairs(race(3), chairs)).foremost(0, []) == pushed
