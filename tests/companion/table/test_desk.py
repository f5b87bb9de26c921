from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.daemon.presses import as_press
from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import PRESETS, SCHEMER
from companion.games.galopp_royal.state import State
from companion.kit.text import text, verbatim
from companion.kit.view import Legend, View
from companion.match.history import Redo, Step, Undo
from companion.match.session import Session
from companion.table.bulletin import NOTICE_S
from companion.table.desk import GOOD_NIGHT, NOT_SAVED
from companion.table.outside import KeepBoard, LearnWiring, ShutDown, TryPart
from companion.table.turn import TUMBLE_S
from hardware.edge import Edge
from hardware.gestures import Gestures
from tests.companion.games.galopp_royal.positions import BEARERS, RULES, between_races, race, with_purse
from tests.companion.games.play import SEED
from tests.companion.table.at_a_desk import HOLD_S, Table, bidding, choose, open_menu, say

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
        ("-", False),
        ("-", False),
    ]
    assert all(isinstance(event, events.Dealt) for event in table.happened())


def test_a_draft_is_no_bid_until_it_is_held() -> None:
    table = bidding()
    table.tap(1, times=4)
    assert table.state.phase.auction.high == 0  # type: ignore[union-attr]
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
    table = Table(with_purse(_opened(), 1, 3))
    table.tap(1, times=9)
    assert table.view.number == "3"
    table.hold(1)
    assert table.happened() == [events.Bid(1, 3)]


def _opened(cards: str = "box") -> State:
    """Four at their first auction, Hans on turn, the deal done."""
    table = Table(cards=cards)
    table.start()
    return table.state


def test_a_draft_is_gone_with_its_turn() -> None:
    table = bidding()
    table.tap(1, times=3)
    table.hold(1)
    assert not table.view.is_draft
    table.tap(2)
    assert table.view.number == "4"


@pytest.mark.parametrize("key", ["green", "red"])
@pytest.mark.parametrize("pair", [2, 3, 4, 6])
def test_a_press_out_of_turn_gets_a_notice_and_changes_nothing(pair: int, key: str) -> None:
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


def test_letting_go_of_a_hold_early_does_nothing() -> None:
    table = bidding()
    before, written = table.view, list(table.paper.calls)
    for key in ("green", "red"):
        table.down(1, key)
        table.wait(0.5)
        table.let_go(1, key, stage=0)
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
    table = Table(with_purse(_opened(), 2, 5))
    table.bid(1, 5)
    assert table.happened() == [events.Bid(1, 5), events.Passed(2, leaves=False)]
    assert [entry.seat for entry in table.paper.entries if isinstance(entry, Step)] == [1, None]
    assert table.view.notice == text("{name}\tpasses", name="Pia")
    assert table.turn == 3


# --- secrets ---------------------------------------------------------------------------------------------------------


def hand(table: Table, seat: int) -> str:
    (card,) = RULES.secret(table.state, seat)
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


def test_a_card_is_hidden_when_the_key_that_shows_it_was_no_finger_s() -> None:
    table = bidding("box")
    table.reach(3)
    for pair, key in ((4, "green"), (3, "red"), (0, "table")):
        table.desk.withdraw(pair, key)  # type: ignore[arg-type]
        assert "only you" in say(table.view)
    table.desk.withdraw(3, "green")
    assert "only you" not in say(table.view)


def test_a_card_of_two_shows_both() -> None:
    table = bidding("box")
    table.bid(1, 1)
    table.passes(2, 3, 4)
    table.bid(2, 1)
    table.passes(3, 4)
    assert table.turn == 3
    table.reach(4)
    assert table.view.lines == (verbatim("   ".join(RULES.secret(table.state, 4))),)
    assert len(RULES.secret(table.state, 4)) == 2


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


def plain_race() -> State:
    """A race without schemers, so that all there is to do is to roll."""
    return replace(race(4), displays=(("1", "2", "1", "2"),) * 4)


def faces(table: Table) -> list[int]:
    return [event.face for event in table.happened() if isinstance(event, events.Rolled)]


