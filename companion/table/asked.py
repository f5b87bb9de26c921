"""What is asked now: the question, what is said aside of it and a look at what is one's own; and which keys answer it.

Laws: one aside at most lies over the question, and leaves it as it is. What a finger has held up comes down when
somebody else goes on; a look ends when its key is let go, and then at the latest: it never hides a draft.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table import controls
from companion.table.choosing import Choosing
from companion.table.controls import Press
from companion.table.playing import Playing

S = TypeVar("S")

A_BOT_PLAYS: Final = Legend(instead=text("a bot plays"))


class Look(msgspec.Struct, frozen=True):
    """Somebody holds green and looks at what is for these eyes alone."""

    seat: Seat
    page: int = 0
    """Leafed on by red taps, round and round."""


class Asked(Generic[S]):
    """A question that nobody has touched yet, and whatever comes to lie over it."""

    def __init__(self, playing: Playing[S]) -> None:
        self._playing = playing
        self.question = self._opened(playing.session.question)
        """`None`: the game is over."""
        self.aside: Choosing | None = None
        """What lies over it."""
        self.pending: Choosing | None = None
        """The aside that comes of a red key, if it is held long enough."""
        self.look: Look | None = None

    def _opened(self, question: Question | None) -> Choosing | None:
        if question is None:
            return None
        if not self._playing.has_keypad(question):
            question = replace(question, keys=())
        may_look = question.seat is not None and not question.by_lot and bool(self._playing.secret(question.seat))
        return Choosing(question, controls.opening(question, may_look=may_look), may_look)

    def go_on_from(self, before: Asked[S]) -> None:
        """Something was said aside: what is drafted or armed stays, if the same is asked on."""
        if self.question is not None and before.question is not None:
            self.question.go_on_from(before.question)

    # --- whose keys answer it ----------------------------------------------------------------------------------------

    @property
    def top(self) -> Choosing | None:
        """What lies on top; `None`: the game is over."""
        return self.aside or self.question

    def by(self, seat: Seat | None) -> Choosing | None:
        """What this seat answers now: whatever lies on top, if it is for it."""
        return self.top if self.top is not None and self.top.question.seat == seat else None

    def pressed(self, press: Press, seat: Seat | None) -> Choosing | None:
        """What this press answers now: what lies on top. A keypad is everybody's, but for red held."""
        is_for_all = self.top is not None and self.top.question.keys and (press.key, press.kind) != ("red", "hold")
        return self.top if is_for_all else self.by(seat)

    def own(self, seat: Seat | None) -> Choosing | None:
        """The question, if it is this seat's, whatever lies over it."""
        return self.question if self.question is not None and self.question.question.seat == seat else None

    def is_bots(self, seat: Seat | None) -> bool:
        """Whether a bot presses these keys now: people type there what is read off real things, and on their keypad."""
        if self.top is None or seat not in self._playing.bots:
            return False
        question = self.top.question
        return not question.is_typed and not (question.keys and question.seat not in self._playing.bots)

    # --- what fingers have begun -------------------------------------------------------------------------------------

    def stand_still(self, t: float) -> None:
        """No amount runs any more."""
        if self.top is not None:
            self.top.stand_still(t)

    def lose_key(self) -> None:
        """A key is out of order: what has been typed goes, and if it was one of the keypad its seat leafs instead."""
        if self.question is not None and self.question.question.keys:
            self.question = self._opened(self._playing.session.question)

    def let_go(self, seat: Seat | None) -> None:
        """Green comes up: this seat looks no more, and its lot lies still."""
        if self._look_of(seat) is not None:
            self.look = None
        if (choosing := self.by(seat)) is not None:
            choosing.tumbling_since = None

    # --- what is one's own -------------------------------------------------------------------------------------------

    def may_look(self, seat: Seat) -> bool:
        """Whether green held shows what is this seat's own: always, but for a draft that is there to be committed."""
        choosing = self.by(seat)
        if self.question is None or not self._playing.secret(seat):
            return False
        return choosing is None or (choosing.may_look and choosing.draft is None)

    def leaf(self, seat: Seat | None) -> bool:
        """The next page, if it is this seat that looks."""
        if (look := self._look_of(seat)) is not None:
            self.look = replace(look, page=look.page + 1)
        return look is not None

    def arm(self, seat: Seat | None) -> None:
        """What this seat looks at is what it means from now on, if the question is its own."""
        look, own = self._look_of(seat), self.own(seat)
        if look is not None and own is not None:
            own.arm(look.page % len(self.pages(look.seat)))

    def _look_of(self, seat: Seat | None) -> Look | None:
        return self.look if self.look is not None and self.look.seat == seat else None

    def pages(self, seat: Seat) -> tuple[View, ...]:
        """What this seat may look at, with what it has armed."""
        own = self.own(seat)
        return self._playing.secret(seat, own.armed if own is not None else 0)

    # --- what is said aside ------------------------------------------------------------------------------------------

    def may_say(self, seat: Seat | None) -> Question | None:
        """What this seat may say beside the question, unless somebody is about to."""
        return self._playing.session.aside(seat) if seat is not None and self.aside is None else None

    def is_pending(self, seat: Seat | None) -> bool:
        """Whether this seat's red key is held for it."""
        return self.pending is not None and self.pending.question.seat == seat

    def open(self, aside: Question) -> None:
        """Somebody chooses what to say."""
        self.lie_still()
        self.aside = Choosing(aside, controls.opening(aside), is_aside=True)

    def hold_up(self, aside: Question) -> None:
        """A red key is held, not yet long enough."""
        self.pending = Choosing(aside, controls.opening(aside), is_aside=True)

    def turn(self, seat: Seat | None) -> bool:
        """From the question to what may be said beside it, or back; whether there is anything."""
        if self.aside is not None:
            self.aside = None
        elif (aside := self.may_say(seat)) is not None:
            self.open(aside)
        else:
            return False
        return True

    def lie_still(self) -> None:
        """No lot is held up any more, and no aside is under way."""
        self.pending = None
        if self.top is not None:
            self.top.tumbling_since = None

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """What somebody looks at, else what lies on top, as far as everybody may see it."""
        if self.look is None:
            return self.seen(t)
        pages = self.pages(self.look.seat)
        return pages[self.look.page % len(pages)]

    def seen(self, t: float) -> View:
        """What lies on top, as far as everybody may see it."""
        rules, state = self._playing.session.rules, self._playing.session.state
        if self.top is None:
            return replace(rules.view(state, None), legend=Legend(green_hold=text("New")))
        if self.pending is not None:
            return replace(self.pending.view(rules, state, t), legend=self._legend(self.pending))
        return replace(self.top.view(rules, state, t), legend=self._legend(self.top), keys=self.top.question.keys)

    def _legend(self, shown: Choosing) -> Legend:
        """What the keys do of the seat to which this is put: to people, where a bot presses them, nothing."""
        if self.is_bots(shown.question.seat):
            return A_BOT_PLAYS
        if shown is self.pending:
            return Legend(red_hold=shown.question.name)
        return shown.legend(self._playing.session.rules.phrases, self._beside(shown))

    def _beside(self, top: Choosing) -> Text | None:
        """Where red held leads from there."""
        if top.is_aside:
            return text("Back")
        aside = self.may_say(top.question.seat)
        return aside.name if aside is not None else None
