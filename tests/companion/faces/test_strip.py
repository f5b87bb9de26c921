from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.faces.lamps import BEAT, BESIDE, BOT, FULL, LAMPS, LOW, OUT, RHYTHMS, WAITING, WINK_S, WINKS, Light, glow
from companion.faces.strip import FRAME, PULSE, LightShow, StripMap, lay_out
from companion.kit.seats import COLOURS
from companion.kit.text import verbatim
from companion.kit.view import Sand, SeatView, Space, Token, Track, View

from . import ring
from .eyes import EYES, Matrix, distance, luminance
from .eyes import seen as seen_by

SPACES = (
    Space("pond", "trap"),
    Space("start", "start"),
    *(Space(f"space {number}", "space") for number in range(1, 9)),
    Space("finish", "goal"),
    Space("I", "podium", "I"),
    Space("II", "podium", "II"),
)
INDEX = {space.id: index for index, space in enumerate(SPACES)}
SEATS = tuple(SeatView(seat, colour, colour, pair=seat) for seat, colour in enumerate(COLOURS, 1))


STEP = Track().step_s


def view(
    tokens: dict[int, str],
    who: int | None = None,
    seats: tuple[SeatView, ...] = SEATS,
    came: dict[int, str] | None = None,
) -> View:
    """A view; `came`: where tokens were before they came along the line."""
    ways = {seat: along((came or {}).get(seat, space), space) for seat, space in tokens.items()}
    track = Track(SPACES, tuple(Token(seat, space, way=ways[seat]) for seat, space in tokens.items()), ("finish",))
    return View(verbatim("Race"), who, seats=seats, track=track)


def along(old: str, new: str) -> tuple[str, ...]:
    """The spaces from one to another, in the order of the line."""
    here, there = INDEX[old], INDEX[new]
    line = [space.id for space in SPACES]
    return tuple(line[here : there + 1] if here <= there else line[there : here + 1][::-1])


def lights(*shown: View, milliamps: int = 10_000, leds_per_space: int = 1) -> LightShow:
    made = LightShow(lay_out(shown[0].track, leds_per_space), milliamps)
    for each in shown:
        made.show(each, 0.0)
    return made


def led(colours: bytes, index: int) -> tuple[int, ...]:
    return tuple(colours[3 * index : 3 * index + 3])


def lamp(seat: int, level: float = WAITING) -> tuple[int, ...]:
    return tuple(int(255 * channel) for channel in glow(LAMPS[COLOURS[seat - 1]], level))


def lit(colours: bytes, seat: int) -> list[int]:
    """The LEDs of the track that shine in the colour of a seat, whose piece stands there or moves."""
    return [index for index in range(len(SPACES)) if led(colours, index) in (lamp(seat), lamp(seat, FULL))]


# Where the LEDs are


def test_spaces_in_their_order_then_six_seats() -> None:
    strip_map = lay_out(Track(SPACES), 2)
    assert list(strip_map.spaces) == [space.id for space in SPACES]
    assert [*strip_map.spaces["start"]] == [2, 3]
    assert [[*span] for span in strip_map.seats] == [[26 + 2 * seat, 27 + 2 * seat] for seat in range(6)]
    assert strip_map.count == 2 * (len(SPACES) + 6)


def test_a_map_of_plain_dicts_may_leave_spaces_out() -> None:
    made = LightShow(StripMap({"start": [4], "finish": [0, 1]}, [[2], [3], [], [], [], []]), 1500)
    made.show(view({1: "pond", 2: "start"}), 0.0)
    picture = made.colours(0.0)
    assert len(picture) == 5 * 3
    assert led(picture, 4) == lamp(2)


def test_an_empty_map_draws_nothing() -> None:
    made = LightShow(StripMap({}, [[]] * 6))
    made.show(view({1: "pond"}, who=1), 0.0)
    assert made.colours(0.0) == b""


# What is seen


def test_golden_bytes() -> None:
    seats = (*SEATS[:2], SeatView(3, "out", "green", pair=3, is_in=False))
    made = lights(view({1: "start", 2: "space 2"}, who=2, seats=seats))
    assert [made.colours(t).hex(" ", 3) for t in (0.0, 0.75)] == [
        GOLDEN.format("0019ff", "0019ff"),
        GOLDEN.format("000219", "000c7f"),
    ]


