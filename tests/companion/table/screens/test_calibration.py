from __future__ import annotations

from companion.kit.setup import Measure
from companion.kit.text import verbatim
from companion.table.screens.calibration import Calibration
from tests.companion.table.screens.filled_form import LESS, MORE, OK, Filled

MEASURES = (Measure(verbatim("a"), 5), Measure(verbatim("b"), 0), Measure(verbatim("c"), 7))


def calibration() -> Filled:
    return Filled(lambda confirm: Calibration(MEASURES, confirm))


def test_green_adds_red_takes_away_and_nothing_is_below_zero() -> None:
    strokes = (LESS, LESS, OK, LESS, MORE, LESS, LESS, OK, MORE, OK)
    assert calibration().after(*strokes).confirmed == [(3, 0, 8)]


def test_the_screen_says_which_number_it_is() -> None:
    view = calibration().after(OK).view
    assert (view.number, view.is_draft, view.lines) == ("0", True, (verbatim("b"), verbatim("2/3")))
