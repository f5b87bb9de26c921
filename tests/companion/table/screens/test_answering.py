from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.state import State
from companion.kit.setup import Who
from companion.kit.text import text, verbatim
from companion.kit.view import Key, Legend
from companion.match.history import Step
from companion.match.session import Session
from companion.table.choosing import TUMBLE_S
from companion.table.controls import Press, PressKind
from companion.table.notices import NOTICE_S, Notices
from companion.table.playing import Playing
from companion.table.ports import Settings
from companion.table.screens.answering import Answering
from companion.table.slow_presses import HOLD_LONGER
from companion.testing.whole_games import NAMES, SEED, seated
from tests.companion.games.cat_royal.positions import turn
from tests.companion.games.galopp_royal.positions import BEARERS, RULES, in_hand, race, with_purse
from tests.companion.table.at_the_table import (
    HOLD_S,
    Hands,
    Paper,
    People,
    bidding,
    faces,
    open_menu,
    opened,
    say,
)
from tests.companion.table.test_asked import OpenAsides

NOT_YOURS = text("Not your turn.")


# --- an auction ------------------------------------------------------------------------------------------------------


def test_green_taps_draft_one_more_and_red_taps_one_less() -> None:
    table = bidding()
    shown = []
    for key in ("green", "green", "green", "red", "red", "red", "red"):
        table.tap(1, key)
        shown.append((table.view.number, table.view.is_draft))
    assert shown == [
        ("1", True),
        ("2", True),
        ("3", True),
        ("2", True),
        ("1", True),
        ("0", False),
        ("0", False),
    ]
    assert all(isinstance(event, events.Dealt) for event in table.happened())


def test_a_draft_is_no_bid_until_it_is_held() -> None:
    table = bidding()
    table.tap(1, times=4)
    assert isinstance(table.state.phase, Bidding)
    assert table.state.phase.auction.high == 0
    table.hold(1)
    assert table.happened()[-1] == events.Bid(1, 4)
    assert table.turn == 2


def test_a_held_green_key_without_a_draft_bids_the_least_when_the_cards_are_real() -> None:
    table = bidding()
    table.hold(1)
    table.hold(2)
    assert table.happened()[-2:] == [events.Bid(1, 1), events.Bid(2, 2)]


def test_a_held_red_key_passes_with_or_without_a_draft() -> None:
    table = bidding()
    table.hold(1)
    table.tap(2, times=3)
    table.hold(2, "red")
    table.hold(3, "red")
    assert table.happened()[-2:] == [events.Passed(2, leaves=False), events.Passed(3, leaves=False)]


def test_a_draft_goes_no_higher_than_the_purse() -> None:
    table = People(with_purse(opened(), 1, 3))
    table.tap(1, times=9)
    assert table.view.number == "3"
    table.hold(1)
    assert table.happened() == [events.Bid(1, 3)]


def test_a_draft_is_gone_with_its_turn() -> None:
    table = bidding()
    table.tap(1, times=3)
    table.hold(1)
    assert not table.view.is_draft
    table.tap(2)
    assert table.view.number == "4"


@pytest.mark.parametrize("key", ["green", "red"])
@pytest.mark.parametrize("pair", [2, 3, 4, 6])
def test_a_press_out_of_turn_gets_a_notice_and_changes_nothing(pair: int, key: Key) -> None:
    table = bidding()
    table.tap(1, times=2)
    before, written = table.view, list(table.paper.calls)
    table.tap(pair, key)
    assert table.view == replace(before, notice=NOT_YOURS)
    table.hold(pair, key)
    assert table.view == replace(before, notice=NOT_YOURS)
    table.wait(NOTICE_S)
    assert table.view == before
    assert table.paper.calls == written


def test_a_hold_that_is_let_go_too_early_changes_nothing_and_says_so() -> None:
    table = bidding()
    before, written = table.view, list(table.paper.calls)
    for key in ("green", "red"):
        table.down(1, key)
        table.wait(0.5)
        table.let_go(1, key, stage=0)
        assert table.view == replace(before, notice=HOLD_LONGER)
        table.wait(60.0)
    assert table.view == before
    assert table.paper.calls == written


def test_the_screen_says_what_the_keys_do() -> None:
    table = bidding()
    assert table.view.legend == Legend(verbatim("+1"), text("OK"), None, text("Pass"))
    table.tap(1)
    assert table.view.legend == Legend(verbatim("+1"), text("OK"), verbatim("-1"), text("Pass"))
    dealt = bidding("box")
    assert dealt.view.legend == Legend(verbatim("+1"), text("Look"), None, text("Pass"))


