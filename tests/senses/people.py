"""One player with a single sense at a table with simple bots, all of whom press the keys.

Law: the player is given what its sense perceives and nothing else; it presses what its own picture tells it to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any, Protocol

from companion.kit.event import Intent
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.view import Key
from companion.match.session import Session
from companion.players import sensible
from companion.players.fingers import KeyStroke, said
from companion.table.controls import PressKind
from companion.table.ports import Settings
from companion.testing.whole_games import NAMES, SEED
from tests.companion.table.at_the_table import HOLD_S, Hands
from tests.senses.sense import Sense

SEATS = 4
"""How many play."""
FADED_S = 1.5
"""By then the lights of a page stand still."""
LOOK_S = 0.3
"""How long a player looks or listens before it answers."""


def off(shares: Sequence[float]) -> float:
    """By how many standard errors the mean of some shares differs from a fair one among `SEATS`."""
    fair = 1 / SEATS
    return (sum(shares) / len(shares) - fair) / sqrt(fair * (1 - fair) / len(shares))


class Mind(Protocol):
    """What a player knows of a game, from its sense alone."""

    def take(self, words: str) -> None:
        """Something new was perceived."""

    def take_private(self, words: str) -> None:
        """The same, of the player's own page."""

    @property
    def lacks(self) -> str:
        """What it must find out first: `own`, or the title of a page of the table key; empty: nothing."""

    @property
    def session(self) -> Session[Any]:
        """Its own picture."""

    @property
    def watches(self) -> bool:
        """Whether it looks at the strip until something else is told."""

    def take_lights(self, page: str, lights: Sequence[str]) -> None:
        """The colours of the strip while this page is shown; without a page, at the end of what was told last."""


