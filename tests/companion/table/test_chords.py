"""Both keys of a seat pressed as one: they ask to say it again, or to say the board, and change nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.kit.text import text
from companion.kit.view import Key, View, Wish
from companion.table.chords import LET_GO_S, SOON_S, TOGETHER_S, Chords
from companion.table.controls import Press
from companion.table.keypresses import WHOLE_S
from companion.table.table import LARGE_S
from tests.companion.games.galopp_royal.positions import exchange, race
from tests.companion.table.at_the_table import HOLD_S, People, Written, bidding, choose, open_menu, plain_race
from tests.companion.table.test_table import KEYS, Fingers, opening_moves

BOTH: tuple[Key, Key] = ("green", "red")


def press(table: People, pair: int, *, first: Key = "green", apart_s: float = 0.05) -> None:
    other: Key = "red" if first == "green" else "green"
    table.press(pair, first, "down")
    table.wait(apart_s)
    table.press(pair, other, "down")


def let_go(table: People, pair: int, key: Key, held_s: float) -> None:
    if held_s < HOLD_S / 2:
        table.press(pair, key, "tap")
    else:
        table.press(pair, key, "release")


def chord(table: People, pair: int, first: Key = "green") -> None:
    press(table, pair, first=first)
    for key in BOTH:
        table.wait(0.05)
        table.press(pair, key, "tap")
    table.wait(0.1)


def joining() -> People:
    table = People()
    for pair in (1, 2, 3):
        table.tap(pair)
    return table


def menu() -> People:
    table = People(race(4))
    open_menu(table)
    return table


def spelling() -> People:
    table = joining()
    open_menu(table)
    choose(table, "Names")
    table.hold(1)
    table.hold(1)
    return table


def pausing() -> People:
    table = People(race(4))
    open_menu(table)
    choose(table, "Pause")
    table.hold(1)
    return table


def consenting() -> People:
    table = People(plain_race())
    table.hold(1)
    table.read()
    table.undo()
    assert table.table.consenting is not None
    return table


def typing() -> People:
    table = People(race(4, die="table"), die="table")
    table.tap(4)
    return table


def shown(table: People) -> View:
    """What is shown, except for lines that change by themselves."""
    return replace(table.view, lines=()) if table.table.consenting is not None else table.view


SCREENS: dict[str, Callable[[], People]] = {
    "joining": joining,
    "menu": menu,
    "a name being spelled": spelling,
    "pause": pausing,
    "consent": consenting,
    "the box's die": lambda: People(race(4)),
    "a die being typed": typing,
    "a list": lambda: People(exchange(4, last=1)),
}


@pytest.mark.parametrize("first", BOTH)
@pytest.mark.parametrize("pair", [1, 2, 4])
@pytest.mark.parametrize("name", SCREENS)
def test_a_chord_changes_nothing_on_any_screen(name: str, pair: int, first: Key) -> None:
    table = SCREENS[name]()
    table.wait(7.0)
    before, calls = shown(table), list(table.paper.calls)
    for what in ("again", "board", "again"):
        chord(table, pair, first)
        wish = table.table.wish
        assert wish is not None
        assert wish.what == what
        assert shown(table) == before
    assert table.paper.calls == calls
    table.wait(60.0)
    assert table.paper.calls == calls


def test_the_next_press_of_each_key_is_as_ever() -> None:
    once, after = SCREENS["a list"](), SCREENS["a list"]()
    chord(after, 1)
    after.wait(SOON_S)
    for key in BOTH:
        for table in (once, after):
            table.tap(1, key, times=2)
        assert once.view == after.view
    for table in (once, after):
        table.hold(1)
    assert once.paper.calls == after.paper.calls != []


@pytest.mark.parametrize(
    ("apart_s", "held_s", "is_chord"),
    [
        (0.0, 0.05, True),
        (TOGETHER_S - 0.01, 0.2, True),
        (TOGETHER_S + 0.01, 0.2, False),
        (0.1, LET_GO_S - 0.01, True),
        (0.1, LET_GO_S + 0.01, False),
    ],
)
@pytest.mark.parametrize("first", BOTH)
def test_it_is_one_press_within_its_times(apart_s: float, held_s: float, first: Key, *, is_chord: bool) -> None:
    """With slow keys, so that no hold comes first."""
    table = SCREENS["a list"]()
    began = table.t
    press(table, 1, first=first, apart_s=apart_s)
    table.wait(max(began + held_s / 2 - table.t, 0.0))
    let_go(table, 1, "red", 0.1)
    table.wait(began + held_s - table.t)
    let_go(table, 1, "green", held_s)
    assert (table.table.wish is not None) == is_chord


def test_a_second_chord_soon_after_wants_the_board_and_a_later_one_the_same_again() -> None:
    table = SCREENS["the box's die"]()
    wishes: list[Wish | None] = []
    for pause_s in (0.5, 0.5, SOON_S, 0.5):
        chord(table, 2)
        wishes.append(table.table.wish)
        table.wait(pause_s)
    assert wishes == [Wish("again", 1), Wish("board", 2), Wish("again", 3), Wish("again", 4)]


def test_the_second_chord_is_of_the_same_seat() -> None:
    table = SCREENS["the box's die"]()
    chord(table, 2)
    chord(table, 3)
    assert table.table.wish == Wish("again", 2)


def test_a_key_goes_down_at_once_and_one_key_alone_never_waits() -> None:
    chords = Chords()
    for key in BOTH:
        down = Press(1, key, "down")
        assert chords.take(down, 1.0, may_begin=True) == (down,)
    alone = Press(2, "green", "tap")
    assert chords.take(alone, 1.2, may_begin=True) == (alone,)
    assert chords.next_deadline() is None


def test_the_first_key_up_waits_for_the_other_one_only_so_long() -> None:
    table = SCREENS["a list"]()
    before = table.view
    press(table, 1)
    table.wait(0.1)
    table.press(1, "green", "tap")
    assert table.view == before
    due = table.table.next_deadline(table.t)
    assert due is not None
    table.wait(due - table.t)
    assert table.view != before, "it was a tap"
    table.press(1, "red", "release")
    assert table.table.wish is None


def test_two_keys_that_are_held_are_two_holds() -> None:
    """A hold is never late: it is told when its time has come."""
    table, plain = SCREENS["a list"](), without_chords(SCREENS["a list"]())
    for each in (table, plain):
        press(each, 1)
        each.wait(HOLD_S - 0.05)
        each.press(1, "green", "hold", 1)
        assert each.paper.calls != []
        each.press(1, "red", "hold", 1)
        for key in BOTH:
            each.press(1, key, "release", 1)
    assert table.paper.calls == plain.paper.calls
    assert table.table.wish is None


def test_a_key_that_went_down_before_turns_pages() -> None:
    table = bidding("box")
    table.reach(1)
    assert table.view.title == text("only you")
    table.tap(1, "red")
    assert table.table.wish is None


def test_in_a_bid_both_keys_run_it_up() -> None:
    table = bidding()
    chord(table, 1)
    assert table.view.number == "5"
    assert table.table.wish is None


def test_two_keys_skip_one_screen_of_news_and_do_nothing_else() -> None:
    table = People(plain_race())
    table.hold(1)
    seen = table.view
    assert table.table.showing.is_telling
    calls = list(table.paper.calls)
    chord(table, 2)
    assert table.view != seen
    assert table.table.wish == Wish("again", 1)
    table.press(2, "green", "hold", 1)
    assert table.paper.calls == calls, "this finger has not seen the question"


def test_a_key_that_no_finger_held_is_no_part_of_it() -> None:
    table = SCREENS["a list"]()
    before = table.view
    press(table, 1)
    table.press(1, "red", "withdrawn")
    table.press(1, "green", "tap")
    assert table.table.wish is None
    assert table.view != before


def test_a_key_that_bounces_back_is_a_tap_and_a_new_press() -> None:
    table, plain = SCREENS["a list"](), without_chords(SCREENS["a list"]())
    for each in (table, plain):
        press(each, 1)
        each.press(1, "green", "tap")
        each.press(1, "green", "down")
        each.press(1, "green", "tap")
        each.press(1, "red", "tap")
    assert table.view == plain.view


def test_keys_of_bots_are_none() -> None:
    chords = Chords()
    for kind in ("down", "tap"):
        for key in BOTH:
            bots = Press(1, key, kind, is_bots=True)
            assert chords.take(bots, 1.0, may_begin=True) == (bots,)
    assert chords.wish is None


# --- whatever fingers do ---------------------------------------------------------------------------------------------


class NoChords(Chords):
    """As the keys were before chords."""

    def take(self, press: Press, t: float, *, may_begin: bool) -> tuple[Press, ...]:  # noqa: ARG002
        return (press,)


def without_chords(table: People) -> People:
    table.table._chords = table.table._keypresses._chords = NoChords()
    return table


STEPS = st.lists(
    st.tuples(
        st.sampled_from((*KEYS, "chord1", "chord2", "chord5")), st.sampled_from([0.02, 0.1, 0.2, 0.35, 0.7, 1.6, 3.1])
    ),
    max_size=60,
)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 5), STEPS)
def test_whatever_fingers_do_chords_change_nothing_and_all_else_is_as_before(
    number: int, steps: list[tuple[str, float]]
) -> None:
    """Two tables get the same presses; one of them also chords, whenever no key is down and the question is shown."""
    table, plain = People(opening_moves(number)), without_chords(People(opening_moves(number)))
    fingers, others = Fingers(table), Fingers(plain)
    meant = 0
    for key, gap in steps:
        if key.startswith("chord"):
            pair = int(key[-1])
            is_free = (
                not fingers.held and not table.table.showing.is_telling and not table.table._layers.runs_amount(pair)
            )
            others.wait(2.0)
            fingers.wait(1.0)
            if is_free:
                meant += 1
                for part in (f"green{pair}", f"red{pair}", f"green{pair}", f"red{pair}"):
                    fingers.toggle(part, 0.1)
            fingers.wait(plain.t - table.t)
        else:
            for each in (fingers, others):
                each.toggle(key, gap)
    for each in (fingers, others):
        each.wait(60.0)
    wish = table.table.wish
    if (wish.nth if wish is not None else 0) == meant:  # otherwise fingers made one by chance
        assert table.paper.calls == plain.paper.calls
        assert table.table.session == plain.table.session
        assert meant or table.view == plain.view


def test_in_large_print_a_chord_shows_the_whole_screen_until_a_key_or_for_a_while() -> None:
    table = People(plain_race())
    open_menu(table)
    choose(table, "Display")
    table.hold(1)
    table.tap(1)
    table.hold(1)
    assert table.paper.calls[-1] == Written("large")
    assert table.table.lettering(table.t) == "large"
    chord(table, 2)
    assert table.table.lettering(table.t) == "letters"
    assert table.table.next_deadline(table.t) is not None
    table.wait(WHOLE_S)
    assert table.table.lettering(table.t) == "large"
    chord(table, 2)
    table.tap(3)
    assert table.table.lettering(table.t) == "large"


def test_a_sentence_stays_longer_in_large_print() -> None:
    table = People(plain_race())
    table.table.menu.lettering.value = "large"
    table.table.say(text("Undone."), table.t)
    table.wait(LARGE_S - 0.1)
    assert table.view.notice == text("Undone.")
    table.wait(0.2)
    assert table.view.notice is None
