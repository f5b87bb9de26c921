from __future__ import annotations

from companion.kit.rules import Measure
from companion.kit.text import verbatim
from companion.table.calibration import Calibration, Measured
from companion.table.controls import Press

START = Calibration((Measure(verbatim("a"), 5), Measure(verbatim("b"), 0), Measure(verbatim("c"), 7)))


def after(calibration: Calibration, *presses: tuple[str, str]) -> Calibration | Measured | None:
    shown: Calibration | Measured | None = calibration
    for key, kind in presses:
        assert isinstance(shown, Calibration)
        shown = shown.after(Press(0 if key == "table" else 3, key, kind))  # type: ignore[arg-type]
    return shown


OK, BACK = ("green", "hold"), ("red", "hold")
MORE, LESS = ("green", "tap"), ("red", "tap")


def test_nothing_is_kept_before_the_last_number_is_confirmed() -> None:
    assert isinstance(after(START, MORE, OK, OK), Calibration)
    assert after(START, MORE, OK, OK, OK) == Measured((6, 0, 7))


def test_green_adds_red_takes_away_and_nothing_is_below_zero() -> None:
    assert after(START, LESS, LESS, OK, LESS, MORE, LESS, LESS, OK, MORE, OK) == Measured((3, 0, 8))


def test_red_held_goes_back_and_leaves_from_the_first() -> None:
    assert after(START, MORE, OK, BACK, MORE, OK, OK, OK) == Measured((7, 0, 7))
    assert after(START, BACK) is None


def test_the_table_key_leaves() -> None:
    assert after(START, MORE, OK, ("table", "tap")) is None
    assert after(START, ("table", "hold")) == START


def test_the_screen_says_which_number_it_is() -> None:
    calibration = after(START, OK)
    assert isinstance(calibration, Calibration)
    view = calibration.view(0.0)
    assert view.number == "0"
    assert view.is_draft
    assert view.lines == (verbatim("b"), verbatim("2/3"))
