"""Dim after two minutes, dark after ten, any key wakes: the clock alone, then a whole twin."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import msgspec
import pytest
from PIL import ImageChops

from companion.config import Config, DisplaySettings
from companion.daemon import demo
from companion.daemon.idle import Idle, dimmed
from companion.faces.drift import STEP_S, WALK
from companion.table.teaching import SILENT_S
from tests.companion.daemon.stepped_box import SteppedBox, config

pytestmark = pytest.mark.untraced

# --- the clock -------------------------------------------------------------------------------------------------------


def test_it_dims_after_a_while_and_goes_dark_later() -> None:
    idle = Idle(120, 600, 1000.0)
    assert [idle.light(t) for t in (1000.0, 1119.9, 1120.0, 1599.9, 1600.0, 9999.0)] == [
        *("lit", "lit"),
        *("dim", "dim"),
        *("dark", "dark"),
    ]
    assert [idle.next_deadline(t) for t in (1000.0, 1120.0, 1600.0)] == [1120.0, 1600.0, None]


def test_a_touch_lights_it_and_tells_whether_it_had_to() -> None:
    idle = Idle(120, 600, 0.0)
    assert not idle.touch(119.0)
    assert idle.light(238.0) == "lit"
    assert idle.touch(239.0), "it was dim"
    assert idle.light(240.0) == "lit"
    assert idle.touch(2000.0), "it was dark"
    assert not idle.touch(2000.5)


@pytest.mark.parametrize(
    ("dim_after_s", "off_after_s", "later"), [(0, 0, "lit"), (0, 600, "dark"), (120, 0, "dim"), (600, 120, "dark")]
)
def test_none_of_it_must_happen(dim_after_s: float, off_after_s: float, later: str) -> None:
    idle = Idle(dim_after_s, off_after_s, 0.0)
    assert idle.light(100.0) == "lit"
    assert idle.light(86_400.0) == later
    assert idle.next_deadline(86_400.0) is None


def test_lights_follow() -> None:
    assert dimmed(b"\0\x04\xff", "lit") == b"\0\x04\xff"
    assert dimmed(b"\0\x04\xff", "dim") == b"\0\x01\x3f"
    assert dimmed(b"\0\x04\xff", "dark") == b"\0\0\0"


DIM_S, OFF_S = 20.0, 40.0

# --- the box ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> SteppedBox:
    """A question waits at a box that dims and goes dark early."""
    table = SteppedBox(tmp_path, patience(DIM_S, OFF_S))
    table.start(3)
    table.box.wait(DIM_S - 5.0)
    return table


def patience(dim_after_s: float, off_after_s: float) -> Config:
    display = DisplaySettings(dim_after_s=dim_after_s, off_after_s=off_after_s)
    return msgspec.structs.replace(config(), display=display)


def brightest(table: SteppedBox) -> int:
    """The brightest value of the lights within three seconds, which is twice as long as a pulse."""
    seen = []
    for _ in range(75):
        table.box.wait(0.04)
        seen.append(max(table.box.twin.colours()))
    return max(seen)


def assert_the_picture_is_right(table: SteppedBox) -> None:
    assert ImageChops.logical_xor(table.picture(), table.expected_picture()).getbbox() is None


def test_display_and_lights_dim_and_then_go_dark(table: SteppedBox) -> None:
    chip = table.box.twin.chip
    usual, bright = chip.contrast, brightest(table)
    table.box.wait(DIM_S)
    assert chip.on
    assert chip.contrast == 16 < usual
    assert table.picture().getbbox() is not None
    assert 0 < brightest(table) < bright
    assert_the_picture_is_right(table)
    table.box.wait(OFF_S)
    assert not chip.on
    assert table.box.twin.memory() == bytes(1024), "dark on the page too"
    assert brightest(table) == 0
    assert table.box.twin.controller.live, "dark, and not given up"
    table.pull_the_plug()


@pytest.mark.parametrize(
    ("seconds", "key"),
    [
        (DIM_S, "green6"),
        (OFF_S, "red1"),
        (OFF_S, "table"),
        *(
            pytest.param(seconds, key, marks=[pytest.mark.slow, pytest.mark.in_box_time])
            for seconds, key in (*product([DIM_S, OFF_S], ["green1", "red1", "green6", "table"]), (3600.0, "red1"))
        ),
    ],
)
def test_any_key_wakes_it_and_does_nothing_else(seconds: float, key: str, table: SteppedBox) -> None:
    before, usual = table.session, table.box.box.table.view(table.box.now)
    table.box.wait(seconds)
    table.box.press(key)
    table.box.wait(0.1)
    chip = table.box.twin.chip
    assert chip.on
    assert chip.contrast > 16
    assert_the_picture_is_right(table)
    table.box.wait(6.0)  # far longer than any hold
    assert table.box.box.table.view(table.box.now) == usual, "no look at cards"
    table.box.release(key)
    table.box.wait(0.1)
    assert table.session == before, "not a bid, not a pass, no undo"
    assert table.box.box.table.view(table.box.now) == usual, "no draft, no page, no menu, no notice"
    assert brightest(table) > 100
    table.pull_the_plug()


def test_the_next_press_counts(table: SteppedBox) -> None:
    table.box.wait(OFF_S)
    table.tap("green1")
    assert not table.box.box.table.view(table.box.now).is_draft
    table.tap("green1")
    assert table.box.box.table.view(table.box.now).is_draft
    table.pull_the_plug()


@pytest.mark.parametrize("keys", [("green1", "red1"), ("red1", "green1")])
def test_two_keys_of_a_seat_that_wake_it_as_one_do_nothing_else(table: SteppedBox, keys: tuple[str, str]) -> None:
    table.box.wait(OFF_S)
    for key in keys:
        table.box.press(key)
        table.box.wait(0.1)
    for key in keys:
        table.box.release(key)
        table.box.wait(0.1)
    view = table.box.box.table.view(table.box.now)
    assert (view.is_draft, view.notice, table.box.box.table.wish) == (False, None, None)
    table.tap("green1")
    assert table.box.box.table.view(table.box.now).is_draft
    table.pull_the_plug()


def test_while_one_finger_wakes_it_another_one_plays(table: SteppedBox) -> None:
    table.box.wait(OFF_S)
    table.box.press("green3")
    table.box.wait(0.2)
    table.hold("green1")
    table.box.release("green3")
    assert len(table.session.history.done) > 0
    table.pull_the_plug()


def test_playing_keeps_it_lit(table: SteppedBox) -> None:
    for _ in range(4):
        table.box.wait(DIM_S - 1.0)
        table.tap("table")
        assert table.box.box.idle.light(table.box.now) == "lit"
    table.pull_the_plug()


def test_a_die_in_a_still_hand_does_not_keep_it_lit(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, patience(DIM_S, OFF_S))
    for session in demo.play(table.box, 3, Random(2)):
        if session.question is not None and session.question.by_lot:
            break
    seat = table.asked.seat
    table.box.press(f"green{seat}")
    table.box.wait(DIM_S + 1.0)
    assert table.box.box.idle.light(table.box.now) == "dim"
    assert_the_picture_is_right(table)
    before = len(table.session.history.done)
    table.box.release(f"green{seat}")
    table.box.wait(0.1)
    assert len(table.session.history.done) > before, "letting go still rolls"
    assert table.box.box.idle.light(table.box.now) == "lit"
    table.pull_the_plug()


def test_never_is_possible(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, patience(0, 0))
    table.box.wait(1000.0)
    assert table.box.twin.chip.on
    assert table.box.twin.chip.contrast > 16
    assert_the_picture_is_right(table)
    table.pull_the_plug()


@pytest.mark.slow
def test_bots_never_see_it_dim(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    other = SteppedBox(tmp_path / "other")
    usual = other.box.twin.chip.contrast
    other.pull_the_plug()
    for _ in demo.play(table.box, 3, Random(1)):
        assert table.box.twin.chip.on
        assert table.box.twin.chip.contrast == usual
    table.pull_the_plug()


@pytest.mark.parametrize(
    "chip",
    [
        "ssd1306",
        *(pytest.param(chip, marks=[pytest.mark.slow, pytest.mark.in_box_time]) for chip in ("ssd1309", "sh1106")),
    ],
)
def test_each_minute_the_picture_on_the_glass_is_elsewhere(chip: str, tmp_path: Path) -> None:
    display = msgspec.convert({"chip": chip, "dim_after_s": 0, "off_after_s": 0}, DisplaySettings)
    table = SteppedBox(tmp_path, msgspec.structs.replace(config(), display=display))
    table.start(3)
    seen = []
    for minute in range(1, len(WALK) + 1):
        table.box._go_to(STEP_S * minute)
        table.box.wait(1.0)
        assert_the_picture_is_right(table)
        seen.append(table.picture().tobytes())
        table.tap("table")  # a page, in windows, from a picture that is shifted
        table.box.wait(0.1)
        assert_the_picture_is_right(table)
    assert len(set(seen)) > 4
    table.pull_the_plug()


def test_without_settings_it_is_two_minutes_and_ten(tmp_path: Path) -> None:
    assert (Config().display.dim_after_s, Config().display.off_after_s) == (120.0, 600.0)
    table = SteppedBox(tmp_path)
    table.box.wait(119.9)
    assert table.box.twin.chip.contrast > 16
    table.box.wait(0.2)
    assert table.box.twin.chip.contrast == 16
    table.box.wait(479.8)
    assert table.box.twin.chip.on
    table.box.wait(0.2)
    assert not table.box.twin.chip.on
    table.pull_the_plug()


def test_a_question_nobody_answers_is_as_bright_as_the_display_can_be_until_it_dims(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path, msgspec.structs.replace(patience(3 * SILENT_S, 0), explains=True))
    table.hold("green1")  # the language
    table.tap(*["green1"] * 5)  # the keys, the board, not now
    table.hold("green1")
    table.start(3)
    table.box.wait(10.0)  # the seal and the first explanation have stood
    table.tap("green1")
    usual = table.box.twin.chip.contrast
    table.box.wait(SILENT_S - 1.0)
    assert table.box.twin.chip.contrast == usual
    table.box.wait(2.0)
    assert table.box.twin.chip.contrast == 255 > usual
    assert_the_picture_is_right(table)
    table.tap("green1")
    assert table.box.twin.chip.contrast == usual
    table.box.wait(3 * SILENT_S)
    assert table.box.twin.chip.contrast == 16
    table.pull_the_plug()
