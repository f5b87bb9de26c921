from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.duties import Duties
from companion.games.galopp_royal.state import State
from companion.kit.seats import COLOURS, Player
from companion.kit.setup import Who
from companion.kit.text import Text, speak, text
from companion.kit.view import Legend, View
from companion.table.controls import Press
from companion.table.notices import NOTICE_S, Notices
from companion.table.ports import Settings
from companion.table.screens.joining import Joining
from companion.testing.whole_games import NAMES, SEED
from tests.companion.games.galopp_royal.positions import RULES, race
from tests.companion.table.at_the_table import (
    HOLD_S,
    HandedOver,
    Hands,
    Paper,
    People,
    choose,
    open_menu,
)

NOT_YOURS = text("Not your turn.")


# --- joining ---------------------------------------------------------------------------------------------------------


def test_a_green_tap_joins_and_another_one_leaves() -> None:
    table = People()
    for pair in (5, 1, 3):
        table.tap(pair)
    assert table.table.joined == (1, 3, 5)
    table.tap(3)
    assert [*table.table.joined] == [1, 5]
    assert table.paper.calls == []


def test_a_red_tap_means_nothing_while_people_join() -> None:
    table = People()
    table.tap(1, "red")
    assert table.table.joined == ()


# --- bots ------------------------------------------------------------------------------------------------------------

BOTS_TITLE = text("Bot: {name}", name="Pia")


def test_a_red_hold_seats_a_bot_each_further_one_another_and_the_last_nobody() -> None:
    table = People()
    said = []
    for _ in range(5):
        table.hold(2, "red")
        said.append((table.table.joined, table.view.title, table.view.notice))
        table.wait(10.0)
    assert said == [
        ((2,), BOTS_TITLE, text("A simple bot plays.")),
        ((2,), BOTS_TITLE, text("A strong bot plays.")),
        ((2,), BOTS_TITLE, text("An easy bot plays.")),
        ((2,), BOTS_TITLE, text("This bot draws lots.")),
        ((), text("{name} leaves", name="Pia"), text("Nobody sits here now.")),
    ]


def test_the_screen_counts_all_who_play_and_the_lights_tell_bots_from_people() -> None:
    table = People()
    table.tap(1)
    table.hold(2, "red")
    table.hold(4, "red")
    shown = table.view
    assert (shown.number, shown.caption) == ("3", text("joined"))
    assert text("bots {n}", n=2) in shown.said
    assert [(seat.pair, seat.is_bot) for seat in table.view.seats] == [(1, False), (2, True), (4, True)]


def test_it_sits_there_as_soon_as_it_counts_and_stays_if_the_key_is_let_go_in_time() -> None:
    table = People()
    table.reach(2, "red")
    assert (table.table.joined, table.view.title) == ((2,), BOTS_TITLE)
    table.let_go(2, "red")
    table.wait(100.0)
    assert table.table.joined == (2,)


@pytest.mark.parametrize("holds", range(7))
def test_a_key_held_too_long_leaves_everything_as_it_was(holds: int) -> None:
    table = People()
    if holds == 6:
        table.tap(2)
    for _ in range(holds % 6):
        table.hold(2, "red")
    table.wait(10.0)
    before = table.view.seats, table.view.caption, table.table.joined
    table.hold_long(2, "red")
    assert table.view.notice == text("Too long: as before.")
    assert table.view.title == text("Who plays?")
    assert (table.view.seats, table.view.caption, table.table.joined) == before


@pytest.mark.parametrize("before", [0, 4])
def test_a_key_that_is_no_finger_leaves_everything_as_it_was(before: int) -> None:
    table = People()
    for _ in range(before):
        table.hold(2, "red")
    joined = table.table.joined
    table.reach(2, "red")
    assert table.table.joined != joined
    table.press(2, "red", "withdrawn")
    assert table.table.joined == joined


def test_nothing_begins_as_long_as_a_red_key_may_be_stuck() -> None:
    table = People()
    for pair in (1, 3):
        table.tap(pair)
    table.reach(2, "red")
    table.hold(1)
    assert table.table.session is None
    assert table.view.notice == text("First let go of ○.")
    table.let_go(2, "red")
    table.hold(1)
    assert table.table.session is not None


@pytest.mark.parametrize("opened", ["table", "red"])
def test_whoever_opens_something_over_it_takes_it_back(opened: str) -> None:
    table = People()
    for pair in (1, 3):
        table.tap(pair)
    table.reach(2, "red")
    if opened == "table":
        table.hold_table(5.0)
        table.tap(1)
    else:
        table.tap(3, "red")
    table.let_go(2, "red")
    assert table.table.joined == (1, 3)


