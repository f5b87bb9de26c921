"""A question being answered at the keys: the draft, a look at what is one's own, the tumbling die, what is said aside.

Laws: nothing here is decided; what a finger has said is handed on. A look ends when its key is let go, and at the
latest when somebody else goes on: a draft is never hidden by it. What a finger has not seen asked, it cannot commit. An
aside leaves the question and its draft as they are.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.event import Correcting, Intent, Refused
from companion.kit.question import Question, only_answer
from companion.kit.seats import Seat
from companion.kit.text import Text, text
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


class Choosing(msgspec.Struct):
    """A question, or an aside, and its answer as far as it is chosen."""

    question: Question
    draft: Intent | None
    may_look: bool = False
    """Its seat has something to look at, without a draft."""
    meant: int = 0
    """The page of the form it has armed, 0: none. Nobody else knows, no ledger has it, it lapses with the question."""

    @property
    def meaning(self) -> Question:
        """The question as its seat means to answer it."""
        return replace(self.question, form=self.question.armed[self.meant - 1]) if self.meant else self.question

    def arm(self, page: int) -> None:
        """The first page of a look disarms; one without a form of its own leaves all as it is, and so does a draft."""
        if self.draft is None and page <= len(self.question.armed):
            self.meant = page


class Look(msgspec.Struct, frozen=True):
    """Somebody holds green and looks at what is for these eyes alone."""

    seat: Seat
    page: int = 0
    """Leafed on by red taps, round and round."""


class Answering(Screen, Generic[S]):
    """The keys of a running game, from one question to the next."""

    def __init__(self, playing: Playing[S], t: float) -> None:
        self.playing = playing
        self._ask(t)

    def _ask(self, t: float) -> None:
        """The box does what it must; then the next question stands there, and nobody has touched it."""
        self.playing.go_on(t)
        self._asked = self._opened(self.session.question)
        self._aside: Choosing | None = None
        """What lies over the question."""
        self._pending: Question | None = None
        """The aside that comes of a red key, if it is held long enough."""
        self._look: Look | None = None
        self._tumbling: tuple[Question, float] | None = None
        """What the lot is to decide, and since when it has been held up."""
        self._fresh: set[tuple[int, Key]] = set()
        """The keys that are down since then: their fingers know what is asked."""

    def _opened(self, question: Question | None) -> Choosing | None:
        if question is None:
            return None
        may_look = question.seat is not None and not question.by_lot and bool(self.playing.secret(question.seat))
        return Choosing(question, controls.opening(question, may_look=may_look), may_look)

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
        if press.kind == "down":
            self._fresh.add((press.pair, press.key))
        elif press.kind != "hold":
            self._fresh.discard((press.pair, press.key))
        match press.key, press.kind:
            case "table", "hold":
                self._interrupt()
            case "green" | "red", "tap":
                self._tapped(press, t)
            case "green" | "red", "hold" if press.stage == 1:
                return self._held(press, t)
            case "red", "hold":
                self._held_long(press.pair, t)
            case "green", "release":
                self._released(press.pair, t)
            case "green", "withdrawn":
                self._let_go(press.pair)
            case "red", "release" | "withdrawn" if self._is_pending(press.pair):
                self._pending = None
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
        """Another draft, or another page of what is being looked at."""
        if self._asked is None:
            return
        seat, choosing = self.playing.seat(press.pair), self._choosing(press.pair)
        if self._look is not None and self._look.seat == seat and press.key == "red":
            self._look = replace(self._look, page=self._look.page + 1)
        elif choosing is None:
            self._put_off(seat, t)
        elif choosing.question.by_lot:
            self.playing.notices.say(self.session.rules.phrases.by_lot, t)
        else:
            self._look = None
            choosing.draft = controls.tapped(choosing.meaning, choosing.draft, controls.way(press))

    def _held(self, press: Press, t: float) -> Answering[S] | None:
        """A look, the tumbling die, an answer, the beginning of an aside; or the end."""
        is_fresh = (press.pair, press.key) in self._fresh
        if self._asked is None:
            is_left = press.key == "green" and press.pair in self.pairs and is_fresh
            return None if is_left else self
        seat, choosing = self.playing.seat(press.pair), self._choosing(press.pair)
        if press.key == "green" and seat is not None and self._may_look(press.pair):
            self._look = Look(seat)
        elif choosing is None and press.key == "red" and is_fresh and (aside := self._aside_of(press.pair)) is not None:
            self._pending = aside
        elif choosing is None:
            self._put_off(seat, t)
        elif choosing.question.by_lot and press.key == "green":
            self._tumbling = (choosing.question, t)
        else:
            self._look = None
            if is_fresh:
                self._commit(choosing, press, t)
        return self

    def _held_long(self, pair: int, t: float) -> None:
        """The aside of a seat that is not asked: said, if there is nothing to choose."""
        aside = self._pending
        if aside is None or not self._is_pending(pair):
            return
        self._pending = None
        if (single := only_answer(aside)) is not None:
            self._conclude(aside, self.session.answer(single), t)
        else:
            self._open_aside(aside)

    def _commit(self, choosing: Choosing, press: Press, t: float) -> None:
        question, draft = choosing.meaning, choosing.draft
        if press.key == "green":
            said = controls.green_held(question, draft)
        else:
            said = controls.red_held(question, draft, may_look=choosing.may_look)
        if isinstance(said, Said):
            self._conclude(choosing.question, self.session.answer(said.intent), t)
        elif press.key == "red" and said == draft:
            self._turn_aside(press.pair)
        else:
            choosing.draft = said

    def _conclude(self, question: Question, entry: Entry | Refused, t: float) -> None:
        """An answer to `question`. Said aside, it leaves what is drafted or armed, if the same is asked on."""
        before = self._asked
        self.enter(entry, t)
        now = self._asked
        if before is not None and now is not None and question != before.question == now.question:
            now.draft, now.meant = before.draft, before.meant

    def _turn_aside(self, pair: int) -> None:
        """From the question to what may be said beside it, or back."""
        if self._aside is not None:
            self._aside = None
        elif (aside := self._aside_of(pair)) is not None:
            self._open_aside(aside)

    def _open_aside(self, aside: Question) -> None:
        self._aside = Choosing(aside, controls.opening(aside))

    def _put_off(self, seat: Seat | None, t: float) -> None:
        """Whoever is asked goes on over another's aside; anybody else has to wait."""
        if self._aside is not None and self._asked is not None and self._asked.question.seat == seat:
            self._aside = None
        else:
            self.playing.notices.say(text("Not your turn."), t)

    def _interrupt(self) -> None:
        """Nobody looks any more, the die lies still, and no aside is under way."""
        self._look = None
        self._tumbling = None
        self._pending = None

    def _released(self, pair: int, t: float) -> None:
        rolled = self._tumbling
        self._arm(pair)
        self._let_go(pair)
        if rolled is not None and self._tumbling is None:
            self._conclude(rolled[0], self.session.draw(rolled[0]), t)

    def _arm(self, pair: int) -> None:
        """What is to be seen as the key is let go is what its seat means from now on."""
        look, asked = self._look, self._asked
        if look is not None and asked is not None and asked.question.seat == look.seat == self.playing.seat(pair):
            asked.arm(look.page % len(self._pages(look)))

    def _let_go(self, pair: int) -> None:
        if self._look is not None and self._look.seat == self.playing.seat(pair):
            self._look = None
        if self._is_asked(pair):
            self._tumbling = None

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """The question, the aside over it, or what somebody looks at."""
        rules, state, chosen = self.session.rules, self.session.state, self._aside or self._asked
        if self._look is not None:
            pages = self._pages(self._look)
            view = pages[self._look.page % len(pages)]
        elif chosen is None:
            view = replace(rules.view(state, None), legend=Legend(green_hold=text("New")))
        elif self._pending is not None:
            legend = Legend(red_hold=self._pending.name)
            view = self._drawn(Choosing(self._pending, controls.opening(self._pending)), legend)
        elif self._tumbling is not None:
            shown = controls.tumbling(chosen.question, int((t - self._tumbling[1]) / TUMBLE_S))
            view = self._drawn(replace(chosen, draft=shown), self._legend(chosen))
        else:
            view = self._drawn(chosen, self._legend(chosen))
        return self.placed(view)

    def _pages(self, look: Look) -> tuple[View, ...]:
        """What there is to look at, with what is armed now."""
        asked = self._asked
        meant = asked.meant if asked is not None and asked.question.seat == look.seat else 0
        return self.playing.secret(look.seat, meant)

    def _drawn(self, chosen: Choosing, legend: Legend) -> View:
        """What everybody may see of an answer being chosen: of a secret one, who chooses."""
        rules, state, question = self.session.rules, self.session.state, chosen.question
        if not question.is_secret:
            return replace(rules.view(state, None, chosen.draft), legend=legend)
        if self._asked is not None and question == self._asked.question:
            return replace(rules.view(state, None), legend=legend)
        return View(question.name or text("aside"), who=question.seat, lines=(text("in secret"),), legend=legend)

    def _legend(self, chosen: Choosing) -> Legend:
        if chosen is self._aside:
            beside: Text | None = text("Back")
        else:
            aside = self.session.aside(chosen.question.seat)
            beside = aside.name if aside is not None else None
        phrases = self.session.rules.phrases
        return controls.labels(chosen.meaning, chosen.draft, phrases, may_look=chosen.may_look, aside=beside)

    def next_deadline(self, t: float) -> float | None:
        """While the die tumbles."""
        return t + TUMBLE_S if self._tumbling is not None else None

    def heeds(self, pair: int, key: Key, t: float) -> bool:
        """Everybody may look, or say something aside; the rest is for whoever is asked, and for one hold at a time."""
        if self._tumbling is not None:
            return False
        if self.is_long(pair, key) or (key == "green" and self._may_look(pair)):
            return True
        return (self._asked is None or self._is_asked(pair)) and super().heeds(pair, key, t)

    def is_long(self, pair: int, key: Key) -> bool:
        """What is said aside by who is not asked."""
        return key == "red" and not self._is_asked(pair) and self._aside_of(pair) is not None

    @property
    def is_private(self) -> bool:
        """While somebody looks."""
        return self._look is not None

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
        return (row,) if self._asked is not None and self.session.rules.has_coins else ()

    # --- whom it is for ----------------------------------------------------------------------------------------------

    def _choosing(self, pair: int) -> Choosing | None:
        """What this pair of keys answers now: whatever lies on top, if it is for its seat."""
        chosen = self._aside or self._asked
        seat = self.playing.seat(pair)
        return chosen if chosen is not None and seat is not None and chosen.question.seat == seat else None

    def _is_asked(self, pair: int) -> bool:
        return self._choosing(pair) is not None

    def _aside_of(self, pair: int) -> Question | None:
        """What may be said from there beside the question, unless somebody is about to."""
        seat = self.playing.seat(pair)
        return self.session.aside(seat) if seat is not None and self._aside is None else None

    def _is_pending(self, pair: int) -> bool:
        return self._pending is not None and self._pending.seat == self.playing.seat(pair)

    def _may_look(self, pair: int) -> bool:
        """Whether green held shows what is this seat's own: always, but for a draft that is there to be committed."""
        seat, choosing = self.playing.seat(pair), self._choosing(pair)
        if self._asked is None or seat is None or not self.playing.secret(seat):
            return False
        return choosing is None or (choosing.may_look and choosing.draft is None)