GOLDEN = (
    "00010c 740000 000000 {0} 000000 000000 000000 000000 000000 000000 "  # pond, start, eight spaces
    "0c0904 000000 000000 "  # finish, podium
    "0f0000 {1} 000300 000000 000000 000000"  # seats
)
"""A frame with seat 2 on turn; the lights of its piece and its keys depend on the moment of its pulse."""


def test_dark_before_the_first_view() -> None:
    made = LightShow(lay_out(Track(SPACES)))
    assert made.colours(3.0) == bytes(19 * 3)
    assert made.next_deadline(3.0) is None


def test_the_goal_and_the_trap_glow_faintly_only_while_empty() -> None:
    picture = lights(view({})).colours(0.0)
    red, _, blue = led(picture, INDEX["pond"])
    assert (red, 0 < blue < 64) == (0, True)
    red, green, blue = led(picture, INDEX["finish"])
    assert 64 > red > green > blue > 0
    picture = lights(view({1: "pond", 2: "finish"})).colours(0.0)
    assert led(picture, INDEX["pond"]) == lamp(1)
    assert led(picture, INDEX["finish"]) == lamp(2)


@pytest.mark.parametrize("together", [(1, 2), (2, 3), (4, 6)])
def test_two_tokens_on_one_space_are_both_seen_within_a_second(together: tuple[int, int]) -> None:
    made = lights(view(dict.fromkeys(together, "space 3")))
    seen = {led(made.colours(step * BEAT), INDEX["space 3"]) for step in range(4)}
    assert seen == {lamp(seat) for seat in together}


def test_tokens_split_the_leds_of_a_space_that_has_enough() -> None:
    made = lights(view({1: "pond", 2: "pond"}), leds_per_space=3)
    assert [led(made.colours(0.0), index) for index in range(3)] == [lamp(1), lamp(2), lamp(2)]


def test_who_must_act_pulses_on_the_track_and_at_the_seat() -> None:
    made = lights(view({1: "start", 3: "space 1"}, who=3))
    pictures = [made.colours(step * FRAME) for step in range(50)]
    for index, depth in ((INDEX["space 1"], 3.0), (len(SPACES) + 2, 1.9)):
        greens = [led(picture, index)[1] for picture in pictures]
        assert max(greens) > depth * min(greens) > 0
        assert len(set(greens)) > 10
    assert {led(picture, INDEX["start"]) for picture in pictures} == {lamp(1)}


@pytest.mark.parametrize("calm", [False, True])
@pytest.mark.parametrize("who", range(1, 7))
def test_sand_takes_the_pulse_of_who_must_act_and_its_seat_stays_the_brightest(who: int, *, calm: bool) -> None:
    made = LightShow(lay_out(Track(SPACES)), 10_000, calm=calm)
    made.show(view({}, who), 0.0, sand=Sand(60.0, 60))

    def swings(at: float) -> list[int]:
        return [sum(led(made.colours(at + step * PULSE), len(SPACES) + who - 1)) for step in range(32)]

    whole, half, through = swings(0.0), swings(28.0), swings(60.0 + WINKS * WINK_S)
    assert max(whole) - min(whole) > max(half) - min(half) > 0
    assert len({*through}) == 1, "it is steady"
    assert min(whole) >= through[0] > 0.9 * min(whole), "half the light"
    for t in (0.0, 30.0, 60.0 + WINKS * WINK_S, 600.0):
        picture = made.colours(t)
        lamps = [luminance(led(picture, len(SPACES) + seat - 1)) for seat in range(1, 7)]
        assert lamps[who - 1] == max(lamps)


@pytest.mark.parametrize("calm", [False, True])
def test_who_hears_no_tone_sees_that_sand_has_run_through(*, calm: bool) -> None:
    made = LightShow(lay_out(Track(SPACES)), 10_000, calm=calm)
    made.show(view({}, 2), 0.0, sand=Sand(60.0, 60))

    def level(t: float) -> int:
        return sum(led(made.colours(t), len(SPACES) + 1))

    times = [60.0 + step * PULSE for step in range(100)]
    assert {level(t) for t in times} == {level(59.99), level(60.0)}, "half and full, and nothing between"
    begins = [t for t in times if level(t) > 1.8 * level(t - PULSE)]
    assert [t - 60.0 for t in begins] == pytest.approx([nth * WINK_S for nth in range(WINKS)], abs=1.01 * PULSE)


