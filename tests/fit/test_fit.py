"""The fit: known weights are found again, a small fit agrees with the one in use, and a check tells what is wrong."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.cat_royal import fitted as of_cat_royal
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal import fitted as of_galopp_royal
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.logit import chances
from companion.kit.rules import Rules
from companion.study.executors import Alone
from tests.companion.games.nim import NIM
from tests.fit.__main__ import by_stage, main
from tests.fit.likelihood import calibrated, fit, solved
from tests.fit.moments import Kind, Moment, moments

TRUE = (0.5, -1.0)


def drawn(count: int, seed: int = 1) -> list[Moment]:
    """Moments of which the winner is drawn by the true weights."""
    rng = Random(seed)
    found = []
    for game in range(count):
        numbers = tuple((rng.gauss(0, 2), rng.gauss(0, 1)) for _ in range(4))
        said = chances(TRUE, numbers)
        winner = rng.choices(range(4), said)[0]
        found.append(Moment(game, "", numbers, said, tuple(float(seat == winner) for seat in range(4))))
    return found


def test_equations_are_solved() -> None:
    assert solved([[0, 2], [4, 1]], [6, 7]) == pytest.approx([1, 3])


def test_known_weights_are_found_within_their_errors() -> None:
    weights, errors, count = fit(drawn(3000))
    assert count == 3000
    assert all(error < 0.05 for error in errors)
    assert all(abs(found - true) < 3 * error for found, true, error in zip(weights, TRUE, errors, strict=True))


def test_what_is_said_is_held_against_what_came() -> None:
    honest = drawn(3000)
    bins, error = calibrated(honest)
    assert sum(each.seats for each in bins) == 4 * 3000
    assert error < 0.02
    boasting = [moment._replace(chances=tuple(said**2 for said in moment.chances)) for moment in honest]
    assert calibrated(boasting)[1] > 0.05


def test_what_is_said_again_in_the_same_game_is_no_further_evidence() -> None:
    once = drawn(300)
    bins, again = calibrated(once)[0], calibrated(once * 9)[0]
    assert [each.seats for each in again] == [9 * each.seats for each in bins]
    for one, other in zip(bins, again, strict=True):
        assert (one.low, one.high) == pytest.approx((other.low, other.high))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("rules", "players", "games", "stage", "used"),
    [
        (GALOPP_ROYAL, 4, 60, "before 6", of_galopp_royal.FITTED),
        (GALOPP_ROYAL, 3, 60, "sale 4", of_galopp_royal.FITTED),
        (CAT_ROYAL, 2, 60, "3 home", of_cat_royal.FITTED),
    ],
)
def test_a_small_fit_agrees_with_the_weights_in_use(
    rules: Rules[Any], players: int, games: int, stage: str, used: dict[int, dict[str, tuple[float, ...]]]
) -> None:
    kind = Kind(rules, players, rules.rulebooks[0], "other", is_checked=False)
    seen = by_stage(list(moments(kind, games, Alone())))
    weights, errors, count = fit(seen[stage])
    assert count > games // 2
    for found, error, of in zip(weights, errors, used[players][stage], strict=True):
        assert abs(found - of) < 3.5 * error


def test_the_weights_are_written_as_a_module(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["galopp-royal", "--players", "3", "--games", "30", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    found: dict[str, dict[int, dict[str, tuple[float, ...]]]] = {}
    exec(told, found)  # noqa: S102  # what was just made
    assert {*found["FITTED"][3]} == {*of_galopp_royal.FITTED[3]}
    assert "fitted to 30 games" in told


def test_a_check_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cat-royal", "--players", "2", "--games", "10", "--jobs", "1", "--check"]) == 0
    told = capsys.readouterr().out
    assert "Cat Royal, 2 players, manual, 10 games" in told
    assert "expected calibration error 0." in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["whist"], "whist"),
        (["cat-royal", "--players", "2", "--write"], "--players would leave out the others."),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) != 0
    assert said in capsys.readouterr().err


def test_a_game_without_prospects_has_nothing_to_fit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.fit.__main__.find_rules", lambda _: NIM)
    assert main(["nim", "--check"]) != 0
    assert "nim: expected a game that names `prospects`; it has none to fit." in capsys.readouterr().err
