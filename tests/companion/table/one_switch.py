"""A table with seats that have a single switch, the others played by bots that press two keys, in simulated time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from companion.kit.event import Intent, Offering
from companion.kit.question import Amount, OneOf, Question
from companion.kit.rules import Rules
from companion.kit.text import speak
from companion.match.session import Session
from companion.players import sensible
from companion.players.stand_in import StandIn
from companion.table.controls import FIVE, Press
from companion.table.ports import Settings
from companion.table.scanner import Scanner
from companion.table.scene import LET_GO, REACH, RED, RED_LONG, Offer
from companion.testing.whole_games import NAMES
from tests.companion.table.at_the_table import Hands

SCAN_S: Final = 1.0
REACTS_S: Final = 0.3
"""So long after an offer came up the finger presses."""
LONGEST_S: Final = 40_000.0


class OneSwitch(Hands[Any]):
    """Pair 1 is a single switch, or all `pairs` are; `seats` play, of Cat Royal `deals` at most."""

    def __init__(
        self, rules: Rules[Any], seats: int = 4, luck: int = 0, *, pairs: tuple[int, ...] = (1,), deals: int = 100
    ) -> None:
        choices: dict[str, object] = {"confirmed": True} if rules.name == "galopp-royal" else {"last_deal": deals}
        settings = Settings(
            ("en", "de", "fr", "nl"), NAMES, {duty.name: "box" for duty in rules.duties}, choices, 0.6, 2.0, 5.0
        )
        super().__init__(rules, replace(settings, scans=dict.fromkeys(pairs, SCAN_S)))
        self.table.open(self.t)
        self.seats = seats
        self.pairs = pairs
        self.luck = Random(luck)
        self.took: dict[str, int] = {}
        """How often each offer was taken, by its words."""

    @property
    def offer(self) -> Offer | None:
        return self.scanner().offer

    def scanner(self, pair: int = 1) -> Scanner:
        return self.table._switches._scanners[pair]

    def click(self, pair: int = 1) -> None:
        """The switch goes down and up."""
        self.press(pair, "green", "down")
        self.wait(0.1)
        self.press(pair, "green", "tap")

    def until(self, words: str, pair: int = 1, patience_s: float = 90.0) -> None:
        """Take the offer with these words when it comes; a switch at rest is woken first."""
        end = self.t + patience_s
        while self.t < end:
            if self.scanner(pair).offer is None and not self.table.showing.is_telling:
                self.click(pair)
            self.wait(0.1)
            scanner = self.scanner(pair)
            offer, is_seen = scanner.offer, self.t >= scanner._shown_at + REACTS_S
            if is_seen and offer is not None and offer.words is not None and speak(offer.words, str) == words:
                return self.click(pair)
        raise AssertionError(f"{words} never comes: {self.view}")

    def sit(self) -> None:
        """Seat 1 joins by its switch, like all that have one, the others by two keys; seat 1 starts the game; then bots
        play those others."""
        others = [pair for pair in range(1, self.seats + 1) if pair not in self.pairs]
        for pair in others:
            self.tap(pair)
        for pair in reversed(self.pairs):
            self.until("in/out", pair)
        self.until("Start")
        assert self.table.playing is not None
        self.table.playing.bots = dict.fromkeys(others, "simple")

    # --- a whole game

    def play(self, each: Callable[[], None] = lambda: None) -> dict[int, list[float]]:
        """Play to the end; the seconds of each decision, by seat."""
        stand_in = StandIn(Random(1), 0.6)
        asked: Session[Any] | None = None
        spent: dict[int, list[float]] = {seat: [] for seat in range(1, self.seats + 1)}
        since: float | None = None
        wanted: dict[int, tuple[Question, Intent]] = {}
        end = self.t + LONGEST_S
        while self.t < end:
            session = self.table.session
            assert session is not None
            question = session.question
            if question is None:
                return spent
            if asked is not session:
                was = asked.question.seat if asked is not None and asked.question is not None else None
                if was is not None and since is not None:
                    spent[was].append(self.t - since)
                asked, since, wanted = session, None, {}
                for seat in self.pairs:
                    if (own := session.asked(seat)) is not None:
                        wanted[seat] = sensible.says(session.rules, session.state, own, self.luck, {seat})
            if since is None and not self.table.showing.is_telling:
                since = self.t
            for press in stand_in.due(self.table, self.t):
                self.table.press(press, self.t)
            for seat, says in wanted.items():
                if self.table.session is session and not self.table.showing.is_telling:
                    self._reach(seat, *says)
            each()
            due = [at for at in (self.table.next_deadline(self.t), stand_in.next_deadline()) if at is not None]
            step = max(min([*due, self.t + REACTS_S]) - self.t, 0.001)
            self.wait(step)
        raise AssertionError("a game without an end")

    def _reach(self, pair: int, addressed: Question, wanted: Intent) -> None:
        scanner, game = self.scanner(pair), self.table._layers.game
        if scanner.offer is None:
            if scanner.scene(self.t) is not None:
                self.click(pair)
            return
        assert game is not None
        if self.t >= scanner._shown_at + REACTS_S and self._is_wanted(pair, scanner.offer, addressed, wanted):
            words = scanner.offer.words.id if scanner.offer.words is not None else "(page)"
            self.took[words] = self.took.get(words, 0) + 1
            self.click(pair)

    def _is_wanted(self, pair: int, offer: Offer, addressed: Question, wanted: Intent) -> bool:
        game = self.table._layers.game
        assert game is not None
        asked = game._asked
        own = asked.by(pair)
        if asked.look is not None:
            return offer.beats == LET_GO and self._is_page(pair, addressed, wanted)
        red = offer.words if offer.beats in (RED, RED_LONG) else None
        if addressed.name is not None and not (own is not None and own.is_aside):
            return red is not None and (red == addressed.name or red.id == "Back")
        if own is None or own.question.seat != pair:
            return False
        if own.question.by_lot:
            return offer.beats == REACH
        form = own.meant.form
        match form:
            case Amount():
                if wanted == form.otherwise:
                    return red == self.table.session.rules.phrases.otherwise  # type: ignore[union-attr]
                assert isinstance(wanted, Offering)
                if offer.amount is None:
                    return False
                if offer.into == "ones":
                    return offer.amount <= wanted.amount < (offer.amount // FIVE + 1) * FIVE
                return offer.amount <= wanted.amount if offer.into == "higher" else offer.amount == wanted.amount
            case OneOf():
                needs_look = own.may_look and own.draft is None and (own.question.is_secret or form.refused(wanted))
                if needs_look:
                    return offer.beats == REACH
                path = [wanted]
                while (above := form.above(path[-1])) is not None:
                    path.append(above)
                return offer.beats == REACH and own.draft in path
            case _:
                return False

    def _is_page(self, pair: int, addressed: Question, wanted: Intent) -> bool:
        """Whether the page that is looked at leads to the answer."""
        game = self.table._layers.game
        assert game is not None
        look, own = game._asked.look, game._asked.own(pair)
        assert look is not None
        page = game._asked._page(look)
        if own is None:
            return look.page > 0
        if addressed.is_secret:
            return page.draft == wanted
        return bool(page.arms) and own.question.armed[page.arms - 1].refused(wanted) is None


def presses(table: OneSwitch, luck: Random) -> None:
    """A random press of the switch, of any length, after any time."""
    table.wait(luck.choice((0.05, 0.3, 0.7, 1.0, 2.5)))
    table.table.press(Press(1, "green", "down"), table.t)
    table.wait(luck.choice((0.05, 0.4)))
    if luck.random() < 0.5:
        table.table.press(Press(1, "green", "tap"), table.t)
    else:
        table.table.press(Press(1, "green", "hold", 1), table.t)
        table.wait(0.3)
        table.table.press(Press(1, "green", "release", 1), table.t)
