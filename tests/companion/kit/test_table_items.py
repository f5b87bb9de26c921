"""How much can lie on the table."""

from __future__ import annotations

import pytest

from companion.kit.table_items import Dice, Pile, Scores, SeatCards, TableItem
from companion.kit.text import text
from companion.kit.view import MOST_LINES, View


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (SeatCards(1, text("Matches"), ("9", "10"), 50), 3),
        (Pile(text("Matches"), 40, "9"), 2),
        (Dice(text("Matches"), (1, 6), 7), 3),
        (Scores(text("Matches"), (text("Won"),), (("1",), ("2",), ("3",))), 5),
    ],
    ids=lambda item: type(item).__name__,
)
def test_of_ever_so_many_things_on_the_table_a_view_keeps_the_first(item: TableItem, words: int) -> None:
    fits = MOST_LINES // words
    assert View(text("Matches"), table=(item,) * fits).table == (item,) * fits
    assert View(text("Matches"), table=(item,) * 10 * fits).table == (item,) * fits
