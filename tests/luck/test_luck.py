"""Luck and skill: shares add up, known ones are found, the better of two is ahead as often as in simulated evenings."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from tests.companion.games.nim import NIM
from tests.luck import shares
from tests.luck.__main__ import main
from tests.luck.evenings import better_is_ahead, standard_error, with_error
from tests.luck.rows import Percent, row, tables
from tests.luck.shares import PLAY, SEAT, Kind, Measured, explained, measured

pytestmark = pytest.mark.untraced

GALOPP = Kind(GALOPP_ROYAL, 3, "de", 1, 2)


@pytest.fixture(autouse=True)
def _few_meetings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "MEETINGS", 2)


def test_without_skill_the_better_one_is_ahead_as_often_as_not() -> None:
    for evenings in (1, 5, 20):
        assert better_is_ahead(1 / 4, 4, evenings) == pytest.approx(0.5)


def test_one_evening_is_decided_by_the_better_one_the_other_or_a_coin() -> None:
    assert better_is_ahead(0.6, 2, 1) == pytest.approx(0.6)
    assert better_is_ahead(0.4, 4, 1) == pytest.approx(0.4 + 0.4 / 2)
    assert better_is_ahead(1.0, 4, 20) == pytest.approx(1)


@pytest.mark.parametrize(("won", "players", "evenings"), [(0.45, 4, 5), (0.6, 2, 4), (0.3, 6, 20)])
def test_it_is_as_in_simulated_evenings(won: float, players: int, evenings: int) -> None:
    rng, other = Random(1), (1 - won) / (players - 1)
    ahead = []
    for _ in range(4000):
        games = rng.choices((1, -1, 0), (won, other, 1 - won - other), k=evenings)
        ahead.append((sum(games) > 0) + (sum(games) == 0) / 2)
    assert better_is_ahead(won, players, evenings) == pytest.approx(fmean(ahead), abs=0.025)


def test_the_error_falls_with_the_root_of_the_games_and_is_never_zero() -> None:
    assert standard_error([1.0, 0.0] * 50) == pytest.approx(0.05, rel=0.02)
    assert standard_error([1.0] * 10) > 0.05
    share, error = with_error([1.0, 0.0, 0.0, 0.0] * 25, 4, 20)
    assert share == pytest.approx(0.5)
    assert 0.1 < error < 0.3


@pytest.mark.parametrize("kind", [GALOPP, Kind(CAT_ROYAL, 2, "app", 1, 2)], ids=["galopp", "cat"])
def test_the_shares_of_a_game_add_up_to_its_result(kind: Kind) -> None:
    parts = explained(kind, 3)
    won, lost = 1 - kind.fair, kind.fair
    assert sum(parts.values()) == pytest.approx(kind.fair * won**2 + (1 - kind.fair) * lost**2)
    assert {SEAT, PLAY} < {*parts}
    assert parts == explained(kind, 3)
    assert parts != explained(kind, 4)


def test_a_game_is_measured_between_equals_and_some_with_a_better_one() -> None:
    found = measured(Kind(CAT_ROYAL, 2, "manual", 1, 2), 0)
    assert len(found.won) == 2
    assert {*found.won} <= {0, 1}
    assert sum(found.explained.values()) == pytest.approx(1 / 4)


def coin(luck: float, play: float, rng: Random) -> Measured:
    """A game of two of which the result is half a victory more or less, by so much luck and so much play."""
    off = rng.gauss(0, 0.1)
    return Measured({"Dice": luck / 4 + off, SEAT: 0.0, PLAY: play / 4 - off}, [float(rng.random() < 0.6)])


def test_known_shares_are_found_within_their_errors() -> None:
    rng = Random(1)
    found = row(GALOPP, [coin(0.7, 0.3, rng) for _ in range(400)])
    assert found.luck == found.sources["Dice"]
    assert abs(found.luck.value - 0.7) < 3 * found.luck.error < 0.1
    assert found.luck.value + found.seat.value + found.play.value == pytest.approx(1)
    assert abs(found.won.value - 0.6) < 3 * found.won.error


def test_a_figure_is_told_with_its_error() -> None:
    assert str(Percent(0.456, 0.021)) == "46 ± 2"


def test_each_kind_is_a_row_and_all_rulebooks_together_one_more() -> None:
    rng = Random(1)
    games = [coin(0.7, 0.3, rng) for _ in range(9)]
    other = [Measured({"Cards": 0.25, PLAY: 0.0}, [1.0])] * 9
    found = {GALOPP: games, Kind(GALOPP_ROYAL, 3, "en", 1, 2): other, Kind(GALOPP_ROYAL, 4, "en", 1, 2): other}
    lines = list(tables(found))
    head, _, *rows = (line.strip("| ").split(" | ") for line in lines[: lines.index("")])
    assert head == ["rulebook", "players", "games", "luck %", "Cards %", "Dice %", "seat %", "play %"]
    assert [each[:3] for each in rows] == [["de", "3", "9"], ["en", "3", "9"], ["en", "4", "9"], ["all", "3", "9"]]
    assert rows[0][4] == "0 ± 0"
    assert rows[-1][4] == "50 ± 0"
    assert len(lines) == 2 * len(lines[: lines.index("")]) + 1


def test_the_command_prints_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["cat-royal", "--players", "2", "--rulebook", "app", "--games", "2", "--playouts", "2", "--jobs", "1"]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "| app | 2 | 2 | " in told
    assert "ahead after 20 %" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["whist"], "whist"),
        (["cat-royal", "--players", "9"], "--players: expected 2 to 4 players; came 9."),
        (["cat-royal", "--rulebook", "whist"], "rulebook must be one of manual, app, dog, not 'whist'"),
        (["cat-royal", "--players", "2", "--rulebook", "app", "--games", "1", "--jobs", "1"], "--games: expected 2"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) != 0
    assert said in capsys.readouterr().err


def test_a_game_without_lots_has_no_luck_to_measure() -> None:
    game = Measured({}, [0.0])
    with pytest.raises(Exception, match="nim: expected a game in which lots are drawn; none was"):
        row(Kind(NIM, 2, "", 1, 2), [game, game])
