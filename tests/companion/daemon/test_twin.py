from __future__ import annotations

from pathlib import Path

import pytest

from companion.daemon.demo import read
from companion.daemon.twin import Twin, lay_out
from companion.faces import strip
from companion.kit.chart import Chart
from companion.kit.seats import COLOURS
from companion.web.twin import KEYS
from tests.companion.daemon.stepped_box import SteppedBox
from tests.companion.daemon.test_keys import presses
from tests.companion.faces import ring


def test_the_page_is_told_of_every_space_its_lights_and_what_comes_after_it() -> None:
    track = ring.track()
    layout = lay_out("Ring", track, strip.lay_out(track, 2))
    assert [(space.id, space.role, space.after) for space in layout.spaces] == [
        (space.id, space.role, space.after) for space in track.spaces
    ]
    assert [space.leds for space in layout.spaces] == [(2 * at, 2 * at + 1) for at in range(len(track.spaces))]
    assert [(seat.pair, seat.colour) for seat in layout.seats] == list(enumerate(COLOURS, 1))


def test_a_space_without_lights_is_drawn_all_the_same() -> None:
    track = ring.track()
    layout = lay_out("Ring", track, strip.StripMap({"1": (4,)}, [()] * 6))
    assert [space.leds for space in layout.spaces] == [(4,), *[()] * (len(track.spaces) - 1)]


def test_a_game_may_leave_out_how_its_board_is_drawn() -> None:
    track = ring.track()
    assert lay_out("Ring", track, strip.lay_out(track)).chart == Chart()
    lawn = Chart(ground=("lawn",))
    assert lay_out("Ring", track, strip.lay_out(track), lawn).chart == lawn


def test_the_page_gets_what_the_display_shows_in_words_while_it_is_lit(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    assert table.box.twin.reading()[0] == "Who plays?"
    table.tap("green1")
    assert table.box.twin.reading()[:2] == ("Hans joins", "1 joined")
    table.box.wait(table.settings.display.off_after_s + 1)
    assert table.box.twin.reading() == ()
    table.tap("green2")
    assert table.box.twin.reading()[:2] == ("Hans joins", "1 joined"), "the press has only woken it"
    table.pull_the_plug()


def felt(twin: Twin, key: str) -> int:
    return twin.keys()[KEYS.index(key)]


def test_a_page_of_a_demo_is_told_of_each_press_and_whether_the_key_is_down(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    twin = table.box.twin
    twin.shows_keys = True
    assert twin.keys() == bytes(len(KEYS))
    twin.press("red2")
    assert felt(twin, "red2") == 1
    twin.press("red2")  # by another hand
    assert felt(twin, "red2") % 2 == 1
    twin.release("red2")
    twin.release("red2")
    assert felt(twin, "red2") % 2 == 0
    for _ in range(200):
        twin.press("table")
        twin.release("table")
    assert (felt(twin, "table"), felt(twin, "green1")) == (400 % 256, 0)
    table.pull_the_plug()


@pytest.mark.parametrize(("held_s", "kinds"), [(0.08, ["down", "tap"]), (0.7, ["down", "hold", "release"])])
def test_how_long_a_page_says_a_key_was_held_counts_however_late_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held_s: float, kinds: list[str]
) -> None:
    table = SteppedBox(tmp_path)
    told = presses(table, monkeypatch)
    table.box.twin.press("green1")
    table.box.twin.hold("green1", 0.0)
    table.box.wait(2.0)
    assert [press.kind for press in told] == ["down"]
    table.box.twin.release("green1", held_s)
    table.box.wait(0.1)
    assert [press.kind for press in told] == kinds
    table.pull_the_plug()


def test_a_click_of_a_busy_browser_is_no_bounce(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    twin = table.box.twin
    for held_s in (0.0, 0.0004, 0.004):
        was = table.joined()
        twin.press("green2")
        twin.release("green2", held_s)
        table.box.wait(0.2)
        assert table.joined() != was
    table.pull_the_plug()


def test_a_hold_on_a_page_shows_its_bar_and_counts_as_soon_as_it_is_known_to_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SteppedBox(tmp_path)
    table.start(3)
    read(table.box)
    told = presses(table, monkeypatch)
    table.box.twin.press("green1")
    for beat in range(1, 13):
        table.box.wait(0.05)
        assert [press.kind for press in told] == ["down"]
        table.box.twin.hold("green1", 0.05 * beat + 0.001)
        if beat == 8:
            bar = table.box.box.table.view(table.box.now).bar
            assert bar is not None
            assert bar.share == pytest.approx(0.4 / 0.6, abs=0.05)
    table.box.wait(0.01)
    assert [press.kind for press in told] == ["down", "hold"]
    table.box.twin.release("green1", 0.65)
    table.pull_the_plug()


def test_a_finger_at_the_box_needs_no_page_to_be_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds for a key that a page has pressed before, too."""
    table = SteppedBox(tmp_path)
    table.box.twin.press("green1")
    table.box.twin.hold("green1", 0.0)
    table.box.twin.release("green1", 0.1)
    table.box.wait(0.5)
    told = presses(table, monkeypatch)
    table.box.twin.press("green1")
    table.box.wait(0.7)
    assert [press.kind for press in told] == ["down", "hold"]
    table.pull_the_plug()


def test_a_key_that_is_not_wired_can_be_held_on_a_page_without_effect(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    del table.box.twin._hand._pins["red6"]  # type: ignore[attr-defined]  # of its fingers
    table.box.twin.press("red6")
    table.box.twin.hold("red6", 0.1)
    table.box.twin.release("red6", 0.2)
    table.pull_the_plug()


def test_a_page_of_people_is_not_told_of_their_keys(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.tap("green1")
    assert table.box.twin.keys() == bytes(len(KEYS))
    table.pull_the_plug()
