"""A bot at the keys of a seat: it plays like a person, and waits for people."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.games.cat_royal.events import Accused
from companion.games.cat_royal.intents import Accuse
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.intents import Bid
from companion.kit.event import Intent
from companion.kit.policy import Level
from companion.kit.rules import Rules
from companion.kit.text import text, verbatim
from companion.kit.view import View
from companion.match.history import Step
from companion.match.session import Session
from companion.players.mind import BotTask, Mind
from companion.players.stand_in import GRACE_S, LOOK_AFTER_UNDO_S, LOOK_S, StandIn
from companion.table.controls import Press
from companion.table.ports import Settings
from companion.testing.whole_games import NAMES, SEED, seated
from tests.companion.games.cat_royal.positions import turn
from tests.companion.games.every_game import EVERY_GAME, SHORT
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.table.at_the_table import HOLD_S, Hands, choose, open_menu, opened, plain_race
from tests.toy.frogs_at_the_table import session_of

LEAST_S = 0.001
BIDS = 2
"""With this luck, a bot bids first."""


class Left(Hands[Any]):
    """A table at which bots play for some seats, and their presses."""

    def __init__(
        self,
        session: Session[Any],
        *bots: int,
        rng: Random | None = None,
        level: Level = "simple",
        mind: Mind | None = None,
    ) -> None:
        super().__init__(session.rules, Settings(("en",), NAMES, {}, {}, HOLD_S, 2.0, 5.0))
        self.stand_in = StandIn(rng or Random(1), HOLD_S, mind)
        self.pressed: list[tuple[float, Press]] = []
        self.shown: list[View] = []
        seats = len(session.rules.view(session.state, None).seats)
        self.table.go_on(session, tuple(range(1, seats + 1)), self.t, dict.fromkeys(bots, level))
        self.wait(0.0)

    def wait(self, seconds: float) -> None:
        """Wait from deadline to deadline, as a box does."""
        end = self.t + seconds
        while True:
            self.table.tick(self.t)
            for press in self.stand_in.due(self.table, self.t):
                self.pressed.append((self.t, press))
                self.table.press(press, self.t)
                self.shown.append(self.view)
            if self.t >= end:
                return
            deadlines = (self.table.next_deadline(self.t), self.stand_in.next_deadline(), end)
            self.t = max(min(d for d in deadlines if d is not None), self.t + LEAST_S)

    def press_now(self, press: Press) -> None:
        self.table.press(press, self.t)
        self.wait(0.0)

    def until_pressed(self, kind: str) -> None:
        for _ in range(6_000):
            if self.pressed and self.pressed[-1][1].kind == kind:
                return
            self.wait(0.01)
        raise AssertionError(f"no {kind} for a minute")


def bidding(*bots: int, luck: int = 1) -> Left:
    return Left(Session(RULES, SEED, opened()), *bots, rng=Random(luck))


class Chatty(Random):
    """Always says something aside."""

    def random(self) -> float:
        return 0.0


def decided(left: Left) -> list[int]:
    """The seats whose decisions are in the log."""
    steps = [entry for entry in left.paper.entries if isinstance(entry, Step)]
    return [step.seat for step in steps if step.seat is not None]


# --- it plays --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_bots_alone_play_any_game_to_its_end(rules: Rules[Any]) -> None:
    seats = rules.seats[0]
    choices = SHORT.get(rules.name, {}) | ({"rulebook": rules.rulebooks[0]} if rules.rulebooks else {})
    start = rules.begin(seated(rules, seats, "box"), choices)
    left = Left(Session(rules, SEED, start), *range(1, seats + 1))
    for _ in range(2_000):
        left.wait(60.0)
        if left.turn is None:
            break
    assert left.turn is None
    left.wait(1.0)  # for its last finger to go up
    assert set(decided(left)) == set(range(1, seats + 1))
    assert left.view.notice != text("Not your turn.")
    assert left.stand_in.next_deadline() is None


def test_it_presses_only_the_keys_of_its_seat_and_others_go_on_by_themselves() -> None:
    left = bidding(2)
    left.wait(300.0)
    assert (left.pressed, left.turn) == ([], 1), "it is not asked"
    left.hold(1, "red")
    left.wait(60.0)
    assert {press.pair for _, press in left.pressed} == {2}
    assert decided(left) == [1, 2]


def test_it_looks_first_and_then_presses_so_that_eyes_can_follow() -> None:
    left = bidding(1, luck=BIDS)
    began = left.t
    left.wait(60.0)
    first, *_ = times = [at for at, _ in left.pressed]
    assert LOOK_S[0] <= first - began <= 10.0 + LOOK_S[1], "after what was told first"
    assert min(after - before for before, after in pairwise(times)) >= 0.1
    assert any(view.is_draft for view in left.shown), "the draft grows on the screen"


def test_a_look_is_not_always_as_long() -> None:
    firsts = []
    for luck in range(5, 10):
        left = bidding(1, luck=luck)
        left.until_pressed("down")
        firsts.append(left.t)
    assert len(set(firsts)) == 5


def test_it_goes_on_from_what_is_drafted() -> None:
    left = bidding(1, luck=BIDS)
    left.until_pressed("tap")
    left.down(4, "red")
    left.press_now(Press(4, "red", "tap"))
    left.wait(60.0)
    assert decided(left) == [1]


# --- it waits --------------------------------------------------------------------------------------------------------


def test_it_waits_for_a_finger_and_looks_again() -> None:
    left = bidding(1)
    left.wait(0.5)
    left.down(3, "red")
    left.wait(50.0)
    assert left.pressed == []
    left.press_now(Press(3, "red", "tap"))
    let_go = left.t
    left.until_pressed("down")
    assert left.t - let_go >= LOOK_S[0]


def test_it_waits_while_the_menu_is_open() -> None:
    left = bidding(1, 2, 3, 4)
    open_menu(left)
    before = len(left.pressed)
    left.wait(500.0)
    assert len(left.pressed) == before
    left.tap(0, "table")
    left.wait(60.0)
    assert len(left.pressed) > before


def test_the_menu_ends_a_game_of_bots() -> None:
    left = bidding(1, 2, 3, 4)
    left.wait(60.0)
    open_menu(left)
    choose(left, "New game")
    left.hold(2)
    left.wait(60.0)
    assert left.table.session is None
    assert left.stand_in.next_deadline() is None


def test_a_hold_that_has_begun_is_brought_to_its_end() -> None:
    left = Left(Session(RULES, SEED, plain_race()), 1)
    left.until_pressed("hold")
    left.down(0, "table")
    left.wait(1.9)
    assert left.pressed[-1][1].kind == "release"
    left.press_now(Press(0, "table", "tap"))
    left.wait(60.0)
    assert decided(left) == [1]


def test_after_an_undo_people_have_time_for_another() -> None:
    left = bidding(2)
    left.hold(1, "red")
    left.until_pressed("release")
    assert decided(left) == [1, 2]
    left.undo()
    assert left.turn == 2
    back = left.t
    left.wait(LOOK_AFTER_UNDO_S - 1.0)
    assert left.turn == 2
    left.undo()
    assert left.turn == 1
    left.wait(LOOK_AFTER_UNDO_S * 2)
    assert left.turn == 1
    assert left.t > back


# --- what it does not do ---------------------------------------------------------------------------------------------


def test_it_never_looks_at_secrets_that_all_would_see() -> None:
    start = CAT_ROYAL.begin(seated(CAT_ROYAL, 2, "box"), {"rulebook": "manual", "last_deal": 3})
    left = Left(Session(CAT_ROYAL, SEED, start), 1, 2)
    left.wait(7200.0)
    assert left.turn is None
    dealt = left.paper.entries[0]
    assert isinstance(dealt, Step)
    (page, *_) = CAT_ROYAL.secret(Session(CAT_ROYAL, SEED, start).apply(dealt).state, 1)
    assert page.title not in {view.title for view in left.shown}
    assert len(left.shown) > 100


def test_an_aside_that_was_interrupted_is_left() -> None:
    left = Left(session_of(), 1, rng=Chatty())
    while left.view.title != verbatim("Throw"):
        left.wait(0.1)
    left.until_pressed("release")
    left.down(3, "red")
    left.wait(5.0)
    assert left.view.title == verbatim("Throw")
    left.press_now(Press(3, "red", "tap"))
    left.wait(LOOK_S[1] + 1.0)
    assert left.view.title != verbatim("Throw"), "back at the question"
    left.wait(20.0)
    assert decided(left)[0] == 1


# --- it thinks -------------------------------------------------------------------------------------------------------


class Elsewhere:
    """Thinks until it is told to stop; then its answer is this one, or none."""

    def __init__(self, found: Intent | None = None, *, is_thinking: bool = False) -> None:
        self.found = found
        self.thinks = is_thinking
        self.asked: list[BotTask] = []
        self.is_closed = False

    def ask(self, _rules: Rules[Any], matter: BotTask) -> None:
        self.asked.append(matter)

    def is_thinking(self) -> bool:
        return self.thinks

    def answer(self) -> Intent | None:
        return self.found

    def close(self) -> None:
        self.is_closed = True


def thinking(mind: Elsewhere) -> Left:
    left = Left(Session(RULES, SEED, opened()), 1, level="strong", mind=mind)
    left.wait(10.0)
    return left


def test_what_it_thinks_of_is_pressed() -> None:
    left = thinking(Elsewhere(Bid(seat=1, amount=4)))
    assert left.view.number == "4"
    assert left.turn == 2


def test_only_a_strong_one_thinks_and_it_goes_by_what_its_seat_sees_and_all_have_heard() -> None:
    mind = Elsewhere()
    left = thinking(mind)
    (matter, *_) = mind.asked
    session = Session(RULES, SEED, opened())
    assert matter.state == RULES.seen(session.state, 1)
    assert (matter.seats, matter.level) == (frozenset({1}), "strong")
    assert decided(left) == [1], "the plain answer, as nothing was found"
    simple = Elsewhere()
    Left(session, 1, mind=simple).wait(10.0)
    assert simple.asked == []


def test_a_thought_is_waited_for_but_not_for_long() -> None:
    mind = Elsewhere(is_thinking=True)
    left = Left(Session(RULES, SEED, opened()), 1, level="strong", mind=mind)
    begun = left.t
    left.until_pressed("down")
    assert left.t - begun <= LOOK_S[1] + GRACE_S + 0.2
    left.wait(10.0)
    assert decided(left) == [1]


def test_what_is_no_answer_is_not_pressed() -> None:
    assert decided(thinking(Elsewhere(Bid(seat=1, amount=400)))) == [1]


def test_an_aside_that_has_been_thought_of_is_said() -> None:
    state = turn("1J 21, 2K 5", "6")
    mind = Elsewhere(Accuse(seat=1, accused=2))
    left = Left(Session(CAT_ROYAL, SEED, state), 1, level="strong", mind=mind)
    for _ in range(40):
        left.wait(1.0)
        if decided(left):
            break
    assert isinstance(left.paper.entries[0], Step)
    assert isinstance(left.paper.entries[0].events[0], Accused)


def test_whoever_closes_the_table_closes_its_mind() -> None:
    mind = Elsewhere()
    thinking(mind).stand_in.close()
    assert mind.is_closed
