"""The first evening: what new players see, and what the box tells them only once."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec.structs import replace

from companion.faces.oled import arrange
from companion.faces.sheet import TextLine
from companion.games.galopp_royal.race import Scheming
from companion.games.galopp_royal.schemer import asked
from companion.kit.question import OneOf
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Key
from companion.table.notices import NOTICE_S
from companion.table.ports import Doubt, KeepBoard, NamedGame, PlayGame
from companion.table.screens.board_check import CHANGED_BOARD, DAMAGED_BOARD, board_of
from companion.table.screens.main_menu import KEYS_READ
from companion.table.screens.reading import KEYS
from companion.table.table import Table
from companion.table.teaching import EXPLAINED_S, SILENT_S
from companion.testing.whole_games import SEED
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.table.at_the_table import Known, People, Spoken, choose, open_menu, plain_race, say

NEW = frozenset[str]()
BOARD = board_of(RULES.name)
SEEN = frozenset({KEYS_READ, BOARD})
BID = text("tap ●: 1 coin more"), text("then hold ●: bid it"), text("hold ● now: look")
ROLL = text("Hold ●: shake the die"), text("let go: roll it")


# --- what is asked first ---------------------------------------------------------------------------------------------


def test_a_new_box_asks_for_the_language_in_its_own_words_then_says_what_the_keys_do() -> None:
    table = People(known=NEW)
    words = []
    for pair in (1, 2, 3, 4):
        words.append(table.view.lines)
        table.tap(pair)
    assert [said[0] for said in words] == [*map(verbatim, ("English", "Deutsch", "Français", "Nederlands"))]
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
    others = replace(table.settings, others=(NamedGame("whist", "Whist"),), is_settled=False)
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
    others = replace(table.settings, others=(NamedGame("whist", "Whist"),), is_settled=False)
    table.table = Table(RULES, others, table.paper, lambda: SEED)
    table.table.open(table.t)
    table.tap(1)
    table.hold(1)
    assert table.table.request == PlayGame("whist")


def unchecked() -> People:
    """New players at the question whether to check the board."""
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
    assert table.view.position == (1, len(RULES.measures({})))
    for _ in RULES.measures({}):
        table.hold(1)
    assert isinstance(table.table.request, KeepBoard)
    assert table.paper.calls == [], "a checked board says so itself"


def test_or_later_and_then_it_is_not_asked_again() -> None:
    table = unchecked()
    table.hold(1, "red")  # it means nothing here: a slow tap
    assert table.view.title == text("Check it now?")
    table.hold(1)
    assert table.view.title == text("Who plays?")
    assert table.paper.calls == [Known(BOARD)]


def doubted(why: Literal["damaged", "changed"], *, confirmed: bool = True) -> People:
    """People at the question about a board's file, at a box that explains nothing any more."""
    table = People(known=SEEN, confirmed=confirmed)
    table.table = Table(RULES, replace(table.settings, doubt=Doubt(why, ("a", "b"))), table.paper, lambda: SEED)
    table.table.open(table.t)
    return table


def test_whether_a_damaged_board_is_checked_is_asked_until_it_is_answered() -> None:
    table = doubted("damaged", confirmed=False)
    assert table.view.title == DAMAGED_BOARD.title
    table.tap(2)
    assert table.view.title == text("Check it now?")
    table.tap(2)
    table.hold(2)
    assert table.view.title == text("Who plays?"), "once, though nobody has confirmed it"
    assert table.paper.calls == [Known("a"), Known("b")]


def test_a_damaged_board_that_has_been_checked_is_as_good_as_new() -> None:
    table = doubted("damaged", confirmed=False)
    table.tap(2)
    table.hold(2)
    assert table.paper.calls == []
    for _ in RULES.measures({}):
        table.hold(1)
    assert isinstance(table.table.request, KeepBoard)
    assert table.paper.calls == [Known("a"), Known("b")]


