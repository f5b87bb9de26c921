"""The rules to agree on, in words."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.cat_royal.differences import ROWS, RULEBOOKS
from companion.games.cat_royal.options import PRESETS, Options
from companion.kit.text import speak


def test_every_option_has_a_row_in_its_order_and_every_value_words() -> None:
    assert tuple(row.field for row in ROWS) == Options.__struct_fields__
    for row in ROWS:
        for value in row.values:
            msgspec.convert(msgspec.to_builtins(Options()) | {row.field: value}, Options)


@pytest.mark.parametrize("rulebook", PRESETS)
def test_a_rulebook_sets_all_rows_and_is_read_back(rulebook: str) -> None:
    rows = RULEBOOKS.to_rows(rulebook, {})
    chosen = tuple(row.chosen for row in rows)
    assert RULEBOOKS.from_rows(chosen) == {"rulebook": rulebook, "options": {}}
    assert rows[0].presets[chosen[0]] == chosen[1:]


def test_a_single_rule_is_set_beside_the_rulebook() -> None:
    rows = RULEBOOKS.to_rows("dog", {})
    chosen = [row.chosen for row in rows]
    chosen[1 + Options.__struct_fields__.index("tricks")] = 0
    assert RULEBOOKS.from_rows(tuple(chosen)) == {"rulebook": "dog", "options": {"tricks": True}}


def test_no_line_is_wider_than_the_display() -> None:
    for row in ROWS:
        assert len(speak(row.name, str)) <= 21
        assert all(len(speak(line, str)) <= 20 for lines in row.values.values() for line in lines), row.field
