"""What is asked now: the question, an aside over it, and a look at one's own secrets; and which keys answer it.

Laws: at most one aside lies over the question and leaves it unchanged. When somebody else acts, the die stops tumbling
and a look ends; a look also ends when its key is released. It never hides a draft. If several seats are asked at once,
each answers with its own keys, and none of them touches a draft or a look of another; the display says who is missing,
or follows the seat that chooses openly and has pressed last.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.kit.text import Text, text, verbatim
from companion.kit.view import ALONE, Legend, View, two_a_line
from companion.table import controls
from companion.table.choosing import Choosing
from companion.table.controls import Press
from companion.table.look_pages import LookPage, pages
from companion.table.playing import Playing, seats_asked

S = TypeVar("S")

BESIDE: Final = 2
"""How many names have room beside a number."""
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
        self.questions = tuple(map(self._opened, playing.session.questions))
        """What each asked seat answers; empty: the game is over."""
        self.follows: Seat | None = None
        """Of several asked seats, the one that the display follows; `None`: none."""
        self.aside: Choosing | None = None
        """The aside over it."""
        self.pending: Choosing | None = None
        """The aside that opens if a red key is held long enough."""
        self.look: Look | None = None

    def _opened(self, question: Question) -> Choosing:
        are_several = len(self._playing.session.questions) > 1
        if are_several or not self._playing.has_keypad(question):
            question = replace(question, keys=())
        may_look = question.seat is not None and not question.by_lot and self._playing.has_secrets(question.seat)
        draft = controls.opening(question, may_look=may_look, is_shown=not are_several)
        return Choosing(question, draft, may_look, is_alone=not are_several)

    def go_on_from(self, before: Asked[S], by: Seat | None) -> set[Seat | None]:
        """After an aside of `by`, or its answer or undo while others are asked, too: what a seat has begun to choose
        stays if its question is the same, and of several also the look of another one; returns the others that go on.
        """
        goes_on = set[Seat | None]()
        for choosing in self.questions:
            was = before.own(choosing.question.seat)
            if was is not None and choosing.go_on_from(was) and before.are_several and choosing.question.seat != by:
                goes_on.add(choosing.question.seat)
        if before.are_several and before.look is not None and self._may_look_on(before.look.seat, goes_on, by):
            self.look = before.look
        if before.follows in goes_on and self.are_several:
            self.follows = before.follows
        return goes_on

    def _may_look_on(self, seat: Seat, goes_on: set[Seat | None], by: Seat | None) -> bool:
        """Whether this seat is not `by`, still has secrets, and is asked the same as before, or nothing."""
        is_same = seat in goes_on or self.own(seat) is None
        return is_same and seat != by and self._playing.has_secrets(seat)

    @property
    def are_several(self) -> bool:
        """Whether several seats are asked at once."""
        return len(self.questions) > 1

    # --- whose keys answer it ----------------------------------------------------------------------------------------

    @property
    def top(self) -> Choosing | None:
        """The aside if there is one, else the question; of several, the one that the display follows, or the first
        of a person; `None`: the game is over."""
        if self.aside is not None or not self.are_several:
            return self.aside or next(iter(self.questions), None)
        persons = (choosing for choosing in self.questions if not self.is_bots(choosing.question.seat))
        return self.own(self.follows) or next(persons, self.questions[0])

    def by(self, seat: Seat | None) -> Choosing | None:
        """What this seat answers now: the aside if it is of this seat, or if there is none, its question."""
        if self.aside is not None:
            return self.aside if self.aside.question.seat == seat else None
        return self.own(seat)

    def pressed(self, press: Press, seat: Seat | None) -> Choosing | None:
        """What this press answers now. A keypad is for everybody, except a hold of red."""
        is_for_all = self.top is not None and self.top.question.keys and (press.key, press.kind) != ("red", "hold")
        return self.top if is_for_all else self.by(seat)

    def own(self, seat: Seat | None) -> Choosing | None:
        """The question for this seat, even below an aside."""
        return next((choosing for choosing in self.questions if choosing.question.seat == seat), None)

    def is_bots(self, seat: Seat | None) -> bool:
        """Whether a bot plays for this seat now; still, people type results of real dice and cards."""
        if seat not in self._playing.bots:
            return False
        answered = self.by(seat) or self.aside or next(iter(self.questions), None)
        return answered is not None and not answered.question.is_typed

    @property
    def left_to_bot(self) -> Choosing | None:
        """What a bot must answer now; `None`: nothing, a person must answer, or somebody looks."""
        if self.look is not None:
            return None
        answered = self.questions if self.aside is None else (self.aside,)
        return next((choosing for choosing in answered if self.is_bots(choosing.question.seat)), None)

    # --- what fingers have begun -------------------------------------------------------------------------------------

    def begin_again(self, seat: Seat) -> None:
        """Somebody else chooses for this seat from now on: nothing of its choice so far is left."""
        self.questions = tuple(
            self._opened(choosing.question) if choosing.question.seat == seat else choosing
            for choosing in self.questions
        )
        self.let_go(seat)

    def follow(self, seat: Seat | None) -> None:
        """This seat has pressed a key: if it is one of several and chooses openly, the display follows it."""
        own = self.own(seat)
        if self.are_several and own is not None and not own.question.is_secret:
            self.follows = seat

    def is_tumbling(self, seat: Seat | None) -> bool:
        """Whether a die tumbles that keeps this seat's keys from doing anything: of several, only its own."""
        choosing = self.by(seat) if self.are_several else self.top
        return choosing is not None and choosing.tumbling_since is not None

    def stand_still(self, seat: Seat | None, t: float) -> None:
        """This seat presses a key: stop an amount that runs, unless it is that of another one of several."""
        choosing = self.by(seat) if self.are_several else self.top
        if choosing is not None:
            choosing.stand_still(t)

    def look_away(self, seat: Seat | None) -> None:
        """This seat chooses: end a look, unless it is that of another one of several."""
        if not self.are_several or self._look_of(seat) is not None:
            self.look = None

    def must_wait(self, seat: Seat) -> bool:
        """Whether another one of several asked seats looks, which would show it what this seat wants to look at."""
        return self.are_several and self.look is not None and self.look.seat != seat

    def lose_key(self) -> None:
        """A key is out of order: drop what was typed; without a keypad, the seat chooses with its own two keys."""
        if any(choosing.question.keys for choosing in self.questions):
            self.questions = tuple(map(self._opened, self._playing.session.questions))

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
        if not self.questions or not self._playing.has_secrets(seat):
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
        for choosing in self.questions if self.aside is None else (self.aside,):
            choosing.tumbling_since = None

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
            return replace(rules.view(state, None), legend=Legend(green_hold=text("Players"), red_hold=text("Rematch")))
        if self.pending is not None:
            return replace(self.pending.view(rules, state, t), legend=self._legend(self.pending))
        if self.are_several and self.aside is None:
            return self._seen_of_several(t)
        return replace(self.top.view(rules, state, t), legend=self._legend(self.top), keys=self.top.question.keys)

    def _seen_of_several(self, t: float) -> View:
        """The open choice that the display follows; otherwise who is missing, unless that is everybody who is in."""
        rules, state = self._playing.session.rules, self._playing.session.state
        missing = seats_asked(self._playing.session)
        if (own := self.own(self.follows)) is not None:
            return replace(own.view(rules, state, t), who=self.follows, missing=missing, legend=self._legend(own))
        view = rules.view(state, None)
        if {seat.seat for seat in view.seats if seat.is_in} - {*missing}:
            names = tuple(verbatim(self._playing.named(seat)) for seat in missing)
            view = replace(view, lines=names, sentence=None, hand=(), page_lines=())
            if len(names) > BESIDE:
                lines = names if len(names) < ALONE else two_a_line(names)
                view = replace(view, number="", caption=None, lines=lines)
        untouched = {self._legend(self._opened(choosing.question)) for choosing in self.questions}
        people = untouched - {A_BOT_PLAYS} or untouched
        return replace(view, who=None, missing=missing, legend=people.pop() if len(people) == 1 else Legend())

    def legend(self, seat: Seat | None, t: float) -> Legend:
        """What the keys of this seat do now, if it is one of several; otherwise what the display says."""
        own = self.own(seat) if self.are_several and self.aside is None else None
        return self._legend(own) if own is not None else self.seen(t).legend or Legend()

    def offered(self, seat: Seat | None, t: float) -> Legend:
        """What the keys of this seat do now, also if it is not asked; a choice that it could not see is left to its
        look."""
        own = self.by(seat)
        if seat is None or self.is_bots(seat):
            return Legend()
        if self.top is None:
            return self.legend(seat, t)
        if own is None:
            aside = self.may_say(seat)
            look = text("Look") if self.may_look(seat) else None
            return Legend(green_hold=look, red_hold=aside.name if aside is not None else None)
        legend = self.legend(seat, t)
        return replace(legend, green_tap=None, red_tap=None) if own.question.is_secret and own.may_look else legend

    def shows(self, seat: Seat | None) -> bool:
        """Whether this seat is asked, and of several that choose openly the display follows it."""
        own = self.by(seat)
        if own is None or self.is_bots(seat):
            return False
        return not self.are_several or own.is_aside or own.question.is_secret or self.follows == seat

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
