from __future__ import annotations

from msgspec.structs import replace

from companion.faces.lamps import FULL, LAMPS, WAITING, glow
from companion.faces.strip import LightShow, lay_out
from companion.games.cat_royal.booklet import FIGURES, Figure
from companion.games.cat_royal.state import State, Way
from companion.games.cat_royal.track import FigureChoice, empty, guards, showing, spaces, track
from companion.kit.seats import COLOURS, with_seat
from companion.kit.text import verbatim
from companion.kit.view import SeatView, Token, Track, View

from .positions import turn

IDS = [space.id for space in spaces()]
BY_ID = {space.id: space for space in spaces((27, 43, 59, 11))}


def with_way(state: State, seat: int, figure: Figure, way: Way) -> State:
    """A figure that has just come this way."""
    ways = with_seat(state.ways[seat - 1], FIGURES.index(figure) + 1, way)
    return replace(state, ways=with_seat(state.ways, seat, ways))


def tokens(shown: Track) -> dict[tuple[int, str], Token]:
    return {(token.seat, token.piece): token for token in shown.tokens}


# The strip


def test_the_loop_then_goals_then_start_areas_as_the_strip_has_them() -> None:
    assert IDS[:64] == [str(field) for field in range(1, 65)]
    assert IDS[64:80] == [f"{colour} G{at}" for colour in COLOURS[:4] for at in (1, 2, 3, 4)]
    assert IDS[80:] == [f"{colour} S{at}" for colour in COLOURS[:4] for at in (1, 2, 3, 4)]
    assert lay_out(empty()).needed == 102


def test_the_start_areas_may_be_left_out() -> None:
    assert lay_out(empty(start_areas=False)).needed == 86
    assert not any(space.role == "home" for space in empty(start_areas=False).spaces)


def test_a_figure_takes_a_third_of_a_second_a_field_however_far() -> None:
    assert empty().step_s == track(turn(seats=2)).step_s == 0.3


def test_the_loop_leads_back_turns_off_at_each_start_field_and_is_come_upon_there() -> None:
    assert BY_ID["64"].after == ("1",)
    assert BY_ID["5"].after == ("6",)
    assert BY_ID["49"].after == ("50", "yellow G1")
    assert [BY_ID[f"red G{at}"].after for at in (1, 2, 3, 4)] == [("red G2",), ("red G3",), ("red G4",), ()]
    assert {BY_ID[f"green S{at}"].after for at in (1, 2, 3, 4)} == {("33",)}


def test_roles_and_colours() -> None:
    by_role = {role: [space.id for space in BY_ID.values() if space.role == role] for role in ("start", "hole", "goal")}
    assert by_role["start"] == ["1", "17", "33", "49"]
    assert by_role["hole"] == ["11", "27", "43", "59"]
    assert by_role["goal"] == IDS[64:80]
    assert [BY_ID[field].colour for field in by_role["start"]] == list(COLOURS[:4])
    assert not any(space.colour for space in BY_ID.values() if space.role in ("space", "hole"))


def test_wormholes_glow_where_they_are_now_and_none_is_printed() -> None:
    assert not any(space.role == "hole" for space in empty().spaces)
    assert [space.id for space in spaces((5, 6, 7, 8)) if space.role == "hole"] == ["5", "6", "7", "8"]


# Figures


def test_every_figure_is_a_light_of_its_own() -> None:
    shown = tokens(track(turn("1K 5, 1C G3, 2J 33", seats=2)))
    assert len(shown) == 8
    assert [shown[1, figure].space for figure in FIGURES] == ["5", "red S2", "red G3", "red S4"]
    assert shown[2, "jester"].space == "33"
    assert shown[2, "king"].space == "blue S1"