def test_a_question_with_one_answer_is_answered_by_the_box_which_says_so() -> None:
    table = People(with_purse(opened(), 2, 4))
    table.bid(1, 4)
    assert table.happened() == [events.Bid(1, 4), events.Passed(2, leaves=False)]
    assert [entry.seat for entry in table.paper.entries if isinstance(entry, Step)] == [1, None]
    assert table.view.notice == text("{name}\tpasses", name="Pia")
    assert table.turn == 3


# --- secrets ---------------------------------------------------------------------------------------------------------


def hand(table: People, seat: int) -> str:
    (card,) = in_hand(table.state, seat)
    return card


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_a_held_green_key_shows_the_own_card_on_turn_and_off_turn(seat: int) -> None:
    table = bidding("box")
    before, written = table.view, list(table.paper.calls)
    table.down(seat)
    assert table.view == before
    table.wait(HOLD_S)
    assert "only you" not in say(table.view)
    table.press(seat, "green", "hold", 1)
    assert (table.view.title, table.view.who, table.view.number) == (text("only you"), seat, hand(table, seat))
    table.wait(9.0)
    assert table.view.title == text("only you")
    table.let_go(seat)
    assert table.view == before
    assert table.paper.calls == written


def test_a_card_is_hidden_the_instant_the_key_is_let_go() -> None:
    table = bidding("box")
    table.reach(3)
    table.press(3, "green", "release", 1)
    assert "only you" not in say(table.view)


def test_a_card_is_hidden_when_no_finger_held_the_key_that_shows_it() -> None:
    table = bidding("box")
    table.reach(3)
    others: list[tuple[int, Key]] = [(4, "green"), (3, "red"), (0, "table")]
    for pair, key in others:
        table.press(pair, key, "withdrawn")
        assert "only you" in say(table.view)
    table.press(3, "green", "withdrawn")
    assert "only you" not in say(table.view)


def test_a_card_of_two_shows_both() -> None:
    table = bidding("box")
    table.bid(1, 1)
    table.passes(2, 3, 4)
    table.bid(2, 1)
    table.passes(3, 4)
    assert table.turn == 3
    table.reach(4)
    assert table.view.lines == (text("your cards"), verbatim("   ".join(in_hand(table.state, 4))))
    assert len(in_hand(table.state, 4)) == 2


def test_another_seat_that_holds_sees_its_own_card_and_not_the_first_one_s() -> None:
    table = bidding("box")
    table.reach(2)
    table.reach(3)
    assert (table.view.who, table.view.number) == (3, hand(table, 3))
    table.let_go(2)
    assert table.view.who == 3
    table.let_go(3)
    assert table.view.title != text("only you")


def test_whoever_has_no_cards_sees_none() -> None:
    table = bidding("box")
    table.bid(1, 1)
    table.passes(2, 3, 4)
    assert table.turn == 2  # Hans has a team and no part in the second auction
    table.reach(1)
    assert table.view.title != text("only you")
    assert table.view.notice == NOT_YOURS


def test_with_a_draft_a_held_green_key_bids_and_shows_nothing() -> None:
    table = bidding("box")
    table.tap(1)
    table.reach(1)
    assert table.view.title != text("only you")
    assert table.happened()[-1] == events.Bid(1, 1)


def test_a_card_that_is_looked_at_goes_when_the_game_goes_on() -> None:
    table = bidding("box")
    table.tap(1)
    table.reach(3)
    table.hold(1)
    assert table.view.title != text("only you")


def test_red_never_shows_a_card() -> None:
    table = bidding("box")
    table.reach(2, "red")
    assert table.view.notice == NOT_YOURS


# --- rolling ---------------------------------------------------------------------------------------------------------


def test_the_die_tumbles_while_green_is_held_and_rolls_when_it_is_let_go() -> None:
    table = People(race(4))
    table.reach(1)
    seen = []
    for _ in range(8):
        assert table.view.is_draft
        seen.append(table.view.number)
        table.wait(TUMBLE_S)
    assert set(seen) == {"1", "2", "3", "4"}
    assert table.paper.calls == []
    table.let_go(1)
    (face,) = faces(table)
    assert (table.view.title, table.view.number) == (text("rolls"), str(face))
    assert isinstance(table.paper.entries[0], Step)
    assert table.paper.entries[0].is_lot


def test_a_die_that_tumbles_is_drawn_again_for_every_face() -> None:
    table = People(race(4))
    table.reach(1)
    deadline = table.table.next_deadline(table.t)
    assert deadline is not None
    assert table.t < deadline <= table.t + TUMBLE_S


