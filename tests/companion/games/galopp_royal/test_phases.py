"""What is out of turn in every phase, and coins put right by hand."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Assigning, Bidding, Dealing, Laying
from companion.games.galopp_royal.ending import Closing, Over
from companion.games.galopp_royal.exchange import Drawing, Removing
from companion.games.galopp_royal.phases import AnyPhase, comes_next
from companion.games.galopp_royal.race import Arriving, Bearing, Lining, Rolling, Scheming
from companion.games.galopp_royal.race_end import Paying
from companion.kit.auction import opened
from companion.kit.errors import Impossible
from tests.companion.games.galopp_royal.positions import (
    RULES,
    code,
    correct,
    deal,
    kinds,
    passes,
    play,
    race,
    roll,
    start,
    told,
)

PHASES: list[AnyPhase] = [
    Dealing(1, 0),
    Bidding(opened((1, 2)), ((1, ("1", "2")), (2, ("3", "5"))), (), 0, 0),
    Assigning(1),
    Laying(1, 1, 0),
    Lining(),
    Rolling(1),
    Bearing(1, "1"),
    Scheming(1),
    Arriving(1, (1,)),
    Paying(((1, 1, 20),)),
    Removing(1),
    Drawing(1),
    Closing(),
    Over((1,)),
]
"""One of each kind."""


def test_every_kind_of_phase_is_tried_below() -> None:
    assert [type(phase) for phase in PHASES] == list(get_args(AnyPhase))


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: type(phase).__name__)
def test_an_event_or_an_answer_out_of_its_phase_is_impossible(phase: AnyPhase) -> None:
    state = replace(start(4), phase=phase)
    other = events.RaceBegan(1, 1) if not isinstance(phase, Lining) else events.Passed(1, leaves=False)
    with pytest.raises(Impossible, match="cannot happen in"):
        RULES.evolve(state, other)
    with pytest.raises(Impossible, match="cannot happen in"):
        RULES.answered(state, correct(1, 1))
    assert RULES.objection(state, correct(1, 1)) is None


def test_what_is_not_the_end_of_a_part_has_nothing_after_it() -> None:
    with pytest.raises(Impossible, match="cannot happen in"):
        comes_next(race(), Rolling(1))


def test_a_roll_that_calls_nobody_is_impossible() -> None:
    with pytest.raises(Impossible, match="a bearer on slot 2 of seat 1"):
        RULES.answered(replace(race(), displays=(("1", None, "1", "1"),) * 4), roll(1, 2))


# --- coins put right by hand -----------------------------------------------------------------------------------------


def test_corrected_coins_come_from_the_bank() -> None:
    state = race(4)
    assert told(state, correct(2, -7)) == (events.Corrected(2, -7, "fell under the table"),)
    assert play(state, correct(2, -7)).money.accounts == (-193, 50, 43, 50, 50)
    assert play(state, correct(2, 7)).money.accounts == (-207, 50, 57, 50, 50)


def test_corrected_leaves_the_question_as_it_was() -> None:
    state = race(4)
    assert RULES.question(play(state, correct(2, 5))) == RULES.question(state)


def test_coins_cannot_be_put_right_while_bids_stand_on_them() -> None:
    state = play(start(4), deal("1", "2", "3", "5"))
    assert code(state, correct(1, 5)) == "too_early"
    assert kinds(told(play(state, *passes(1, 2, 3, 4)), correct(1, 5))) == ["corrected"]


def test_nobody_is_corrected_into_debt_or_by_nothing() -> None:
    state = race(4)
    assert code(state, correct(1, -51)) == "too_poor"
    assert code(state, correct(1, 0)) == "too_poor"
    assert kinds(told(state, correct(1, -50))) == ["corrected"]


@pytest.mark.parametrize("payee", [0, 5, -1])
def test_only_a_seat_at_the_table_is_corrected(payee: int) -> None:
    assert code(race(4), correct(payee, 500)) == "no_such_seat"


@pytest.mark.parametrize("payee", [1, 2, 3, 4, 5])
def test_any_seat_at_the_table_is_corrected(payee: int) -> None:
    assert play(race(5), correct(payee, 5)).money.purse(payee) == 55


def test_after_the_end_nothing_is_corrected() -> None:
    state = replace(race(4), phase=Over((1,)))
    assert code(state, correct(1, 5)) == "over"
    assert kinds(told(replace(state, phase=Closing()), correct(1, 5))) == ["corrected"]