def test_the_die_tumbles_while_green_is_held_and_rolls_when_it_is_let_go() -> None:
    table = Table(race(4))
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
    table = Table(race(4))
    table.reach(1)
    deadline = table.desk.next_deadline(table.t)
    assert deadline is not None
    assert table.t < deadline <= table.t + TUMBLE_S


@pytest.mark.parametrize("key", ["green", "red"])
def test_letting_go_of_the_die_early_does_not_roll(key: str) -> None:
    table = Table(race(4))
    table.down(1, key)
    table.wait(0.59)
    table.let_go(1, key, stage=0)
    table.tap(1, key)
    assert table.paper.calls == []
    assert table.view.notice == text("Hold green to roll.")


def test_red_held_does_not_roll() -> None:
    table = Table(race(4))
    before = table.view
    table.reach(1, "red")
    assert replace(table.view, bar=None) == before
    table.let_go(1, "red")
    assert table.paper.calls == []


def test_another_finger_does_not_let_the_die_go() -> None:
    table = Table(race(4))
    table.reach(1)
    table.hold(2)
    table.tap(3)
    table.hold(1, "red")
    assert table.paper.calls == []
    table.let_go(1)
    assert len(faces(table)) == 1


def test_a_key_still_down_after_its_roll_does_not_roll_again() -> None:
    table = Table(race(4))
    table.hold(1)
    table.press(1, "green", "release", 1)
    assert len(faces(table)) == 1


def test_the_real_die_is_typed() -> None:
    table = Table(race(4, die="table"), die="table")
    shown = [table.view.number]
    for key in ("green", "green", "green", "green", "red", "red"):
        table.tap(1, key)
        shown.append(table.view.number)
    assert shown == ["1", "2", "3", "4", "1", "4", "3"]
    table.hold(1)
    assert table.happened()[0] == events.Rolled(1, 3, BEARERS[2])


def test_an_answer_of_a_list_is_chosen_and_held() -> None:
    table = Table(race(4, die="table"), die="table")
    table.tap(1, times=BEARERS.index(SCHEMER))
    table.hold(1)
    assert table.happened()[-1] == events.Rolled(1, 4, SCHEMER)
    table.tap(1)
    chosen = table.view
    assert chosen.is_draft
    table.hold(1, "red")  # means nothing here
    assert table.view == chosen
    table.hold(1)
    assert isinstance(table.happened()[-1], events.Moved)
    assert table.turn == 2


# --- the table key: undo ---------------------------------------------------------------------------------------------


def test_two_seconds_show_what_would_be_undone_and_letting_go_does_it() -> None:
    table = bidding()
    table.bid(1, 3)
    table.down(0, "table")
    table.wait(2.0)
    assert table.turn == 2
    table.press(0, "table", "hold", 1)
    assert table.view.title == text("Let go: undo")
    assert table.view.lines[0] == text("{name}\tbids {n}", name="Hans", n=3)
    assert table.turn == 2
    table.let_go(0, "table")
    assert table.paper.calls[-1] == Undo()
    assert table.turn == 1
    assert table.view.notice == text("Undone.")
    assert table.view.number == "-"


def test_a_table_key_that_was_no_finger_s_undoes_nothing_and_leaves_no_menu() -> None:
    table = Table(race(4))
    table.hold(1)
    before = list(table.paper.calls)
    table.down(0, "table")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    assert table.view.title == text("Let go: undo")
    table.desk.withdraw(0, "table")
    assert table.view.title != text("Let go: undo")
    assert table.view.bar is None
    table.let_go(0, "table")
    assert table.paper.calls == before
    open_menu(table)
    table.desk.withdraw(0, "table")
    assert table.view.title != text("Menu")


def test_letting_the_table_key_go_early_undoes_nothing() -> None:
    table = bidding()
    table.hold(1)
    written = list(table.paper.calls)
    table.hold_table(1.9)
    assert table.paper.calls == written
    assert table.turn == 2


def test_undo_takes_back_what_the_box_did_after_it() -> None:
    table = bidding("box")
    table.bid(1, 1)
    table.passes(2, 3)
    before = table.state
    table.passes(4)  # sold, laid open, the next team dealt
    assert table.turn == 2
    table.undo()
    assert table.state == before
    assert table.turn == 4


