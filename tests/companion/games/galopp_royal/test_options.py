"""The option table (`booklet`), row by row: the effect of each value on the same position."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from companion.games.galopp_royal.booklet import Options
from companion.kit.event import BySeat
from tests.companion.games.galopp_royal.positions import (
    RULES,
    SIX,
    assign,
    bid,
    carry,
    dealt,
    last,
    on_turn,
    opener,
    paid,
    passes,
    play,
    race,
    schemes,
    start,
    start_auction,
    told,
    with_options,
    with_purse,
)


@pytest.mark.parametrize(("option", "openers"), [("clockwise", [5, 5, 5, 1]), ("left_of_winner", [2, 4, 5, 1])])
def test_fr_a2_next_opener_is_counted_from_the_opener_or_from_the_buyer(option: str, openers: list[int]) -> None:
    """Seats 4, 5, 1 and 2 of six have no team, and 4 opens."""
    came = []
    for buyer in (1, 2, 4, 5):
        state = with_options(dealt(start_auction(4, 5, 1, 2)), next_opener=option)
        while len(state.teamless) == 4:
            seat = on_turn(state) or 0
            state = play(state, bid(seat, 1) if seat == buyer else passes(seat)[0])
        came.append(opener(state))
    assert came == openers


BACK = {
    ((1, -2), (2, 2)),
    ((1, -2), (3, 2)),
    ((1, -2), (4, 2)),
    ((1, -2), (2, 1), (3, 1)),
    ((1, -2), (2, 1), (4, 1)),
    ((1, -2), (3, 1), (4, 1)),
}
"""Every push back; chair 4 is too near the pond to be pushed by two."""


@pytest.mark.parametrize(
    ("option", "ahead"),
    [
        (
            "both",
            {
                ((1, 2),),
                ((1, 2), (2, -2)),
                ((1, 2), (3, -2)),
                ((1, 2), (2, -1), (3, -1)),
                ((1, 2), (2, -1), (4, -1)),
                ((1, 2), (3, -1), (4, -1)),
            },
        ),
        (
            "one_effect",
            {
                ((1, 2),),
                ((2, 2),),
                ((3, 2),),
                ((4, 2),),
                ((2, -2),),
                ((3, -2),),
                ((2, -1), (3, -1)),
                ((2, -1), (4, -1)),
                ((3, -1), (4, -1)),
            },
        ),
    ],
)
def test_fr_a1_schemer_moves_itself_and_others_or_only_one_of_the_two(option: str, ahead: set[BySeat[int]]) -> None:
    """Every use is offered once."""
    offered = schemes(with_options(race(4, chairs=(5, 8, 7, 2)), schemer=option))
    assert set(offered) == ahead | BACK
    assert len(offered) == len(ahead | BACK)


@pytest.mark.parametrize(
    ("option", "after_the_third", "after_the_tie"),
    [("third_place", None, 5), ("last_known", None, None)],
)
def test_en_b3_race_end_waits_for_a_hindmost_chair_or_for_the_last_to_be_known(
    option: str, after_the_third: int | None, after_the_tie: int | None
) -> None:
    """Seat 1 is third while 4 and 5 are tied, then 4 parts from 5."""
    state = with_options(race(6, chairs=(18, "F1", "F2", 3, 3, 9)), race_end=option)
    assert last(told(state, carry("3", 1))) == after_the_third
    assert last(told(play(state, carry("3", 1)), carry("1", 4))) == after_the_tie


@pytest.mark.parametrize(
    ("option", "won"),
    [
        ("three_players", [(4, 1, 20)]),
        ("by_place", [(4, 1, 20), (1, 2, 10), (3, 3, 5)]),
    ],
)
def test_b4_pond_prize_is_paid_in_a_game_of_three_or_by_place(option: str, won: list[tuple[int, int, int]]) -> None:
    """Four play, and seat 1 is the third in the pond."""
    state = with_options(race(4, chairs=(2, "P1", "P2", 9)), pond_prize=option)
    assert paid(told(state, carry("-2", 1))) == won


@pytest.mark.parametrize(
    ("option", "laid"),
    [
        ("at_once", {3: [1], 2: [1, 2], 1: [1, 2, 3]}),
        ("when_all_have_one", {3: [], 2: [], 1: [1, 2, 3]}),
    ],
)
def test_nl_a2_start_teams_lie_open_at_once_or_when_all_have_one(option: str, laid: dict[int, list[int]]) -> None:
    """Three play, and each buys a team in turn; the last gets what is left."""
    state, seen = start(3, start_teams=option), {}
    for buyer, without in ((1, 3), (2, 2), (3, 1)):
        if without > 1:
            state = dealt(state)
            while len(state.teamless) == without:
                seat = on_turn(state) or 0
                state = play(state, bid(seat, 1) if seat == buyer else passes(seat)[0])
        else:
            state = play(state, assign(*SIX[:4]))
        seen[without] = [seat for seat, display in enumerate(state.displays, 1) if display]
    assert seen == laid


@pytest.mark.parametrize(
    ("option", "seen"),
    [
        (True, {None: ["9", "50", "50"], 1: ["9", "50", "50"], 2: ["9", "50", "50"]}),
        (False, {None: [""] * 3, 1: ["9", "", ""], 2: ["", "50", ""]}),
    ],
)
def test_setup_open_cash_shows_all_purses_to_all_or_each_seat_its_own(
    option: bool, seen: dict[int | None, list[str]]
) -> None:
    state = with_options(with_purse(dealt(start(3)), 1, 9), open_cash=option)
    assert {viewer: [row.has for row in RULES.view(state, viewer).seats] for viewer in seen} == seen


def test_every_row_of_the_option_table_is_tested_with_every_value() -> None:
    values = {option: set(get_args(kind)) or {True, False} for option, kind in get_type_hints(Options).items()}
    assert {option: _values(option) for option in values} == values


def _values(option: str) -> set[object]:
    """The values for which the test of this row runs."""
    (test,) = [tested for name, tested in globals().items() if f"_{option}_" in name]
    (mark,) = test.pytestmark
    return {row[0] for row in mark.args[1]}