@pytest.mark.parametrize("key", ["green", "red"])
def test_letting_go_of_the_die_early_does_not_roll(key: Key) -> None:
    table = People(race(4))
    table.down(1, key)
    table.wait(0.59)
    table.let_go(1, key, stage=0)
    table.tap(1, key)
    assert table.paper.calls == []
    assert table.view.notice == text("Hold ● to roll.")


def test_red_held_does_not_roll() -> None:
    table = People(race(4))
    before = table.view
    table.reach(1, "red")
    assert replace(table.view, bar=None) == before
    table.let_go(1, "red")
    assert table.paper.calls == []


def test_another_finger_does_not_let_the_die_go() -> None:
    table = People(race(4))
    table.reach(1)
    table.hold(2)
    table.tap(3)
    table.hold(1, "red")
    assert table.paper.calls == []
    table.let_go(1)
    assert len(faces(table)) == 1


def test_a_key_still_down_after_its_roll_does_not_roll_again() -> None:
    table = People(race(4))
    table.hold(1)
    table.press(1, "green", "release", 1)
    assert len(faces(table)) == 1


def test_an_answer_of_a_list_is_chosen_and_held() -> None:
    table = People(race(4, die="table"), die="table")
    table.tap(BEARERS.index(SCHEMER) + 1)
    table.hold(1)
    assert table.happened()[-1] == events.Rolled(1, 4, SCHEMER)
    table.tap(1)
    chosen = table.view
    assert chosen.is_draft
    table.tap(1)
    table.hold(1, "red")  # it means nothing here: a slow tap
    assert table.view == chosen
    table.hold(1)
    assert isinstance(table.happened()[-1], events.Moved)
    assert table.turn == 2


# --- fingers that are too early, and looks that must end -------------------------------------------------------------


def test_a_hold_begun_before_the_question_commits_nothing() -> None:
    table = bidding("table")
    table.down(2)
    table.wait(0.3)
    table.hold(1)  # seat 1 bids the least; now it is seat 2's turn
    assert table.turn == 2
    before = len(table.paper.entries)
    table.press(2, "green", "hold", 1)
    assert len(table.paper.entries) == before, "what it would have said was never on the screen"
    table.let_go(2)
    table.hold(2)
    assert len(table.paper.entries) == before + 1


def test_a_hold_begun_over_the_menu_commits_nothing() -> None:
    table = bidding()
    table.tap(1, times=3)
    written = list(table.paper.calls)
    open_menu(table)
    table.down(1)
    table.tap(0, "table")
    table.press(1, "green", "hold", 1)
    assert table.paper.calls == written, "the menu was on the screen, and no bid"
    assert table.view.number == "3"


def test_a_typed_die_is_not_committed_by_a_finger_that_was_down_before() -> None:
    table = People(race(4), die="table")
    table.wait(10.0)
    assert table.turn is not None
    first, second = table.turn, table.turn % 4 + 1
    table.tap(1)
    table.down(second)
    table.wait(0.3)
    table.hold(first)
    while table.turn == first:
        table.hold(first)  # the schemer's owner chooses
    before = len(table.paper.entries)
    table.press(second, "green", "hold", 1)
    assert len(table.paper.entries) == before
    table.let_go(second)
    table.tap(1)
    table.hold(second)
    assert len(table.paper.entries) > before


def test_a_finished_game_is_not_left_by_a_finger_that_was_down_before_its_end_nor_by_a_stranger() -> None:
    table = People(race(4, number=6, turn=3, chairs=("F1", "F2", 24, "P1"), die="table"), die="table")
    table.wait(60.0)
    table.type_in("1")
    table.down(1)
    table.hold(3)
    assert table.turn is None, "the third chair has arrived, which was the last race"
    table.press(1, "green", "hold", 1)
    assert table.table.session is not None, "the hold began before the end was shown"
    table.let_go(1)
    table.hold(6)
    assert table.table.session is not None, "nobody plays at the sixth keys"
    table.hold(1)
    assert table.table.session is None
    assert table.view.title == text("Who plays?"), "no news of the old game stands over joining"


def test_the_table_key_ends_every_look() -> None:
    table = bidding("box")
    table.reach(1)
    assert table.view.title == text("only you")
    table.hold_table(5.2)
    assert table.view.title == text("Menu")
    table.let_go(1)
    table.tap(0, "table")
    assert table.view.title != text("only you")


def test_undo_is_shown_over_a_look() -> None:
    table = bidding("box")
    table.bid(1, 1)
    table.wait(10.0)
    table.reach(3)
    assert table.view.title == text("only you")
    table.down(0, "table")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    assert table.view.lines[1] == text("Let go: undo")


