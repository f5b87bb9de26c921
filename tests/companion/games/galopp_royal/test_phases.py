"""The table of phases, and what is out of turn in every phase."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.phases import PHASES, evolve
from companion.games.galopp_royal.state import Closing, Over, Phase, State
from companion.kit.errors import Impossible
from companion.kit.event import Event
from tests.companion.games.galopp_royal.table import RULES, code, correct, deal, kinds, passes, play, race, start, told
from tests.companion.games.play import finish


def test_every_phase_stands_in_the_table() -> None:
    assert set(PHASES) == set(get_args(Phase))


def test_every_step_of_the_table_is_taken_in_some_game() -> None:
    taken: set[tuple[type, type]] = set()

    def watch(before: State, event: Event, after: State) -> None:
        if not isinstance(event, events.Reshuffled):
            taken.add((type(before.phase), type(after.phase)))

    nothing = {"finishes": [6, 7, 8, 9, 10, 11], "start": 3, "prizes": [[0, 0, 0]] * 6}
    for number in range(12):
        finish(RULES, start(3 + number % 4), number, watch)
        finish(RULES, start(3 + number % 4, board=nothing), number, watch)
    assert taken == {(phase, following) for phase, doing in PHASES.items() for following in doing.leads_to}


@pytest.mark.parametrize("event", [events.Bid(1, 1), events.Rolled(1, 1, "1"), events.Dealt(0, 1, (), ())])
@pytest.mark.parametrize("phase", [Over((1,)), Closing()])
def test_an_event_out_of_its_phase_is_impossible(event: Event, phase: Phase) -> None:
    with pytest.raises(Impossible, match="cannot happen in"):
        evolve(replace(start(4), phase=phase), event)


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


def test_after_the_end_nothing_is_corrected() -> None:
    state = replace(race(4), phase=Over((1,)))
    assert code(state, correct(1, 5)) == "over"
    assert kinds(told(replace(state, phase=Closing()), correct(1, 5))) == ["corrected"]
