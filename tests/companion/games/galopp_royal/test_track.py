"""The board as lights; `test_view` has the ways of the chairs."""

from __future__ import annotations

import pytest

from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.track import chairs
from companion.kit.event import BySeat
from tests.companion.games.galopp_royal.positions import carry, play, race, scheme


def drafted(at: tuple[int | str, ...], *steps: tuple[int, int]) -> dict[int, str]:
    """Where the schemer of seat 1 would move chairs that stand like this."""
    state = play(race(len(at), chairs=at), carry(SCHEMER, 1))
    tokens = chairs(state, scheme(1, *steps)).tokens
    assert [(token.seat, token.space, token.way) for token in tokens] == [
        (token.seat, token.space, token.way) for token in chairs(state).tokens
    ], "nobody has moved"
    return {token.seat: token.aim for token in tokens if token.mark == "drafted"}


def test_a_use_of_the_schemer_shows_where_the_chairs_would_stand() -> None:
    assert drafted((5, 8, 7, 6), (1, 2), (2, -1), (4, -1)) == {1: "7", 2: "7", 4: "5"}
    assert drafted((5, 8, 7, 6), (1, 2)) == {1: "7"}


@pytest.mark.parametrize(
    ("at", "steps", "aims"),
    [
        ((2, 8, 7), ((1, -2), (2, 2)), {1: "0", 2: "10"}),
        ((19, 8, 7), ((1, 2),), {1: "I"}),
        ((5, "F1", 18, 19), ((1, -2), (4, 1), (3, 1)), {1: "3", 3: "19", 4: "II"}),
        ((5, 19, 19, 7), ((1, -2), (2, 1), (3, 1)), {1: "3", 2: "I", 3: "II"}),
        ((5, "F1", "F2", "F3", 19, 7), ((1, -2), (5, 2)), {1: "3", 5: "21"}),
    ],
)
def test_a_chair_would_fall_into_the_pond_or_stand_on_the_podium(
    at: tuple[int | str, ...], steps: BySeat[int], aims: dict[int, str]
) -> None:
    assert drafted(at, *steps) == aims


def test_without_a_draft_nothing_is_aimed_at() -> None:
    assert {(token.mark, token.aim) for token in chairs(race(4)).tokens} == {(None, "")}