def test_a_draft_is_never_hidden_by_somebody_elses_look() -> None:
    table = bidding("box")
    table.reach(2)
    assert table.view.title == text("only you")
    table.tap(1)
    assert table.view.number == "1"
    assert table.view.who == 1


def test_the_menu_stops_a_tumbling_die() -> None:
    table = People(race(4))
    table.wait(10.0)
    assert table.turn is not None
    seat = table.turn
    table.reach(seat)
    table.hold_table(5.2)
    before = len(table.paper.entries)
    table.let_go(seat)
    table.tap(0, "table")
    assert len(table.paper.entries) == before
    assert table.view.number == People(race(4)).view.number, "it lies still"
    table.hold(seat)
    assert len(table.paper.entries) > before


def test_no_bar_grows_for_the_table_key_in_the_menu() -> None:
    table = bidding()
    open_menu(table)
    table.down(0, "table")
    table.wait(1.5)
    assert table.view.bar is None


# --- by itself -------------------------------------------------------------------------------------------------------


def rolling(die: Who = "box") -> Answering[State]:
    """Seat 1, at the third pair of keys, is about to roll; seat 2 sits at the fifth."""
    session = Session(RULES, SEED, race(4, die=die))
    return Answering(Playing(session, (3, 5, 1, 2), Paper(), Notices(), count()), 0.0)


def press(screen: Answering[Any], pair: int, key: Key, kind: PressKind, t: float = 1.0) -> None:
    assert screen.press(Press(pair, key, kind, 1), t) is screen


def rolls(screen: Answering[State]) -> int:
    return len(screen.session.history.done)


def test_a_die_is_rolled_by_letting_go_after_a_hold() -> None:
    screen = rolling()
    press(screen, 3, "green", "release")
    assert not rolls(screen), "no hold came before"
    press(screen, 3, "green", "hold")
    press(screen, 3, "green", "release")
    assert rolls(screen)


def test_the_die_tumbles_while_it_is_held() -> None:
    screen = rolling()
    press(screen, 3, "green", "hold", 1.0)
    shown = [screen.view(1.0 + TUMBLE_S * beat + 0.01).number for beat in range(12)]
    assert set(shown) == {"1", "2", "3", "4"}
    assert screen.next_deadline(2.0) == 2.0 + TUMBLE_S


@pytest.mark.parametrize(("pair", "key"), [(5, "green"), (3, "red")])
def test_another_key_let_go_rolls_nothing(pair: int, key: Key) -> None:
    screen = rolling()
    press(screen, 3, "green", "hold")
    press(screen, pair, key, "release")
    assert screen.next_deadline(1.0) is not None, "it tumbles on"
    assert not rolls(screen)


def test_a_key_that_no_finger_held_rolls_no_die() -> None:
    screen = rolling()
    press(screen, 3, "green", "hold")
    press(screen, 5, "green", "withdrawn")
    press(screen, 3, "red", "withdrawn")
    assert screen.next_deadline(1.0) is not None, "another key"
    press(screen, 3, "green", "withdrawn")
    assert screen.next_deadline(1.0) is None
    press(screen, 3, "green", "release")
    assert not rolls(screen)


def test_a_hold_comes_to_something_for_whoever_is_asked() -> None:
    screen = rolling()
    assert [pair for pair in range(1, 7) if screen.accepts_hold(pair, "green", 0.0)] == [3]
    assert not screen.accepts_hold(3, "red", 0.0)


def test_what_the_keys_do_is_always_said() -> None:
    screen = rolling()
    assert screen.view(0.0).legend == Legend(green_hold=text("Roll"))


def test_a_held_red_key_turns_from_the_question_to_the_aside_and_back() -> None:
    rules = OpenAsides()
    playing = Playing(
        Session(rules, SEED, rules.begin(seated(rules, 3, "box"), {})), (1, 2, 3), Paper(), Notices(), count()
    )
    playing.go_on(0.0)
    screen, shown = Answering(playing, 0.0), []
    for kind in ("down", "hold", "release") * 2:
        press(screen, 1, "red", kind)
        shown.append(screen.legend(1.0).red_hold)
    throw, back = verbatim("Throw"), text("Back")
    assert shown == [throw, back, back, back, throw, throw]


def test_a_card_that_leads_nowhere_is_dropped_when_it_is_held_and_the_hand_is_to_be_looked_at() -> None:
    hands: Hands[Any] = Hands(CAT_ROYAL, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0))
    hands.table.go_on(Session(CAT_ROYAL, SEED, turn("1C 62", "swap", "12")), (1, 2, 3, 4), hands.t)
    hands.wait(60.0)
    before = hands.view
    hands.tap(1)
    hands.hold(1)
    assert hands.view == replace(before, notice=text("It has no move: take another."))