def test_all_can_be_undone_to_the_first_question_and_no_further() -> None:
    table = bidding()
    start = table.state
    table.hold(1)
    table.hold(2)
    for _ in range(2):
        table.undo()
    assert table.state == start
    written = list(table.paper.calls)
    table.down(0, "table")
    table.wait(2.0)
    table.press(0, "table", "hold", 1)
    assert say(table.view) == "Undo |  | There is nothing | to undo."
    table.let_go(0, "table")
    assert table.paper.calls == written
    assert table.view.notice == text("There is nothing to undo.")


def test_undo_and_roll_again_gives_the_same_face() -> None:
    """However often, the dice come as they would have come; nobody rolls until they like it."""
    table, honest = Table(plain_race()), Table(plain_race())
    for seat in (1, 2, 3, 4, 1, 2):
        honest.hold(seat)
        for _ in range(2):
            table.hold(seat)
            table.undo()
        table.hold(seat)
    assert faces(table)[::3] == faces(table)[1::3] == faces(table)[2::3] == faces(honest)
    assert len(set(faces(honest))) > 1
    assert table.state == honest.state


def test_undo_and_pass_again_deals_the_same_cards() -> None:
    table = bidding("box")
    table.bid(1, 1)
    table.passes(2, 3, 4)
    dealt = table.state
    table.undo()
    table.passes(4)
    assert table.state == dealt


def test_undo_while_the_die_tumbles_catches_the_die() -> None:
    table = Table(race(4))
    table.hold(1)
    table.wait(30.0)
    seat = table.turn
    assert seat is not None
    table.reach(seat)
    table.undo()
    table.let_go(seat)
    assert table.turn == 1
    assert len(faces(table)) == 1


def test_undo_needs_a_game() -> None:
    table = Table()
    table.tap(1)
    table.undo()
    assert table.paper.calls == []
    assert table.desk.joined == (1,)


# --- the table key: the menu -----------------------------------------------------------------------------------------


def test_five_seconds_open_the_menu_and_undo_nothing() -> None:
    table = bidding()
    table.hold(1)
    written = list(table.paper.calls)
    open_menu(table)
    assert table.paper.calls == written
    assert table.turn == 2


@pytest.mark.parametrize(("pair", "key"), [(1, "red"), (4, "red"), (6, "green"), (2, "green")])
def test_the_menu_is_left_by_any_pair_of_keys_and_nothing_has_changed(pair: int, key: str) -> None:
    table = bidding()
    table.tap(1)
    before, written = table.view, list(table.paper.calls)
    open_menu(table)
    table.hold(pair, key)
    assert table.view == before
    assert table.paper.calls == written


def test_the_menu_is_left_by_the_table_key() -> None:
    table = bidding()
    before = table.view
    open_menu(table)
    table.tap(0, "table")
    assert table.view == before


def test_redo_is_offered_after_an_undo_and_does_it_again() -> None:
    table = bidding()
    table.bid(1, 7)
    after = table.state
    table.undo()
    table.wait(5.0)
    open_menu(table)
    choose(table, "Redo")
    table.hold(3)
    assert table.paper.calls[-1] == Redo()
    assert table.state == after
    assert table.view.notice == text("Done again.")


def test_redo_is_not_offered_when_nothing_was_undone() -> None:
    table = bidding()
    open_menu(table)
    seen = []
    for _ in range(4):
        seen.append(say(table.view))
        table.tap(1)
    assert not any("Redo" in words for words in seen)


def test_a_new_game_keeps_the_people_who_played() -> None:
    table = bidding()
    open_menu(table)
    choose(table, "New game")
    table.hold(2)
    assert table.paper.calls[-1] == "close"
    assert table.desk.session is None
    assert table.desk.joined == (1, 2, 3, 4)
    table.hold(3)
    assert table.desk.session is not None
    assert table.state.setup.first == 3


def test_a_new_game_while_people_join_changes_nothing() -> None:
    table = Table()
    table.tap(4)
    open_menu(table)
    choose(table, "New game")
    table.hold(4)
    assert table.paper.calls == []
    assert table.desk.joined == (4,)


