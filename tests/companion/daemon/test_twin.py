from __future__ import annotations

from companion.daemon.twin import lay_out
from companion.faces import strip
from companion.kit.chart import Chart
from companion.kit.seats import COLOURS
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