def test_a_way_leads_over_the_end_of_the_loop_and_off_it_into_the_goal() -> None:
    state = with_way(turn("1K 2, 1T G2", seats=2), 1, "king", (63, 64, 1, 2))
    shown = tokens(track(with_way(state, 1, "knight", (64, 1, "G1", "G2"))))
    assert shown[1, "king"].way == ("63", "64", "1", "2")
    assert shown[1, "knight"].way == ("64", "1", "red G1", "red G2")
    assert shown[1, "citizen"].way == ()


def test_a_guard_keeps_still() -> None:
    shown = tokens(track(turn("1K 1, 1J 5, 2J 33, 2K 17", seats=2)))
    assert [key for key, token in shown.items() if token.mark == "steady"] == [(1, "king"), (2, "king")]


def test_with_first_time_only_who_was_just_put_there_is_a_guard() -> None:
    state = turn("1K 1", seats=2, start_guard="first_time")
    assert guards(state, 1) == ()
    assert guards(replace(state, fresh=("king", "")), 1) == ("king",)


def test_while_a_figure_is_chosen_the_others_say_whether_they_could_be() -> None:
    state = turn("1K 5, 1T 9, 1J 20, 2J 7", seats=2)
    shown = tokens(track(state, FigureChoice(1, ("king", "knight"), "knight", 12)))
    marks = {key: token.mark for key, token in shown.items()}
    assert (marks[1, "king"], marks[1, "knight"], marks[1, "jester"], marks[2, "jester"]) == (
        "able",
        "drafted",
        "dimmed",
        "dimmed",
    )
    assert {token.aim for token in shown.values()} == {"", "12"}
    assert shown[1, "knight"].aim == "12"


def test_no_field_is_aimed_at_before_it_is_chosen() -> None:
    shown = tokens(track(turn("1K 5", seats=2), FigureChoice(1, ("king",), "king")))
    assert shown[1, "king"].aim == ""


def test_one_rank_can_be_shown_alone() -> None:
    assert {token.piece for token in showing(turn(seats=2), ("king",)).tokens} == {"king"}


# On the strip


def lights(*shown: Track) -> LightShow:
    seats = (SeatView(1, "Mia", "red"), SeatView(2, "Tom", "blue"))
    made = LightShow(lay_out(empty()), 100_000)
    for at, each in enumerate(shown):
        made.show(View(verbatim(""), seats=seats, track=each), 10.0 * at)
    return made


def lit(made: LightShow, t: float) -> list[str]:
    """The lights at which a red figure is fully lit."""
    picture, reds = (
        made.colours(t),
        [tuple(int(255 * part) for part in glow(LAMPS["red"], at)) for at in (WAITING, FULL)],
    )
    return [space for at, space in enumerate(IDS) if tuple(picture[3 * at : 3 * at + 3]) in reds]


def test_back_four_runs_backwards_over_field_1() -> None:
    state = turn("1K 62, 1T G1, 1C G2, 1J G3", seats=2)
    made = lights(
        track(turn("1K 2, 1T G1, 1C G2, 1J G3", seats=2)), track(with_way(state, 1, "king", (2, 1, 64, 63, 62)))
    )
    assert [lit(made, 10.1 + 0.3 * step)[0] for step in range(5)] == ["2", "1", "64", "63", "62"]


def test_a_captured_figure_fades_into_its_start_area() -> None:
    made = lights(track(turn("1K 20", seats=2)), track(turn(seats=2)))
    assert "20" in lit(made, 10.0)
    assert "red S1" not in lit(made, 10.1)
    assert "20" not in lit(made, 10.7)
    assert "red S1" in lit(made, 10.7)


def test_without_lights_in_the_start_areas_figures_there_are_just_not_seen() -> None:
    made = LightShow(lay_out(empty(start_areas=False)), 100_000)
    seats = (SeatView(1, "Mia", "red"), SeatView(2, "Tom", "blue"))
    for state in (turn("1K 20", seats=2), turn(seats=2), turn("1K 1", seats=2)):
        made.show(View(verbatim(""), seats=seats, track=track(state)), 0.0)
    assert len(made.colours(0.0)) == 3 * 86
