"""A game at the box: how it proceeds, and what its screens say.

Laws: an entry is in the ledger before anybody can see its effect, or the ledger says that it is not saved; the box does
its own steps before the next question. The box promised its draws: it calls a seed right only after comparing it with
the promise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from companion.kit.event import Event, Refused
from companion.kit.on_demand import OfLatest
from companion.kit.policy import Bots, Level
from companion.kit.question import Question, commit
from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, text, verbatim
from companion.kit.view import SeatView, Track, View
from companion.match.consent import in_turn
from companion.match.history import Entry, Redo, Step, Undo
from companion.match.session import Made, SecondThought, Session
from companion.table.afar import sheets
from companion.table.bests import HouseRecords
from companion.table.notices import SETTLED_S, Notices
from companion.table.ports import Ledger
from companion.table.thinking_clock import ThinkingClock

S = TypeVar("S")

RECENT: Final = 3
"""How many lines the page of last events has."""
END_S: Final = 3.0
"""Seconds that the screens of an end stay at least: that of the game, and each photo finish."""
ROW: Final = 16
"""How many digits of a seal fit in one line."""
NOTHING: Final = (text("There is nothing"), text("to undo."))
FINAL: Final = (text("What all know"), text("now stays."))
"""Why nothing can be undone."""

LETTERS: Final = text("Its letters are on the display and in the record of the game")
"""What a voice says of a proof."""


class Playing(Generic[S]):
    """A game, and who sits where at the box."""

    def __init__(  # noqa: PLR0913, PLR0917  # a game, who plays it, and all that the box has for it
        self,
        session: Session[S],
        pairs: tuple[int, ...],
        ledger: Ledger,
        notices: Notices,
        moments: Iterator[int],
        silent: Set[int] = frozenset(),
    ) -> None:
        """`moments`: numbers that no game has used yet; `silent`: the live set of the pairs whose green key does not
        work."""
        self.session = session
        self.pairs = pairs
        """The pairs of keys of seats 1 … n."""
        self.bots: Bots = {}
        """The seats for which a bot plays, and how well."""
        self.is_taste = False
        """It is a first taste (`Tasted`)."""
        self.moment = next(moments)
        """A counter of what has happened here: no two questions share a moment, in any game."""
        self.asked_at = (self.moment,) * len(pairs)
        """For seats 1 … n: the moment since which each can answer its present questions."""
        self.thinking = ThinkingClock[S]()
        self.notices = notices
        self._moments = moments
        self._ledger = ledger
        self._silent = silent
        self.house: HouseRecords | None = None
        """The records of the house; `None`: nobody keeps them."""
        self.short: Callable[[Wording], str] = lambda _: ""
        """Gives the short form of a name; empty: it has none."""
        self._has_secrets = OfLatest[S, Seat, bool](lambda state, seat: bool(session.rules.secret(state, seat)))
        """Asked again and again while a key is held."""
        self._summed: tuple[Session[S], tuple[View, ...]] | None = None
        """The last game with a summary, and the pages of it."""

    # --- how it goes on ----------------------------------------------------------------------------------------------

    def enter(self, entry: Entry | Refused, t: float) -> bool:
        """Enter what somebody has done; whether it is accepted: a refusal is shown and changes nothing."""
        if isinstance(entry, Refused):
            self.notices.say(entry.why, t)
            return False
        if isinstance(entry, Made) and entry.seat not in self.bots:
            entry = replace(entry, thought_s=self.thinking.taken_s(entry))
        self._record(entry, t)
        if isinstance(entry, Undo | Redo):
            self.notices.forget(len(self.session.history.done), t)
            self.notices.say(text("Undone.") if isinstance(entry, Undo) else text("Done again."), t)
        return True

    def go_on(self, t: float) -> None:
        """Let the box do its own steps, and tell what it has answered for somebody."""
        while (made := self.session.automatic()) is not None:
            step = len(self.session.history.done)
            self._record(made, t)
            if not made.is_lot:
                self._tell_answer(made, step, t)
        if self.is_taste and (intent := self.session.rules.dealt(self.session.state)) is not None:
            self.enter(self.session.answer(intent), t)
            self.notices.forget(0, t)
            self.go_on(t)
        if self._summary():
            self.notices.add(text("Table key: summary"), t)
        if self.session.question is None and self.house is not None:
            for broken in self.house.broken(self.session, self.bots):
                self.notices.add(broken, t)

    def begin_taste(self, t: float) -> None:
        """Let the box answer for all seats, as their bots, until people answer themselves."""
        self.is_taste = True
        self._ledger.keep_bots(dict.fromkeys(range(1, len(self.pairs) + 1), "simple"))
        self.go_on(t)
        self._ledger.keep_bots(self.bots)

    @property
    def is_tasted(self) -> bool:
        """Whether it is a first taste that has ended."""
        return self.is_taste and self.session.rules.is_tasted(self.session.state)

    def next_moment(self) -> int:
        """A new moment, for a question that is not from the game."""
        return next(self._moments)

    def ask_on(self, before: Session[S], asked_at: tuple[int, ...], by: Seat | None) -> None:
        """After an aside of `by`, or its answer or undo while others are asked, too: a question keeps its moment for
        all other seats that could answer it `before` and still can."""
        self.asked_at = tuple(
            then if seat != by and sheets(before, seat) == sheets(self.session, seat) else now
            for seat, (then, now) in enumerate(zip(asked_at, self.asked_at, strict=True), 1)
        )

    def hand_over(self, seat: Seat, level: Level | None, t: float) -> None:
        """Hand a seat to a bot of this level; `None`: back to the player, who has returned."""
        bots = {other: how for other, how in self.bots.items() if other != seat}
        if level is not None:
            bots[seat] = level
        self._ledger.keep_bots(bots)
        self.bots = bots
        self.thinking.begin_again(seat)
        name = self.named(seat)
        came = text("A bot plays for {name}.", name=name) if seat in bots else text("{name} plays again.", name=name)
        self.notices.say(came, t)

    def _record(self, entry: Entry, t: float) -> None:
        """Put an entry into the ledger, then into the session, then on the screen."""
        before = self.session
        self._ledger.append(entry)
        self.moment = next(self._moments)
        self.asked_at = (self.moment,) * len(self.pairs)
        self.session = before.apply(entry)
        if isinstance(entry, Made):
            step, track = len(before.history.done), before.rules.view(before.state, None).track
            *others, last = zip(entry.events, entry.states, strict=True)
            for event, state in others:
                track = self._tell(event, state, track, step, t)
            if self.session.question is None:
                self.notices.play(map(self.placed, before.rules.finish(self.session.state)), t, step)
            self._tell(*last, track, step, t)
            if self._is_opened:
                self.notices.add(before.rules.phrases.checked, t, step)

    def _tell(self, event: Event, state: S, track: Track, step: int, t: float) -> Track:
        """Queue the screen and the cue of an event; gives the track after it, which was `track` before."""
        rules = self.session.rules
        screen, cue = rules.tell(state, event), rules.cue(state, event)
        if screen is None:
            self.notices.tell(None, t, cue, step=step)
            return track
        screen = self.placed(screen)
        is_over = rules.question(state) is None and rules.follows(state) is None
        least_s = END_S if is_over or screen.again else screen.track.run_s(track) + SETTLED_S
        self.notices.tell(screen, t, cue, step=step, least_s=least_s)
        return screen.track

    def _tell_answer(self, made: Made[S], step: int, t: float) -> None:
        """Tell what the box has answered by itself, unless one of its events has a screen."""
        rules, line = self.session.rules, self.line(made.events[0])
        told = zip(made.states, made.events, strict=True)
        if line is not None and not any(rules.tell(*each) for each in told):
            self.notices.add(line, t, step)

    @property
    def _promised(self) -> str | None:
        """The published SHA-256 of the seed; `None`: the box draws nothing."""
        promised = self.session.rules.header(self.session.state).get("commitment")
        return promised if isinstance(promised, str) else None

    @property
    def _is_opened(self) -> bool:
        """Whether the game is over and the seed matches the promise."""
        return self.session.question is None and commit(self.session.seed) == self._promised

    # --- what is shown of it -----------------------------------------------------------------------------------------

    def named(self, seat: Seat) -> Wording:
        """The name of the player on a seat."""
        return self.session.rules.view(self.session.state, None).seats[seat - 1].name

    def seat(self, pair: int) -> Seat | None:
        """The seat of a pair of keys."""
        return self.pairs.index(pair) + 1 if pair in self.pairs else None

    def may_skip(self, pair: int) -> bool:
        """Whether these keys may skip the shown news."""
        return self.notices.may_skip(self.seat(pair), seats_asked(self.session))

    def has_keypad(self, question: Question) -> bool:
        """Whether all keys work that are needed to type an answer."""
        return self._silent.isdisjoint(range(1, len(question.keys) + 1))

    def has_secrets(self, seat: Seat) -> bool:
        """Whether this seat has something that only it may look at."""
        return self._has_secrets(self.session.state, seat)

    def undo_view(self) -> View:
        """The screen with what would be undone, and who must agree."""
        thought, menu = self.session.second_thought(), text("hold on: menu")
        if isinstance(thought, Refused):
            why = NOTHING if self.session.history.last_decision is None else FINAL
            return View(text("Undo"), lines=why, notice=menu)
        name, what = decided(self.session, thought.decision)
        lines: tuple[Text, ...] = (what, text("Let go: undo"))
        if (asked := self.asked_about(thought)) is not None:
            lines = what, text("Let go: undo,"), text("if {name} agrees", name=self.named(asked))
        return View(text("Undo: {name}", name=name), lines=lines, notice=menu)

    def asked_about(self, thought: SecondThought) -> Seat | None:
        """The seat that must agree to undo this decision; `None`: nobody, or nobody else plays."""
        return must_agree(self.session, thought, self.bots, len(self.pairs))

    def pages(self) -> tuple[View, ...]:
        """The pages of the table key for this game."""
        recent = [event for past in self.session.history.done[-3 * RECENT :] for event in past.step.events]
        told = [line for line in map(self.line, recent) if line is not None]
        last = View(text("Last events"), lines=tuple(told[-RECENT:]))
        asked = self.session.rule()
        now = () if asked is None else (View(text("The rule now"), sentence=asked),)
        return (*self._summary(), *self.session.rules.pages(self.session.state), *now, last, *self._seal())

    def _seal(self) -> Iterator[View]:
        """The pages with the promise, and at the end with the seed."""
        phrases = self.session.rules.phrases
        if (promised := self._promised) is not None:
            yield View(phrases.sealed, lines=_in_rows(promised), said=(phrases.sealed, LETTERS))
        if self._is_opened:
            yield View(phrases.checked, lines=_in_rows(self.session.seed), said=(phrases.checked, LETTERS))

    def _summary(self) -> tuple[View, ...]:
        """The summary of a finished game, made once, since it needs all events."""
        if self.session.question is not None:
            return ()
        if self._summed is None or self._summed[0] is not self.session:
            self._summed = self.session, self.session.rules.summary(self.session.told())
        return self._summed[1]

    def line(self, event: Event) -> Text | None:
        """An event in one short line."""
        return self.session.rules.line(self.session.state, event)

    def placed(self, view: View) -> View:
        """The view with all seats, their keys and the track, unless it has its own."""
        if not view.seats:
            table = self.session.rules.view(self.session.state, None)
            view = replace(view, seats=table.seats, track=view.track if view.track.spaces else table.track)
        signs = tuple(self.session.rules.phrases.signs.items())
        return replace(view, seats=tuple(map(self._seated, view.seats)), signs=signs)

    def _seated(self, seat: SeatView) -> SeatView:
        """The seat with its pair of keys."""
        pair, short = self.pairs[seat.seat - 1], self.short(seat.name)
        return replace(seat, pair=pair, is_bot=seat.seat in self.bots, short=short)


def must_agree(session: Session[S], thought: SecondThought, bots: Bots, seats: int) -> Seat | None:
    """The seat that must agree to undo this decision; `None`: nobody, or nobody else plays."""
    asked = seats_asked(session)
    if not thought.known or not asked:
        return None
    partners = session.rules.partners(session.state, thought.by)
    return next((seat for seat in in_turn(thought.by, asked, seats, partners) if seat not in bots), None)


def seats_asked(session: Session[S]) -> tuple[Seat, ...]:
    """The seats that have not answered yet; empty if the game is over."""
    return tuple(question.seat for question in session.questions if question.seat is not None)


def decided(session: Session[S], decision: Step) -> tuple[Wording, Text]:
    """Who made a decision, and what it was, in short."""
    seats = session.rules.view(session.state, None).seats
    name = next(seat.name for seat in seats if seat.seat == decision.seat)
    return name, session.rules.line(session.state, decision.events[0]) or text("the last choice")


def _in_rows(digits: str) -> tuple[Text, ...]:
    return tuple(verbatim(digits[at : at + ROW]) for at in range(0, len(digits), ROW))