def test_without_sand_a_pulse_is_what_it_was() -> None:
    plain, still = lights(view({}, 2)), lights(view({}, 2))
    still.show(view({}, 2), 0.0, sand=None)
    assert [plain.colours(step * PULSE) for step in range(32)] == [still.colours(step * PULSE) for step in range(32)]


def test_a_seat_is_bright_when_in_and_dim_when_out() -> None:
    seats = (SEATS[0], SeatView(2, "out", "red", pair=5, is_in=False))
    picture = lights(view({}, seats=seats)).colours(0.0)
    assert led(picture, len(SPACES)) == lamp(1)
    assert led(picture, len(SPACES) + 4) == lamp(1, OUT)


@pytest.mark.parametrize(("who", "level"), [(None, WAITING), (1, BESIDE)])
def test_a_bots_seat_has_less_light(who: int | None, level: float) -> None:
    bots = lights(view({}, who, tuple(replace(seat, is_bot=True) for seat in SEATS)))
    people = lights(view({}, who))
    theirs, ours = (made.colours(0.0)[3 * len(SPACES) :] for made in (bots, people))
    for seat in SEATS[1:]:
        assert led(theirs, seat.pair - 1) == lamp(seat.seat, level * BOT)
        assert sum(led(ours, seat.pair - 1)) > 2 * sum(led(theirs, seat.pair - 1)) > 0


def test_who_must_act_pulses_alike_whether_it_is_a_bot_or_not() -> None:
    bot, person = (lights(view({}, who=2, seats=(replace(SEATS[1], is_bot=is_bot),))) for is_bot in (True, False))
    assert bot.colours(0.7) == person.colours(0.7)


def test_a_seat_that_sits_an_auction_out_is_dark() -> None:
    seats = (SEATS[0], SeatView(2, "out", "red", pair=5, is_in=False, sits_out=True))
    picture = lights(view({}, seats=seats)).colours(0.0)
    assert led(picture, len(SPACES) + 4) == (0, 0, 0)


@pytest.mark.parametrize("count", [4, 6])
def test_only_the_keys_of_a_keypad_are_lit_whoever_sits_there(count: int) -> None:
    """Pair 6 is nobody's; the asked seat is at pair 1 and pulses, as always."""
    seats = tuple(replace(seat, is_in=False) for seat in SEATS[:5])
    keys = tuple(map(verbatim, "123456"[:count]))
    picture = lights(replace(view({}, who=1, seats=seats), keys=keys)).colours(0.0)
    lit = [pair for pair in range(2, 7) if any(led(picture, len(SPACES) + pair - 1))]
    assert lit == list(range(2, count + 1))
    assert all(led(picture, len(SPACES) + pair - 1) == lamp(pair, BESIDE) for pair in lit)
    assert led(picture, len(SPACES)) == lamp(1, FULL)


def test_a_seat_without_keys_has_no_light() -> None:
    picture = lights(view({}, seats=(SeatView(1, "far", "red"),))).colours(0.0)
    assert picture[3 * len(SPACES) :] == bytes(18)


# Moves


def run(start: str, end: str) -> tuple[LightShow, list[int]]:
    made = lights(view({1: start}))
    made.show(view({1: end}, came={1: start}), 10.0)
    seen: list[int] = []
    for step in range(int(len(SPACES) * STEP / FRAME) + 2):
        (space,) = lit(made.colours(10.0 + step * FRAME), 1)
        seen += [space] if seen[-1:] != [space] else []
    return made, seen


def test_a_move_passes_over_the_spaces_between() -> None:
    assert run("start", "space 5")[1] == [1, 2, 3, 4, 5, 6]


def test_a_move_back_runs_back() -> None:
    assert run("space 5", "pond")[1] == [6, 5, 4, 3, 2, 1, 0]


def test_a_move_takes_180_ms_a_space() -> None:
    made = lights(view({1: "start"}))
    made.show(view({1: "space 5"}, came={1: "start"}), 0.0)
    assert lit(made.colours(4.9 * STEP), 1) == [5]
    assert lit(made.colours(5.1 * STEP), 1) == [6]