def test_an_owner_who_has_changed_the_board_s_file_says_so_once() -> None:
    table = doubted("changed")
    assert table.view.lines == CHANGED_BOARD.lines
    table.tap(2)
    assert say(table.view) == "Is that meant? |  | Yes: | it stays so"
    table.hold(2, "red")  # a slow tap
    assert table.view.title == text("Is that meant?"), "it must be answered"
    table.tap(2)
    table.hold(2)
    assert table.view.title == text("Who plays?")
    assert table.paper.calls == [Known("a"), Known("b")]


def test_one_that_nobody_has_changed_is_checked_then_and_there() -> None:
    table = doubted("changed")
    table.tap(2, times=2)
    table.hold(2)
    assert table.view.title == text("Check the board")
    assert table.view.position == (1, len(RULES.measures({})))


def test_who_leaves_the_check_half_way_is_asked_another_time() -> None:
    table = unchecked()
    question = table.view
    table.hold(1)
    table.hold(1, "red")
    assert table.view == question
    table.hold(1)
    table.tap(0, "table")
    assert table.view.title == text("Who plays?")
    assert table.paper.calls == []


def test_a_red_key_held_for_long_goes_back_by_one_number() -> None:
    table = unchecked()
    table.hold(1)
    first = table.view
    table.hold(1)
    table.hold_long(1)
    assert table.view == first


def test_the_table_key_goes_on_as_any_key_does_but_answers_no_question() -> None:
    table = People(known=NEW)
    table.tap(0, "table")
    assert table.view.title == text("Language")
    table.hold(1)
    for page in KEYS:
        assert table.view.title == page.title
        table.tap(0, "table")
    assert table.view.title == text("Who plays?")


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
    see_the_question(table)
    return table


def see_the_question(table: People) -> None:
    """The question is shown, with the words of the keys or with an explanation."""
    table.read()


def explained(table: People) -> tuple[Text, ...]:
    """The explanation in place of the question, if there is one."""
    return table.view.lines if table.view.lines in (BID, ROLL) else ()


def test_the_first_question_of_its_kind_explains_itself_and_the_next_one_does_not() -> None:
    table = begun()
    assert (table.view.who, explained(table)) == (1, BID)
    assert table.view.legend is not None, "what the keys do stands below it"
    table.wait(EXPLAINED_S - 0.1)
    assert explained(table) == BID, "for its whole time"
    table.wait(0.1)
    assert (explained(table), table.view.number) == ((), "0")
    table.bid(1, 2)
    table.wait(0.1)
    assert (table.view.who, explained(table)) == (2, ())


def test_any_press_takes_it_away_and_is_an_answer() -> None:
    table = begun()
    table.down(1)
    assert explained(table) == ()
    table.press(1, "green", "tap")
    table.wait(1.0)
    assert (table.view.number, table.view.is_draft, explained(table)) == ("1", True, ())


def test_what_the_box_says_meanwhile_takes_nothing_of_it_away() -> None:
    table = begun()
    table.paper.is_full = True
    table.paper.waiting.append("close")
    table.wait(1.0)
    assert table.view.notice == text("Not saved: disk full or broken.")
    assert explained(table) == (), "one thing is said at a time"
    table.wait(NOTICE_S)
    assert explained(table) == BID
    table.wait(EXPLAINED_S - 0.1)
    assert explained(table) == BID


def test_the_finger_that_has_answered_does_not_take_away_what_is_asked_next() -> None:
    table = People(known=SEEN)
    for pair in (1, 2, 3):
        table.tap(pair)
    table.reach(1)
    see_the_question(table)
    assert explained(table) == BID
    table.let_go(1)
    assert explained(table) == BID


def test_after_a_silence_it_is_said_again_and_brighter() -> None:
    table = begun()
    since = table.t
    table.wait(SILENT_S - 1.0)
    assert not table.table.is_waiting(table.t)
    table.wait(1.0)
    assert (explained(table), table.table.is_waiting(table.t)) == (BID, True)
    assert table.table.next_deadline(table.t) == pytest.approx(since + SILENT_S + EXPLAINED_S, abs=0.2)
    table.tap(1)
    assert (explained(table), table.table.is_waiting(table.t)) == ((), False)


