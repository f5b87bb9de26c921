"""The effects of the lights, and the laws for all of them: current, flashes, whose turn it is, calm."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, inf
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.faces.effects import (
    BREATH,
    CALM,
    FADE,
    LIVELY,
    LONGEST,
    LOOK_BACK,
    LOOK_RUN,
    SHORTEST_RUN,
    TAIL,
)
from companion.faces.lamps import FULL, LAMPS, LOW, Light, glow
from companion.faces.strip import CHANNEL, FRAME, LightShow, StripMap, lay_out
from companion.kit.seats import COLOURS
from companion.kit.text import verbatim
from companion.kit.view import Ahead, Cue, CueMoment, SeatView, Space, Token, Track, View

from . import ring
from .eyes import luminance

LINE = ("pond", "start", *map(str, range(2, 9)), "finish", "I", "II")
ROLES = {"pond": "trap", "start": "start", "finish": "goal", "I": "podium", "II": "podium"}
SPACES = tuple(
    Space(here, ROLES.get(here, "space"), after=(after,) if after else ())  # type: ignore[arg-type]  # of a Literal
    for here, after in pairwise((*LINE, ""))
)
SEATS = tuple(SeatView(seat, colour, colour, pair=seat) for seat, colour in enumerate(COLOURS, 1))
MOMENTS: tuple[CueMoment, ...] = get_args(CueMoment)
STEP = 1 / 50


def on_the_line(standing: dict[int, str], who: int | None = None, seats: tuple[SeatView, ...] = SEATS) -> View:
    tokens = tuple(Token(seat, space) for seat, space in standing.items())
    return View(verbatim(""), who, seats=seats, track=Track(SPACES, tokens, ("finish",)))


SAMPLES = (
    on_the_line({1: "pond", 2: "I", 3: "start", 4: "5", 5: "5", 6: "7"}, who=3),
    on_the_line({}, who=2, seats=(*SEATS[:3], replace(SEATS[3], is_in=False, sits_out=True))),
    on_the_line({2: "finish"}),
    View(
        verbatim(""), 1, seats=SEATS[:2], track=ring.track(Token(1, "4", "k"), Token(1, "g11", "n"), Token(2, "4", "k"))
    ),
    View(verbatim(""), 2, seats=SEATS[:3]),  # a game without spaces
)


def lights(
    view: View,
    cue: Cue | None = None,
    *,
    calm: bool = False,
    milliamps: int = 100_000,
    ahead: tuple[Ahead, ...] = (),
) -> LightShow:
    """Lights that show this view, on which the cue has just come."""
    made = LightShow(lay_out(view.track), milliamps, calm=calm)
    made.show(view, 0.0, None, ahead)
    made.show(view, 0.0, cue, ahead)
    return made


def film(made: LightShow, seconds: float, step: float = STEP) -> list[list[Light]]:
    """Picture after picture, each LED 0 … 1."""
    shot = (made.colours(nth * step) for nth in range(ceil(seconds / step)))
    return [[(r / 255, g / 255, b / 255) for r, g, b in zip(*[iter(each)] * 3, strict=True)] for each in shot]


def at_space(name: str) -> int:
    return LINE.index(name)


def at_seat(seat: int) -> int:
    return len(SPACES) + seat - 1


def shines(picture: list[Light], led: int, light: Light) -> bool:
    return picture[led] == pytest.approx(light, abs=1 / 255)


# What is seen


@pytest.mark.parametrize("strip_map", [lay_out(Track(), 2, 30), StripMap({}, [(20 + at,) for at in range(6)], 30)])
@pytest.mark.parametrize("calm", [False, True])
@pytest.mark.parametrize("moment", [None, *MOMENTS])
def test_a_game_without_spaces_lights_its_seats_and_nothing_else(
    strip_map: StripMap, calm: bool, moment: CueMoment | None
) -> None:
    made = LightShow(strip_map, 100_000, calm=calm)
    made.show(SAMPLES[-1], 0.0)
    made.show(SAMPLES[-1], 0.0, Cue(moment, 1) if moment is not None else None)
    lit = {led for picture in film(made, 8.0) for led, light in enumerate(picture) if any(light)}
    assert lit == {led for leds in strip_map.seats[:3] for led in leds}


def test_each_moment_but_a_run_is_seen_and_over_in_time() -> None:
    for moment in MOMENTS:
        for calm, made in ((False, LIVELY), (True, CALM)):
            assert (moment in made) == (moment != "run")
            cue = Cue(moment, 1, 1)
            told, plain = film(lights(SAMPLES[3], cue, calm=calm), 4), film(lights(SAMPLES[3], calm=calm), 4)
            differ = [nth * STEP for nth, (one, other) in enumerate(zip(told, plain, strict=True)) if one != other]
            if moment in ("run", "trap"):  # the ring has no trap
                assert not differ or calm
            else:
                assert differ
                assert max(differ) < LONGEST or moment == "win"


def test_an_offer_blinks_once_at_its_seat() -> None:
    pictures = film(lights(on_the_line({}, who=3), Cue("offer", 2)), 1.0)
    levels = [luminance(picture[at_seat(2)]) for picture in pictures]
    full = luminance(LAMPS["blue"])
    assert [round(levels[round(t / STEP)] / full, 1) for t in (0.1, 0.4, 0.6)] == [0.0, 1.0, 0.0]


def test_going_once_going_twice_and_sold() -> None:
    pictures = film(lights(SAMPLES[1], Cue("sold", 2)), 1.6)
    reds = [picture[at_seat(1)][0] for picture in pictures]
    peaks = [nth * STEP for nth in range(1, 49) if reds[nth - 1] < reds[nth] >= reds[nth + 1]]
    assert peaks == pytest.approx([0.25, 0.75], abs=0.03)
    assert max(max(picture[at_seat(4)]) for picture in pictures[:50]) == 0, "who sits out stays dark"
    blue = [sum(shines(picture, at_seat(seat), LAMPS["blue"]) for seat in (1, 2, 3, 4)) for picture in pictures[50:75]]
    assert blue == sorted(blue)
    assert {1, 2, 3, 4} == set(blue)


def test_a_splash_goes_over_the_neighbours_of_the_trap_and_the_piece_in_it_stays() -> None:
    pictures = film(lights(on_the_line({1: "pond"}), Cue("trap", 1)), 1.5)
    peaks = [max(range(75), key=lambda nth: pictures[nth][at_space(name)][2]) for name in ("start", "2", "3", "4", "5")]
    assert peaks == sorted(peaks)
    assert len(set(peaks)) == 5
    assert len({picture[at_space("pond")] for picture in pictures}) == 1
    assert not any(any(picture[at_space("7")]) for picture in pictures)


def test_a_place_flashes_where_the_piece_has_come_else_at_the_seat() -> None:
    for standing, led in (({1: "I", 2: "II"}, at_space("II")), ({1: "I"}, at_seat(2))):
        pictures = film(lights(on_the_line(standing), Cue("place", 2)), 1.5)
        assert [shines(pictures[nth], led, LAMPS["blue"]) for nth in (5, 18, 30, 43)] == [True, False, True, False]
        assert len({picture[at_space("I")] for picture in pictures}) == 1


def test_who_is_last_dims_twice_and_a_prize_sparkles() -> None:
    dims = [picture[at_seat(1)] for picture in film(lights(on_the_line({}), Cue("last", 1)), 1.5)]
    assert [light == pytest.approx(glow(LAMPS["red"], LOW), abs=0.01) for light in dims[10::25]] == [True, False, True]
    sparkles = [picture[at_seat(1)] for picture in film(lights(on_the_line({}), Cue("paid", 1)), 1.5)]
    assert [light == (1.0, 1.0, 1.0) for light in sparkles[5::12]].count(True) >= 2


def test_falling_through_a_hole_lights_all_holes_in_the_colour() -> None:
    hole = [space.id for space in ring.spaces()].index("4")
    picture = film(lights(replace(SAMPLES[3], who=None), Cue("hole", 1)), 1.0)[19]
    assert shines(picture, hole, glow(LAMPS["red"], FULL))


def test_the_end_of_a_race_runs_over_the_track_in_the_winner_s_colour() -> None:
    pictures = film(lights(on_the_line({}), Cue("finish", 1)), LONGEST)
    heads = [max(range(len(SPACES)), key=lambda led: picture[led][0]) for picture in pictures[10:60]]
    assert heads == sorted(heads)
    assert heads[-1] - heads[0] >= len(SPACES) - 3


def test_a_verdict_leaves_one_light_on() -> None:
    picture = film(lights(on_the_line({}), Cue("verdict", 2)), 1.0)[25]
    assert [any(picture[at_seat(seat)]) for seat in range(1, 7)] == [False, True, *[False] * 4]


def test_the_winner_runs_there_and_back_and_breathes_until_a_key_is_pressed() -> None:
    made = lights(on_the_line({1: "I"}), Cue("win", 1))
    pictures = film(made, 8.0)
    heads = [max(range(len(SPACES)), key=lambda led: picture[led][0]) for picture in pictures[10:110]]
    assert heads[:50] == sorted(heads[:50])
    assert heads[50:] == sorted(heads[50:], reverse=True)
    assert {0, len(SPACES) - 1} <= set(heads)
    breath = [{picture[led] for led in range(len(SPACES) + 6)} for picture in pictures[150:]]
    assert all(len(lit) == 1 for lit in breath), "all lights are one"
    assert all(red > 0 and green == blue == 0 for red, green, blue in set.union(*breath))
    assert 500.0 < (made.next_deadline(500.0) or 0.0) <= 500.0 + FRAME
    assert made.pressed()
    assert not made.pressed()
    made.show(on_the_line({1: "I"}), 501.0, Cue("win", 1))
    assert made.colours(501.0) == lights(on_the_line({1: "I"})).colours(501.0)


def test_those_who_share_a_victory_shine_in_turn() -> None:
    seats = (*SEATS[:2], replace(SEATS[2], is_in=False))
    made = lights(on_the_line({}, seats=seats), Cue("win"))
    seen = [tuple(made.colours(4.0 + 4 * nth)[:3]) for nth in range(4)]
    assert [max(range(3), key=lambda part: each[part]) for each in seen] in ([0, 2, 0, 2], [2, 0, 2, 0])


AHEAD = (Ahead(2, 0.1), Ahead(2, 1.0), Ahead(3, 0.4), Ahead(1, 1.0))
WON = 2 * SHORTEST_RUN + TAIL
"""How long the winner's light runs on the line."""
BREATHS = 2 * BREATH