def test_a_long_move_takes_the_time_it_has() -> None:
    track = Track(tuple(Space(str(number), "space") for number in range(100)))
    ids = tuple(space.id for space in track.spaces)
    there = [
        View(verbatim(""), seats=SEATS, track=Track(track.spaces, (Token(1, way[-1], way=way),)))
        for way in (ids[:1], ids)
    ]
    made = LightShow(lay_out(track))
    made.show(there[0], 0.0)
    made.show(there[1], 1.0)
    for at in range(100):
        assert led(made.colours(1.0 + (at + 0.5) * STEP), at) in (lamp(1, FULL), lamp(1))
    assert 1.0 + 50 * STEP < (made.next_deadline(1.0 + 50 * STEP) or 0.0) <= 1.0 + 50 * STEP + FRAME


def test_the_same_view_again_does_not_start_the_move_again() -> None:
    made = lights(view({1: "start"}))
    made.show(view({1: "space 5"}, came={1: "start"}), 0.0)
    made.show(view({1: "space 5"}, who=2, came={1: "start"}), 3 * STEP)
    assert lit(made.colours(3.5 * STEP), 1) == [4]
    assert lit(made.colours(5.5 * STEP), 1) == [6]


def test_a_new_move_starts_where_the_token_is_seen() -> None:
    made = lights(view({1: "start"}))
    made.show(view({1: "space 8"}, came={1: "start"}), 0.0)
    made.show(view({1: "start"}), 3.5 * STEP)
    assert lit(made.colours(3.6 * STEP), 1) == [4]
    assert lit(made.colours(4.6 * STEP), 1) == [3]


def test_on_another_track_tokens_stand_at_once() -> None:
    made = lights(view({1: "start"}))
    made.show(View(verbatim(""), seats=SEATS, track=Track((Space("II", "podium"),), (Token(1, "II"),))), 0.0)
    assert led(made.colours(0.0), INDEX["II"]) == lamp(1)


# A loop with lanes, yards and two pieces a seat


def on_the_ring(*tokens: Token, who: int | None = None) -> View:
    return View(verbatim(""), who, seats=SEATS[:2], track=ring.track(*tokens))


def seen(made: LightShow, seat: int, *times: float) -> list[str]:
    """The spaces of the ring that show the colour of a seat at these times."""
    spaces, bright = ring.spaces(), (lamp(seat), lamp(seat, FULL))
    pictures = [made.colours(t) for t in times]
    return [" ".join(spaces[at].id for at in range(len(spaces)) if led(now, at) in bright) for now in pictures]


def gone(old: Token, new: Token, *times: float) -> list[str]:
    """Where the piece is seen after its move at time 0."""
    made = lights(on_the_ring(old))
    made.show(on_the_ring(new), 0.0)
    return seen(made, new.seat, *times)


def test_a_run_goes_ahead_over_the_end_of_the_loop() -> None:
    moved = Token(1, "2", way=("11", "12", "1", "2"))
    assert gone(Token(1, "11"), moved, 0.1, 0.4, 0.7, 1.0) == ["11", "12", "1", "2"]


def test_a_run_goes_backwards_over_it() -> None:
    moved = Token(1, "11", way=("2", "1", "12", "11"))
    assert gone(Token(1, "2"), moved, 0.1, 0.4, 0.7, 1.0) == ["2", "1", "12", "11"]


def test_a_run_turns_off_into_the_lane() -> None:
    moved = Token(1, "g11", way=("12", "1", "g11"))
    assert gone(Token(1, "12"), moved, 0.1, 0.4, 0.7) == ["12", "1", "g11"]


def test_once_round_the_loop_ends_where_it_began() -> None:
    moved = Token(1, "3", way=("3", *ring.LOOP[3:], *ring.LOOP[:3]))
    times = [0.3 * step + 0.1 for step in range(13)]
    assert gone(Token(1, "3"), moved, *times) == list(moved.way)


def test_a_run_is_as_long_as_the_game_says() -> None:
    """0.3 s a space, even for a long run: twelve spaces take 3.6 s."""
    moved = Token(1, "12", way=ring.LOOP)
    made = lights(on_the_ring(Token(1, "1")))
    made.show(on_the_ring(moved), 0.0)
    assert 3.29 < (made.next_deadline(3.29) or 0.0) <= 3.29 + FRAME
    assert made.next_deadline(3.31) is None