@pytest.mark.parametrize("key", ["green", "red"])
def test_no_press_changes_or_commits_an_answer_that_an_explanation_hides(key: Key) -> None:
    """A list begins with its first answer: a hold would commit what nobody has read."""
    table = People(replace(plain_race(), phase=Scheming(1)), known=SEEN)
    form = asked(table.state, 1).form
    assert isinstance(form, OneOf)
    ways = len(form.answers)
    for press in (table.hold, table.tap):
        table.wait(0.1)
        state, hidden = table.state, table.view.lines
        assert hidden[0] == text("Choose the moves:")
        press(1, key)
        assert (table.state, table.view.position) == (state, (1, ways))
        assert table.view.lines != hidden
        table.wait(SILENT_S)
    table.tap(1)
    table.tap(1)
    assert table.view.position is not None
    assert table.view.position[0] == 2
    table.hold(1)
    assert table.state != state


def test_whoever_is_not_asked_is_told_so_over_an_explanation_too() -> None:
    table = People(replace(plain_race(), phase=Scheming(1)), known=SEEN)
    table.wait(0.1)
    table.tap(2)
    assert table.view.notice == text("Not your turn.")


def test_an_answer_that_somebody_has_begun_is_never_covered() -> None:
    table = begun()
    table.tap(1)
    table.wait(SILENT_S + 1.0)
    assert (explained(table), table.view.number, table.table.is_waiting(table.t)) == ((), "1", True)


def test_nothing_is_explained_over_a_menu_a_page_or_while_people_join() -> None:
    table = People(known=SEEN)
    table.wait(SILENT_S)
    assert (explained(table), table.table.is_waiting(table.t)) == ((), False)
    table = begun()
    table.wait(EXPLAINED_S)
    open_menu(table)
    table.wait(SILENT_S)
    assert (explained(table), table.table.is_waiting(table.t)) == ((), False)


def test_after_a_power_cut_it_is_another_evening() -> None:
    table = People(plain_race(), known=SEEN)
    table.wait(0.1)
    assert explained(table) == ROLL


def test_nothing_passes_by_before_the_keys_are_read() -> None:
    table = People(plain_race(), known=SEEN)
    table.table.showing.is_opening = True
    table.table.tell(KEYS[0], table.t)
    table.wait(0.0)
    table.wait(60.0)
    table.table.showing.is_opening = False
    table.wait(0.1)
    assert table.view.title == KEYS[0].title
    table.wait(10.0)
    assert explained(table) == ROLL


def test_who_looks_at_a_hand_is_alone_with_it() -> None:
    table = begun()
    table.wait(EXPLAINED_S)
    table.reach(1)
    table.wait(SILENT_S)
    assert (table.view.title, explained(table)) == (text("only you"), ())


def test_a_table_that_explains_nothing_says_nothing_of_it() -> None:
    table = People()
    table.sit(1, 2, 3)
    table.wait(60.0)
    assert (explained(table), table.table.is_waiting(table.t)) == ((), False)


# --- the whole of it -------------------------------------------------------------------------------------------------


class Reader:
    """Three new players who read nothing but the display."""

    def __init__(self) -> None:
        table = People(known=NEW, confirmed=False, rulebook="de")
        others = replace(table.settings, others=(NamedGame("whist", "Whist"),), is_settled=False)
        table.table = Table(RULES, others, table.paper, lambda: SEED)
        table.table.open(table.t)
        self.at = table

    @property
    def display(self) -> str:
        """Every word on it, from top to bottom."""
        return " ".join(piece.words for piece in arrange(self.at.view, str) if isinstance(piece, TextLine))

    @property
    def named(self) -> int:
        """The pair of keys of the player in the header."""
        return next(pair for pair, name in enumerate(("Ida", "Pia", "Werner"), 1) if self.display.startswith(name))

    def reads(self, *words: str) -> None:
        """The display shows all of this, as soon as the news are over."""
        for _ in range(60):
            if all(word in self.display for word in words):
                return
            self.at.wait(0.5)
        raise AssertionError(f"{words} are not to be read: {self.display}")

    def taps(self, pair: int, *reads: str, times: int = 1) -> None:
        self.at.tap(pair, times=times)
        self.reads(*reads)

    def holds(self, pair: int, *reads: str) -> None:
        self.at.hold(pair)
        self.reads(*reads)