@pytest.mark.parametrize("calm", [False, True])
def test_the_winner_has_its_light_and_two_breaths_before_the_track_looks_back(calm: bool) -> None:
    view = on_the_line({1: "I"})
    told = film(lights(view, Cue("win", 1), calm=calm, ahead=AHEAD), 30.0, 0.25)
    plain = film(lights(view, Cue("win", 1), calm=calm), 30.0, 0.25)
    first = next(nth for nth, (one, other) in enumerate(zip(told, plain, strict=True)) if one != other) * 0.25
    assert first == pytest.approx(BREATHS + (0 if calm else WON), abs=0.26)


def test_the_game_goes_along_the_track_in_the_colour_of_who_was_ahead() -> None:
    begin = WON + BREATHS
    pictures = film(lights(on_the_line({1: "I"}), Cue("win", 1), ahead=AHEAD), begin + LOOK_BACK)
    dark = [sum(not any(light) for light in pictures[round((begin + t) / STEP)][: len(SPACES)]) for t in (1, 3, 5, 7)]
    assert dark == sorted(dark, reverse=True)
    assert dark[0] > dark[-1] > 0
    whole = pictures[round((begin + LOOK_RUN) / STEP) : round((begin + LOOK_BACK - FADE) / STEP)]
    brightest = [[max(picture[led][part] for picture in whole) for part in range(3)] for led in range(len(SPACES))]
    for led, light in enumerate(brightest):
        seat, by = AHEAD[led * len(AHEAD) // len(SPACES)]
        assert light == pytest.approx(glow(LAMPS[COLOURS[seat - 1]], LOW + (FULL - LOW) * by), abs=0.01)
    again = film(lights(on_the_line({1: "I"}), Cue("win", 1)), begin + LOOK_BACK + 1)[-1]
    assert len({*again}) == 1, "everything breathes again"


def test_leaders_are_told_by_their_rhythm_too_but_calm_lights_rest() -> None:
    for calm, looks in ((False, 2), (True, 1)):
        begin = BREATHS + (0 if calm else WON)
        made = lights(on_the_line({1: "I"}), Cue("win", 1), calm=calm, ahead=(Ahead(2, 1.0),))
        times = [begin + LOOK_RUN + nth / 8 for nth in range(40)]
        assert len({made.colours(t)[:3] for t in times}) == looks


@pytest.mark.parametrize("calm", [False, True])
def test_looking_back_ends_with_any_key_and_goes_on_for_ever_without_one(calm: bool) -> None:
    made = lights(on_the_line({1: "I"}), Cue("win", 1), calm=calm, ahead=AHEAD)
    cycle = BREATHS + LOOK_BACK
    middle = (0 if calm else WON) + BREATHS + LOOK_RUN + 1
    assert made.colours(middle) == made.colours(middle + 6 * cycle)
    assert made.pressed()
    assert made.colours(middle) == lights(on_the_line({1: "I"})).colours(middle)


def test_a_game_without_spaces_only_breathes() -> None:
    told, plain = (film(lights(SAMPLES[-1], Cue("win", 1), ahead=ahead), 40.0, 0.5) for ahead in (AHEAD, ()))
    assert told == plain


@pytest.mark.parametrize("calm", [False, True])
def test_looking_back_does_not_flash(calm: bool) -> None:
    pictures = film(lights(on_the_line({1: "I"}), Cue("win", 1), calm=calm, ahead=AHEAD), 30.0)
    assert max(flashes(each, 50) for each in levels(pictures)) <= (1 if calm else 3)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_cue_of_nobody_who_is_there_is_passed_over(moment: CueMoment) -> None:
    made = lights(on_the_line({}, seats=()), Cue(moment, 3))
    assert film(made, 0.5) == film(lights(on_the_line({}, seats=())), 0.5)


def test_a_cue_is_played_once_however_often_it_is_shown() -> None:
    made = lights(on_the_line({}), Cue("offer", 2, 1))
    made.show(on_the_line({}, who=3), 0.5, Cue("offer", 2, 1))
    assert made.colours(1.0) == lights(on_the_line({}, who=3)).colours(1.0)
    made.show(on_the_line({}, who=3), 1.0, Cue("offer", 2, 2))
    assert made.colours(1.1) != lights(on_the_line({}, who=3)).colours(1.1)


# A moving piece is always seen


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_made_of_a_cue_waits_for_pieces_and_never_lies_over_one(moment: CueMoment) -> None:
    def run(*way: str) -> View:
        return View(verbatim(""), seats=SEATS[:2], track=ring.track(Token(1, way[-1], "k", way)))

    made, plain = lights(run("5")), lights(run("5"))
    for each, cue in ((made, Cue(moment, 1)), (plain, None)):
        each.show(run("5", "6", "7"), 0.0, cue)
    assert [made.colours(t) for t in (0.1, 0.35, 0.59)] == [plain.colours(t) for t in (0.1, 0.35, 0.59)]
    made.show(run("7", "8", "9", "10"), 0.65, Cue(moment, 1))
    red = (255, 0, 0)
    assert [tuple(made.colours(t)[3 * led :][:3]) for t, led in ((0.7, 6), (1.0, 7), (1.3, 8))] == [red] * 3


# Laws of all effects

cues = st.builds(Cue, st.sampled_from(MOMENTS), st.none() | st.integers(1, 6), st.just(1))
samples = st.sampled_from(SAMPLES)


@given(samples, cues, st.booleans(), st.integers(0, 600))
def test_the_current_never_exceeds_the_cap(view: View, cue: Cue, calm: bool, milliamps: int) -> None:
    made = lights(view, cue, calm=calm, milliamps=milliamps)
    assert max(sum(map(sum, picture)) for picture in film(made, 8.0, 0.1)) * CHANNEL <= milliamps + 1e-6


@given(samples, cues, st.booleans())
def test_the_same_cues_and_times_give_the_same_bytes(view: View, cue: Cue, calm: bool) -> None:
    assert film(lights(view, cue, calm=calm), 2.0, 0.1) == film(lights(view, cue, calm=calm), 2.0, 0.1)


@pytest.mark.untraced
@pytest.mark.parametrize("view", SAMPLES)
@pytest.mark.parametrize("moment", sorted(LIVELY))
def test_whose_turn_it_is_is_seen_again_in_time(view: View, moment: CueMoment) -> None:
    if moment == "win" or view.who is None:
        return
    led = len(view.track.spaces) + view.who - 1
    for seat in (1, 2, None):
        told, plain = film(lights(view, Cue(moment, seat)), 4.0), film(lights(view), 4.0)
        assert [picture[led] for picture in told[75:]] == [picture[led] for picture in plain[75:]]


def flashes(levels: list[float], within: int) -> float:
    """The most flashes in `within` pictures: two opposite changes of a tenth of full light each (WCAG 2.2, 2.3.1)."""
    turns, extreme, is_up = [], levels[0], None
    for nth, level in enumerate(levels):
        if is_up is not None and (level > extreme) == is_up:
            extreme = level
        elif abs(level - extreme) >= 0.1:
            extreme, is_up = level, level > extreme
            turns.append(nth)
    return max((sum(0 <= other - nth < within for other in turns) for nth in turns), default=0) / 2


def levels(pictures: list[list[Light]]) -> Iterator[list[float]]:
    """The levels of each LED, as a share of its brightest, and of all LEDs together."""
    for led in range(len(pictures[0])):
        yield _shares([luminance(picture[led]) for picture in pictures])
    yield _shares([sum(map(luminance, picture)) for picture in pictures])


def _shares(values: list[float]) -> list[float]:
    return [value / max(*values, 0.05) for value in values]


def test_flashes_are_counted() -> None:
    assert flashes([0.0, 1.0] * 25, 50) == 24.5
    assert flashes([0.0] * 10 + [0.05] * 10, 50) == 0
    assert flashes([0.0, 0.5, 1.0, 0.5, 0.0, 0.0], 6) == 1


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("view", [*SAMPLES, replace(SAMPLES[0], who=None)])
@pytest.mark.parametrize("moment", [*sorted(LIVELY), None])
def test_nothing_flashes_more_than_three_times_a_second(view: View, moment: CueMoment | None) -> None:
    for seat in (1, 2, None):
        pictures = film(lights(view, Cue(moment, seat) if moment else None), 7.0)
        assert max(flashes(each, 50) for each in levels(pictures)) <= 3


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.parametrize("view", [*SAMPLES, replace(SAMPLES[0], who=None)])
@pytest.mark.parametrize("moment", [*sorted(CALM), None])
def test_calm_lights_blink_at_most_once_a_second_and_rest_on_the_track(view: View, moment: CueMoment | None) -> None:
    alone = replace(view, track=replace(view.track, tokens=view.track.tokens[:1]))
    for seat in (1, 2, None):
        cue = Cue(moment, seat) if moment else None
        assert max(flashes(each, 50) for each in levels(film(lights(view, cue, calm=True), 7.0))) <= 1
        pictures = film(lights(alone, cue, calm=True), 4.0)
        if moment != "win":
            assert len({tuple(picture[: len(view.track.spaces)]) for picture in pictures}) == 1


def test_the_end_has_no_end_of_its_own() -> None:
    assert {moment for moment, effect in LIVELY.items() if effect.lasts > LONGEST} == {"win"}
    assert {moment for moment, effect in CALM.items() if effect.lasts > LONGEST} == {"win"}
    assert LIVELY["win"].lasts == CALM["win"].lasts == inf
