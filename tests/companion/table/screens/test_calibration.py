from __future__ import annotations

from companion.kit.setup import Measure
from companion.kit.text import verbatim
from companion.kit.view import Space, Track
from companion.table.screens.calibration import Calibration
from tests.companion.table.screens.filled_form import LESS, MORE, OK, Filled

MEASURES = (
    Measure(verbatim("a"), 5),
    Measure(verbatim("b"), 0, verbatim("space"), verbatim("from here"), is_space=True),
    Measure(verbatim("c"), 7),
)
TRACK = Track((Space("0", "trap", after=("1",)), Space("1", "start")), goals=("1",))


def calibration() -> Filled:
    return Filled(lambda confirm: Calibration(MEASURES, confirm, TRACK))


def test_green_adds_red_takes_away_and_nothing_is_below_zero() -> None:
    strokes = (LESS, LESS, OK, LESS, MORE, LESS, LESS, OK, MORE, OK)
    assert calibration().after(*strokes).confirmed == [(3, 0, 8)]


def test_the_screen_says_what_is_counted_and_which_number_it_is() -> None:
    view = calibration().after(OK).view
    assert (view.caption, view.number, view.is_draft, view.position) == (verbatim("space"), "0", True, (2, 3))
    assert view.lines == (verbatim("b"), verbatim("from here"))


def test_a_space_shines_as_long_as_it_is_asked_and_nothing_else_does() -> None:
    first, second, third = (calibration().after(*strokes).view.track for strokes in ((), (OK, MORE), (OK, OK)))
    assert (first.goals, second.goals, third.goals) == ((), ("1",), ())
    assert {space.role for track in (first, second, third) for space in track.spaces} == {"space"}