def test_two_pieces_of_a_seat_are_two_lights_that_never_jump() -> None:
    made = lights(on_the_ring(Token(1, "2", "k"), Token(1, "9", "n")))
    assert seen(made, 1, 0.0) == ["2 9"]
    made.show(on_the_ring(Token(1, "2", "k"), Token(1, "11", "n", ("9", "10", "11"))), 0.0)
    assert seen(made, 1, 0.1, 0.4, 0.7) == ["2 9", "2 10", "2 11"]


def test_two_pieces_of_a_seat_on_one_space_are_one_light_of_its_colour() -> None:
    assert seen(lights(on_the_ring(Token(1, "2", "k"), Token(1, "2", "n"))), 1, 0.0, 0.6, 1.1) == ["2"] * 3


def test_a_captured_piece_fades_while_the_other_runs() -> None:
    made = lights(on_the_ring(Token(1, "6", "k"), Token(2, "8", "k")))
    made.show(on_the_ring(Token(1, "8", "k", ("6", "7", "8")), Token(2, "k2", "k")), 0.0)
    blue = [[led(made.colours(t), space)[2] for space in (7, 18)] for t in (0.0, 0.15, 0.3, 0.45, 0.6)]
    assert [there > home for there, home in blue] == [True, True, False, False, False]
    assert blue[0][0] == blue[4][1] == lamp(2)[2]
    assert 0 < blue[1][0] == blue[3][1] < lamp(2)[2]
    assert blue[2] == [0, 0]
    assert seen(made, 1, 0.1, 0.4, 0.7) == ["6", "7", "8"]


def test_a_swap_fades_both_across() -> None:
    made = lights(on_the_ring(Token(1, "3", way=("2", "3")), Token(2, "9", way=("8", "9"))))
    made.show(on_the_ring(Token(1, "9"), Token(2, "3")), 0.0)
    assert seen(made, 1, 0.0, 0.3, 0.6) == ["3", "", "9"]
    assert seen(made, 2, 0.0, 0.3, 0.6) == ["9", "", "3"]


def test_a_swap_with_a_piece_just_passed_does_not_run_back_to_it() -> None:
    made = lights(on_the_ring(Token(1, "5")))
    made.show(on_the_ring(Token(1, "8", way=("5", "6", "7", "8"))), 0.0)
    made.show(on_the_ring(Token(1, "6")), 10.0)
    assert seen(made, 1, 10.0, 10.3, 10.7) == ["8", "", "6"]


def test_a_move_taken_back_runs_back() -> None:
    stood = Token(1, "11", way=("10", "11"))
    made = lights(on_the_ring(stood))
    made.show(on_the_ring(Token(1, "1", way=("11", "12", "1"))), 0.0)
    made.show(on_the_ring(stood), 10.0)
    assert seen(made, 1, 10.1, 10.4, 10.7) == ["1", "12", "11"]


def test_a_second_move_goes_on_from_where_the_first_is_seen() -> None:
    made = lights(on_the_ring(Token(1, "10")))
    made.show(on_the_ring(Token(1, "12", way=("10", "11", "12"))), 0.0)
    made.show(on_the_ring(Token(1, "2", way=("12", "1", "2"))), 0.4)
    assert seen(made, 1, 0.5, 0.8, 1.1, 1.4) == ["11", "12", "1", "2"]


def test_the_same_way_is_gone_once_however_often_it_is_shown() -> None:
    moved = Token(1, "3", way=("3", *ring.LOOP[3:], *ring.LOOP[:3]))
    made = lights(on_the_ring(Token(1, "3")))
    made.show(on_the_ring(moved), 0.0)
    made.show(on_the_ring(moved, who=2), 4.0)
    assert seen(made, 1, 4.0, 4.4, 5.0) == ["3"] * 3


def test_a_piece_to_which_nothing_can_happen_keeps_still_without_its_rhythm() -> None:
    made = lights(on_the_ring(Token(2, "7", "k", mark="steady"), Token(2, "9", "n"), who=2))
    pictures = [made.colours(step * FRAME) for step in range(80)]
    assert {led(picture, 6) for picture in pictures} == {lamp(2)}
    assert len({led(picture, 8) for picture in pictures}) > 10