def test_the_language_turns_with_every_choice_and_is_kept() -> None:
    table = bidding()
    for language in ("de", "fr", "nl", "en"):
        open_menu(table)
        choose(table, "language")
        table.hold(1)
        assert table.desk.language == language
        assert table.paper.calls[-1] == ("language", language)
    assert table.turn == 1


def agree(table: Table, row: int, taps: int) -> dict[str, object]:
    """Change one row of the rules of play, confirm them all; what is agreed on."""
    open_menu(table)
    choose(table, "Rules")
    table.hold(2)
    for at in range(len(RULES.options({}))):
        if at == row:
            table.tap(5, "green" if taps > 0 else "red", times=abs(taps))
        table.hold(3)
    assert table.view.notice == text("Agreed for the next game.")
    kind, game, agreed = table.paper.calls[-1]  # type: ignore[misc]
    assert (kind, game) == ("rules", RULES.name)
    return agreed  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("row", "field", "value"),
    [
        (1, "next_opener", "left_of_winner"),
        (2, "schemer", "one_effect"),
        (3, "race_end", "last_known"),
        (4, "pond_prize", "by_place"),
        (5, "start_teams", "when_all_have_one"),
        (6, "open_cash", False),
    ],
)
@pytest.mark.parametrize("way", [+1, -1])
def test_a_single_rule_is_agreed_on_and_stands_in_the_next_game(row: int, field: str, value: object, way: int) -> None:
    table = Table()
    assert agree(table, row, way) == {"rulebook": "de", "options": {field: value}}
    table.start()
    setup = table.state.setup
    assert setup.rulebook == "de"
    assert setup.options == replace(PRESETS["de"], **{field: value})
    assert RULES.header(table.state)["options"] == msgspec.to_builtins(setup.options)


@pytest.mark.parametrize(("taps", "rulebook"), [(0, "de"), (1, "nl"), (2, "en"), (3, "fr"), (-1, "fr"), (4, "de")])
def test_a_rulebook_is_agreed_on_with_all_its_options(taps: int, rulebook: str) -> None:
    table = Table(rulebook="de", options={"open_cash": False})
    agreed = agree(table, 0, taps)
    assert agreed == {"rulebook": rulebook, "options": {} if taps else {"open_cash": False}}
    table.start()
    assert table.state.setup.rulebook == rulebook
    assert table.state.setup.options == (PRESETS[rulebook] if taps else replace(PRESETS["de"], open_cash=False))


@pytest.mark.parametrize("leaves", [("table", "tap"), ("red", "hold")])
def test_leaving_the_rules_of_play_changes_nothing(leaves: tuple[str, str]) -> None:
    table = Table()
    before = table.view
    open_menu(table)
    choose(table, "Rules")
    table.hold(2)
    table.tap(2)
    table.tap(0, "table") if leaves[0] == "table" else table.hold(4, "red")
    assert table.view == before
    assert table.paper.calls == []
    table.start()
    assert table.state.setup.rulebook == "de"


def test_a_game_that_runs_keeps_the_rules_it_began_with() -> None:
    table = bidding()
    before = table.desk.session
    open_menu(table)
    choose(table, "Rules")
    assert text("for next game") in table.view.lines
    table.tap(0, "table")
    agree(table, 0, 3)
    assert table.desk.session == before
    open_menu(table)
    choose(table, "New game")
    table.hold(2)
    table.hold(3)
    assert table.state.setup.rulebook == "fr"


def test_what_was_agreed_on_is_where_the_next_agreement_begins() -> None:
    table = Table()
    agree(table, 0, 3)
    assert agree(table, 6, 1) == {"rulebook": "fr", "options": {"open_cash": False}}
    assert agree(table, 6, 1) == {"rulebook": "fr", "options": {}}


def test_the_board_is_checked_number_by_number_and_wished_to_be_kept() -> None:
    table = Table()
    open_menu(table)
    choose(table, "Check")
    table.hold(2)
    numbers = [measure.value for measure in RULES.measures(table.house.choices)]
    table.tap(5, times=1)
    for number in [numbers[0] + 1, *numbers[1:]]:
        assert table.view.number == str(number)
        assert table.desk.request is None
        table.hold(3)
    assert isinstance(table.desk.request, KeepBoard)
    assert "start = 6 " in table.desk.request.file
    assert "confirmed = true" in table.desk.request.file


