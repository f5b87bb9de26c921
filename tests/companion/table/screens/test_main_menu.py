"""Which rows the table's menu has; what each of them does is tried in `test_table.py`."""

from __future__ import annotations

from companion.kit.text import speak
from tests.companion.table.at_the_table import People, bidding, open_menu

ALWAYS = ["Back to", "New game:", "Next language", "Rules of play", "Check the board"]
PARTS = ["Try the parts", "Find the wiring", "Shut down:"]


def rows(table: People) -> list[str]:
    """The first line of each, round to the first again."""
    open_menu(table)
    found: list[str] = []
    while (row := speak(table.view.lines[0], str)) not in found:
        found.append(row)
        table.tap(1)
    table.hold(1, "red")
    return found


def test_while_people_join_there_is_nothing_to_redo_or_to_put_right() -> None:
    assert rows(People()) == [*ALWAYS, *PARTS]


def test_a_running_game_has_coins_to_put_right() -> None:
    assert rows(bidding()) == [*ALWAYS, "Correct coins", *PARTS]


def test_what_was_undone_can_be_redone() -> None:
    table = bidding()
    table.bid(1, 3)
    table.undo()
    table.wait(5.0)
    assert rows(table) == [*ALWAYS[:2], "Redo what was", *ALWAYS[2:], "Correct coins", *PARTS]
