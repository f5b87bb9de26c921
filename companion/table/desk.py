"""The table from finger to screen: presses come in, entries go to the ledger, a view comes out.

Laws: an entry is in the ledger before anything of it can be seen; time is an argument; a press that means nothing now
gets a short notice and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.event import Intent, Refused
from companion.kit.money import Seat
from companion.kit.question import Question, commit
from companion.kit.rules import Rules
from companion.kit.seats import Duties
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Keys, View
from companion.table import controls
from companion.table.bulletin import Bulletin
from companion.table.controls import Press, Said
from companion.table.history import Entry, Redo, Step
from companion.table.lobby import Lobby
from companion.table.menu import Choice, Menu
from companion.table.session import Session

S = TypeVar("S")

TUMBLE_S: Final = 0.09
"""How long each face of the tumbling die is shown."""
FRAME_S: Final = 0.04
BAR_AFTER_S: Final = 0.15
"""A bar appears only when a press is longer than a tap usually is."""


class Ledger(Protocol):
    """Where a game is kept. Every call returns only when its contents are safe."""

    def begin(self, game: str, header: Mapping[str, object], seed: str, places: tuple[int, ...]) -> None:
        """A new game is the one in progress."""

    def append(self, entry: Entry) -> None:
        """An entry of the game in progress."""

    def close(self) -> None:
        """No game is in progress any more."""


class House(msgspec.Struct, frozen=True):
    """How the owner has set up the box."""

    names: tuple[str, ...]
    """Of the players at places 1 … 6."""
    duties: Duties
    choices: Mapping[str, object]
    """What the game lets its owner settle."""
    hold_s: float
    """How long a key is held to commit."""
    undo_s: float
    """How long the table key is held to undo."""
    menu_s: float
    """How long the table key is held for the menu."""


class Seated(msgspec.Struct, Generic[S], frozen=True):
    """A game, and who sits where at the box."""

    session: Session[S]
    places: tuple[int, ...]
    """The pairs of keys of seats 1 … n."""

    def seat(self, place: int) -> Seat | None:
        """Whose keys they are."""
        return self.places.index(place) + 1 if place in self.places else None


class Desk(Generic[S]):
    """One table with its box."""

    def __init__(
        self,
        rules: Rules[S],
        house: House,
        ledger: Ledger,
        new_seed: Callable[[], str],
        running: Seated[S] | None = None,
    ) -> None:
        """`running` is the game to go on with."""
        self.house = house
        self.language_turns = 0
        """How often the menu has asked for the next language."""
        self._rules = rules
        self._ledger = ledger
        self._new_seed = new_seed
        self._game = running
        self._lobby = Lobby(house.names, rules.seats)
        self._bulletin = Bulletin()
        self._draft: Intent | None = None
        self._down: dict[tuple[int, str], float] = {}
        self._peek: Seat | None = None
        self._tumbling_since: float | None = None
        self._undo_armed = False
        self._menu: Menu | None = None

    def open(self, t: float) -> None:
        """The box has been switched on at time `t`: say what must be said, go on where the game stood."""
        if self._game is None and (doubts := self._rules.doubts(self.house.choices)) is not None:
            self._bulletin.tell(doubts, t)
        self._go_on(t)

    @property
    def session(self) -> Session[S] | None:
        """The game at this table; `None` while people join."""
        return self._game.session if self._game is not None else None

    @property
    def joined(self) -> tuple[int, ...]:
        """The places where somebody plays, or has joined."""
        return self._game.places if self._game is not None else self._lobby.joined

    def say(self, notice: Text, t: float) -> None:
        """Put a plain line on the screen for a while."""
        self._bulletin.say(notice, t)

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, press: Press, t: float) -> None:
        """A finger has done something at time `t` (seconds, monotonic)."""
        self.tick(t)
        if press.kind == "down":
            self._down[press.place, press.key] = t
            self._bulletin.skip_news()
            if press.key != "table":
                self._bulletin.close_page()
            return
        if press.kind != "hold":
            self._down.pop((press.place, press.key), None)
        match press.key, press.kind:
            case "table", "tap":
                self._leaf(t)
            case "table", "hold":
                self._table_held(press.stage)
            case "table", _:
                self._table_released(press.stage, t)
            case _, "tap":
                self._tapped(press, t)
            case _, "hold":
                self._held(press, t)
            case _:
                self._released(press, t)

    def _tapped(self, press: Press, t: float) -> None:
        if self._menu is not None:
            self._menu = self._menu.turned(_way(press))
        elif self._game is None:
            if press.key == "green":
                self._lobby = self._lobby.toggled(press.place)
        elif (question := self._asked(press, t)) is not None:
            if question.by_lot:
                self.say(text("Hold green to roll."), t)
            else:
                self._draft = controls.tapped(question, self._draft, _way(press))

    def _held(self, press: Press, t: float) -> None:
        if self._menu is not None:
            self._choose(self._menu.chosen if press.key == "green" else Choice.BACK, t)
        elif self._game is None:
            if press.key == "green":
                self._start(press.place, t)
        elif self._question is None:
            if press.key == "green":
                self._leave(self._game)
        elif press.key == "green" and self._may_peek(press.place):
            self._peek = self._game.seat(press.place)
        elif (question := self._asked(press, t)) is not None:
            self._answer(press, question, t)

    def _answer(self, press: Press, question: Question, t: float) -> None:
        if question.by_lot:
            if press.key == "green":
                self._tumbling_since = t
            return
        held = controls.green_held if press.key == "green" else controls.red_held
        said = held(question, self._draft)
        if isinstance(said, Said):
            self._enter(lambda session: session.answer(said.intent), t)
        else:
            self._draft = said

    def _released(self, press: Press, t: float) -> None:
        seat = self._game.seat(press.place) if self._game is not None else None
        if press.key == "green" and seat is not None and self._peek == seat:
            self._peek = None
        question = self._question
        if press.key == "green" and self._tumbling_since is not None and question is not None and question.seat == seat:
            self._tumbling_since = None
            self._enter(lambda session: session.draw(question), t)

    def _leaf(self, t: float) -> None:
        if self._menu is not None:
            self._menu = None
            return
        self._bulletin.turn_page(len(self._pages()), t)

    def _table_held(self, stage: int) -> None:
        self._bulletin.close_page()
        self._undo_armed = stage == 1 and self._game is not None
        if stage == 2:
            self._menu = Menu(can_redo=self._game is not None and bool(self._game.session.history.undone))

    def _table_released(self, stage: int, t: float) -> None:
        if self._undo_armed and stage == 1:
            self._enter(Session.undo, t)
        self._undo_armed = False

    def _choose(self, choice: Choice, t: float) -> None:
        self._menu = None
        match choice:
            case Choice.BACK:
                pass
            case Choice.NEW_GAME:
                if self._game is not None:
                    self._leave(self._game)
            case Choice.REDO:
                self._enter(Session.redo, t)
            case Choice.LANGUAGE:
                self.language_turns += 1

    # --- games -------------------------------------------------------------------------------------------------------

    def _start(self, place: int, t: float) -> None:
        if place not in self._lobby.joined or not self._lobby.may_start:
            self.say(text("Tap green to join: {n} or more play.", n=self._rules.seats.start), t)
            return
        duties = self.house.duties
        seed = self._new_seed()
        commitment = commit(seed) if "box" in (duties.cards, duties.die) else None
        start = self._rules.begin(self._lobby.sitting(place, duties, commitment), self.house.choices)
        self._ledger.begin(self._rules.name, self._rules.header(start), seed, self._lobby.joined)
        self._game = Seated(Session(self._rules, seed, start), self._lobby.joined)
        if commitment is not None:
            rows = tuple(verbatim(commitment[at : at + 16]) for at in range(0, 64, 16))
            self._tell(View(text("Sealed dice"), lines=rows), t)
        self._go_on(t)

    def _leave(self, game: Seated[S]) -> None:
        """Back to joining; the same people are likely to play again."""
        self._ledger.close()
        self._game = None
        self._tumbling_since = None
        self._bulletin.close_page()
        self._lobby = replace(self._lobby, joined=game.places)

    def _enter(self, entry_of: Callable[[Session[S]], Entry | Refused], t: float) -> None:
        """Commit, then show."""
        if self._game is None:
            return
        entry = entry_of(self._game.session)
        match entry:
            case Refused(why=why):
                self.say(why, t)
                return
            case Step():
                self._record(entry, t)
            case Redo():
                self._record(entry, t)
                self.say(text("Done again."), t)
            case _:
                self._record(entry, t)
                self.say(text("Undone."), t)
        self._go_on(t)

    def _go_on(self, t: float) -> None:
        """The box does what it must, then asks the next question."""
        while self._game is not None and (step := self._game.session.automatic()) is not None:
            asked = self._question
            self._record(step, t)
            if asked is not None and asked.seat is not None and (line := self._line(step)) is not None:
                self.say(line, t)
        question = self._question
        self._draft = controls.opening(question) if question is not None else None
        self._tumbling_since = None
        self._peek = None

    def _record(self, entry: Entry, t: float) -> None:
        """Into the ledger, then into the session, then on the screen."""
        if self._game is None:
            return
        state = self._game.session.state
        self._ledger.append(entry)
        self._game = replace(self._game, session=self._game.session.apply(entry))
        for event in entry.events if isinstance(entry, Step) else ():
            state = self._rules.evolve(state, event)
            if (screen := self._rules.tell(state, event)) is not None:
                self._tell(screen, t)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """What everybody at the table sees at time `t`."""
        view, bar = self._screen(t), self._bar(t)
        return replace(view, bar=bar) if bar is not None else view

    def tick(self, t: float) -> None:
        """Let go of what has been shown long enough."""
        self._bulletin.tick(t)

    def next_deadline(self, t: float) -> float | None:
        """When the picture changes by itself next; `None`: not before somebody presses a key."""
        deadlines = [self._bulletin.next_deadline]
        deadlines.append(t + TUMBLE_S if self._tumbling_since is not None else None)
        is_held = self._bar(t) is not None or self._bar(t + BAR_AFTER_S) is not None
        deadlines.append(t + FRAME_S if is_held else None)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def _screen(self, t: float) -> View:
        news, page = self._bulletin.news, self._bulletin.page
        if self._game is not None and self._peek is not None:
            return self._placed(self._secret_view(self._peek))
        if self._menu is not None:
            return self._placed(self._menu.view())
        if self._game is not None and self._undo_armed:
            return self._placed(self._undo_view(self._game.session))
        if page is not None:
            return self._placed(self._pages()[page])
        if news is not None:
            return news
        notice = self._bulletin.notice
        if self._game is None:
            return replace(self._lobby.view(self._rules.track(self.house.choices)), notice=notice)
        return self._placed(replace(self._question_view(self._game.session, t), notice=notice))

    def _question_view(self, session: Session[S], t: float) -> View:
        question, draft = session.question, self._draft
        if question is None:
            return replace(self._rules.view(session.state, None), keys=Keys(green_hold=text("New")))
        if self._tumbling_since is not None:
            draft = controls.tumbling(question, int((t - self._tumbling_since) / TUMBLE_S))
        may_look = question.seat is not None and bool(self._secret(question.seat))
        keys = controls.labels(question, self._draft, may_look=may_look)
        return replace(self._rules.view(session.state, None, draft), keys=keys)

    def _secret_view(self, seat: Seat) -> View:
        cards = self._secret(seat)
        if len(cards) == 1:
            return View(text("only you"), who=seat, number=cards[0])
        return View(text("only you"), who=seat, lines=(verbatim("   ".join(cards)),))

    def _undo_view(self, session: Session[S]) -> View:
        at = session.history.last_decision
        if at is None:
            return View(text("Undo"), lines=(text("There is nothing"), text("to undo.")))
        line = self._line(session.history.done[at].step) or text("the last choice")
        return View(text("Let go: undo"), lines=(line, text("hold on: menu")))

    def _pages(self) -> tuple[View, ...]:
        if self._game is None:
            return ()
        session = self._game.session
        recent = [event for past in session.history.done[-12:] for event in past.step.events]
        told = [self._rules.line(session.state, event) for event in recent]
        last = tuple(line for line in told if line is not None)[-4:]
        return (*self._rules.pages(session.state), View(text("Last events"), lines=last))

    def _bar(self, t: float) -> float | None:
        """How far the latest hold has come."""
        if not self._down or self._peek is not None or self._tumbling_since is not None:
            return None
        (place, key), since = max(self._down.items(), key=lambda item: item[1])
        full = self.house.hold_s
        if key == "table":
            full = self.house.menu_s if self._undo_armed else self.house.undo_s
        held = t - since
        matters = key == "table" or self._hold_matters(place, key)
        return held / full if matters and BAR_AFTER_S <= held < full else None

    def _hold_matters(self, place: int, key: str) -> bool:
        question = self._question
        if self._menu is not None or question is None or self._game is None:
            return True
        return question.seat == self._game.seat(place) or (key == "green" and self._may_peek(place))

    # --- small things ------------------------------------------------------------------------------------------------

    @property
    def _question(self) -> Question | None:
        return self._game.session.question if self._game is not None else None

    def _asked(self, press: Press, t: float) -> Question | None:
        """The question, if it is this finger's to answer."""
        question = self._question
        if question is not None and self._game is not None and question.seat == self._game.seat(press.place):
            return question
        self.say(text("Not your turn."), t)
        return None

    def _secret(self, seat: Seat) -> tuple[str, ...]:
        return self._rules.secret(self._game.session.state, seat) if self._game is not None else ()

    def _may_peek(self, place: int) -> bool:
        """Own cards can be looked at, but a draft on the screen is there to be committed."""
        seat = self._game.seat(place) if self._game is not None else None
        question = self._question
        if seat is None or question is None or not self._secret(seat):
            return False
        return question.seat != seat or self._draft is None

    def _line(self, step: Step) -> Text | None:
        return self._rules.line(self._game.session.state, step.events[0]) if self._game is not None else None

    def _tell(self, screen: View, t: float) -> None:
        self._bulletin.tell(self._placed(screen), t)

    def _placed(self, view: View) -> View:
        """With everybody's seat and keys, and the track, on screens that name none of their own."""
        if self._game is None:
            return view
        if not view.seats:
            table = self._rules.view(self._game.session.state, None)
            view = replace(view, seats=table.seats, track=table.track)
        places = self._game.places
        return replace(view, seats=tuple(replace(seat, place=places[seat.seat - 1]) for seat in view.seats))


def _way(press: Press) -> int:
    return controls.PLUS if press.key == "green" else controls.MINUS