def test_while_a_piece_is_chosen_it_pulses_and_the_others_say_whether_they_could_be() -> None:
    tokens = (Token(1, "2", "k", mark="drafted"), Token(1, "5", "n", mark="able"), Token(2, "9", "k", mark="dimmed"))
    made = lights(on_the_ring(*tokens, who=1))
    pictures = [made.colours(step * FRAME) for step in range(50)]
    assert len({led(picture, 1) for picture in pictures}) > 10
    assert {led(picture, 4) for picture in pictures} == {lamp(1)}
    assert len({led(picture, 8) for picture in pictures}) == 1
    assert 0 < led(pictures[0], 8)[2] < 64


def test_the_space_aimed_at_blinks_in_the_colour_of_the_piece() -> None:
    made = lights(on_the_ring(Token(1, "2", mark="drafted", aim="g11")))
    at = [space.id for space in ring.spaces()].index("g11")
    bright, dark = lamp(1, FULL), (0, 0, 0)
    assert [led(made.colours(t), at) for t in (0.0, 0.25, 0.5, 0.75, 1.0)] == [bright, bright, dark, dark, bright]
    assert 1.0 < (made.next_deadline(1.0) or 0.0) <= 1.0 + PULSE


def test_pieces_that_would_come_to_one_space_and_those_that_are_there_take_turns() -> None:
    coming = (Token(seat, str(seat), mark="drafted", aim="5") for seat in (1, 2))
    made = lights(on_the_ring(*coming, Token(1, "5", "k"), Token(2, "5", "n", mark="dimmed")))
    turns = [led(made.colours(step / 2), 4) for step in range(5)]
    assert turns == [lamp(1, FULL), lamp(2, FULL), lamp(1), lamp(2, LOW), lamp(1, FULL)]


def test_whoever_shares_leds_and_is_on_turn_is_bright_when_it_has_them() -> None:
    made = lights(view(dict.fromkeys((1, 2, 4), "space 3"), who=2))
    seen = {led(made.colours(step * BEAT), INDEX["space 3"]) for step in range(12)}
    assert seen == {lamp(1), lamp(2, FULL), lamp(4)}


def test_a_start_glows_in_its_colour_whoever_plays_and_a_hole_glows() -> None:
    spaces = {space.id: at for at, space in enumerate(ring.spaces())}
    picture = lights(View(verbatim(""), track=ring.track())).colours(0.0)
    assert [led(picture, spaces[space]) for space in ("1", "7", "4", "2", "g11", "k1")] == [
        (12, 0, 0),
        (0, 1, 12),
        (6, 0, 9),
        *[(0, 0, 0)] * 3,
    ]


def test_every_goal_of_this_time_glows() -> None:
    track = Track(ring.spaces(), goals=("g11", "g21"))
    picture = lights(View(verbatim(""), seats=SEATS[:2], track=track)).colours(0.0)
    glows = [at for at, space in enumerate(ring.spaces()) if space.id in track.goals]
    assert len({led(picture, at) for at in glows}) == 1
    assert all(map(any, (led(picture, at) for at in glows)))


# Time


def test_a_steady_picture_needs_no_more_frames() -> None:
    made = lights(view({1: "start"}, seats=SEATS[:1]))
    assert made.next_deadline(0.0) is None


def test_a_move_ends_in_a_steady_picture() -> None:
    made = lights(view({1: "start"}, seats=SEATS[:1]))
    made.show(view({1: "space 2"}, seats=SEATS[:1], came={1: "start"}), 0.0)
    frames, due = 0, made.next_deadline(0.0)
    while due is not None:
        frames, due = frames + 1, made.next_deadline(due)
    assert frames <= 3 * STEP / FRAME + 1
    assert lit(made.colours(5.0), 1) == [3]


@pytest.mark.parametrize("tokens", [{2: "start"}, {4: "space 1", 5: "space 2"}, {1: "start", 2: "start"}])
def test_a_rhythm_needs_a_frame_when_a_light_changes(tokens: dict[int, str]) -> None:
    made, t = lights(view(tokens)), 1000.1
    for _ in range(50):
        due = made.next_deadline(t)
        assert due is not None
        still = {made.colours(t + share * (due - t)) for share in (0.0, 0.25, 0.5, 0.75, 0.999)}
        assert len(still) == 1
        assert made.colours(due) not in still
        t = due


def test_a_copy_goes_on_as_it_was() -> None:
    made = lights(view({1: "start"}, who=1))
    copied, pictures = made.copy(), [made.colours(t) for t in (0.0, 0.5, 1.0)]
    made.show(view({1: "space 2"}, who=2, came={1: "start"}), 0.0)
    assert [copied.colours(t) for t in (0.0, 0.5, 1.0)] == pictures
    assert [made.colours(t) for t in (0.0, 0.5, 1.0)] != pictures


