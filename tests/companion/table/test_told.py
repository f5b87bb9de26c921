"""What people are told about a game, whatever its rules: everything, once, in order, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, groupby
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.kit.decision import decide, unfold
from companion.kit.event import Intent, Refused
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.kit.text import Text, Wording, speak
from companion.kit.view import View
from companion.locale import LANGUAGES, translator
from companion.match.history import Step
from companion.match.session import Made, Session
from companion.players import bots
from companion.players.fingers import KeyStroke, turn
from companion.table.notices import GLANCE_S, TURN_S, Notices
from companion.table.playing import Playing
from companion.table.ports import Settings
from companion.table.teaching import EXPLAINED_S
from companion.testing.whole_games import NAMES, SEED, chosen, seated
from tests.companion.games.cat_royal import positions as cat
from tests.companion.games.every_game import EVERY_GAME, SHORT
from tests.companion.games.galopp_royal.positions import (
    bid,
    carry,
    dealt,
    exchange,
    passes,
    race,
    scheme,
    start,
    take,
)
from tests.companion.games.whole_games import RANDOM
from tests.companion.table.at_the_table import Hands, Paper

pytestmark = pytest.mark.untraced

Key: TypeAlias = tuple[Text, int | None, Wording, tuple[Text, ...]]


def key(screen: View) -> Key:
    """The words of a screen, to compare screens."""
    return screen.title, screen.who, screen.number, screen.lines


def words(screen: View) -> str:
    """The same in one line of English."""
    name: Wording = next((seat.name for seat in screen.seats if seat.seat == screen.who), "")
    said = (name, screen.title, screen.number, *screen.lines)
    return " ".join(" ".join(speak(each, str) for each in said).split())


# --- after each kind of event ----------------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A screen that was shown."""

    says: str
    seconds: float
    moment: str | None
    """The moment of the cue that came with it."""


def shown(notices: Notices, t: float) -> Iterator[Shown]:
    """Let time pass until nothing waits."""
    while (screen := notices.news) is not None:
        until, cue = notices.next_deadline, notices.cue
        assert until is not None
        yield Shown(words(screen), round(until - t, 2), cue.moment if cue is not None else None)
        notices.cue = None  # one that is given again is another
        notices.tick(until)
        t = until


def playing(rules: Rules[Any], state: Any, language: str = "en") -> Playing[Any]:
    seats, notices = len(rules.view(state, None).seats), Notices(translator(language))
    return Playing(Session(rules, SEED, state), tuple(range(1, seats + 1)), Paper(), notices, count())


def told(rules: Rules[Any], state: Any, *answers: Intent) -> list[Shown]:
    """The screens about the last of these answers and about the steps of the box after it."""
    game, t = playing(rules, state), 100.0
    for answer in answers:
        list(shown(game.notices, t))
        t += 100.0
        game.notices.cue = None
        game.enter(made(game.session, answer), t)
        game.go_on(t)
    return list(shown(game.notices, t))


def made(session: Session[Any], answer: Intent) -> Made[Any]:
    """The step of an answer, or of a lot with this result."""
    decided = decide(session.rules, session.state, answer)
    assert not isinstance(decided, Refused), decided
    came, states = zip(*unfold(session.rules, session.state, decided), strict=True)
    return Made(answer.seat, True, came, before=session.state, states=states)


DEALT = dealt(start(4), "1", "2", "3", "5")
FIVE = dealt(start(5), SCHEMER, "1", "2", "3", "5")
LAST_OVER = race(4, chairs=("F1", "F2", 19, 8), turn=3)
TAKEN = (take(3, 1), take(4, 1), take(1, 1), take(2, 1))
RESULT = "Result race 1 1st Hans +20 2nd Pia +10 3rd Werner +5 last: Claudia"


