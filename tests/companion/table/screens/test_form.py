from __future__ import annotations

import pytest

from companion.kit.setup import Measure
from companion.kit.text import text, verbatim
from companion.kit.view import Track
from companion.table.controls import Press, PressKind
from companion.table.screens.calibration import Calibration
from tests.companion.table.screens.filled_form import BACK, LEAVE, MORE, OK, Filled


def form() -> Filled:
    measures = tuple(Measure(verbatim(name), 1) for name in "abc")
    return Filled(lambda confirm: Calibration(measures, confirm, Track()))


def test_nothing_happens_before_the_last_value_is_confirmed() -> None:
    filled = form().after(MORE, OK, OK)
    assert filled.is_open
    assert filled.confirmed == []
    assert filled.after(OK).confirmed == [(2, 1, 1)]
    assert not filled.is_open


@pytest.mark.parametrize("strokes", [[BACK], [MORE, BACK], [OK, BACK, BACK], [LEAVE], [MORE, OK, LEAVE]])
def test_red_held_leaves_from_the_first_and_the_table_key_from_everywhere(strokes: list[str]) -> None:
    filled = form().after(*strokes)
    assert not filled.is_open
    assert filled.confirmed == []


def test_red_held_goes_back_and_what_was_chosen_stays() -> None:
    assert form().after(MORE, OK, MORE, OK, BACK, BACK, OK, OK, OK).confirmed == [(2, 2, 1)]


@pytest.mark.parametrize("kind", ["down", "release", "withdrawn"])
def test_other_presses_mean_nothing(kind: PressKind) -> None:
    filled = form()
    before = filled.view
    assert filled.form.press(Press(3, "green", kind), 0.0) is filled.form
    assert filled.form.press(Press(0, "table", kind), 0.0) is filled.form
    assert filled.view == before


def test_it_is_left_when_the_ledger_has_what_was_confirmed() -> None:
    """While the ledger writes, the last value is still on the screen."""
    shown = []
    measure = Measure(verbatim("a"), 5)
    last = Calibration((measure,), lambda *_: shown.append(last.view(0.0)), Track())
    last.press(Press(1, "green", "hold", 1), 0.0)
    assert [view.title for view in shown] == [text("Check the board")]