def test_after_a_game_the_same_people_and_bots_are_likely_to_play_again() -> None:
    table = People()
    table.tap(1)
    table.hold(2, "red")
    table.tap(5)
    table.hold(1)
    playing = table.table.playing
    assert playing is not None
    playing.hand_over(3, "strong", table.t)
    open_menu(table)
    choose(table, "New game")
    table.hold(1)
    assert [(seat.pair, seat.is_bot) for seat in table.view.seats] == [(1, False), (2, True), (5, True)]
    table.hold(1)
    assert table.table.playing is not None
    assert table.table.playing.bots == {2: "simple", 3: "strong"}


def test_who_joins_at_a_bots_keys_sits_in_its_place_and_who_gives_them_up_stands_up() -> None:
    table = People()
    table.hold(2, "red")
    table.tap(2)
    assert (table.table.joined, table.view.title) == ((2,), text("{name} joins", name="Pia"))
    assert not table.view.seats[0].is_bot
    table.hold(2, "red")
    assert (table.table.joined, table.view.title) == ((2,), BOTS_TITLE)
    assert table.view.seats[0].is_bot


def test_bots_that_joined_play_for_their_seats_from_the_first_question_on() -> None:
    table = People()
    for pair in (2, 5):
        table.tap(pair)
    table.hold(4, "red")
    table.hold(6, "red")
    table.hold(6, "red")
    table.hold(2)
    assert table.table.session is not None
    assert HandedOver({2: "simple", 4: "strong"}) in table.paper.calls
    assert table.table.playing is not None
    assert table.table.playing.bots == {2: "simple", 4: "strong"}


def test_where_nobody_can_play_no_bot_does() -> None:
    table: Hands[Any] = Hands(CAT_ROYAL, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0))
    table.hold(5, "red")
    assert table.table.joined == ()


@pytest.mark.parametrize(("joined", "who"), [((), 1), ((1,), 1), ((1, 2), 2), ((1, 2, 3), 4)])
def test_nobody_starts_alone_or_without_having_joined(joined: tuple[int, ...], who: int) -> None:
    table = People()
    for pair in joined:
        table.tap(pair)
    table.hold(who)
    assert table.table.session is None
    assert table.paper.calls == []
    how = text("{n} or more play.", n=3) if who in joined else text("Tap ● to join: {n} or more play.", n=3)
    assert table.view.notice == how
    assert table.table.joined == joined


def test_a_notice_while_people_join_goes_away() -> None:
    table = People()
    table.hold(1)
    table.wait(NOTICE_S)
    assert table.view.notice is None


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_whoever_holds_is_the_smallest_and_opens(seats: int) -> None:
    table = People()
    table.sit(*range(1, seats + 1), first=seats)
    assert table.state.setup.first == seats
    assert table.turn == seats


def test_places_two_four_and_six_become_seats_one_to_three() -> None:
    table = People()
    table.sit(2, 4, 6, first=4)
    begun = table.paper.begun
    assert (begun.name, begun.seed, begun.pairs) == ("galopp-royal", SEED, (2, 4, 6))
    assert [player.name for player in table.state.setup.seats] == ["Pia", "Claudia", "Otto"]
    assert begun.header["first"] == 2
    table.tap(4)  # skips the news and drafts
    assert table.turn == 2
    assert [(seat.seat, seat.pair, seat.name) for seat in table.view.seats] == [
        (1, 2, "Pia"),
        (2, 4, "Claudia"),
        (3, 6, "Otto"),
    ]
    assert (table.view.who, table.view.number, table.view.is_draft) == (2, "1", True)


@pytest.mark.parametrize("pair", [1, 3, 5])
def test_keys_of_nobody_mean_nothing_in_a_game(pair: int) -> None:
    table = People()
    table.sit(2, 4, 6)
    written = list(table.paper.calls)
    for key in ("green", "red"):
        table.tap(pair, key)
        assert table.view.notice == NOT_YOURS
        table.hold(pair, key)
        assert table.view.notice == NOT_YOURS
    assert table.paper.calls == written


@pytest.mark.parametrize(("cards", "die"), [("box", "box"), ("box", "table"), ("table", "box"), ("table", "table")])
def test_the_box_promises_its_seed_if_it_draws_anything(cards: Who, die: Who) -> None:
    table = People(cards=cards, die=die)
    table.start()
    promised = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    draws = "box" in (cards, die)
    assert table.state.setup.commitment == (promised if draws else None)
    table.read()
    assert table.table.session is not None
    seal = pages(table, "Fair dice: proof")
    assert ["".join(speak(line, str) for line in page.lines) for page in seal] == ([promised] if draws else [])


def pages(table: People, title: str) -> list[View]:
    """The pages of the table key with this title."""
    shown = []
    for _ in range(12):
        table.tap(0, "table")
        shown += [table.view] if speak(table.view.title, str) == title else []
    return shown


def test_a_game_in_progress_is_resumed_before_any_doubts_are_told() -> None:
    assert People(race(4), confirmed=False, known=frozenset()).view.who == 1


