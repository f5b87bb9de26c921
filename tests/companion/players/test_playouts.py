"""Rests of a game: how often each seat wins, and how certain that is."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.players.play import begin
from companion.players.playouts import LONGEST, PARTS, SeatOdds, error, odds, won
from tests.companion.games.nim import State
from tests.companion.games.won_nim import WON_NIM, WonNim

START = begin(WON_NIM, 2, ("Hans", "Pia"), {})


@pytest.mark.parametrize(("left", "chance"), [(1, 1.0), (2, 1 / 2), (3, 1 / 4), (4, 5 / 8)])
def test_who_draws_wins_as_often_as_reckoned_by_hand(left: int, chance: float) -> None:
    """On turn before m matches: p(1) = 1, p(2) = 1/2, p(m) = 1 - (p(m - 1) + p(m - 2)) / 2."""
    found = odds(WON_NIM, replace(START, left=left, is_counted=True), 2, "luck", 4000)
    assert list(found.chances) == pytest.approx([chance, 1 - chance], abs=0.03)


def test_the_same_luck_the_same_odds() -> None:
    one, same, other = (odds(WON_NIM, START, 2, luck, 100) for luck in ("a", "a", "b"))
    assert one == same != other


def test_each_part_has_a_share_of_what_is_played_and_at_least_one() -> None:
    for playouts in (1, PARTS, 2 * PARTS + 3):
        assert len(odds(WON_NIM, START, 2, "luck", playouts).parts) == PARTS


def test_how_sure_it_is() -> None:
    found = odds(WON_NIM, START, 2, "luck", 2000)
    by_hand = (found.chances[0] * (1 - found.chances[0]) / 2000) ** 0.5
    assert error(found.of(1)) == pytest.approx(by_hand, rel=0.5)
    assert error(SeatOdds(((0.5, 0.5),) * PARTS).of(2)) == 0


class Endless(WonNim):
    """Nobody takes a match."""

    def evolve(self, state: State, event: object) -> State:  # noqa: ARG002  # whatever happens
        return state


def test_a_game_that_does_not_end_is_told() -> None:
    with pytest.raises(AssertionError, match=f"more than {LONGEST} answers"):
        won(Endless(), START, 2, Random(1))


class FittedNim(WonNim):
    """Somebody has fitted chances to it."""

    off = 0.1

    def chances(self, state: State) -> tuple[float, float]:  # noqa: ARG002  # the same in all states
        return 0.75, 0.25


def test_after_some_answers_the_fitted_chances_are_taken() -> None:
    far, near = replace(START, left=100, is_counted=True), replace(START, left=1, is_counted=True)
    assert odds(FittedNim(), far, 2, "luck", 100).chances == (0.75, 0.25)
    assert odds(FittedNim(), near, 2, "luck", 100).chances == (1.0, 0.0)
    assert odds(FittedNim(), near, 2, "luck", 100, to_the_end=True).chances == (1.0, 0.0)


def test_a_quarter_of_the_playouts_is_enough_if_they_agree() -> None:
    asked: list[int] = []

    class CountedNim(FittedNim):
        """Counts its playouts."""

        def outlook(self, state: State, chance: object) -> tuple[float, float]:  # noqa: ARG002
            asked.append(1)
            return (0.5, 0.5) if len(asked) % spread else (1.0, 0.0)

    for spread, count in ((10**6, 100), (2, 400)):  # noqa: B007  # the playouts look at it
        asked.clear()
        odds(CountedNim(), START, 2, "luck", 400)
        assert len(asked) == count
