"""Records of the house: kept at the end of a game, told when broken, never by bots, and not by the first game."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.ending import Closing
from companion.kit.best import Best
from companion.kit.policy import Bots
from companion.kit.text import text
from companion.match.session import Session
from companion.table.bests import HouseRecords
from companion.testing.whole_games import SEED
from tests.companion.games.galopp_royal.positions import RULES, race
from tests.companion.games.nim import NIM
from tests.companion.games.whole_games import sitting
from tests.companion.table.at_the_table import Paper, People, Surpassed

OVER = Session(RULES, SEED, replace(race(4, number=6), phase=Closing()))


def at_the_end(kept: dict[str, int], bots: Bots) -> tuple[list[object], list[object]]:
    """What is told, and kept, at the end of a game in which all have 50 coins."""
    table = People()
    settings, paper, session = replace(table.settings, bests=kept), Paper(), OVER
    while (made := session.automatic()) is not None:
        session = session.apply(made)
    told = HouseRecords(settings, paper).broken(session, bots)
    return list(told), list(paper.calls)


def test_a_record_is_told_when_it_is_broken_and_the_first_of_all_is_only_kept() -> None:
    coins = max(OVER.state.money.purses)
    kept = [Surpassed("galopp-royal", {"coins": coins})]
    assert at_the_end({}, {}) == ([], kept)
    assert at_the_end({"coins": coins}, {}) == ([], [])
    assert at_the_end({"coins": coins - 1}, {}) == ([text("Most coins ever: {n}.", n=coins)], kept)


def test_bots_break_none() -> None:
    assert at_the_end({"coins": 0}, dict.fromkeys(range(1, 5), "simple")) == ([], [])


def test_it_stands_at_the_end_of_a_game() -> None:
    table = People()
    table.table.joining._house = HouseRecords(replace(table.settings, bests={"coins": 1}), table.paper)
    table.table.go_on(OVER, (1, 2, 3, 4), table.t)
    said = set()
    for _ in range(100):
        said.add(table.view.notice)
        table.wait(0.5)
    assert text("Most coins ever: {n}.", n=max(OVER.state.money.purses)) in said


def test_the_dearest_team_is_the_first_at_that_price() -> None:
    start = race(4)
    sold = [(start, events.Sold(seat, price, ())) for seat, price in ((1, 7), (3, 31), (4, 31))]
    assert list(RULES.bests(sold)) == [Best("team", 31, 3, text("Dearest team ever: {n}.", n=31))]


def test_a_game_names_none_unless_it_says_so() -> None:
    assert list(NIM.bests([(NIM.begin(sitting(2), {}), events.Unsold(()))])) == []
