from __future__ import annotations

from pathlib import Path

from companion.daemon.twin import Twin, lay_out
from companion.faces import strip
from companion.kit.chart import Chart
from companion.kit.seats import COLOURS
from companion.web.twin import KEYS
from tests.companion.daemon.stepped_box import SteppedBox
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


def test_a_page_of_people_is_not_told_of_their_keys(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.tap("green1")
    assert table.box.twin.keys() == bytes(len(KEYS))
    table.pull_the_plug()
