from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.daemon.presses import as_press
from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.ending import Closing
from companion.games.galopp_royal.state import State
from companion.kit.text import speak, text, verbatim
from companion.kit.view import Key, View
from companion.match.history import NewGame, Redo, Step, Undo
from companion.match.session import Session
from companion.table.pages import PAGE_S
from companion.table.saving import NOT_SAVED
from companion.testing.whole_games import SEED
from hardware.edge import Edge
from hardware.gestures import Gesture, Gestures
from tests.companion.games.galopp_royal.positions import RULES, between_races, cards_on, in_hand, race
from tests.companion.table.at_the_table import (
    HOLD_S,
    Agreed,
    Assigned,
    HandedOver,
    Known,
    Measured,
    Named,
    Paced,
    People,
    Shortened,
    Shown,
    Spoken,
    SpokenTo,
    Surpassed,
    Timed,
    Turned,
    Written,
    bidding,
    opened,
    say,
)

NOT_YOURS = text("Not your turn.")


# --- pages and news --------------------------------------------------------------------------------------------------


def test_the_table_key_leafs_through_the_pages_and_back_to_the_game() -> None:
    table = People(race(4))
    before = table.view
    titles = []
    for _ in range(9):
        table.tap(0, "table")
        titles.append(speak(table.view.title, str))
    game = ["Coins", "Race 1", "Teams", "Prizes", "Prizes", "Rulebook"]
    assert titles == [*game, "The rule now", "Last events", "Fair dice: proof"]
    table.tap(0, "table")
    assert table.view == before


def test_the_page_after_the_rulebook_says_what_the_rules_allow_now_and_needs_no_keys() -> None:
    table = People(race(4))
    while table.view.title != text("The rule now"):
        table.tap(0, "table")
    assert table.view.sentence == text("The bearer on the position you roll carries your chair, ahead or back")
    assert table.view.legend is None


def test_what_is_wrong_with_the_box_comes_before_the_pages_of_the_game() -> None:
    table = People(race(4))
    table.table.pages.faults = tuple(map(verbatim, "abcde"))
    table.paper.is_full = True
    table.hold(1)
    table.wait(60.0)
    screens = []
    for _ in range(3):
        table.tap(0, "table")
        screens.append(say(table.view))
    assert screens[:2] == ["Out of order |  | Games\tnot saved | a | b", "Out of order |  | c | d | e"]
    assert screens[2].startswith("Coins")


@pytest.mark.parametrize("start", [None, race(4)])
def test_a_page_that_goes_with_what_was_wrong_leaves_the_question(start: State | None) -> None:
    table = People(start)
    before = table.view
    table.table.pages.faults = (verbatim("Lights\tmissing"),)
    while table.view.title != text("Fair dice: proof" if start else "Coins"):
        table.tap(0, "table")
    table.table.pages.faults = ()
    assert table.view == before


def test_a_page_falls_back_after_six_seconds() -> None:
    table = People(race(4))
    before = table.view
    table.tap(0, "table")
    page = table.view
    table.wait(PAGE_S - 0.2)
    assert table.view == page
    table.wait(0.2)
    assert table.view == before


def test_a_press_that_comes_late_finds_the_page_fallen_back() -> None:
    table = People(race(4))
    table.tap(0, "table")
    table.t += 60.0  # nobody has let time pass at the desk
    table.press(0, "table", "down")
    table.press(0, "table", "tap")
    assert table.view.title == text("Coins")


@pytest.mark.parametrize("key", ["green", "red"])
@pytest.mark.parametrize("pair", [1, 2, 6])
def test_a_page_falls_back_with_any_press(pair: int, key: Key) -> None:
    table = People(race(4))
    before = table.view
    table.tap(0, "table")
    table.down(pair, key)
    assert replace(table.view, bar=None) == before


def test_the_last_page_tells_the_last_events() -> None:
    table = bidding()
    table.hold(1)
    table.passes(2)
    for _ in range(9):
        table.tap(0, "table")
        if table.view.title == text("Last events"):
            break
    assert table.view.lines == (
        text("{name}\tbids {n}", name="Hans", n=1),
        text("{name}\tpasses", name="Pia"),
    )


def test_while_people_join_the_table_key_leafs_through_the_rules_they_will_play_by() -> None:
    table = People(rulebook="fr", options={"open_cash": False})
    table.tap(2)
    before = table.view
    told = []
    for _ in RULES.options({}):
        table.tap(0, "table")
        told.append(say(table.view))
        assert (table.view.seats, table.view.track) == (before.seats, before.track), "the lights stay as they are"
    assert told[0] == "Rulebook |  | French | with changes"
    assert told[-1].startswith("Coins |  | hidden")
    table.tap(0, "table")
    assert table.view == before
    assert table.paper.calls == []