def test_people_who_read_nothing_but_the_display_play_their_first_race() -> None:
    box = Reader()
    they_switch_it_on(box)
    one_wants_a_name(box)
    they_sit_down(box)
    two_teams_are_sold_and_the_third_is_left_over(box)
    they_race(box)
    the_last_one_takes_bearers_away(box)


def they_switch_it_on(box: Reader) -> None:
    box.reads("Language", "English", "hold ●: OK")
    box.taps(1, "Deutsch", "● halten: OK")
    box.at.tap(1, "red")
    box.reads("English")
    box.holds(1, "Key ●", "tap: next, or +1", "hold: OK, it counts", "Any key: go on.")
    box.taps(1, "Key ○", "tap: previous, or -1", "hold: see bottom line")
    box.at.tap(1, "red")
    box.reads("Table key", "tap: score, rules", "hold 2 s: undo", "hold 5 s: menu", "any key: go on")
    box.taps(2, "Which game?", "Galopp Royal", "OK")
    box.holds(2, "Check the board", "next")
    box.taps(3, "Check it now?", "Yes, now:", "step by step", "OK")
    box.taps(3, "Later:", "from the menu")
    box.holds(3, "Who plays?", "join")


def one_wants_a_name(box: Reader) -> None:
    open_menu(box.at)
    choose(box.at, "Names", 1)
    box.holds(1, "Whose name?", "Hans", "Red")
    box.holds(1, "Which name?", "New name")
    box.holds(1, "A", "Red")
    box.taps(1, "I", "OK", times=8)
    box.holds(1, "I_", "a")
    box.taps(1, "d", times=3)
    box.holds(1, "Id_", "a")
    box.holds(1, "Ida_")
    box.at.tap(1, "red")
    box.reads("✓", "Done")
    box.holds(1, "Whose name?", "Pia")
    for where in ("People", "Menu", "Who plays?"):
        box.at.hold(1, "red")
        box.reads(where)


def they_sit_down(box: Reader) -> None:
    """The smallest begins."""
    box.taps(1, "Ida")
    box.taps(2, "Pia")
    box.taps(3, "Werner", "Start")
    box.holds(1, "Team 1/3", "hold ●: see card", "Ida begins", "face-up card: 2")
    box.reads("face-up 2", "tap ●: 1 coin more", "then hold ●: bid it", "hold ● now: look")
    box.reads("bid", "no bid yet", "you have 50", "+1", "Look", "Pass")


def two_teams_are_sold_and_the_third_is_left_over(box: Reader) -> None:
    """The first player bids 1, the others pass."""
    for nth in (1, 2):
        box.reads("face-up" if nth == 1 else "team 2/3", "+1", "Pass")
        box.taps(box.named, "bid?", "1", "OK")
        box.at.hold(box.named)
        while "Race" not in box.display and f"Team {nth + 1}/3" not in box.display:
            if "Pass" in box.display:
                box.at.hold(box.named, "red")
            box.at.wait(1.0)


def they_race(box: Reader) -> None:
    """Everything is explained only once."""
    box.reads("race 1", "Hold ●: shake the die", "let go: roll it")
    box.reads("race 1", "to go", "bearers", "Roll")
    while "Result race 1" not in box.display:
        if any(word in box.display for word in ("Roll", "OK")):
            box.at.hold(box.named)
        box.at.wait(0.5)


def the_last_one_takes_bearers_away(box: Reader) -> None:
    box.reads("removes?", "You remove one bearer", "of each team in turn:", "tap ●: next, hold: OK")
    while "Substitutes 1/2" not in box.display:
        if "removes?" in box.display:
            box.taps(3, "removes?", "OK")
            box.at.hold(box.named)
        box.at.wait(1.0)
    box.at.wait(10.0)
    assert "1 coin more" not in box.display, "how to bid is known by now"
    box.reads("1 coin more")  # unless nobody goes on
