"""A report of known games: where it ends, what it is computed from, and that it is reproducible."""

from __future__ import annotations

from functools import cache
from math import hypot
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
from msgspec import json

from companion.games import find_rules
from companion.kit.errors import WrongUse
from companion.kit.rules import Rules
from companion.kit.text import speak
from companion.match import record, referee
from companion.match.report import Report
from companion.players.playouts import PARTS, error, least_error, odds
from companion.study.choices import choices, told_choice
from companion.study.executors import Alone, Executor, Processes
from companion.study.fair_prices import crossing, levelled
from companion.study.report import FAIR, QUICK, SLOW, Study, effort_for
from companion.study.report_sheets import sheets
from companion.study.told import ToldGame, read, stage_of
from companion.testing.whole_games import finish, seated
from tests.companion.games.nim import NIM
from tests.companion.games.won_nim import WON_NIM

RECORDS = Path(__file__).parents[2] / "records"
LEAST = QUICK.scaled(PARTS)._replace(weighed=3)
GALOPP = find_rules("galopp-royal")


def told(rules: Rules[Any], seats: int, number: int, who: Any = "box") -> ToldGame:
    start = rules.begin(seated(rules, seats, who), {})
    text = record.write(rules, start, finish(rules, start, number).entries)
    referee.check(rules, text)
    return read(rules, text)


def report(game: ToldGame, effort: Any = LEAST, who: Executor | None = None) -> Report:
    done: list[int] = []
    study = Study(game, effort, 1)
    found = study.report(who or Alone(), done.append)
    assert sum(done) == study.pieces
    return found


@cache
def known() -> Report:
    return report(told(GALOPP, 3, 7))


@pytest.mark.untraced
@pytest.mark.parametrize("who", ["box", pytest.param("table", marks=[pytest.mark.slow, pytest.mark.in_box_time])])
def test_a_curve_goes_from_the_first_card_to_what_came_of_it(who: str) -> None:
    game = told(GALOPP, 3, 7, who)
    found = known() if who == "box" else report(game)
    assert found.curve[0].n == 0
    won = game.rules.winners(game.moments[-1].states[-1])
    assert found.curve[-1].chances == tuple((seat in won) / len(won) for seat in (1, 2, 3))
    assert all(sum(point.chances) == pytest.approx(1) for point in found.curve)
    assert [point.stage for point in found.curve if point.stage] == list("123456")
    assert [speak(point.name, str) for point in found.curve if point.name] == [f"Race {n}" for n in range(1, 7)]
    assert found.curve[-1].n == sum(len(moment.events) for moment in game.moments)
    assert [luck.seat for luck in found.luck] == [1, 2, 3]
    assert sum(luck.all for luck in found.luck) == pytest.approx(0, abs=1e-9)
    for luck, start, end in zip(found.luck, found.curve[0].chances, found.curve[-1].chances, strict=True):
        assert start + sum(part.change for part in luck.by) + luck.play == pytest.approx(end, abs=1e-9)
    assert [bought.paid for bought in found.bought] == [
        event.price  # type: ignore[attr-defined]
        for moment in game.moments
        for event in moment.events
        if type(event).__name__ == "Sold"
    ]


def test_nobody_is_sure_to_win_before_the_end() -> None:
    *before, end = known().curve
    assert all(min(point.errors) >= max(GALOPP.off, least_error(PARTS)) for point in before)
    assert set(end.errors) == {0.0}
    assert round(1.96 * least_error(20), 3) == 0.087


@pytest.mark.slow
@pytest.mark.in_box_time
def test_two_processes_find_what_one_does() -> None:
    game = told(GALOPP, 3, 7)
    assert json.encode(known()) == json.encode(report(game, who=Processes(2)))


@pytest.mark.slow
@pytest.mark.in_box_time
def test_luck_is_even_in_the_mean_of_many_games() -> None:
    """The dice favour no winner: the luck they give is a martingale."""
    effort = LEAST._replace(weighed=0)
    sums = [report(told(GALOPP, 3, number), effort).luck[0].all for number in range(6)]
    assert abs(fmean(sums)) < 4 * stdev(sums) / 6**0.5


@pytest.mark.untraced
def test_a_game_without_lots_sales_and_a_policy() -> None:
    """Two play Nim: the choice that cost most is the one before the last match, computed by hand."""
    found = report(told(WON_NIM, 2, 3), QUICK._replace(weighed=9))
    assert (found.luck, found.bought) == ((), ())
    assert len(found.curve) == 1 + len(told(WON_NIM, 2, 3).moments)
    for choice in found.choices:
        assert choice.cost <= 1
    assert {sheet.name for sheet in sheets(found)} <= {"chances", "turns", "choices", "players"}


