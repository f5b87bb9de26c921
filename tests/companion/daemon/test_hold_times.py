"""Each seat's own time of a hold, at real keys: from the settings, from the menu, and after a pulled plug."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.config import OneSeat
from companion.daemon.demo import press
from companion.kit.text import text
from companion.table.slow_presses import HOLD_LONGER

from .stepped_box import RESTED_S, SteppedBox, config


def test_a_hand_that_shakes_has_more_time_and_others_have_not(tmp_path: Path) -> None:
    box = SteppedBox(tmp_path, replace(config(), seats={"1": OneSeat(hold_s=2.0)}))
    for pair in (1, 2, 3):
        press(box.box, f"green{pair}", 0.25)
    press(box.box, "green1", 0.9)
    assert box.box.box.table.joined == (2, 3), "still a tap: it leaves"
    press(box.box, "green1", 0.9)
    press(box.box, "green1", 1.8)
    assert box.box.box.table.view(box.box.now).notice == HOLD_LONGER
    assert box.box.box.table.session is None
    press(box.box, "green2", 0.7)
    assert box.box.box.table.session is not None
    box.pull_the_plug()


def test_what_the_menu_says_wins_and_stays_when_the_plug_is_pulled(tmp_path: Path) -> None:
    settings = replace(config(), seats={"1": OneSeat(hold_s=0.4)})
    box = SteppedBox(tmp_path, settings)
    box.choose(text("Hold time"))
    box.hold("green2")
    box.tap("green2", "green2")
    box.hold("green2")
    assert box.box.box.table.hold_s(1) == 0.8
    box.pull_the_plug()
    again = SteppedBox(tmp_path, settings)
    assert [again.box.box.table.hold_s(pair) for pair in (1, 2)] == [0.8, 0.6]
    again.pull_the_plug()


def test_a_single_switch_s_time_is_set_in_the_menu_and_stays_when_the_plug_is_pulled(tmp_path: Path) -> None:
    settings = replace(config(), seats={"1": OneSeat(switches=1, scan_s=1.0)})
    box = SteppedBox(tmp_path, settings)
    box.choose(text("Hold time"))
    box.hold("green2")
    box.tap("green2")
    box.hold("green2")
    box.pull_the_plug()
    again = SteppedBox(tmp_path, settings)
    assert again.box.box.table.menu.hold_times.scan_s(1) == 1.5
    again.pull_the_plug()
    with_two_keys = SteppedBox(tmp_path)
    assert with_two_keys.box.box.table.hold_s(1) == 0.6, "it was no time of a hold"
    with_two_keys.pull_the_plug()


@pytest.mark.parametrize("kept", ['{"1": "long"}', '{"1": 0}', '{"1": 1e9}', "{"])
@pytest.mark.parametrize("what", ["holds", "scans"])
def test_times_that_cannot_be_read_are_passed_over(tmp_path: Path, what: str, kept: str) -> None:
    settings = replace(config(), seats={"1": OneSeat(switches=1)})
    box = SteppedBox(tmp_path, settings)
    box.journal._write(("chosen", what, kept))
    box.box.wait(RESTED_S)
    box.pull_the_plug()
    again = SteppedBox(tmp_path, settings)
    assert again.box.box.table.hold_s(1) == 0.6
    assert again.box.box.table.menu.hold_times.scan_s(1) == 1.5
    again.pull_the_plug()
