"""The first evening: what people see who have never seen the box, and what it says to them only once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.kit.text import text, verbatim
from companion.kit.view import Key
from companion.table.ports import KeepBoard, Named, PlayGame
from companion.table.screens.main_menu import KEYS_READ, board_of
from companion.table.screens.reading import KEYS
from companion.table.table import Table
from companion.table.teaching import EXPLAINED_S, SILENT_S
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.games.whole_games import SEED
from tests.companion.table.at_the_table import Known, People, Spoken, choose, open_menu, plain_race, say

NEW = frozenset[str]()
BOARD = board_of(RULES.name)
SEEN = frozenset({KEYS_READ, BOARD})
BID = text("Bid: tap ● +1, hold ●: bid. Hold ○: pass")


# --- what is asked first ---------------------------------------------------------------------------------------------


def test_a_new_box_asks_for_the_language_in_its_own_words_then_says_what_the_keys_do() -> None:
    table = People(known=NEW)
    words = []
    for pair in (1, 2, 3, 4):
        words.append(table.view.lines)
        table.tap(pair)
    assert words == [(verbatim(word),) for word in ("English", "Deutsch", "Français", "Nederlands")]
    table.tap(5, "red", times=2)
    table.hold(6)
    assert (table.table.language, table.paper.calls) == ("fr", [Spoken("fr")])
    for page in KEYS:
        assert (table.view.title, table.view.lines) == (page.title, page.lines)
        assert Known(KEYS_READ) not in table.paper.calls
        table.tap(1)
    assert table.paper.calls[-1] == Known(KEYS_READ)
    assert table.view.title == text("Who plays?")


@pytest.mark.parametrize(("pair", "key"), [(3, "red"), (0, "table")])
def test_the_language_must_be_said(pair: int, key: Key) -> None:
    table = People(known=NEW)
    table.hold(pair, key)
    assert table.view.title == text("Language")
    assert table.view.legend is not None
    assert table.view.legend.red_hold is None


def test_later_none_of_it_comes_again_but_the_menu_shows_the_keys() -> None:
    table = People(known=SEEN, confirmed=False)
    assert table.view.title == text("Who plays?")
    open_menu(table)
    choose(table, "How the keys")
    table.hold(2)
    for page in KEYS:
        assert table.view.title == page.title
        table.tap(0, "table")
    assert table.view.title == text("Who plays?")
    assert table.paper.calls == []


def test_whoever_reads_nothing_is_asked_nothing() -> None:
    assert People(confirmed=False).view.title == text("Who plays?")


def test_then_comes_which_game_and_then_its_board() -> None:
    table = People(known=NEW, confirmed=False)
    others = replace(table.settings, others=(Named("whist", "Whist"),), is_settled=False)
    table.table = Table(RULES, others, table.paper, lambda: SEED)
    table.table.open(table.t)
    table.hold(1)
    for _ in KEYS:
        table.tap(1)
    assert say(table.view) == "Which game? |  | Galopp Royal"
    table.hold(1)
    assert table.view.title == text("Check the board")
    table.tap(1)
    assert table.view.title == text("Check it now?")


def test_another_game_is_another_life_of_the_box() -> None:
    table = People(known=SEEN)
    others = replace(table.settings, others=(Named("whist", "Whist"),), is_settled=False)
    table.table = Table(RULES, others, table.paper, lambda: SEED)
    table.table.open(table.t)
    table.tap(1)
    table.hold(1)
    assert table.table.request == PlayGame("whist")


def unchecked() -> People:
    """At the question whether to check the board."""
    table = People(known=frozenset({KEYS_READ}), confirmed=False)
    assert table.view.title == text("Check the board")
    table.wait(3600.0)
    assert table.view.title == text("Check the board"), "it stands until it is answered"
    table.tap(4, "red")
    assert table.view.title == text("Check it now?")
    return table


def test_the_board_is_checked_at_once_if_people_say_so() -> None:
    table = unchecked()
    table.hold(1)
    assert table.view.title == text("Board")
    for _ in RULES.measures({}):
        table.hold(1)
    assert isinstance(table.table.request, KeepBoard)
    assert table.paper.calls == [], "a checked board says so itself"


def test_or_later_and_then_it_is_not_asked_again() -> None:
    table = unchecked()
    table.hold(1, "red")
    assert table.view.title == text("Check it now?")
    table.tap(1)
    table.hold(1)
    assert table.view.title == text("Who plays?")
    assert table.paper.calls == [Known(BOARD)]


def test_who_leaves_the_check_half_way_is_asked_another_time() -> None:
    table = unchecked()
    table.hold(1)
    table.hold(1, "red")
    assert table.view.title == text("Who plays?")
    assert table.paper.calls == []


def test_news_and_notices_come_before_what_is_asked_first() -> None:
    table = People(known=NEW)
    table.table.tell(KEYS[0], table.t)
    assert table.view.title == KEYS[0].title
    table.wait(10.0)
    table.table.say(text("Saved again."), table.t)
    assert (table.view.title, table.view.notice) == (text("Language"), text("Saved again."))


def test_the_menu_opens_over_what_is_asked_first() -> None:
    table = People(known=NEW)
    open_menu(table)
    table.hold(1, "red")
    assert table.view.title == text("Language")


# --- what is asked explains itself -----------------------------------------------------------------------------------


def begun() -> People:
    """Three at their first auction; the news are over."""
    table = People(known=SEEN)
    table.sit(1, 2, 3)
    while table.table._notices.news is not None:
        table.wait(0.5)
    return table


def test_the_first_question_of_its_kind_explains_itself_and_the_next_one_does_not() -> None:
    table = begun()
    assert table.view.notice == BID
    table.wait(EXPLAINED_S)
    assert table.view.notice is None
    table.bid(1, 2)
    table.wait(0.1)
    assert (table.view.who, table.view.notice) == (2, None)


def test_it_never_hides_a_draft_and_any_press_takes_it_away() -> None:
    table = begun()
    table.down(1)
    assert table.view.notice is None
    table.press(1, "green", "tap")
    table.wait(1.0)
    assert (table.view.number, table.view.is_draft, table.view.notice) == ("1", True, None)


def test_after_a_silence_it_is_said_again_and_brighter() -> None:
    table = begun()
    table.tap(1)
    since = table.t
    table.wait(SILENT_S - 1.0)
    assert not table.table.is_waiting(table.t)
    table.wait(1.0)
    assert (table.view.notice, table.view.is_draft, table.table.is_waiting(table.t)) == (BID, True, True)
    assert table.table.next_deadline(table.t) == pytest.approx(since + SILENT_S + EXPLAINED_S, abs=0.2)
    table.tap(1)
    assert (table.view.notice, table.table.is_waiting(table.t)) == (None, False)


def test_nothing_is_explained_over_a_menu_a_page_or_while_people_join() -> None:
    table = People(known=SEEN)
    table.wait(SILENT_S)
    assert (table.view.notice, table.table.is_waiting(table.t)) == (None, False)
    table = begun()
    table.wait(EXPLAINED_S)
    open_menu(table)
    table.wait(SILENT_S)
    assert (table.view.notice, table.table.is_waiting(table.t)) == (None, False)


def test_after_a_power_cut_it_is_another_evening() -> None:
    table = People(plain_race(), known=SEEN)
    table.wait(0.1)
    assert table.view.notice == text("Your roll: hold ●, then let go")


def test_who_looks_at_a_hand_is_alone_with_it() -> None:
    table = begun()
    table.wait(EXPLAINED_S)
    table.reach(1)
    table.wait(SILENT_S)
    assert (table.view.title, table.view.notice) == (text("only you"), None)


def test_a_table_that_explains_nothing_says_nothing_of_it() -> None:
    table = People()
    table.sit(1, 2, 3)
    table.wait(60.0)
    assert (table.view.notice, table.table.is_waiting(table.t)) == (None, False)
