"""The short form of a race matches the rules: the same dice give the same prizes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import DECK, RACES
from companion.games.galopp_royal.intents import Roll, Scheme
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.sprint import LONGEST, ROLLS, Sprint, dice
from companion.games.galopp_royal.state import State
from companion.kit.decision import unfold
from companion.kit.event import Event, Intent
from companion.kit.seats import Seat
from tests.companion.games.galopp_royal.any_position import BOARDS
from tests.companion.games.galopp_royal.positions import RULES, race, with_chairs, with_display
from tests.companion.games.whole_games import RANDOM

OPTIONS = st.fixed_dictionaries(
    {
        "schemer": st.sampled_from(["both", "one_effect"]),
        "race_end": st.sampled_from(["third_place", "last_known"]),
        "pond_prize": st.sampled_from(["three_players", "by_place"]),
    }
)
TEAMS = st.lists(st.lists(st.sampled_from(list(DECK)), min_size=4, max_size=4), min_size=6, max_size=6)


def rolls(seats: int, seed: int) -> list[Iterator[int]]:
    """The rolls of each chair, as many as the race needs."""
    lucks = [Random(f"{seed} {seat}") for seat in range(seats)]
    return [iter(lambda luck=luck: int(luck.random() * 4), -1) for luck in lucks]  # type: ignore[misc]


def test_each_chair_has_dice_of_its_own_that_never_end() -> None:
    one, other = (dice(2, Random(1).random) for _ in range(2))
    faces = [next(one[0]) for _ in range(5 * ROLLS)]
    assert set(faces) == {0, 1, 2, 3}
    assert [next(other[1]) for _ in range(9)] == [next(one[1]) for _ in range(9)]


def by_rules(state: State, dice: list[Iterator[int]]) -> list[Event]:
    """The rest of a race by the rules, with the schemer used as in a sprint."""
    told: list[Event] = []
    for _ in range(LONGEST):
        phase = state.phase
        answer: Intent | None = None
        if type(phase) is Rolling:
            answer = Roll(seat=phase.seat, face=1 + next(dice[phase.seat - 1]))
        elif type(phase) is Scheming:
            answer = schemed(state, phase.seat)
        if answer is None or any(type(event) is events.RaceEnded for event in told):
            break
        for event, after in unfold(RULES, state, RULES.answered(state, answer)):
            told.append(event)
            state = after
    return told


def schemed(state: State, seat: Seat) -> Intent:
    sprint = Sprint(state)
    foremost = sprint.foremost(seat - 1, sprint.finished + sprint.ponded)
    answer = Scheme(seat=seat, steps=((seat, 2), *([(foremost + 1, -2)] if foremost >= 0 else [])))
    question = RULES.question(state)
    assert question is not None
    assert question.form.refused(answer) is None
    return answer


@RANDOM
@given(st.integers(3, 6), st.integers(1, RACES), TEAMS, st.tuples(OPTIONS, BOARDS), st.integers(0, 1 << 16))
def test_the_same_dice_bring_the_same_prizes(
    seats: int, number: int, teams: list[list[str]], settled: tuple[dict[str, str], dict[str, object]], seed: int
) -> None:
    options, board = settled
    state = race(seats, number=number, board=board, **options)  # type: ignore[arg-type]  # any of the options
    for seat in range(1, seats + 1):
        state = with_display(state, seat, *teams[seat - 1])
    same_prizes(state, seed)


@pytest.mark.parametrize("pond_prize", ["three_players", "by_place"])
@pytest.mark.parametrize("race_end", ["third_place", "last_known"])
@pytest.mark.parametrize("schemer", ["both", "one_effect"])
def test_by_every_rule_of_a_race(schemer: str, race_end: str, pond_prize: str) -> None:
    luck = Random(1)
    for seed in range(5):
        state = race(5, schemer=schemer, race_end=race_end, pond_prize=pond_prize)
        for seat in range(1, 6):
            state = with_display(state, seat, *luck.choices(list(DECK), k=4))
        same_prizes(state, seed)


def same_prizes(state: State, seed: int) -> None:
    seats = state.seats
    sprint = Sprint(state)
    assert isinstance(state.phase, Rolling)
    sprint.run(state.phase.seat - 1, rolls(seats, seed))
    told = by_rules(state, rolls(seats, seed))
    if not sprint.is_over:
        assert len(told) > LONGEST / 4, "it went on for ever"
        return
    (ended,) = [event for event in told if isinstance(event, events.RaceEnded)]
    paid = {(event.seat - 1, event.amount) for event in told if isinstance(event, events.Paid)}
    assert {(chair, amount) for chair, amount in sprint.prizes if amount} == paid
    assert ended.race == sprint.race


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