@pytest.mark.parametrize(
    ("state", "answers", "screens"),
    [
        (DEALT, [bid(1, 3)], []),
        (DEALT, passes(1), []),
        (FIVE, passes(1), [("Hans passes ±2 leaves the team", 1.9, "out")]),
        (
            DEALT,
            [bid(1, 3), *passes(2, 3, 4)],
            [
                ("Hans pays 3 team 1 2 3 5", 0.9, "sold"),
                ("Team 2/4 Pia begins face-up card: 1", 2.2, "deal"),
            ],
        ),
        (
            DEALT,
            passes(1, 2, 3, 4),
            [("Nobody bids Cards discarded.", 2.1, "out"), ("Team 1/4 hold ●: see card Pia begins", 2.2, "deal")],
        ),
        (
            race(4),
            [carry("3", 1)],
            [("Hans rolls 2 bearer 2: +3", 1.24, None), ("Hans runs +3 spaces 12 to go", 1.26, "run")],
        ),
        (
            race(4, chairs=(2, 5, 5, 5)),
            [carry("-2", 1)],
            [
                ("Hans rolls 3 bearer 3: -2", 0.9, None),
                ("Hans runs -2 spaces", 0.9, "run"),
                ("Hans Pond! 4th place race 1", 0.9, "trap"),
            ],
        ),
        (
            race(4, chairs=(19, 5, 5, 5)),
            [carry("3", 1)],
            [
                ("Hans rolls 2 bearer 2: +3", 0.9, None),
                ("Hans runs +3 spaces", 0.94, "run"),
                ("Hans arrives 1st place", 0.9, "place"),
            ],
        ),
        (race(4), [carry(SCHEMER, 1)], [("Hans rolls 4 bearer 4: devil ±2", 2.0, None)]),
        (race(4), [carry(SCHEMER, 1), scheme(1, (1, 2))], [("Hans runs +2 spaces 13 to go", 1.75, "run")]),
        (
            race(4),
            [carry(SCHEMER, 1), scheme(1, (1, 2), (2, -1), (3, -1))],
            [("Hans goes +2 Pia goes -1 Werner goes -1", 2.1, "run")],
        ),
        (
            LAST_OVER,
            [carry("3", 3)],
            [
                ("Werner rolls 2 bearer 2: +3", 0.9, None),
                ("Werner runs +3 spaces", 0.94, "run"),
                ("Werner arrives 3rd place", 0.9, "place"),
                ("Claudia race over 4th place", 0.9, "place"),
                ("Race 1 won by Hans", 3.0, "finish"),
                (RESULT, 3.35, "last"),
                *[(RESULT, 0.4, "paid")] * 2,
            ],
        ),
        (exchange(4), TAKEN[:1], [("Werner removes 1 from Werner bearer no. 1", 2.45, None)]),
        (
            exchange(4),
            TAKEN,
            [
                ("Werner removes 1 from Pia bearer no. 1", 0.9, None),
                ("Substitutes 1/2 Werner begins", 2.15, "deal"),
            ],
        ),
    ],
)
def test_what_galopp_royal_tells_and_for_how_long(
    state: object, answers: list[Intent], screens: list[tuple[str, float, str | None]]
) -> None:
    assert told(GALOPP_ROYAL, state, *answers) == screens


def test_what_the_box_draws_after_an_exchange_holds_nobody_up_and_hides_no_key() -> None:
    """Whoever looks at their card for the substitutes sees their team beside it; the table key shows all."""
    game, t = playing(GALOPP_ROYAL, exchange(4)), 100.0
    for answer in TAKEN:
        t += 100.0
        game.notices.tick(t)
        game.enter(made(game.session, answer), t)
        game.go_on(t)
    list(shown(game.notices, t))
    assert game.notices.notice is None
    (page,) = game.session.rules.secret(game.session.state, 4)
    assert [speak(line, str) for line in page.lines] == ["team", "±2 3 -2 ±2"]


CAPTURE, WALK = cat.turn("1C 20, 2J 26", "6"), cat.turn("1C 20", "13")
GOAL, HOLE, SWAP = cat.turn("1C 62", "6"), cat.turn("1C 21", "6"), cat.turn("1C 20, 2K 40", "swap")


@pytest.mark.parametrize(
    ("state", "answer", "screens"),
    [
        (
            CAPTURE,
            cat.use(CAPTURE, "citizen", 26),
            [
                ("Hans plays 6 citizen walks", 2.2, "run"),
                ("Pia loses jester is captured, to start area", 2.5, "caught"),
            ],
        ),
        (WALK, cat.use(WALK, "citizen", 33), [("Hans plays 13 citizen walks", 4.3, "run")]),
        (GOAL, cat.use(GOAL, "citizen", "G3"), [("Hans plays 6 citizen goal 3", 2.2, "place")]),
        (
            HOLE,
            cat.use(HOLE, "citizen", 27),
            [("Hans plays 6 citizen walks", 2.2, "run"), ("Hans wormhole! citizen to field 43", 2.1, "hole")],
        ),
        (SWAP, cat.use(SWAP, "citizen", 40), [("Hans swap citizen swaps with Pia king", 2.25, "run")]),
        (cat.turn("", "9", "swap"), cat.lay_off(), [("Hans no move 9 discarded", 1.9, None)]),
    ],
)
def test_what_cat_royal_tells_and_for_how_long(
    state: object, answer: Intent, screens: list[tuple[str, float, str | None]]
) -> None:
    """A figure takes 0.3 s for each field, and its screen stays until it has arrived."""
    assert told(CAT_ROYAL, state, answer)[: len(screens)] == screens


