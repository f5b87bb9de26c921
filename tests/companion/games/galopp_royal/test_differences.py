"""The differences between the booklets, agreed on with two keys."""

from __future__ import annotations

from itertools import product
from typing import get_args, get_type_hints

import msgspec
import pytest

from companion.games.galopp_royal.booklet import PRESETS, Options
from companion.games.galopp_royal.differences import BOOKLETS, ROWS, RULEBOOKS
from tests.companion.games.galopp_royal.positions import RULES


def test_every_booklet_and_every_value_of_every_option_can_be_agreed_on() -> None:
    assert list(BOOKLETS) == list(PRESETS)
    hints = get_type_hints(Options)
    assert [row.field for row in ROWS] == list(Options.__struct_fields__)
    for row in ROWS:
        assert set(row.values) == set(get_args(hints[row.field]) or (True, False))


def test_no_two_values_of_an_option_are_told_in_the_same_words() -> None:
    for option in RULEBOOKS.to_rows("de", {}):
        assert len({words[0] for words in option.values}) == len(option.values)


@pytest.mark.parametrize("rulebook", PRESETS)
def test_a_rulebook_as_printed_is_kept_without_single_options(rulebook: str) -> None:
    booklets, *rest = RULEBOOKS.to_rows(rulebook, {})
    chosen = tuple(option.chosen for option in rest)
    assert booklets.presets[booklets.chosen] == chosen
    assert RULEBOOKS.from_rows((booklets.chosen, *chosen)) == {"rulebook": rulebook, "options": {}}


@pytest.mark.parametrize("rulebook", PRESETS)
def test_there_and_back_for_every_game_that_can_be_agreed_on(rulebook: str) -> None:
    for values in product(*(row.values for row in ROWS)):
        wanted = {row.field: value for row, value in zip(ROWS, values, strict=True)}
        rows = RULEBOOKS.to_rows(rulebook, wanted)
        agreed = RULES.agreed(tuple(option.chosen for option in rows))
        assert agreed["rulebook"] == rulebook
        assert RULES.options(agreed) == rows
        RULES.check(agreed)


def test_what_the_settings_say_is_where_people_begin() -> None:
    settings: dict[str, object] = {"rulebook": "fr", "options": {"open_cash": False, "schemer": "one_effect"}}
    rows = RULES.options(settings)
    told = {row.field: list(row.values)[option.chosen] for row, option in zip(ROWS, rows[1:], strict=True)}
    assert told == msgspec.to_builtins(PRESETS["fr"]) | {"open_cash": False}
    agreed = RULES.agreed(tuple(option.chosen for option in rows))
    assert agreed == {"rulebook": "fr", "options": {"open_cash": False}}, "only what differs from the booklet"
