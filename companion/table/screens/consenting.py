"""Asking another player to agree to an undo after something has become known.

Laws: the asked player agrees by a hold of green, here or on a phone; after anything else nothing changes, and the
question is forgotten. A finger that was down before has not seen the question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from companion.kit.event import Refused
from companion.kit.seats import Seat
from companion.kit.text import Text, text
from companion.kit.view import Key, Legend, View
from companion.match.session import SecondThought
from companion.table.afar import MEANWHILE, Reply
from companion.table.controls import Press
from companion.table.playing import Playing, decided
from companion.table.screen import Screen

S = TypeVar("S")

CONSENT_S: Final = 15.0
"""Seconds that the player may think about it."""
PART_S: Final = 3.0
"""Seconds that each part of the question is shown."""
AT_ONCE: Final = 2
"""How many new facts are shown at once."""
SAYS: Final = (text("Agree"), text("No"))
"""The answers on the page of the asked seat, one on each sheet."""


class Consenting(Screen, Generic[S]):
    """The question to one seat."""

    def __init__(
        self, playing: Playing[S], thought: SecondThought, asked: Seat, agree: Callable[[float], None], t: float
    ) -> None:
        """Ask from `t` on; `agree` takes the decision back."""
        self.seat = asked
        self.moment = playing.next_moment()
        """The moment of this question: a page that has not seen it cannot answer."""
        self._playing = playing
        self._thought = thought
        self._agree = agree
        self._began_at = t
        self._fresh: set[Key] = set()
        """The keys of this seat that went down since then."""

    # --- what is said ------------------------------------------------------------------------------------------------

    def press(self, press: Press, t: float) -> Screen | None:
        """A hold of green agrees; a hold of red or the table key refuses; other seats are ignored."""
        is_asked = self._playing.seat(press.pair) == self.seat
        if is_asked and press.kind == "down":
            self._fresh.add(press.key)
        elif is_asked and press.kind == "hold" and press.key in self._fresh:
            self._say(t, is_agreed=press.key == "green")
            return None
        elif (press.key, press.kind) == ("table", "tap"):
            self.leave(t)
            return None
        return self

    def answer(self, reply: Reply, t: float) -> Refused | None:
        """Take an answer from the page of this seat; a refusal, or `None`."""
        if reply.moment != self.moment or reply.path or reply.sheet >= len(SAYS):
            return MEANWHILE
        self._say(t, is_agreed=reply.sheet == 0)
        return None

    def leave(self, t: float) -> None:
        """Nobody has answered in time."""
        self._say(t, is_agreed=False)

    def _say(self, t: float, *, is_agreed: bool) -> None:
        if is_agreed:
            self._agree(t)
        else:
            self._playing.notices.say(text("Not undone."), t)

    # --- what is shown -----------------------------------------------------------------------------------------------

    @property
    def whole(self) -> View:
        """Whose decision would be undone, and all that has become known since."""
        return self._with(*self._decision, text("seen since:"), *self._thought.known)

    def view(self, t: float) -> View:
        """The same question, part by part."""
        known = self._thought.known
        parts = [self._decision]
        parts += [(text("seen since:"), *known[at : at + AT_ONCE]) for at in range(0, len(known), AT_ONCE)]
        part = parts[int((t - self._began_at) / PART_S) % len(parts)]
        return replace(self._with(*part), legend=Legend(green_hold=SAYS[0], red_hold=SAYS[1]))

    @property
    def _decision(self) -> tuple[Text, ...]:
        name, what = decided(self._playing.session, self._thought.decision)
        return text("Undo: {name}", name=name), what

    def _with(self, *lines: Text) -> View:
        return View(text("Undo?"), who=self.seat, lines=lines)

    def is_over(self, t: float) -> bool:
        """Whether the time is over and nobody has agreed."""
        return t >= self._began_at + CONSENT_S

    def next_deadline(self, t: float) -> float:
        """The time of the next part, or of the end."""
        parts = int((t - self._began_at) / PART_S) + 1
        return self._began_at + min(parts * PART_S, CONSENT_S)

    def is_for(self, pair: int) -> bool:
        """Whether this seat is asked."""
        return self._playing.seat(pair) == self.seat

    def accepts_hold(self, pair: int, _key: Key, _t: float) -> bool:
        """Whether the keys belong to the asked seat."""
        return self._playing.seat(pair) == self.seat
