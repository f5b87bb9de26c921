"""The sandglass: turned with each question, alike for all who are asked, and still while a menu lies over it."""

from __future__ import annotations

import pytest

from companion.games.cat_royal.state import State
from companion.kit.text import speak
from companion.kit.view import Sand
from companion.match.session import Session
from companion.table.afar import Reply
from companion.table.ports import Settings
from companion.table.sandglass import Sandglass
from companion.table.screens.kept_choice import GLASSES
from companion.testing.whole_games import NAMES, SEED
from tests.companion.games.cat_royal.positions import RULES
from tests.companion.games.cat_royal.test_handing import dealt
from tests.companion.table.at_the_table import HOLD_S, Hands, Measured, People, bidding, choose, open_menu, plain_race


def with_a_glass(minutes: int = 1, table: People | None = None) -> People:
    """An auction, Hans on turn, after the menu has set this sandglass."""
    table = table or bidding()
    open_menu(table)
    choose(table, "Sandglass")
    table.hold(1)
    choose(table, speak(GLASSES[60 * minutes], str))
    table.hold(1)
    table.read()
    return table


# --- the glass -------------------------------------------------------------------------------------------------------


def test_it_runs_while_the_question_is_seen_and_stands_still_while_it_is_not() -> None:
    glass = Sandglass()
    glass.tick(1, 60, 100.0, runs=True)
    assert glass.sand == Sand(160.0, 60)
    glass.tick(1, 60, 110.0, runs=True)
    assert glass.sand == Sand(160.0, 60), "the same sand, so no face has anything new to draw"
    glass.tick(1, 60, 120.0, runs=False)
    assert glass.sand is None
    glass.tick(1, 60, 500.0, runs=True)
    assert glass.sand == Sand(540.0, 60)
    glass.tick(1, 60, 600.0, runs=True)
    assert glass.sand.left(600.0) == 0.0, "nothing else happens"
    glass.tick(1, 60, 610.0, runs=False)
    glass.tick(1, 60, 620.0, runs=True)
    assert glass.sand == Sand(620.0, 60), "it is not turned by a menu"


def test_a_new_question_or_another_glass_turns_it() -> None:
    glass = Sandglass()
    glass.tick(1, 60, 100.0, runs=True)
    glass.tick(2, 60, 130.0, runs=True)
    assert glass.sand == Sand(190.0, 60)
    glass.tick(2, 180, 140.0, runs=True)
    assert glass.sand == Sand(320.0, 180)


@pytest.mark.parametrize(("nth", "lasts_s"), [(None, 60), (1, 0)])
def test_there_is_none_for_nobody_and_none_if_the_table_wants_none(nth: int | None, lasts_s: int) -> None:
    glass = Sandglass()
    glass.tick(1, 60, 100.0, runs=True)
    glass.tick(nth, lasts_s, 110.0, runs=True)
    assert glass.sand is None


@pytest.mark.parametrize(("t", "left"), [(90.0, 1.0), (100.0, 1.0), (130.0, 0.5), (160.0, 0.0), (900.0, 0.0)])
def test_how_much_is_left(t: float, left: float) -> None:
    assert Sand(160.0, 60).left(t) == left


# --- at the table ----------------------------------------------------------------------------------------------------


def test_it_is_off_until_somebody_wants_it() -> None:
    table = bidding()
    for _ in range(4):
        table.wait(20.0)
        assert table.table.sand is None
    before = table.table.next_deadline(table.t)
    with_a_glass(1, table)
    with_a_glass(0, table)
    assert table.table.sand is None
    assert table.table.next_deadline(table.t) == before


@pytest.mark.parametrize(("taps", "seconds"), [(1, 60), (2, 120), (3, 180)])
def test_the_menu_offers_three_and_keeps_the_chosen_one(taps: int, seconds: int) -> None:
    table = with_a_glass(taps)
    assert Measured(seconds) in table.paper.calls
    assert table.table.sand is not None
    assert table.table.sand.lasts_s == seconds
    open_menu(table)
    choose(table, "Sandglass")
    assert speak(table.view.lines[1], str) == f"{taps} minute" + "s" * (taps > 1)


def test_the_next_player_gets_a_full_glass_and_it_is_never_a_rule() -> None:
    table = with_a_glass()
    table.wait(45.0)
    table.hold(1)
    table.read()
    table.wait(0.1)
    sand = table.table.sand
    assert sand is not None
    assert sand.left(table.t) > 0.98
    table.wait(3600.0)
    assert table.turn == 2, "nobody is hurried"


def test_menu_and_pause_stop_it() -> None:
    table = with_a_glass()
    table.wait(20.0)
    assert table.table.sand is not None
    open_menu(table)
    table.wait(0.1)
    assert table.table.sand is None
    choose(table, "Pause")
    table.hold(3)
    table.wait(3600.0)
    assert table.table.sand is None
    table.tap(3)
    table.wait(0.1)
    sand = table.table.sand
    assert sand is not None
    assert 0.5 < sand.left(table.t) < 0.7


def test_a_throw_of_the_die_and_a_bot_need_none() -> None:
    table = People(plain_race())
    with_a_glass(1, table)
    table.wait(1.0)
    assert table.table.sand is None
    table = with_a_glass()
    game = table.table._layers.game
    assert game is not None
    game.hand_over(1, "simple", table.t)
    table.wait(0.1)
    assert table.table.sand is None


def choosing() -> Hands[State]:
    """Four choose a card for their partners, all at once and in secret."""
    duties = {"cards": "box"}
    table = Hands(RULES, Settings(("en",), NAMES, duties, {}, HOLD_S, 2.0, 5.0, sandglass_s=60))  # type: ignore[arg-type]
    table.table.go_on(Session(RULES, SEED, dealt()), (1, 2, 3, 4), table.t)
    table.read()
    table.wait(0.1)
    return table


def test_of_several_it_runs_for_all_alike_until_the_last_has_answered() -> None:
    table, slower = choosing(), choosing()
    sand = table.table.sand
    assert sand is not None
    for seat in (3, 1, 4):
        table.wait(5.0)
        slower.wait(5.0)
        assert table.table.playing is not None
        moment = table.table.playing.asked_at[seat - 1]
        assert table.table.answer(seat, Reply(moment, (seat - 1,), is_said=True), table.t) is None
        table.wait(0.1)
        slower.wait(0.1)
        assert table.table.sand == slower.table.sand == sand, "who has chosen, and what, is not told"