def test_a_pulse_needs_half_the_frames_of_a_move() -> None:
    made = lights(view({}, who=1))
    assert made.next_deadline(100 * PULSE) == 101 * PULSE


@given(st.floats(0, 1e6))
def test_a_pulse_is_drawn_at_the_same_instants_whenever_it_was_shown(t: float) -> None:
    made = lights(view({}, who=1))
    due = made.next_deadline(t) or 0.0
    assert t < due <= t + PULSE
    assert made.next_deadline((t + due) / 2) in (due, due + PULSE)
    assert due % PULSE == 0


# Laws

steps = st.tuples(
    st.dictionaries(st.integers(1, 6), st.sampled_from(sorted(INDEX)), max_size=6),
    st.none() | st.integers(1, 6),
    st.floats(0, 3),
)
stories = st.lists(steps, min_size=1, max_size=5)


def pictures(story: list[tuple[dict[int, str], int | None, float]], milliamps: int, leds: int) -> list[bytes]:
    made, t, drawn = LightShow(lay_out(Track(SPACES), leds), milliamps), 0.0, []
    for tokens, who, wait in story:
        made.show(view(tokens, who), t)
        drawn.append(made.colours(t))
        t += wait
        drawn.append(made.colours(t))
    return drawn


@given(stories, st.integers(1, 3))
def test_the_same_views_and_times_give_the_same_bytes(
    story: list[tuple[dict[int, str], int | None, float]], leds: int
) -> None:
    assert pictures(story, 1500, leds) == pictures(story, 1500, leds)


@given(stories, st.integers(0, 400), st.integers(1, 3))
def test_the_current_never_exceeds_the_cap(
    story: list[tuple[dict[int, str], int | None, float]], milliamps: int, leds: int
) -> None:
    for picture in pictures(story, milliamps, leds):
        assert sum(picture) / 255 * 20 <= milliamps


@given(stories)
def test_below_the_cap_nothing_is_dimmed(story: list[tuple[dict[int, str], int | None, float]]) -> None:
    assert pictures(story, 1500, 1) == pictures(story, 100_000, 1)


# Colour and rhythm


def test_every_colour_of_the_box_has_a_lamp_and_a_rhythm() -> None:
    assert tuple(LAMPS) == tuple(RHYTHMS) == COLOURS


def test_no_two_seats_share_a_colour_or_a_rhythm_however_it_is_turned() -> None:
    for one, other in combinations(COLOURS, 2):
        assert LAMPS[one] != LAMPS[other]
        assert len(RHYTHMS[one]) == len(RHYTHMS[other])
        assert RHYTHMS[one] not in RHYTHMS[other] * 2


@pytest.mark.parametrize("seat", range(1, 7))
def test_a_token_shows_its_rhythm(seat: int) -> None:
    made = lights(view({seat: "space 1"}))
    rhythm = "".join("#" if lit(made.colours(beat * BEAT), seat) else "." for beat in range(12))
    assert rhythm == RHYTHMS[COLOURS[seat - 1]]


TOLD_APART = 20.0
"""The least difference in CIELAB: eight times the just noticeable one."""


def shown(seat: int, *, calm: bool = False) -> list[Light]:
    """What a seat's piece shows in the beats of a rhythm."""
    made = LightShow(lay_out(Track(SPACES)), 10_000, calm=calm)
    made.show(view({seat: "start"}), 0.0)
    beats = (led(made.colours(beat * BEAT), INDEX["start"]) for beat in range(12))
    return [(red / 255, green / 255, blue / 255) for red, green, blue in beats]


@pytest.mark.parametrize("eyes", EYES)
def test_all_six_are_told_apart_by_all_eyes_however_rhythms_are_turned(eyes: str) -> None:
    looks = {seat: [seen_by(light, EYES[eyes]) for light in shown(seat)] for seat in range(1, 7)}
    for one, other in combinations(looks.values(), 2):
        for turn in range(12):
            turned = other[turn:] + other[:turn]
            assert max(map(distance, one, turned)) >= TOLD_APART