class Evening(Hands[Any]):
    """A table where one seat has a single sense."""

    def __init__(self, rules: Rules[Any], sense: Sense, luck: int, players: int = SEATS, seat: Seat = 1) -> None:
        choices: dict[str, object] = {"confirmed": True} if rules.has_coins else {}
        duties = {duty.name: "box" for duty in rules.duties}
        super().__init__(rules, Settings(("en",), NAMES, duties, choices, HOLD_S, 2.0, 5.0, explains=False))  # type: ignore[arg-type]
        self.table = type(self.table)(rules, self.settings, self.paper, lambda: Random(luck).randbytes(32).hex())
        self.players, self.seat, self.luck = players, seat, Random(luck)
        self.sense = sense
        self.mind: Mind | None = None
        self.answered = 0
        """How many answers the one sense has given."""
        self._lit: Sequence[str] = ()
        """The lights at the last instant that the player has watched."""
        self.told: list[str] = []
        """All that was perceived."""
        self.table.open(self.t)

    def sit_down(self, mind: Callable[[], Mind]) -> None:
        """Everybody joins, and the first one starts."""
        for pair in self.pairs:
            self.tap(pair)
        self.mind = mind()
        self.hold(self.pairs[0])

    @property
    def bots(self) -> tuple[Seat, ...]:
        """All other seats."""
        return tuple(seat for seat in range(1, self.players + 1) if seat != self.seat)

    @property
    def pairs(self) -> tuple[int, ...]:
        """The keys of the seats."""
        return self.table.joining.rules.pairs[: self.players]

    def play_out(self) -> float:
        """Play to the end, every answer checked; the share of the victory that falls to the player with one sense."""
        while self.play():
            pass
        assert self.table.session is not None
        assert self.answered > 0
        winners = self.table.session.rules.winners(self.table.session.state)
        return (self.seat in winners) / len(winners)

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        self._perceive()

    def press(self, pair: int, key: Key, kind: PressKind, stage: int = 0) -> None:
        super().press(pair, key, kind, stage)
        self._perceive()

    def _perceive(self) -> None:
        view, game = self.view, self.table.playing
        if game is not None and self.table._layers.base.is_private:
            view = self.table.seen(self.t)  # others look away while somebody looks
        words = self.sense.perceive(view, self.table.heard(view, self.t), self.table.wish, self.t)
        if words:
            self.told.append(words)
        if self.mind is None:
            return
        if words:
            if self.mind.watches:
                self.mind.take_lights("", self._lit)
            self.mind.take(words)
        elif self.mind.watches:
            self._lit = self.sense.lights(self.t)

    def play(self) -> bool:
        """Answer the question once; whether there was one."""
        self.read()
        self.wait(LOOK_S)
        session = self.table.session
        assert session is not None
        assert self.mind is not None
        question = session.question
        if question is None or question.seat is None:
            return False
        while self.mind.lacks:
            self._find_out(self.mind.lacks)
        if question.seat == self.seat:
            self._answer_by_sense()
        else:
            addressed, wanted = sensible.says(session.rules, session.state, question, self.luck, self.bots)
            self._do(said(session, question, addressed, wanted))
        return True

    def _answer_by_sense(self) -> None:
        """Decide by the own picture; the true state gets the same luck, and must lead to the same answer."""
        assert self.mind is not None
        assert self.table.session is not None
        own, true, luck = self.mind.session, self.table.session, self.luck.getstate()
        question = own.question
        assert question is not None
        decided = sensible.says(own.rules, own.state, question, self.luck, (self.seat,))
        after = self.luck.getstate()
        self.luck.setstate(luck)
        self.check(decided, true)
        self.luck.setstate(after)
        before = len(self.paper.entries)
        self.answered += 1
        self._do(said(own, question, *decided))
        assert len(self.paper.entries) > before, f"{decided[1]} was not taken: {self.told[-3:]}"

    def check(self, decided: tuple[Question, Intent], true: Session[Any]) -> None:
        """Somebody with all senses and the same luck would have said the same."""
        assert true.question is not None
        meant = sensible.says(true.rules, true.state, true.question, self.luck, (self.seat,))
        assert decided[1] == meant[1], f"{decided[1]} by sense, {meant[1]} by all: {self.told[-12:]}"

    def _find_out(self, what: str) -> None:
        """Look at the own page, or leaf to a page of the table key."""
        assert self.mind is not None
        pair = self.pairs[self.seat - 1]
        if what == "own":
            self._lead_back(pair)
            self.reach(pair)
            self.mind.take_private(self.sense.in_private(self.view))
            self.let_go(pair)
            return
        if what == "board":
            self._lead_back(pair)
            self._chord(pair)
            self._chord(pair)
            return
        for _ in range(40):
            self.tap(0, "table")
            if self.told[-1].startswith(what):
                break
        self.wait(FADED_S)
        self.mind.take_lights(what, self.sense.lights(self.t))

    def _lead_back(self, pair: int) -> None:
        """Tap once if a page is open: this closes it and does nothing else."""
        if self.table.pages.is_open:
            self.tap(pair)

    def _chord(self, pair: int) -> None:
        """Tap both keys of a pair together."""
        self.press(pair, "green", "down")
        self.press(pair, "red", "down")
        self.wait(0.1)
        self.press(pair, "green", "tap")
        self.press(pair, "red", "tap")
        self.wait(0.1)

    def _do(self, pressed: tuple[Seat, list[KeyStroke]]) -> None:
        seat, strokes = pressed
        self._lead_back(self.pairs[seat - 1])
        for stroke in strokes:
            pair = stroke.pair or self.pairs[seat - 1]
            match stroke.gesture:
                case "down":
                    self.down(pair, stroke.key)
                case "run":
                    self.down(pair, stroke.key)
                    self.wait(stroke.held_s)
                    self.let_go(pair, stroke.key)
                case "tap":
                    self.tap(pair, stroke.key)
                case "hold":
                    self.hold(pair, stroke.key)
                case "reach":
                    self.reach(pair, stroke.key)
                case "let go":
                    self.let_go(pair, stroke.key)
                case _:
                    self.hold_long(pair, stroke.key)


def opened(rules: Rules[Any], state: object) -> Session[Any]:
    """A picture as a session; its seed is nobody's."""
    return Session(rules, SEED, state)
