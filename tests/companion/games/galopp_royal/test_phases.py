"""The intents that are out of turn in every phase."""

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
    correct,
    race,
    roll,
    start,
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
"""One phase of each kind."""


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