def test_without_rhythms_they_would_not_be() -> None:
    """In calm lights some eyes cannot tell green from yellow, or blue from violet."""
    looks = [seen_by(shown(seat, calm=True)[0], EYES["protanopia"]) for seat in range(1, 7)]
    alike = [pair for pair in combinations(range(6), 2) if distance(looks[pair[0]], looks[pair[1]]) < TOLD_APART]
    assert [(COLOURS[one], COLOURS[other]) for one, other in alike] == [("blue", "violet"), ("green", "yellow")]


@pytest.mark.parametrize("calm", [False, True])
@pytest.mark.parametrize(("who", "out"), [(1, ()), (2, (3,)), (3, (1, 6)), (6, (2,))])
def test_the_seat_that_must_act_is_never_darker_than_any_other(who: int, out: tuple[int, ...], calm: bool) -> None:
    """On the track this is about the share of full light; at the keys it holds at every instant and for all eyes."""
    seats = tuple(replace(seat, is_in=seat.seat not in out) for seat in SEATS)
    rest = [seat for seat in range(1, 7) if seat != who]
    made = LightShow(lay_out(Track(SPACES)), 10_000, calm=calm)
    made.show(view({seat: f"space {seat}" for seat in range(1, 7)}, who, seats), 0.0)
    frames = [made.colours(nth * FRAME) for nth in range(75)]  # pulses and rhythms take 1.5 or 3 s
    first = INDEX["space 1"]
    shares = [[sum(led(frame, first + seat - 1)) / sum(lamp(seat, FULL)) for frame in frames] for seat in range(1, 7)]
    acts = shares[who - 1]
    assert all(max(acts) >= max(other) and sum(acts) >= sum(other) for other in shares)
    for frame, eyes in product(frames, EYES.values()):
        asked, *others = (bright(led(frame, len(SPACES) + seat - 1), eyes) for seat in (who, *rest))
        assert asked > max(others)


@pytest.mark.parametrize("missing", [(1, 2), (2, 4, 6), (1, 2, 3, 4, 5, 6)])
def test_all_seats_that_are_missing_pulse_and_are_brighter_than_those_that_have_answered(
    missing: tuple[int, ...],
) -> None:
    made = LightShow(lay_out(Track(SPACES)), 10_000)
    made.show(replace(view({}, None, SEATS), missing=missing), 0.0)
    frames = [made.colours(nth * FRAME) for nth in range(75)]
    for frame in frames:
        shares = [sum(led(frame, len(SPACES) + seat - 1)) / sum(lamp(seat, FULL)) for seat in range(1, 7)]
        others = [share for seat, share in enumerate(shares, 1) if seat not in missing]
        assert min(shares[seat - 1] for seat in missing) > max(others, default=0.0)
    assert all(len({led(frame, len(SPACES) + seat - 1) for frame in frames}) > 10 for seat in missing)
    assert made.next_deadline(100 * PULSE) == 101 * PULSE


def bright(led: tuple[int, ...], eyes: Matrix) -> float:
    red, green, blue = (channel / 255 for channel in led)
    return luminance(seen_by((red, green, blue), eyes))


def test_rhythms_are_calm() -> None:
    for rhythm in RHYTHMS.values():
        changes = sum(one != other for one, other in zip(rhythm, rhythm[1:] + rhythm[:1], strict=True))
        assert changes / 2 / (len(rhythm) * BEAT) <= 1.0, "more than one flash a second"


# The real bytes of the strip


def test_leds_behind_the_last_one_that_shows_anything_are_told_to_be_dark() -> None:
    strip_map = lay_out(Track(SPACES), length=100)
    assert (strip_map.needed, strip_map.count) == (len(SPACES) + 6, 100)
    made = LightShow(strip_map)
    made.show(view({1: "start"}), 0.0)
    assert len(made.colours(0.0)) == 300
    assert not any(made.colours(0.0)[3 * strip_map.needed :])
    assert lay_out(Track(SPACES), length=3).count == len(SPACES) + 6, "a board is never cut"


@pytest.mark.parametrize("order", ["".join(order) for order in permutations("rgb")])
def test_the_colours_come_in_the_order_of_the_strip(order: str) -> None:
    made = LightShow(lay_out(Track(SPACES)), 10_000, order)
    made.show(view({1: "start"}, seats=SEATS[:1]), 0.0)
    sent = led(made.colours(0.0), INDEX["start"])
    assert sent[order.index("r")] == sum(sent) == lamp(1)[0]
