"""A game that leaves out all that a game may leave out, at the keys of the table."""

from __future__ import annotations

from companion.kit.text import Text, text, verbatim
from companion.kit.view import Key, View
from companion.match.history import Step, Undo
from companion.table.controls import Press, PressKind
from companion.table.ports import NamedGame, PlayGame, Settings
from companion.table.table import Table
from companion.testing.whole_games import NAMES, SEED
from tests.companion.games.nim import NIM, State
from tests.companion.table.at_the_table import Paper

RESTED_S = 30.0


class People:
    """The people at a box that plays Nim."""

    def __init__(self) -> None:
        self.paper = Paper()
        settings = Settings(("en",), NAMES, {}, {}, 0.6, 2.0, 5.0)
        self.table: Table[State] = Table(NIM, settings, self.paper, lambda: SEED)
        self.t = 0.0
        self.table.open(self.t)

    def press(self, pair: int, key: Key, kind: PressKind, stage: int = 0) -> None:
        self.t += 1.0
        self.table.press(Press(pair, key, "down"), self.t)
        self.table.press(Press(pair, key, kind, stage), self.t)
        if kind == "hold":
            self.table.press(Press(pair, key, "release", stage), self.t)

    def tap(self, *pairs: int) -> None:
        for pair in pairs:
            self.press(pair, "green", "tap")

    def hold(self, *pairs: int) -> None:
        for pair in pairs:
            self.press(pair, "green", "hold", 1)

    def rest(self) -> None:
        self.t += RESTED_S
        self.table.tick(self.t)

    @property
    def lines(self) -> tuple[Text, ...]:
        return self.table.view(self.t).lines


def test_it_is_joined_begun_played_and_over() -> None:
    people = People()
    people.tap(2)
    assert people.lines[0] == text("{n} more:", n=1)
    people.tap(4)
    assert people.lines == (text("Who holds ●"), text("plays first"))
    people.hold(4)
    while (session := people.table.session) is not None and session.question is not None:
        people.rest()
        people.hold({1: 2, 2: 4}[session.question.seat or 0])
    assert session is not None
    assert session.state.left == 0
    assert people.paper.begun.seed == SEED


def test_no_promise_is_made_where_nothing_is_drawn() -> None:
    people = People()
    people.tap(1, 2)
    people.hold(1)
    assert people.table.view(people.t).title == text("Matches")


def test_nobody_joins_where_the_game_has_no_seat() -> None:
    people = People()
    people.tap(5)
    assert people.table.joined == ()
    assert people.table.view(people.t).notice == text("Nobody plays here in this game.")


def test_the_table_key_finds_no_page_while_people_join() -> None:
    people = People()
    people.press(0, "table", "tap")
    assert people.table.view(people.t).title == text("Who plays?")


def test_the_menu_asks_for_no_rules_and_no_board() -> None:
    people = People()
    people.table.press(Press(0, "table", "hold", 2), people.t)
    seen = set()
    for _ in range(7):
        seen.add(people.lines[0])
        people.tap(1)
    assert text("People") in seen
    assert not seen & {text("Rules"), text("Rules of play"), text("Check the board")}


def test_undo_stops_at_what_all_know() -> None:
    people = People()
    people.tap(1, 2)
    people.hold(1, 1, 2)
    people.press(0, "table", "hold", 1)
    assert isinstance(people.paper.calls[-1], Undo)
    people.tap(2)
    people.hold(2)
    people.tap(1)
    people.hold(1)
    session = people.table.session
    assert session is not None
    assert session.state.is_counted
    people.rest()
    people.table.press(Press(0, "table", "down"), people.t)
    people.table.press(Press(0, "table", "hold", 1), people.t)
    assert people.table.view(people.t).lines == (text("What all know"), text("now stays."))
    people.table.press(Press(0, "table", "release", 1), people.t)
    assert isinstance(people.paper.calls[-1], Step)
    assert people.table.view(people.t).notice == text("What all know now cannot be undone.")


# --- which game ------------------------------------------------------------------------------------------------------


class Choosing(People):
    """The people at a box that plays Whist, too."""

    def __init__(self, *, is_settled: bool) -> None:
        super().__init__()
        settings = Settings(("en",), NAMES, {}, {}, 0.6, 2.0, 5.0, (NamedGame("whist", "Whist"),), is_settled)
        self.table = Table(NIM, settings, self.paper, lambda: SEED)
        self.table.open(self.t)

    @property
    def title(self) -> Text:
        return self.table.view(self.t).title


def test_the_first_question_is_which_game() -> None:
    people = Choosing(is_settled=False)
    assert (people.title, people.lines) == (text("Which game?"), (verbatim("Nim"),))
    people.hold(3)
    assert people.title == text("Who plays?")
    assert not people.table.joined
    people.tap(3)
    assert people.table.joined == (3,)
    assert people.table.request is None


def test_another_game_is_asked_of_whoever_runs_the_table() -> None:
    people = Choosing(is_settled=False)
    people.tap(2)
    assert people.lines == (verbatim("Whist"),)
    people.hold(2)
    assert people.table.request == PlayGame("whist")


def test_news_comes_before_the_question_which_game() -> None:
    people = Choosing(is_settled=False)
    people.table.tell(View(text("The last game"), lines=(text("cannot be read."),)), people.t)
    assert people.title == text("The last game")
    people.rest()
    assert people.title == text("Which game?")


def test_what_has_been_said_is_not_asked_and_the_menu_offers_another_game_while_people_join() -> None:
    people = Choosing(is_settled=True)
    assert people.title == text("Who plays?")
    assert text("Another game") in menu(people)
    people.tap(1, 2)
    people.hold(1)
    assert text("Another game") not in menu(people), "a game is on"


def test_the_menu_s_other_game_can_be_chosen() -> None:
    people = Choosing(is_settled=True)
    people.table.press(Press(0, "table", "hold", 2), people.t)
    people.tap(1)
    people.hold(1)
    assert people.lines[0] == text("Another game")
    people.hold(1)
    assert people.title == text("Which game?")
    people.tap(4)
    people.hold(4)
    assert people.table.request == PlayGame("whist")


def test_with_one_game_nothing_is_asked() -> None:
    people = People()
    assert people.table.view(people.t).title == text("Who plays?")
    assert text("Another game") not in menu(people)


def menu(people: People) -> set[Text]:
    """The rows that the menu offers now."""
    people.table.press(Press(0, "table", "hold", 2), people.t)
    seen = set()
    people.tap(1)
    people.hold(1)  # the group of the game
    for _ in range(7):
        seen.add(people.lines[0])
        people.tap(1)
    people.press(0, "table", "tap")
    return seen
