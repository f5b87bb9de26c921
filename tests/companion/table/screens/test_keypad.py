"""Real cards and the real die, typed with all green keys: the key is the value, whoever presses it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.exchange import Drawing
from companion.games.galopp_royal.state import State
from companion.kit.event import Event
from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.kit.setup import Who
from companion.kit.text import text, verbatim
from companion.kit.view import Legend, View
from companion.match.session import Session
from companion.table.ports import Settings
from companion.testing.whole_games import NAMES, SEED, seated
from tests.companion.games.galopp_royal.positions import BEARERS, RULES, exchange, race
from tests.companion.games.nim import Nim, Took
from tests.companion.games.nim import State as NimState
from tests.companion.table.at_the_table import HOLD_S, Hands, People, bidding, say

CARDS = tuple(map(verbatim, ("1", "2", "3", "5", "-2", "±2")))
NUMBERS = tuple(map(verbatim, ("1", "2", "3", "4")))


def laying(**choices: object) -> People:
    """Hans, at the first pair of keys, has bought a team of real cards; four play."""
    table = People(cards="table", **choices)  # type: ignore[arg-type]  # none of them is a duty
    table.sit(1, 2, 3, 4)
    table.bid(1, 1)
    table.passes(2, 3, 4)
    table.wait(60.0)
    return table


def rolling() -> People:
    """Hans has rolled the real die."""
    return People(race(4, die="table"), die="table")


def drawing(seats: int = 4) -> State:
    """Everybody has lost the second bearer, and Werner must draw the first real card."""
    state = exchange(seats, cards="table")
    displays = tuple((display[0], None, *display[2:]) for display in state.displays)
    return replace(state, displays=displays, phase=Drawing(3))


def came(table: People, kind: type[Event]) -> Event:
    """The only event of this kind."""
    (event,) = (event for event in table.happened() if isinstance(event, kind))
    return event


# --- what a decision takes -------------------------------------------------------------------------------------------


def test_a_team_is_four_taps_and_one_hold() -> None:
    table = laying()
    assert table.view.keys == CARDS
    for pair in (4, 3, 6, 1):
        table.tap(pair)
    assert say(table.view) == "team |  | 5 3 ±2 1"
    table.hold(1)
    assert came(table, events.Laid) == events.Laid(1, ("5", "3", SCHEMER, "1"))


def test_a_drawn_card_is_one_tap_and_one_hold() -> None:
    table = People(drawing(), cards="table")
    assert (say(table.view), table.view.keys) == ("draws | ? | bearer no. 2", CARDS)
    table.tap(5)
    assert say(table.view) == "draws | -2 | bearer no. 2"
    table.hold(3)
    assert came(table, events.Drew) == events.Drew(3, 2, "-2")


def test_a_roll_of_the_real_die_is_one_tap_and_one_hold() -> None:
    table = rolling()
    assert (say(table.view).split(" | ")[1:3], table.view.keys) == (["to go 15", "bearers"], NUMBERS)
    table.tap(3)
    assert say(table.view).startswith("race 1 | 3 | the die | bearer -2")
    table.hold(1)
    assert table.happened()[0] == events.Rolled(1, 3, BEARERS[2])


@pytest.mark.parametrize("who", ["box", "table"])
def test_in_the_exchange_no_key_decides_for_the_seat_that_is_asked(who: Who) -> None:
    """The asked seat leafs through the bearers; the chosen one stands in brackets."""
    table = People(exchange(4, cards=who, die=who), cards=who, die=who)
    assert (say(table.view), table.view.keys) == ("removes? | card 1 | from Werner | [1] 3 -2 ±2", ())
    for other in (1, 2, 4, 5, 6):
        table.tap(other)
        table.hold(other)
        table.tap(other, "red")
    table.wait(60.0)
    assert (say(table.view), table.happened()) == ("removes? | card 1 | from Werner | [1] 3 -2 ±2", [])
    table.tap(3)
    assert say(table.view) == "removes? | card 3 | from Werner | 1 [3] -2 ±2"
    table.hold(3)
    assert came(table, events.Removed) == events.Removed(3, 3, 2, "3")


def test_the_box_s_die_has_no_keypad_and_no_key_types_anything_at_an_auction() -> None:
    assert People(race(4)).view.keys == bidding().view.keys == ()


# --- whose fingers ---------------------------------------------------------------------------------------------------


def test_whoever_sits_nearest_types_takes_back_and_commits() -> None:
    """Pairs 5 and 6 belong to nobody."""
    table = rolling()
    table.tap(2)
    table.tap(6, "red")
    assert not table.view.is_draft
    table.tap(4)
    table.hold(6)
    assert table.happened()[0] == events.Rolled(1, 4, BEARERS[3])


@pytest.mark.parametrize("pair", [5, 6])
def test_a_key_beyond_the_values_types_nothing_and_says_so(pair: int) -> None:
    table = rolling()
    table.tap(2)
    before = table.view
    table.tap(pair)
    assert table.view == replace(before, notice=text("This key types nothing."))


@pytest.mark.parametrize("pair", [2, 5])
def test_red_held_is_a_slow_tap_for_everybody(pair: int) -> None:
    table = rolling()
    before = table.view
    for each in (1, pair):
        table.tap(2)
        table.hold(each, "red")
        assert table.view == before
    assert table.happened() == []


def test_a_finger_that_was_down_before_the_question_types_and_commits_nothing() -> None:
    table = rolling()
    table.tap(1)
    table.down(5)
    table.hold(1)
    while table.turn == 1:
        table.hold(1)
    before = len(table.happened())
    table.tap(2)
    table.press(5, "green", "hold", 1)
    assert len(table.happened()) == before, "it has not seen what would be said"


# --- what is typed so far --------------------------------------------------------------------------------------------


def test_red_takes_back_one_after_the_other() -> None:
    table = laying()
    table.type_in("5", "3", "±2")
    shown = []
    for pair in (1, 2, 5, 3):
        table.tap(pair, "red")
        shown.append(say(table.view))
    assert shown == ["team |  | 5 3 _ _", "team |  | 5 _ _ _", "team |  | _ _ _ _", "team |  | _ _ _ _"]


def test_once_all_is_typed_a_key_types_the_last_one_anew() -> None:
    table = laying()
    table.type_in("1", "2", "3", "5", "-2")
    assert say(table.view) == "team |  | 1 2 3 -2"
    die = rolling()
    die.type_in("1", "4")
    assert die.view.number == "4"


@pytest.mark.parametrize(("typed", "due"), [((), 4), (("1",), 3), (("1", "2", "3"), 1)])
@pytest.mark.parametrize("pair", [1, 2, 5])
def test_a_hold_too_early_says_how_many_are_missing(typed: tuple[str, ...], due: int, pair: int) -> None:
    table = laying()
    table.type_in(*typed)
    before, happened = table.view, table.happened()
    table.hold(pair)
    assert table.view == replace(before, notice=text("{n} more, then hold.", n=due))
    assert table.happened() == happened


def test_the_keys_say_what_they_do() -> None:
    table = laying()
    legends = [table.view.legend]
    for value in ("1", "1", "1", "1"):
        table.type_in(value)
        legends.append(table.view.legend)
    started = Legend(text("type"), None, text("Back"))
    first = Legend(text("keys of seats 1-{n}", n=6))
    assert legends == [first, started, started, started, Legend(text("type"), text("OK"), text("Back"))]


@pytest.mark.parametrize("pair", [1, 3, 6])
def test_a_bar_grows_for_every_green_key_once_all_is_typed(pair: int) -> None:
    table = rolling()
    bars = []
    for _ in range(2):
        table.down(pair)
        table.wait(0.3)
        bars.append(table.view.bar is not None)
        table.let_go(pair, stage=0)
        table.tap(1)
    assert bars == [False, True]


def test_a_card_that_the_deck_has_no_more_is_refused_and_changes_nothing() -> None:
    deck = {"1": 8, "2": 8, "3": 7, "5": 1, "-2": 10, SCHEMER: 6}
    table = laying(deck=deck)
    table.type_in("5", "1")
    before = table.view
    table.type_in("5")
    assert table.view == replace(before, notice=text("There is no {card} left in the deck.", card="5"))
    assert table.view.keys == CARDS, "each keeps its key"
    table.type_in("1", "1")
    table.hold(1)
    assert came(table, events.Laid) == events.Laid(1, ("5", "1", "1", "1"))


def test_undo_asks_anew() -> None:
    table = laying()
    table.lay(1, "5", "3", "±2", "1")
    table.undo()
    table.wait(60.0)
    assert (say(table.view), table.view.keys) == ("team |  | _ _ _ _", CARDS)


# --- looks -----------------------------------------------------------------------------------------------------------


class Secretive(Nim):
    """A game in which the number to take is typed, and everybody has secrets to look at."""

    def question(self, state: NimState) -> Question | None:
        asked = super().question(state)
        return replace(asked, keys=NUMBERS[:2], is_typed=True) if asked is not None else None

    def secret(self, state: NimState, seat: Seat, meant: int = 0) -> tuple[View, ...]:  # noqa: ARG002  # one for all
        return (View(text("only you"), who=seat),)


class Players(Hands[NimState]):
    """Three players of this game."""

    def __init__(self) -> None:
        rules = Secretive()
        super().__init__(rules, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0))
        self.table.go_on(Session(rules, SEED, rules.begin(seated(rules, 3, "box"), {})), (1, 2, 3), self.t)


@pytest.mark.parametrize("pair", [2, 3])
def test_who_is_not_asked_looks_as_ever_and_neither_types_nor_commits(pair: int) -> None:
    table = Players()
    table.tap(2)
    before = table.view
    table.reach(pair)
    assert (table.view.title, table.view.who, table.view.keys) == (text("only you"), pair, ())
    table.let_go(pair)
    assert (table.view, table.happened()) == (before, [])


def test_who_is_asked_looks_as_long_as_nothing_is_typed_then_the_hold_commits() -> None:
    table = Players()
    table.hold(1)
    assert table.happened() == []
    table.tap(2)
    table.hold(1)
    assert table.happened() == [Took(1, 2)]


# --- keys that are not there -----------------------------------------------------------------------------------------


def test_with_a_green_key_too_few_its_seat_leafs_as_ever() -> None:
    table = laying()
    table.type_in("5")
    table.table.silent.add(6)
    table.press(6, "green", "withdrawn")
    assert table.view.keys == ()
    assert table.view.legend == Legend(verbatim("►"), text("OK"), verbatim("◄"))
    shown = [say(table.view)]
    for _ in range(3):
        table.tap(1)
        shown.append(say(table.view))
    assert shown == [f"team |  | {card} _ _ _" for card in ("1", "2", "3", "5")]
    for _ in range(4):
        table.hold(1)
    assert came(table, events.Laid) == events.Laid(1, ("5", "1", "1", "1"))


def test_a_key_outside_the_keypad_may_be_out_of_order() -> None:
    table = rolling()
    table.table.silent.add(5)
    table.press(5, "green", "withdrawn")
    assert table.view.keys == NUMBERS


def test_a_box_with_too_few_keys_never_offers_a_keypad() -> None:
    settings = Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0, wired=(1, 2, 3, 4, 5))
    for asked, keys in ((race(3, die="table"), NUMBERS), (drawing(3), ())):
        hands: Hands[State] = Hands(RULES, settings)
        hands.table.go_on(Session(RULES, SEED, asked), (1, 2, 3), hands.t)
        assert hands.view.keys == keys