def test_a_board_that_could_not_be_kept_is_said_and_the_table_goes_on() -> None:
    table = Table()
    open_menu(table)
    choose(table, "Check")
    table.hold(2)
    for _ in RULES.measures(table.house.choices):
        table.hold(2)
    assert isinstance(table.desk.request, KeepBoard)
    table.desk.go_on_with_this_board(table.t)
    assert table.desk.request is None
    assert table.view.notice == text("Board not kept: disk full or broken.")


def test_a_board_that_no_game_fits_is_not_kept() -> None:
    table = Table()
    open_menu(table)
    choose(table, "Check")
    table.hold(2)
    table.tap(2, times=20)
    for _ in RULES.measures(table.house.choices):
        table.hold(2)
    assert table.desk.request is None
    assert table.view.notice == text("No game fits such a board.")


def test_trying_a_part_is_a_wish_and_touches_no_game() -> None:
    table = bidding()
    before, written = table.state, list(table.paper.calls)
    for wished in (None, TryPart("display", "en")):
        open_menu(table)
        choose(table, "Try")
        table.hold(1)
        assert table.view.title == text("Self-test")
        table.tap(6)
        assert table.view.lines == (text("Display"),)
        table.tap(0, "table") if wished is None else table.hold(2)
        assert table.desk.request == wished
        assert table.view.who == 1, "the screen is the game's again"
    assert table.state == before
    assert table.paper.calls == written


def test_finding_the_wiring_is_a_wish_in_the_language_of_the_table() -> None:
    table = bidding()
    table.desk.language = "nl"
    open_menu(table)
    choose(table, "Find")
    table.hold(1)
    assert table.desk.request == LearnWiring("nl")


def test_before_keys_are_read_nothing_is_asked() -> None:
    opening = Table().desk.opening()
    assert opening == View(verbatim("Galopp Royal"), lines=(text("One moment."),), track=opening.track)
    assert opening.track.spaces
    again = bidding().desk.opening()
    assert again.lines == (text("One moment."), text("Game in progress"))
    assert [seat.pair for seat in again.seats] == [1, 2, 3, 4]
    for view in (opening, again):
        assert view.who is view.legend is view.notice is None


def test_shutting_down_is_a_request_and_the_last_picture_says_so() -> None:
    table = bidding()
    written = list(table.paper.calls)
    open_menu(table)
    choose(table, "Shut down")
    table.hold(4)
    assert table.desk.request == ShutDown()
    assert table.view != GOOD_NIGHT, "whoever runs the table first puts the games away"
    table.desk.good_night(table.t)
    assert table.view == GOOD_NIGHT
    assert table.paper.calls == written, "the game stays"


def test_what_is_not_saved_at_the_end_is_said_by_the_last_picture() -> None:
    table = bidding()
    table.paper.is_full = True
    table.bid(1, 1)
    table.desk.good_night(table.t)
    assert table.view == replace(NOT_SAVED, is_saved=False)


# --- whatever fingers do ---------------------------------------------------------------------------------------------

KEYS = ("green1", "green2", "green3", "green5", "red1", "red2", "red3", "table")
STEPS = st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from([0.03, 0.2, 0.35, 0.7, 1.6, 3.1])), max_size=60)


def opening_moves(number: int) -> State | None:
    return (None, _opened("table"), _opened(), race(3), between_races(3), race(4, die="table"))[number]


