"""One seat with a single switch plays whole games beside seats with two keys; `-rP` shows the pace."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.events import Bid
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.rules import Rules
from companion.kit.text import text, verbatim
from companion.kit.view import Legend, View, Wish
from companion.match.history import Step, Undo
from companion.match.session import Session
from companion.table import scanner
from companion.table.controls import NEXT, Press
from companion.table.scene import SwitchScene
from companion.table.screens.consenting import SAYS
from companion.table.screens.pause import Pause
from companion.table.screens.reading import KEYS, Reading
from companion.testing.whole_games import SEED
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.table.at_the_table import plain_race
from tests.companion.table.one_switch import OneSwitch, presses


@pytest.mark.parametrize("rules", [GALOPP_ROYAL, CAT_ROYAL], ids=lambda rules: rules.name)
def test_a_whole_game_is_played_by_one_switch(rules: Rules[object]) -> None:
    table = OneSwitch(rules)
    table.sit()
    spent = table.play()
    others = [each for seat in (2, 3, 4) for each in spent[seat]]
    print(f"{len(spent[1])} decisions, {mean(spent[1]):.1f} s each; the others {mean(others):.1f} s", table.took)
    assert len(spent[1]) > 20
    table.read()
    table.until("Players")
    assert table.table.session is None


@pytest.mark.parametrize("rules", [GALOPP_ROYAL, CAT_ROYAL], ids=lambda rules: rules.name)
def test_two_single_switches_play_a_whole_game_beside_each_other(rules: Rules[object]) -> None:
    table = OneSwitch(rules, seats=3, pairs=(1, 3), deals=5)
    table.sit()
    spent = table.play()
    print(f"{mean([*spent[1], *spent[3]]):.1f} s each; the other {mean(spent[2]):.1f} s", table.took)
    assert min(len(spent[1]), len(spent[3])) > 15


@pytest.mark.parametrize("rules", [GALOPP_ROYAL, CAT_ROYAL], ids=lambda rules: rules.name)
def test_in_a_whole_game_it_undoes_what_it_has_decided_and_plays_on(rules: Rules[object]) -> None:
    table = OneSwitch(rules, seats=3, deals=3)
    table.sit()
    times = [20, 50]
    """After so many entries it undoes its next decision."""

    def think_twice() -> None:
        last, scene = table.paper.entries[-1], table.scanner().scene(table.t)
        is_own = isinstance(last, Step) and last.seat == 1
        if not times or len(table.paper.entries) < times[0] or not is_own or scene is None or scene.open is not None:
            return
        times.pop(0)
        if scene.is_for:
            table.until("More")
        table.until("Undo")
        table.until("Undo")
        assert isinstance(table.paper.entries[-1], Undo)
        assert table.turn == 1, "it decides again"

    table.play(think_twice)
    assert not times


# --- what it reaches, and what it leaves alone -----------------------------------------------------------------------


def at_the_auction() -> OneSwitch:
    """The switch is asked for its first bid."""
    table = OneSwitch(GALOPP_ROYAL)
    table.sit()
    table.read()
    assert table.turn == 1
    return table


def test_a_press_that_wakes_takes_nothing_and_two_rounds_without_one_are_a_rest() -> None:
    table = at_the_auction()
    table.wait(1.0)
    assert table.offer is not None
    for _ in range(600):
        table.wait(0.1)
    assert table.offer is None
    assert table.view.legend == Legend(green_tap=NEXT)
    assert not table.view.is_draft
    before = len(table.paper.entries)
    table.click()
    assert table.offer is not None
    assert len(table.paper.entries) == before


def test_what_has_just_come_up_is_not_taken() -> None:
    table = at_the_auction()
    while table.offer is None or table.offer.words != text("Pass"):
        table.wait(0.05)
    before = len(table.paper.entries)
    table.click()
    assert len(table.paper.entries) == before
    table.wait(0.2)
    table.click()
    assert len(table.paper.entries) > before


def test_a_look_is_private_and_lasts_until_a_press() -> None:
    table = at_the_auction()
    table.until("Look")
    game = table.table._layers.game
    assert game is not None
    table.wait(1.0)
    table.wait(0.5)
    assert game.is_private
    table.click()
    assert not game.is_private
    table.until("Look")
    table.wait(60.0)
    for _ in range(60):
        table.wait(1.0)
    assert not game.is_private


def test_it_turns_pages_undoes_and_says_nothing_it_did_not_choose() -> None:
    table = at_the_auction()
    table.until("Pass")
    table.read()
    table.until("Page")
    assert table.table.pages.is_open
    table.wait(0.5)
    table.click()
    assert table.table.pages.is_open
    table.wait(10.0)
    table.until("Undo")
    for _ in range(30):
        table.wait(0.2)
    assert not table.table._layers.table_key.is_undoing
    assert not isinstance(table.paper.entries[-1], Undo)
    table.until("Undo")
    table.until("Undo")
    assert isinstance(table.paper.entries[-1], Undo)


def test_it_opens_the_menu_and_leaves_it() -> None:
    table = at_the_auction()
    table.until("More")
    table.until("Menu")
    assert table.view.title == text("Menu")
    table.wait(0.5)
    table.until("More")
    table.until("Leave")
    assert table.view.title != text("Menu")


def test_any_key_goes_on_means_this_one_too() -> None:
    table = at_the_auction()
    table.table._layers._overlay = Pause(1)
    table.click()
    assert not table.table._layers.is_overlaid


def test_the_other_key_of_the_pair_does_nothing() -> None:
    table = at_the_auction()
    table.hold(1, "red")
    assert table.turn == 1


def test_a_switch_that_is_stuck_throws_no_die() -> None:
    table = OneSwitch(GALOPP_ROYAL)
    table.table.go_on(Session(RULES, SEED, plain_race()), (1, 2, 3, 4), table.t)
    table.read()
    while table.turn != 1:
        table.hold(table.turn or 0)
        table.read()
    while table.offer is None or table.offer.words != text("Roll"):
        table.wait(0.1)
    table.wait(0.3)
    table.press(1, "green", "down")
    table.wait(3.0)
    before = len(table.paper.entries)
    table.press(1, "green", "withdrawn")
    assert len(table.paper.entries) == before


def test_a_voice_says_it_again() -> None:
    table = at_the_auction()
    table.table._switches.talks = lambda: True
    table.until("More")
    table.until("Say again")
    assert table.table.wish == Wish("again", 1)


def test_a_seat_that_waits_is_offered_its_own_by_name() -> None:
    table = at_the_auction()
    table.until("Pass")
    table.read()
    assert table.turn != 1
    table.click()
    assert table.view.notice is not None
    assert table.offer is not None


@pytest.mark.parametrize("rules", [GALOPP_ROYAL, CAT_ROYAL], ids=lambda rules: rules.name)
@pytest.mark.parametrize("number", range(3))
def test_random_presses_do_only_what_two_keys_could(rules: Rules[object], number: int) -> None:
    table, luck = OneSwitch(rules), Random(number)
    table.sit()
    layers = table.table._layers
    passed, allowed = layers.press, {"down", "tap", "hold", "release", "withdrawn"}
    down: set[tuple[int, str]] = set()

    def watched(press: Press, t: float) -> None:
        """Each key goes down before it is held or comes up, and no other pair is touched."""
        assert press.pair in {0, 1}
        assert press.kind in allowed
        key = (press.pair, press.key)
        assert (key in down) == (press.kind != "down")
        if press.kind == "down":
            down.add(key)
        elif press.kind != "hold":
            down.discard(key)
        passed(press, t)

    layers.press = watched  # type: ignore[method-assign]
    for _ in range(150):
        presses(table, luck)
        if table.table.request is not None:
            return


def test_the_coins_end_and_nothing_is_drafted() -> None:
    table = at_the_auction()
    table.until("10")
    assert table.view.legend == Legend(green_tap=verbatim("10"))
    for _ in range(200):
        table.wait(0.25)
        assert not table.view.is_draft
    assert table.offer is None


def test_coin_by_coin_it_bids_and_higher_ones_come_on_request() -> None:
    table = at_the_auction()
    table.until("Higher")
    table.until("40")
    table.until("43")
    assert Bid(1, 43) in table.happened()


def test_more_coins_than_its_player_has_lead_to_all_that_there_are() -> None:
    table = at_the_auction()
    before = len(table.paper.entries)
    table.until("Higher")
    table.until("50")
    table.until("53")
    assert len(table.paper.entries) == before
    assert not table.view.is_draft
    assert table.view.legend == Legend(green_tap=verbatim("50"))
    table.until("50")
    assert Bid(1, 50) in table.happened()


def test_rounds_of_more_end_too() -> None:
    table = at_the_auction()
    table.table._switches.talks = lambda: True
    table.until("More")
    for _ in range(200):
        table.wait(0.25)
    assert table.offer is None
    table.until("More")
    table.until("Menu")
    table.until("More")
    for _ in range(200):
        table.wait(0.25)
    assert table.offer is None
    assert table.table._layers.is_overlaid


def test_it_is_read_to_at_its_own_pace() -> None:
    table = at_the_auction()
    table.table._layers._overlay = Reading(KEYS, lambda _: None)
    for _ in KEYS:
        assert table.table._layers.is_overlaid
        table.click()
    assert not table.table._layers.is_overlaid


def test_a_page_that_somebody_else_reads_is_closed_and_nothing_is_taken() -> None:
    table = at_the_auction()
    table.tap(0, "table")
    assert table.table.pages.is_open
    before = len(table.paper.entries)
    table.click()
    assert not table.table.pages.is_open
    assert len(table.paper.entries) == before


def test_its_player_is_asked_to_agree_and_agrees() -> None:
    table = OneSwitch(GALOPP_ROYAL)
    table.table.go_on(Session(RULES, SEED, plain_race()), (1, 2, 3, 4), table.t)
    table.read()
    table.until("Roll")
    table.read()
    while table.turn != 1:
        table.hold(table.turn or 0)
        table.read()
    table.undo()
    assert table.table.consenting is not None
    table.until(SAYS[0].id)
    assert isinstance(table.paper.entries[-1], Undo)


def test_while_a_bot_plays_there_it_still_opens_the_menu() -> None:
    table = at_the_auction()
    playing = table.table.playing
    assert playing is not None
    playing.bots = {1: "simple"}
    table.wait(1.0)
    table.until("Menu")
    assert table.view.title == text("Menu")


def test_before_it_has_joined_its_words_stand_in_place_of_the_keys() -> None:
    table = OneSwitch(GALOPP_ROYAL)
    assert table.view.legend != Legend(green_tap=text("join"))
    table.click()
    assert table.view.legend == Legend(green_tap=text("join"))


def test_without_a_game_there_is_nothing_to_undo() -> None:
    scene = SwitchScene((), Legend(), View(text("Who plays?")), is_for=False, is_game=False)
    assert [offer.words for offer in scene.seldom] == [text("Page"), text("Menu")]


def test_a_list_without_an_end_is_left_after_some_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "LONGEST", 2)
    table = at_the_auction()
    table.until("More")
    table.until("Menu")
    for _ in range(40):
        table.wait(0.25)
    table.until("More")
    table.until("Leave")
    assert table.view.title != text("Menu")
