"""A game that leaves out what a game may leave out, at the keys of the table."""

from __future__ import annotations

from companion.kit.text import Text, text
from companion.match.history import Step, Undo
from companion.table.controls import Press
from companion.table.desk import Desk
from companion.table.outside import House
from tests.companion.games.nim import NIM, State
from tests.companion.games.play import NAMES, SEED
from tests.companion.table.at_a_desk import Paper

RESTED_S = 30.0


class Table:
    """People at a box that plays Nim."""

    def __init__(self) -> None:
        self.paper = Paper()
        self.desk: Desk[State] = Desk(NIM, House(("en",), NAMES, {}, {}, 0.6, 2.0, 5.0), self.paper, lambda: SEED)
        self.t = 0.0
        self.desk.open(self.t)

    def press(self, pair: int, key: str, kind: str, stage: int = 0) -> None:
        self.t += 1.0
        self.desk.press(Press(pair, key, "down"), self.t)  # type: ignore[arg-type]
        self.desk.press(Press(pair, key, kind, stage), self.t)  # type: ignore[arg-type]
        self.desk.press(Press(pair, key, "release", stage), self.t)  # type: ignore[arg-type]

    def tap(self, *pairs: int) -> None:
        for pair in pairs:
            self.press(pair, "green", "tap")

    def hold(self, *pairs: int) -> None:
        for pair in pairs:
            self.press(pair, "green", "hold", 1)

    def rest(self) -> None:
        self.t += RESTED_S
        self.desk.tick(self.t)

    @property
    def lines(self) -> tuple[Text, ...]:
        return self.desk.view(self.t).lines


def test_it_is_joined_begun_played_and_over() -> None:
    table = Table()
    table.tap(2)
    assert table.lines[1] == text("{n} or more", n=2)
    table.tap(4)
    assert table.lines[1] == text("first: hold")
    table.hold(4)
    while (session := table.desk.session) is not None and session.question is not None:
        table.rest()
        table.hold({1: 2, 2: 4}[session.question.seat or 0])
    assert session is not None
    assert session.state.left == 0
    assert all(call[3] == SEED for call in table.paper.calls if isinstance(call, tuple) and call[0] == "begin")


def test_no_promise_is_made_where_nothing_is_drawn() -> None:
    table = Table()
    table.tap(1, 2)
    table.hold(1)
    assert table.desk.view(table.t).title == text("Matches")


def test_nobody_joins_where_the_game_has_no_seat() -> None:
    table = Table()
    table.tap(5)
    assert table.desk.joined == ()
    assert table.desk.view(table.t).notice == text("Nobody plays here in this game.")


def test_the_table_key_finds_no_page_while_people_join() -> None:
    table = Table()
    table.press(0, "table", "tap")
    assert table.desk.view(table.t).title == text("Who plays?")


def test_the_menu_asks_for_no_rules_and_no_board() -> None:
    table = Table()
    table.desk.press(Press(0, "table", "hold", 2), table.t)
    seen = set()
    for _ in range(12):
        seen.add(table.lines[0])
        table.tap(1)
    assert text("Next language") in seen
    assert not seen & {text("Rules of play"), text("Check the board")}


def test_undo_stops_at_what_all_know() -> None:
    table = Table()
    table.tap(1, 2)
    table.hold(1, 1, 2)
    table.press(0, "table", "hold", 1)
    assert isinstance(table.paper.calls[-1], Undo)
    table.tap(2)
    table.hold(2)
    table.tap(1)
    table.hold(1)
    session = table.desk.session
    assert session is not None
    assert session.state.is_counted
    table.rest()
    table.desk.press(Press(0, "table", "down"), table.t)
    table.desk.press(Press(0, "table", "hold", 1), table.t)
    assert table.desk.view(table.t).lines == (text("What all know"), text("now stays."))
    table.desk.press(Press(0, "table", "release", 1), table.t)
    assert isinstance(table.paper.calls[-1], Step)
    assert table.desk.view(table.t).notice == text("What all know now cannot be undone.")
