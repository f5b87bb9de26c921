"""Coins corrected by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.ending import Closing, Over
from tests.companion.games.galopp_royal.positions import (
    RULES,
    code,
    correct,
    deal,
    kinds,
    passes,
    play,
    race,
    start,
    told,
)


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
