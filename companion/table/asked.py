"""What is asked now: the question, an aside over it, and a look at one's own secrets; and which keys answer it.

Laws: at most one aside lies over the question and leaves it unchanged. When somebody else acts, the die stops tumbling
and a look ends; a look also ends when its key is released. It never hides a draft.
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
from companion.table.look_pages import LookPage, pages
from companion.table.playing import Playing

S = TypeVar("S")

A_BOT_PLAYS: Final = Legend(instead=text("a bot plays"))


class Look(msgspec.Struct, frozen=True):
    """Somebody holds green and looks at their own secrets."""

    seat: Seat
    page: int = 0
    """Red taps turn the pages; after the last page comes the first."""


class Asked(Generic[S]):
    """A question that starts untouched, and what lies over it."""

    def __init__(self, playing: Playing[S]) -> None:
        self._playing = playing
        self.question = self._opened(playing.session.question)
        """The question; `None`: the game is over."""
        self.aside: Choosing | None = None
        """The aside over it."""
        self.pending: Choosing | None = None
        """The aside that opens if a red key is held long enough."""
        self.look: Look | None = None

    def _opened(self, question: Question | None) -> Choosing | None:
        if question is None:
            return None
        if not self._playing.has_keypad(question):
            question = replace(question, keys=())
        may_look = question.seat is not None and not question.by_lot and self._playing.has_secrets(question.seat)
        return Choosing(question, controls.opening(question, may_look=may_look), may_look)

    def go_on_from(self, before: Asked[S]) -> None:
        """After an aside, a draft or an armed form stays if the question is the same."""
        if self.question is not None and before.question is not None:
            self.question.go_on_from(before.question)

    # --- whose keys answer it ----------------------------------------------------------------------------------------

    @property
    def top(self) -> Choosing | None:
        """The aside if there is one, else the question; `None`: the game is over."""
        return self.aside or self.question

    def by(self, seat: Seat | None) -> Choosing | None:
        """What this seat answers now: the top, if it is for this seat."""
        return self.top if self.top is not None and self.top.question.seat == seat else None

    def pressed(self, press: Press, seat: Seat | None) -> Choosing | None:
        """What this press answers now. A keypad is for everybody, except a hold of red."""
        is_for_all = self.top is not None and self.top.question.keys and (press.key, press.kind) != ("red", "hold")
        return self.top if is_for_all else self.by(seat)

    def own(self, seat: Seat | None) -> Choosing | None:
        """The question, if it is for this seat, even below an aside."""
        return self.question if self.question is not None and self.question.question.seat == seat else None

    def is_bots(self, seat: Seat | None) -> bool:
        """Whether a bot plays for this seat now; still, people type results of real dice and cards."""
        if self.top is None or seat not in self._playing.bots:
            return False
        return not self.top.question.is_typed

    # --- what fingers have begun -------------------------------------------------------------------------------------

    def stand_still(self, t: float) -> None:
        """Stop an amount that runs."""
        if self.top is not None:
            self.top.stand_still(t)

    def lose_key(self) -> None:
        """A key is out of order: drop what was typed; without a keypad, the seat chooses with its own two keys."""
        if self.question is not None and self.question.question.keys:
            self.question = self._opened(self._playing.session.question)

    def let_go(self, seat: Seat | None) -> None:
        """Green is released: this seat stops looking, and its die stops tumbling."""
        if self._look_of(seat) is not None:
            self.look = None
        if (choosing := self.by(seat)) is not None:
            choosing.tumbling_since = None

    # --- what is one's own -------------------------------------------------------------------------------------------

    def may_look(self, seat: Seat) -> bool:
        """Whether a hold of green shows this seat's secrets: always, unless a draft waits to be committed."""
        choosing = self.by(seat)
        if self.question is None or not self._playing.has_secrets(seat):
            return False
        return choosing is None or (choosing.may_look and choosing.draft is None)

    def leaf(self, seat: Seat | None) -> bool:
        """Turn to the next page if this seat looks at its secrets; returns whether it does."""
        if (look := self._look_of(seat)) is not None:
            self.look = replace(look, page=look.page + 1)
        return look is not None

    def choose_page(self, seat: Seat | None) -> None:
        """Green is released on a page that this seat looks at: choose what that means, if the seat is asked."""
        look, own = self._look_of(seat), self.own(seat)
        if look is not None and own is not None:
            own.choose_page(self._page(look))

    def _look_of(self, seat: Seat | None) -> Look | None:
        return self.look if self.look is not None and self.look.seat == seat else None

    def pages(self, seat: Seat) -> tuple[LookPage, ...]:
        """The pages that this seat may look at, with its armed form."""
        own = self.own(seat)
        return pages(self._playing.session, seat, own.armed if own is not None else 0)

    def _page(self, look: Look) -> LookPage:
        there = self.pages(look.seat)
        return there[look.page % len(there)]

    # --- what is said aside ------------------------------------------------------------------------------------------

    def may_say(self, seat: Seat | None) -> Question | None:
        """What this seat may say as an aside, unless somebody is saying one."""
        return self._playing.session.aside(seat) if seat is not None and self.aside is None else None

    def is_pending(self, seat: Seat | None) -> bool:
        """Whether this seat holds red to open its aside."""
        return self.pending is not None and self.pending.question.seat == seat

    def open(self, aside: Question) -> None:
        """Open an aside: somebody chooses what to say."""
        self.lie_still()
        self.aside = Choosing(aside, controls.opening(aside), is_aside=True)

    def hold_up(self, aside: Question) -> None:
        """A red key is held, but not yet long enough for this aside."""
        self.pending = Choosing(aside, controls.opening(aside), is_aside=True)

    def turn(self, seat: Seat | None) -> bool:
        """Switch from the question to this seat's aside, or back; whether there is one."""
        if self.aside is not None:
            self.aside = None
        elif (aside := self.may_say(seat)) is not None:
            self.open(aside)
        else:
            return False
        return True

    def lie_still(self) -> None:
        """Stop a tumbling die and close the aside."""
        self.pending = None
        if self.top is not None:
            self.top.tumbling_since = None

    # --- what is shown -----------------------------------------------------------------------------------------------

    def view(self, t: float) -> View:
        """The page that somebody looks at, else what everybody may see of the top."""
        if self.look is None:
            return self.seen(t)
        return self._page(self.look).view

    def seen(self, t: float) -> View:
        """What everybody may see of the top."""
        rules, state = self._playing.session.rules, self._playing.session.state
        if self.top is None:
            return replace(rules.view(state, None), legend=Legend(green_hold=text("New"), red_hold=text("Again")))
        if self.pending is not None:
            return replace(self.pending.view(rules, state, t), legend=self._legend(self.pending))
        return replace(self.top.view(rules, state, t), legend=self._legend(self.top), keys=self.top.question.keys)

    def _legend(self, shown: Choosing) -> Legend:
        """What the keys of the asked seat do; if a bot plays there, they do nothing for people."""
        if self.is_bots(shown.question.seat):
            return A_BOT_PLAYS
        if shown is self.pending:
            return Legend(red_hold=shown.question.name)
        return shown.legend(self._playing.session.rules.phrases, self._beside(shown))

    def _beside(self, top: Choosing) -> Text | None:
        """The words for a hold of red: to the aside, or back."""
        if top.is_aside:
            return text("Back")
        aside = self.may_say(top.question.seat)
        return aside.name if aside is not None else None