def test_a_confirmed_board_needs_no_word() -> None:
    assert People().view.title == text("Who plays?")


# --- by itself -------------------------------------------------------------------------------------------------------


def joining(*pairs: int) -> Joining[State]:
    settings = Settings(("en",), NAMES, {"cards": "table", "die": "box"}, {}, HOLD_S, 2.0, 5.0)
    screen = Joining(RULES, settings, Paper(), Notices(), lambda: SEED)
    for pair in pairs:
        assert screen.press(Press(pair, "green", "tap"), 0.0) is screen
    return screen


def test_who_joins_sits_down_clockwise_whenever_it_was() -> None:
    assert joining(6, 2, 4).pairs == (2, 4, 6)


def test_who_joins_twice_has_left_again() -> None:
    assert joining(1, 2, 1).pairs == (2,)
    assert joining(1, 2, 1, 1).pairs == (1, 2)


@pytest.mark.parametrize(
    ("pairs", "may"),
    [((), False), ((1,), False), ((1, 2), False), ((1, 2, 3), True), ((6, 3, 1), True), ((1, 2, 3, 4, 5, 6), True)],
)
def test_three_to_six_may_start(pairs: tuple[int, ...], may: bool) -> None:
    assert joining(*pairs).accepts_hold(1, "green", 0.0) is may


@given(st.lists(st.integers(1, 6), max_size=20), st.data())
def test_every_seat_keeps_the_name_and_colour_of_its_pair(taps: list[int], data: st.DataObject) -> None:
    screen = joining(*taps)
    pairs = tuple(pair for pair in range(1, 7) if taps.count(pair) % 2)
    assert screen.pairs == pairs
    if len(pairs) not in RULES.seats:
        return
    first = data.draw(st.sampled_from(pairs))
    game = screen.press(Press(first, "green", "hold", 1), 0.0).session
    assert game is not None
    setup = game.state.setup
    assert setup.seats == tuple(Player(at, NAMES[pair - 1], COLOURS[pair - 1]) for at, pair in enumerate(pairs, 1))
    assert setup.seats[setup.first - 1].name == NAMES[first - 1]
    assert setup.duties == Duties("table", "box")


@pytest.mark.parametrize(
    ("pairs", "lines", "keys"),
    [
        ((), (text("{n} or more:", n=3), text("each taps ●")), Legend(text("join"), red_hold=text("bot"))),
        ((1, 4), (text("{n} more:", n=1), text("each taps ●")), Legend(text("in/out"), red_hold=text("bot"))),
        (
            (1, 4, 5),
            (text("Smallest"), text("player: hold ●")),
            Legend(text("in/out"), text("Start"), red_hold=text("bot")),
        ),
    ],
)
def test_the_screen_says_how_many_have_joined_and_what_to_do(
    pairs: tuple[int, ...], lines: tuple[Text, ...], keys: Legend
) -> None:
    view = joining(*pairs).view(0.0)
    assert (view.number, view.lines, view.legend) == (str(len(pairs)), lines, keys)


def test_the_lights_show_the_empty_track_and_the_pairs_taken() -> None:
    view = joining(2, 6).view(0.0)
    assert view.track == RULES.track({})
    assert [(seat.seat, seat.pair, seat.colour, seat.has) for seat in view.seats] == [
        (1, 2, "blue", ""),
        (2, 6, "violet", ""),
    ]


def test_the_screen_names_whoever_has_just_joined_or_left() -> None:
    titles = [joining(*tapped).view(0.0).title for tapped in ((), (4, 1), (4, 1, 1))]
    assert titles == [text("Who plays?"), text("{name} joins", name="Hans"), text("{name} leaves", name="Hans")]


def test_after_a_game_nobody_has_just_joined() -> None:
    table = People()
    table.start()
    open_menu(table)
    choose(table, "New game")
    table.hold(1)
    assert (table.view.title, table.view.number) == (text("Who plays?"), "4")


# --- what is left out ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("joined", "lines"),
    [
        ((1,), ["1 more:", "each taps ●"]),
        ((1, 2), ["no partners:", "4 must play"]),
        ((1, 2, 4), ["no partners:", "4 must play"]),
        ((1, 2, 3, 4), ["Who holds ●", "plays first"]),
    ],
)
def test_it_says_what_is_left_out_because_so_few_play(joined: tuple[int, ...], lines: list[str]) -> None:
    choices = {"options": {"partners": "opposite"}}
    settings = Settings(("en",), NAMES, {"cards": "box"}, choices, HOLD_S, 2.0, 5.0)
    screen = Joining(CAT_ROYAL, settings, Paper(), Notices(), lambda: SEED)
    for pair in joined:
        screen.press(Press(pair, "green", "tap"), 0.0)
    assert [speak(line, str) for line in screen.seen(0.0).lines] == lines