class Fingers:
    """Legend that go down and up as they like, through the real gestures."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.held: set[str] = set()
        self._gestures = Gestures(lambda key: (2.0, 5.0) if key == "table" else (HOLD_S,), HOLD_S)

    def toggle(self, key: str, gap: float) -> None:
        until = self.table.t + gap
        while (deadline := self._gestures.next_deadline()) is not None and deadline < until:
            self._take(self._gestures.tick(deadline), deadline)
        self.held ^= {key}
        self._take(self._gestures.feed(Edge(key, key in self.held, until)), until)

    def _take(self, gestures: tuple[object, ...], t: float) -> None:
        self.table.t = t
        for gesture in gestures:
            self.table.desk.press(as_press(gesture), t)  # type: ignore[arg-type]
        self.table.desk.tick(t)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 5), STEPS)
def test_whatever_fingers_do_the_laws_hold(number: int, steps: list[tuple[str, float]]) -> None:
    start = opening_moves(number)
    table = Table(start)
    fingers = Fingers(table)
    for key, gap in steps:
        table.desk.faults = (text("Lights\tmissing"),) if gap < 1 else ()
        fingers.toggle(key, gap)
        view, deadline = table.view, table.desk.next_deadline(table.t)
        assert deadline is None or deadline > table.t
        assert view.bar is None or 0.0 <= view.bar.share < 1.0
        if view.title == text("only you"):
            assert view.who is not None
            assert f"green{table.desk.joined[view.who - 1]}" in fingers.held
            assert say(view).split(" | ")[-1 if view.lines else 1].split() == list(RULES.secret(table.state, view.who))
        _log_gives_the_session(table, start)


def _log_gives_the_session(table: Table, start: State | None) -> None:
    session: Session[State] | None = Session(RULES, SEED, start) if start is not None else None
    for call in table.paper.calls:
        match call:
            case "close":
                session = None
            case ("begin", _, header, seed, _):
                session = Session(RULES, seed, RULES.read_header(header))
            case Step() | Undo() | Redo():
                assert session is not None
                session = session.apply(call)
    assert table.desk.session == session


def test_a_table_of_six_with_nobody_bidding_goes_on_dealing() -> None:
    table = Table()
    table.sit(1, 2, 3, 4, 5, 6)
    for _ in range(3):
        opener = table.turn
        assert opener is not None
        for step in range(6):
            table.hold((opener + step - 1) % 6 + 1, "red")
    openers = [event.opener for event in table.happened() if isinstance(event, events.Dealt)]
    assert openers == [1, 2, 3, 4]
    assert isinstance(table.state.phase, Bidding)


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


def test_a_typed_die_is_not_committed_by_a_finger_that_was_down_before() -> None:
    table = Table(race(4), die="table")
    table.wait(10.0)
    assert table.turn is not None
    first, second = table.turn, table.turn % 4 + 1
    table.down(second)
    table.wait(0.3)
    table.hold(first)
    while table.turn == first:
        table.hold(first)  # the schemer's owner chooses
    before = len(table.paper.entries)
    table.press(second, "green", "hold", 1)
    assert len(table.paper.entries) == before
    table.let_go(second)
    table.hold(second)
    assert len(table.paper.entries) > before


def test_a_finished_game_is_not_left_by_a_finger_that_was_down_before_its_end_nor_by_a_stranger() -> None:
    table = Table(race(4, number=6, turn=3, chairs=("F1", "F2", 24, "P1"), die="table"), die="table")
    table.wait(60.0)
    table.down(1)
    table.hold(3)
    assert table.turn is None, "the third chair has arrived, which was the last race"
    table.press(1, "green", "hold", 1)
    assert table.desk.session is not None, "the hold began before the end was shown"
    table.let_go(1)
    table.hold(6)
    assert table.desk.session is not None, "nobody plays at the sixth keys"
    table.hold(1)
    assert table.desk.session is None
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
    assert table.view.title == text("Let go: undo")


def test_a_draft_is_never_hidden_by_somebody_elses_look() -> None:
    table = bidding("box")
    table.reach(2)
    assert table.view.title == text("only you")
    table.tap(1)
    assert table.view.number == "1"
    assert table.view.who == 1


def test_the_menu_stops_a_tumbling_die() -> None:
    table = Table(race(4))
    table.wait(10.0)
    assert table.turn is not None
    seat = table.turn
    table.reach(seat)
    table.hold_table(5.2)
    before = len(table.paper.entries)
    table.let_go(seat)
    table.tap(0, "table")
    assert len(table.paper.entries) == before
    assert table.view.number == Table(race(4)).view.number, "it lies still"
    table.hold(seat)
    assert len(table.paper.entries) > before


def test_no_bar_grows_for_the_table_key_in_the_menu() -> None:
    table = bidding()
    open_menu(table)
    table.down(0, "table")
    table.wait(1.5)
    assert table.view.bar is None
