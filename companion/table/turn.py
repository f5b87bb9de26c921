"""One question being answered at the keys: the draft, a look at one's own cards, the tumbling die.

Laws: nothing here is decided; what a finger has said is handed on as `Said` or `Drawn`. A look ends when its key is let
go, and at the latest when somebody else goes on: a draft is never hidden by it.
"""

from __future__ import annotations

from typing import Final, Generic, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from companion.kit.event import Intent
from companion.kit.question import Question
from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.kit.view import Legend, View
from companion.table import controls
from companion.table.controls import Press, Said
from companion.table.seated import Seated

S = TypeVar("S")

TUMBLE_S: Final = 0.09
"""How long each face of the tumbling die is shown."""


class Drawn(msgspec.Struct, frozen=True):
    """The die has been let go: the box draws."""

    question: Question


Outcome: TypeAlias = Said | Drawn | Text | None
"""An answer, a draw, a notice for whoever pressed, or nothing to tell."""


class Turn(Generic[S]):
    """The keys of a running game, from one question to the next."""

    def __init__(self, game: Seated[S]) -> None:
        self._game = game
        self._question = game.session.question
        self._draft: Intent | None = controls.opening(self._question) if self._question is not None else None
        self._looking: Seat | None = None
        self._tumbling_since: float | None = None

    def tapped(self, press: Press) -> Outcome:
        """A tap changes the draft."""
        if self._question is None or not self.is_asked(press.pair):
            return _not_asked(self._question)
        if self._question.by_lot:
            return text("Hold green to roll.")
        self._looking = None
        self._draft = controls.tapped(self._question, self._draft, controls.way(press))
        return None

    def held(self, press: Press, t: float, *, is_early: bool) -> Outcome:
        """A hold commits; or it looks, or sets the die tumbling.

        `is_early`: it began before this question was asked. Then it commits nothing, for its finger has not seen what.
        """
        if press.key == "green" and self.may_look(press.pair):
            self._looking = self._game.seat(press.pair)
            return None
        if self._question is None or not self.is_asked(press.pair):
            return _not_asked(self._question)
        if self._question.by_lot:
            if press.key == "green":
                self._tumbling_since = t
            return None
        self._looking = None
        if is_early:
            return None
        held = controls.green_held if press.key == "green" else controls.red_held
        said = held(self._question, self._draft)
        if isinstance(said, Said):
            return said
        self._draft = said
        return None

    def interrupt(self) -> None:
        """The table key is at work: nobody looks at cards any more, and the die lies still."""
        self._looking = None
        self._tumbling_since = None

    def released(self, press: Press) -> Outcome:
        """A key let go ends the look, and rolls the die."""
        if press.key != "green":
            return None
        rolls = self._tumbling_since is not None and self.is_asked(press.pair)
        self.withdraw(press.pair)
        return Drawn(self._question) if rolls and self._question is not None else None

    def withdraw(self, pair: int) -> None:
        """The green key held here shall have meant nothing: its look is over, its die lies still."""
        if self._looking == self._game.seat(pair):
            self._looking = None
        if self.is_asked(pair):
            self._tumbling_since = None

    def view(self, t: float) -> View:
        """The question, or the cards somebody looks at."""
        session, question, draft = self._game.session, self._question, self._draft
        if self._looking is not None:
            return self._game.secret_view(self._looking)
        if question is None:
            return replace(session.rules.view(session.state, None), legend=Legend(green_hold=text("New")))
        if self._tumbling_since is not None:
            draft = controls.tumbling(question, int((t - self._tumbling_since) / TUMBLE_S))
        may_look = question.seat is not None and bool(self._game.secret(question.seat))
        legend = controls.labels(question, self._draft, may_look=may_look)
        return replace(session.rules.view(session.state, None, draft), legend=legend)

    def next_deadline(self, t: float) -> float | None:
        """When the picture changes by itself: while the die tumbles."""
        return t + TUMBLE_S if self._tumbling_since is not None else None

    @property
    def is_looking(self) -> bool:
        """Whether the screen is somebody's own."""
        return self._looking is not None

    @property
    def is_busy(self) -> bool:
        """Whether a hold has reached its end and goes on: a look, or a tumbling die."""
        return self._looking is not None or self._tumbling_since is not None

    def is_asked(self, pair: int) -> bool:
        """Whether the question is for this pair of keys."""
        return self._question is not None and self._question.seat == self._game.seat(pair)

    def may_look(self, pair: int) -> bool:
        """Whether green held shows this seat's own cards: always, but for a draft that is there to be committed."""
        seat = self._game.seat(pair)
        if seat is None or self._question is None or not self._game.secret(seat):
            return False
        return self._question.seat != seat or self._draft is None


def _not_asked(question: Question | None) -> Text | None:
    return text("Not your turn.") if question is not None else None