# --- how long --------------------------------------------------------------------------------------------------------


class Chain(NamedTuple):
    """What followed one answer."""

    phase: str
    """The phase of the question; empty: the start."""
    events: tuple[str, ...]
    screens: tuple[Shown, ...]

    @property
    def told_s(self) -> float:
        """Seconds until all is told."""
        return sum(screen.seconds for screen in self.screens)

    @property
    def since_last_pass_s(self) -> float:
        """The same, from the last pass; the box passes for a player who can offer nothing."""
        passes = [at for at, screen in enumerate(self.screens) if screen.moment == "out"]
        return sum(screen.seconds for screen in self.screens[max(passes, default=0) :])


def chains(rules: Rules[Any], number: int, seats: int = 4, language: str = "en") -> Iterator[Chain]:
    """A whole game of random answers, everything told to its end."""
    luck, t = Random(number), 0.0
    game = playing(rules, rules.begin(seated(rules, seats, "box"), SHORT.get(rules.name, {})), language)
    game.go_on(t)
    yield Chain("", (), tuple(shown(game.notices, t)))
    while (question := game.session.question) is not None:
        before, t = game.session, t + 100.0
        question = bots.addressed(question, rules.asides(before.state), luck)
        game.enter(before.draw(question) if question.by_lot else before.answer(chosen(question, luck)), t)
        game.go_on(t)
        came = [event for past in game.session.history.done[len(before.history.done) :] for event in past.step.events]
        screens = tuple(shown(game.notices, t))
        yield Chain(type(before.state.phase).__name__, tuple(type(event).__name__ for event in came), screens)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_from_the_start_to_the_first_answer_it_takes_eight_seconds_without_a_press(
    rules: Rules[Any], language: str
) -> None:
    """First the news, then the explanation; a cue without a screen takes no time."""
    for seats in rules.seats:
        start_s = next(chains(rules, 1, seats, language)).told_s
        print(f"{seats} seats: {start_s:.2f} s of news, {start_s + EXPLAINED_S:.2f} s with the explanation")
        assert start_s + EXPLAINED_S <= 8.0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_from_an_exchange_to_the_next_first_bid_it_takes_four_seconds(seats: int, language: str) -> None:
    exchanges = [
        chain
        for number in range(2)
        for chain in chains(GALOPP_ROYAL, number, seats, language)
        if chain.phase == "Removing" and "Dealt" in chain.events
    ]
    print(f"{len(exchanges)} exchanges, at most {max(chain.told_s for chain in exchanges):.2f} s")
    assert max(chain.told_s for chain in exchanges) <= 4.0


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_from_the_last_pass_of_an_auction_to_the_first_roll_it_takes_six_seconds(seats: int) -> None:
    hammers = [chain for number in range(3) for chain in chains(GALOPP_ROYAL, number, seats) if "Sold" in chain.events]
    races = [chain for chain in hammers if "RaceBegan" in chain.events]
    assert any("Assigned" in chain.events for chain in races)
    assert len(races) > 12
    for chain in races:
        assert chain.since_last_pass_s <= (6.0 if "Reshuffled" not in chain.events else 7.5), chain


def test_a_turn_of_a_race_takes_two_seconds_and_a_half_and_what_ends_it_eleven() -> None:
    turns = [chain for number in range(3) for chain in chains(GALOPP_ROYAL, number) if chain.phase == "Rolling"]
    plain = [chain.told_s for chain in turns if chain.events == ("Rolled", "Moved")]
    print(f"{len(turns)} turns of {mean(chain.told_s for chain in turns):.2f} s, at most {max(plain):.2f} s if plain")
    assert len(plain) > 300
    assert median(plain) <= TURN_S
    assert max(plain) <= GLANCE_S + 1.84, "the longest run, of eight spaces"
    assert mean(chain.told_s for chain in turns) < 3.0
    assert max(chain.told_s for chain in turns if "Ended" not in chain.events) < 11.5
    assert max(chain.told_s for chain in turns) < 20.0, "with all coins counted"


def test_a_turn_of_cat_royal_takes_as_long_as_its_run() -> None:
    turns = [chain.told_s for number in range(3) for chain in chains(CAT_ROYAL, number) if chain.phase == "Turn"]
    assert mean(turns) < 3.5


# --- whatever fingers do meanwhile -----------------------------------------------------------------------------------


