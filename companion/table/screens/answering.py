"""A question being answered at the keys: the draft, a look at one's own cards, the tumbling die.

Laws: nothing here is decided; what a finger has said is handed on. A look ends when its key is let go, and at the
latest when somebody else goes on: a draft is never hidden by it. What a finger has not seen asked, it cannot commit.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from companion.kit.event import Correcting, Intent, Refused
from companion.kit.money import Seat
from companion.kit.question import Question
from companion.kit.text import text
from companion.kit.view import Key, Legend, View
from companion.match.history import Entry
from companion.match.session import Session
from companion.table import controls
from companion.table.controls import Press, Said
from companion.table.playing import Playing
from companion.table.screen import Screen
from companion.table.screens.correction import Correction
from companion.table.screens.menu import Row

S = TypeVar("S")

TUMBLE_S: Final = 0.09
"""How long each face of the tumbling die is shown."""


class Answering(Screen, Generic[S]):
    """The keys of a running game, from one question to the next."""

    def __init__(self, playing: Playing[S], t: float) -> None:
        self.playing = playing
        self._ask(t)

    def _ask(self, t: float) -> None:
        """The box does what it must; then the next question stands there, and nobody has touched it."""
        self.playing.go_on(t)
        self._question = self.session.question
        self._draft: Intent | None = controls.opening(self._question) if self._question is not None else None
        self._looking: Seat | None = None
        self._tumbling: tuple[Question, float] | None = None
        """What the lot is to decide, and since when it has been held up."""
        self._fresh: set[tuple[int, Key]] = set()
        """The keys that have gone down since: their fingers know what is asked."""

    @property
    def session(self) -> Session[S]:
        """The game being played."""
        return self.playing.session

    @property
    def pairs(self) -> tuple[int, ...]:
        """The pairs where somebody plays."""
        return self.playing.pairs

    # --- presses -----------------------------------------------------------------------------------------------------

    def press(self, press: Press, t: float) -> Answering[S] | None:
        """A tap changes the draft, a hold commits; a game that is over is left by a hold."""
        match press.key, press.kind:
            case _, "down":
                self._fresh.add((press.pair, press.key))
            case "table", "hold":
                self._interrupt()
            case "green" | "red", "tap":
                self._tapped(press, t)
            case "green" | "red", "hold":
                return self._held(press, t)
            case "green", "release":
                self._released(press.pair, t)
            case "green", "withdrawn":
                self._let_go(press.pair)
            case _:
                pass
        return self

    def enter(self, entry: Entry | Refused, t: float) -> None:
        """Commit, then show, then ask on; what is refused leaves all as it is."""
        if self.playing.enter(entry, t):
            self._ask(t)

    def undo(self, t: float) -> None:
        """Take the last decision back."""
        self.enter(self.session.undo(), t)

    def _redo(self, t: float) -> None:
        self.enter(self.session.redo(), t)

    def _correct(self, intent: Correcting, t: float) -> None:
        self.enter(self.session.answer(intent), t)

    def _tapped(self, press: Press, t: float) -> None:
        if self._question is None:
            return
        if not self._is_asked(press.pair):
            self.playing.notices.say(text("Not your turn."), t)
        elif self._question.by_lot:
            self.playing.notices.say(self.session.rules.phrases.by_lot, t)
        else:
            self._looking = None
            self._draft = controls.tapped(self._question, self._draft, controls.way(press))

    def _held(self, press: Press, t: float) -> Answering[S] | None:
        """A look, the tumbling die, an answer; or the end."""
        is_fresh = (press.pair, press.key) in self._fresh
        if self._question is None:
            is_left = press.key == "green" and press.pair in self.pairs and is_fresh
            return None if is_left else self
        if press.key == "green" and self._may_look(press.pair):
            self._looking = self.playing.seat(press.pair)
        elif not self._is_asked(press.pair):
            self.playing.notices.say(text("Not your turn."), t)
        elif self._question.by_lot:
            self._tumbling = (self._question, t) if press.key == "green" else self._tumbling
        else:
            self._looking = None
            if is_fresh:
                self._commit(self._question, press, t)
        return self

    def _commit(self, question: Question, press: Press, t: float) -> None:
        held = controls.green_held if press.key == "green" else controls.red_held
        said = held(question, self._draft)
        if isinstance(said, Said):
            self.enter(self.session.answer(said.intent), t)
        else:
            self._draft = said

    def _interrupt(self) -> None:
        """Nobody looks at cards any more, and the die lies still."""
        self._looking = None
        self._tumbling = None

    def _released(self, pair: int, t: float) -> None:
        rolled = self._tumbling
        self._let_go(pair)
        if rolled is not None and self._tumbling is None:
            self.enter(self.session.draw(rolled[0]), t)

    def _let_go(self, pair: int) -> None:
        if self._looking == self.playing.seat(pair):
            self._looking = None
        if self._is_asked(pair):
            self._tumbling = None

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """The question, or the cards somebody looks at."""
        rules, state, question, draft = self.session.rules, self.session.state, self._question, self._draft
        if self._looking is not None:
            return self.placed(self.playing.secret_view(self._looking))
        if question is None:
            return self.placed(replace(rules.view(state, None), legend=Legend(green_hold=text("New"))))
        if self._tumbling is not None:
            draft = controls.tumbling(question, int((t - self._tumbling[1]) / TUMBLE_S))
        may_look = question.seat is not None and bool(self.playing.secret(question.seat))
        legend = controls.labels(question, self._draft, rules.phrases, may_look=may_look)
        return self.placed(replace(rules.view(state, None, draft), legend=legend))

    def next_deadline(self, t: float) -> float | None:
        """While the die tumbles."""
        return t + TUMBLE_S if self._tumbling is not None else None

    def heeds(self, pair: int, key: Key, t: float) -> bool:
        """Everybody may look; the rest is for whoever is asked, and a hold under way comes to one thing only."""
        if self._tumbling is not None:
            return False
        if key == "green" and self._may_look(pair):
            return True
        return (self._question is None or self._is_asked(pair)) and super().heeds(pair, key, t)

    @property
    def is_private(self) -> bool:
        """While somebody looks."""
        return self._looking is not None

    def placed(self, view: View) -> View:
        """With everybody's seat, keys and the track."""
        return self.playing.placed(view)

    def pages(self) -> tuple[View, ...]:
        """What the table key leafs through."""
        return self.playing.pages()

    def redo_row(self) -> tuple[Row, ...]:
        """In the menu, if anything has been undone."""
        return (Row((text("Redo what was"), text("undone")), self._redo),) if self.session.history.undone else ()

    def correction_row(self) -> tuple[Row, ...]:
        """In the menu, as long as the game runs, if it has coins."""
        names = tuple(seat.name for seat in self.session.rules.view(self.session.state, None).seats)
        row = Row((text("Correct coins"),), lambda _: Correction(names, self._correct))
        return (row,) if self._question is not None and self.session.rules.has_coins else ()

    # --- whom it is for ----------------------------------------------------------------------------------------------

    def _is_asked(self, pair: int) -> bool:
        return self._question is not None and self._question.seat == self.playing.seat(pair)

    def _may_look(self, pair: int) -> bool:
        """Whether green held shows this seat's own cards: always, but for a draft that is there to be committed."""
        seat = self.playing.seat(pair)
        if seat is None or self._question is None or not self.playing.secret(seat):
            return False
        return self._question.seat != seat or self._draft is None