def test_a_game_of_cats_has_its_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    cats = find_rules("cat-royal")
    game = told(cats, 2, 3)
    monkeypatch.setattr(type(cats), "outlook", lambda _self, _state, chance: (drawn := chance(), 1 - drawn))
    found = report(game, SLOW.scaled(PARTS))
    deals = [point.stage for point in found.curve if point.stage]
    assert deals == [str(number) for number in range(1, len(deals) + 1)]
    assert found.bought == ()


def test_as_much_as_a_game_can_bear() -> None:
    assert effort_for(told(GALOPP, 3, 7), None) == QUICK
    assert effort_for(told(find_rules("cat-royal"), 2, 3), None) == FAIR
    assert effort_for(told(WON_NIM, 2, 3), None) == SLOW
    assert effort_for(told(WON_NIM, 2, 3), 300) == SLOW.scaled(300)
    assert SLOW.scaled(300).curve == 300
    assert effort_for(told(GALOPP, 3, 7), None, is_short=True).curve == QUICK.curve // 3


def test_a_long_game_has_its_stages_alone() -> None:
    game = told(GALOPP, 3, 7)
    found = report(game, LEAST._replace(points=7, weighed=0, sale=PARTS))
    assert [point.stage for point in found.curve] == ["", *"123456", ""]
    assert [point.chances for point in found.curve] == [
        point.chances for at, point in enumerate(known().curve) if point.stage or at in (0, len(known().curve) - 1)
    ]


def test_what_nobody_can_report() -> None:
    start = NIM.begin(seated(NIM, 2, "box"), {})
    entries = finish(NIM, start, 3).entries
    with pytest.raises(WrongUse, match="does not tell who has won"):
        read(NIM, record.write(NIM, start, entries))
    with pytest.raises(WrongUse, match="expected a game that is over"):
        read(WON_NIM, record.write(WON_NIM, start, entries[:1]))
    with pytest.raises(WrongUse, match="expected a game that is over"):
        read(WON_NIM, record.write(WON_NIM, start, ()))


def test_it_is_told_in_tables() -> None:
    found = known()
    assert [sheet.name for sheet in sheets(found)][:5] == ["chances", "turns", "luck", "players", "prices"]


def test_a_price_between_two_that_were_tried() -> None:
    assert levelled([0.5, 0.6, 0.4, 0.4]) == pytest.approx([0.55, 0.55, 0.4, 0.4])
    assert crossing((1, 11, 21), (0.6, 0.4, 0.2), 0.5) == 6
    assert crossing((1, 11, 21), (0.6, 0.4, 0.2), 0.7) == 1
    assert crossing((1, 11, 21), (0.6, 0.4, 0.2), 0.1) == 21


def test_every_choice_has_its_words() -> None:
    """A scheme that moves the own chair alone has no short line."""
    game = read(GALOPP, (RECORDS / "random-3-de-real-cards.jsonl").read_text())
    found = [told_choice(GALOPP, each, 1, 0.0, 0.0) for each in choices(game)]
    assert len(found) > 40
    assert all(choice.line and choice.better for choice in found)


@pytest.mark.untraced
def test_to_the_end_nothing_depends_on_fitted_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("somebody asks for fitted chances")

    monkeypatch.setattr(type(GALOPP), "outlook", asked)
    monkeypatch.setattr(type(GALOPP), "chances", asked)
    monkeypatch.setattr(type(GALOPP), "off", 1.0)
    found = report(told(GALOPP, 3, 7), LEAST._replace(weighed=9, points=7, to_the_end=True))
    assert found.players
    assert found.choices
    assert found.error < 0.5
    assert all(luck.error < 0.5 for luck in found.luck)


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("number", [7, 8])
def test_fitted_chances_agree_with_games_played_to_their_end(number: int) -> None:
    """Of all points, one in twenty may lie outside its error. Many lie close together: every third is judged, and twice
    as many may lie outside."""
    game = told(GALOPP, 4, number)
    quick = report(game, QUICK._replace(weighed=0, sale=PARTS))
    states = [moment.states[-1] for moment in game.moments[:-1] if stage_of(GALOPP, moment) is not None]
    points = [*zip(states, quick.curve[1:-1], strict=True)]
    off = []
    for state, point in points[::3]:
        far = odds(GALOPP, state, 4, "far", 1000, to_the_end=True)
        for seat in range(1, 5):
            within = hypot(point.errors[seat - 1], least_error(1000), error(far.of(seat)))
            off.append(abs(point.chances[seat - 1] - far.chances[seat - 1]) > 1.96 * within)
    assert len(points) > 45
    assert sum(off) <= 0.1 * len(off)