class Watched(Hands[Any]):
    """A table of any game, which notes every new screen and every tap of a seat that may not skip."""

    def __init__(self, rules: Rules[Any], luck: Random) -> None:
        duties: dict[str, Who] = {duty.name: "box" for duty in rules.duties}
        choices = SHORT.get(rules.name, {}) | ({"confirmed": True} if rules.name == GALOPP_ROYAL.name else {})
        super().__init__(rules, Settings(("en",), NAMES, duties, choices, 0.6, 2.0, 5.0))
        self.rules = rules
        self.luck = luck
        self.noted: list[Key] = []
        self.table.open(self.t)

    def press(self, *gesture: Any) -> None:
        super().press(*gesture)
        self.note()

    def wait(self, seconds: float) -> None:
        """Let time pass, from one deadline to the next."""
        end = self.t + seconds
        while (due := self.table.next_deadline(self.t)) is not None and due < end:
            super().wait(max(due - self.t, 0.001))
            self.note()
        super().wait(max(end - self.t, 0.0))
        self.note()

    def note(self) -> None:
        if self.table.showing.is_telling:
            self.noted.append(key(self.view))

    def read(self) -> None:
        """Wait for the end of the news while many fingers press keys."""
        while self.table.showing.is_telling:
            before = self.view
            fumble = self.luck.choice(("nothing", "look", "tap", "tap"))
            pair, colour = self.luck.choice(self.rules.pairs), self.luck.choice(("green", "red"))
            if fumble == "tap" and self.luck.random() < 0.2:
                pair, colour = 0, "table"
            if fumble != "nothing":
                self.fumble(pair, colour, fumble, before)
            self.wait(self.luck.choice((0.1, 0.5, 2.0)))

    def fumble(self, pair: int, colour: Any, how: str, before: View) -> None:
        """A tap or a hold: it skips if its seat may skip, otherwise the screen stays."""
        session = self.table.session
        assert session is not None
        asked = session.question.seat if session.question is not None else None
        entries, view = len(self.paper.entries), session.state
        seat = next((seat.seat for seat in before.seats if seat.pair == pair), None)
        self.press(pair, colour, "down")
        stays = asked is not None and pair != 0 and (seat is None or seat not in (asked, before.who))
        assert (self.table.showing.is_telling and key(self.view) == key(before)) or not stays
        if how == "look" and colour == "green":
            super().wait(0.6)
            self.press(pair, colour, "hold", 1)
            super().wait(3.0)
            self.press(pair, colour, "release", 1)
        else:
            self.press(pair, colour, "tap")
        assert (len(self.paper.entries), self.state) == (entries, view), "a press on news does nothing else"

    def play(self, answers: int) -> None:
        """Answer so many questions."""
        joined = self.rules.pairs[: self.rules.seats[-1]]
        for pair in joined:
            self.tap(pair)
        self.hold(joined[0])
        for _ in range(answers):
            self.read()
            session = self.table.session
            assert session is not None
            if session.question is None:
                return
            seat, strokes = turn(session, session.question, self.luck)
            for stroke in strokes:
                self.stroke(stroke.pair or joined[seat - 1], stroke)

    def stroke(self, pair: int, stroke: KeyStroke) -> None:
        colour = stroke.key
        match stroke.gesture:
            case "down":
                self.down(pair, colour)
            case "run":
                self.down(pair, colour)
                self.wait(stroke.held_s)
                self.let_go(pair, colour)
            case "tap":
                self.tap(pair, colour)
            case "hold":
                self.hold(pair, colour)
            case "reach":
                self.reach(pair, colour)
            case "let go":
                self.let_go(pair, colour)
            case _:
                self.hold_long(pair, colour)

    def expected(self) -> list[Key]:
        """The news of everything in the ledger."""
        begun = self.paper.begun
        state = self.rules.read_header(begun.header)
        screens: list[Key] = []
        for step in self.paper.entries:
            assert isinstance(step, Step)
            for event in step.events:
                state = self.rules.evolve(state, event)
                if (screen := self.rules.tell(state, event)) is not None:
                    screens.append(key(screen))
        return screens


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
@settings(RANDOM, max_examples=3, deadline=None)
@given(number=st.integers(0, 1 << 30))
def test_everything_is_told_once_and_in_order_whatever_is_pressed_meanwhile(rules: Rules[Any], number: int) -> None:
    table = Watched(rules, Random(number))
    table.play(30)
    table.wait(60.0)
    once = [said for said, _ in groupby(table.noted)]
    assert once == [said for said, _ in groupby(table.expected())]
