"""A hold of red without effect tells why the aside is not allowed, not only that it is another seat's turn."""

from __future__ import annotations

from companion.games.cat_royal.rules import CAT_ROYAL
from companion.kit.text import Text, text
from companion.table.ports import Settings
from companion.testing.whole_games import NAMES
from tests.companion.table.at_the_table import HOLD_S, Hands


def playing() -> Hands[object]:
    """Two play, all figures are at home, the first seat is on turn."""
    table: Hands[object] = Hands(CAT_ROYAL, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0))  # type: ignore[arg-type]  # of its state
    table.tap(1)
    table.tap(2)
    table.hold(1)
    table.read()
    return table


def notice(table: Hands[object]) -> Text | None:
    return table.table.view(table.t).notice


def test_who_is_on_turn_and_may_not_accuse_is_told_why() -> None:
    table = playing()
    table.hold(1, "red")
    assert notice(table) == text("First bring a figure out.")


def test_who_is_not_on_turn_is_told_what_it_may_do_all_the_same() -> None:
    table = playing()
    table.tap(2)
    assert notice(table) == text("Not your turn. Hold ○: {what}.", what=text("Move holes"))


def test_who_has_moved_the_wormholes_is_told_that_it_was_once_a_deal() -> None:
    table = playing()
    table.hold_long(2)
    table.read()
    table.hold(2, "red")
    assert notice(table) == text("Holes move once in a deal.")
    table.wait(5.0)
    table.hold(2, "green")
    table.tap(2, "red")
    assert notice(table) == text("Not your turn.")