def test_a_page_that_is_open_when_the_game_is_left_goes_with_it() -> None:
    """Somebody holds green for a new game while somebody else reads pages."""
    table = People(replace(race(4), phase=Closing()))
    table.down(1)
    table.tap(0, "table")
    table.press(1, "green", "hold", 1)
    assert table.view.title == text("Who plays?")


# --- deadlines -------------------------------------------------------------------------------------------------------


def test_a_still_table_wakes_nobody() -> None:
    table = bidding()
    assert table.table.next_deadline(table.t) is None
    table.tap(1)
    assert table.table.next_deadline(table.t) is None


# --- the first picture and the last ----------------------------------------------------------------------------------


def test_before_keys_are_read_nothing_is_asked() -> None:
    opening = People().table.opening()
    assert opening == View(verbatim("Galopp Royal"), lines=(text("One moment."),), track=opening.track)
    assert opening.track.spaces
    again = bidding().table.opening()
    assert again.lines == (text("One moment."), text("Game in progress"))
    assert [seat.pair for seat in again.seats] == [1, 2, 3, 4]
    for view in (opening, again):
        assert (view.who, view.legend, view.notice) == (None, None, None)


def test_what_is_not_saved_at_the_end_is_said_by_the_last_picture() -> None:
    table = bidding()
    table.paper.is_full = True
    table.bid(1, 1)
    table.table.good_night()
    assert table.view == replace(NOT_SAVED, is_saved=False)


# --- whatever fingers do ---------------------------------------------------------------------------------------------

KEYS = ("green1", "green2", "green3", "green5", "red1", "red2", "red3", "table")
STEPS = st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from([0.03, 0.2, 0.35, 0.7, 1.6, 3.1])), max_size=60)


def opening_moves(number: int) -> State | None:
    return (None, opened("table"), opened(), race(3), between_races(3), race(4, die="table"))[number]


class Fingers:
    """Keys that go down and up as they like, through the real gestures."""

    def __init__(self, table: People) -> None:
        self.table = table
        self.held: set[str] = set()
        self._gestures = Gestures(lambda key: (2.0, 5.0) if key == "table" else (HOLD_S,))

    def toggle(self, key: str, gap: float) -> None:
        self.wait(gap)
        self.held ^= {key}
        self._take(self._gestures.feed(Edge(key, key in self.held, self.table.t)), self.table.t)

    def wait(self, seconds: float) -> None:
        until = self.table.t + seconds
        while (deadline := self._gestures.next_deadline()) is not None and deadline < until:
            self._take(self._gestures.tick(deadline), deadline)
        self.table.t = until

    def _take(self, gestures: tuple[Gesture, ...], t: float) -> None:
        self.table.t = t
        for gesture in gestures:
            self.table.table.press(as_press(gesture), t)
        self.table.table.tick(t)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 5), STEPS)
def test_whatever_fingers_do_the_laws_hold(number: int, steps: list[tuple[str, float]]) -> None:
    start = opening_moves(number)
    table = People(start)
    fingers = Fingers(table)
    for key, gap in steps:
        table.table.pages.faults = (text("Lights\tmissing"),) if gap < 1 else ()
        fingers.toggle(key, gap)
        view, deadline = table.view, table.table.next_deadline(table.t)
        assert deadline is None or deadline > table.t
        assert view.bar is None or 0.0 <= view.bar.share < 1.0
        if view.title == text("only you"):
            assert view.who is not None
            assert f"green{table.table.joined[view.who - 1]}" in fingers.held
            assert cards_on(view) == list(in_hand(table.state, view.who))
        _log_gives_the_session(table, start)


def _log_gives_the_session(table: People, start: State | None) -> None:
    session: Session[State] | None = Session(RULES, SEED, start) if start is not None else None
    for call in table.paper.calls:
        match call:
            case "close":
                session = None
            case NewGame():
                session = Session(RULES, call.seed, RULES.read_header(call.header))
            case Step() | Undo() | Redo():
                assert session is not None
                session = session.apply(call)
            case Spoken() | Turned() | Shown() | HandedOver() | Assigned() | Agreed() | Known() | Named() | Timed():
                pass  # no part of the game
            case Surpassed() | SpokenTo() | Measured() | Written() | Shortened() | Paced():
                pass  # no part of the game
    assert table.table.session == session


def test_a_table_of_six_with_nobody_bidding_goes_on_dealing() -> None:
    table = People()
    table.sit(1, 2, 3, 4, 5, 6)
    for _ in range(3):
        opener = table.turn
        assert opener is not None
        for step in range(6):
            table.hold((opener + step - 1) % 6 + 1, "red")
    openers = [event.opener for event in table.happened() if isinstance(event, events.Dealt)]
    assert openers == [1, 2, 3, 4]
    assert isinstance(table.state.phase, Bidding)
