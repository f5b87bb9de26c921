"""What the screen shows for a while: news, one after another, and sentences below the question.

Laws: what happens is told once, in order. A screen alone stays as long as its letters take to read. The screens of one
turn share a short time: one with a number, which is seen at a glance, gives way to it; a list and moving pieces do not.
The player it concerns, the players asked next and the table key may skip the shown screen, but not the ones that wait.
Such a press does nothing else, because its player has not seen the question yet. The time of news stops while something
covers them. Sentences follow the news. Lights and sound get the cue of an event when its screen appears.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from math import inf
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.kit.seats import Seat
from companion.kit.text import Text, speak
from companion.kit.view import Cue, View

GLANCE_S: Final = 0.9
"""Seconds to notice a screen, and to take in its number."""
LETTER_S: Final = 0.05
"""Seconds to read a letter or a digit, in the language of the table."""
TURN_S: Final = 2.5
"""Seconds that the screens of one turn share, unless the longest of them alone takes more."""
SHORT_TURN_S: Final = 1.5
"""The same, once people have shown that they read faster."""
SKIPS: Final = 10
"""After so many skipped screens in a row, turns are short until the box is switched off."""
SETTLED_S: Final = 0.4
"""Seconds that a screen stays after its pieces have arrived."""
FRAME_S: Final = 0.1
"""Seconds for each screen of a moving series."""
CUE_S: Final = 0.4
"""Seconds for a cue without a screen of its own, while the screen before it stays."""
NOTICE_S: Final = 2.0
OF_THE_BOX: Final = -1
"""The step of news that is not about the game, so no undo takes it back."""


class TurnTime:
    """The time of all news that were told at the same instant; they are told before the first of them ends."""

    def __init__(self) -> None:
        self._wanted_s = self._least_s = self._longest_s = 0.0

    def add(self, alone_s: float, least_s: float) -> None:
        """Add a screen that stays `alone_s` if it is alone, but at least `least_s` in any case."""
        self._wanted_s += alone_s
        self._least_s += least_s
        self._longest_s = max(self._longest_s, alone_s)

    def stands_s(self, alone_s: float, least_s: float, turn_s: float) -> float:
        """How long one of its screens is shown if they share `turn_s`."""
        shared_s = max(turn_s, self._longest_s)
        if self._wanted_s <= shared_s:
            return alone_s
        share = max(shared_s - self._least_s, 0.0) / (self._wanted_s - self._least_s or 1.0)
        return least_s + (alone_s - least_s) * share


class NewsItem(NamedTuple):
    """Something that has happened: its screen, and its cue for lights and sound."""

    screen: View
    cue: Cue | None
    alone_s: float
    """Seconds that the screen is shown if it is alone."""
    least_s: float
    """Seconds that it is shown in any case."""
    step: int
    """The step of the game it belongs to, counted from 0."""
    turn: TurnTime | None = None
    """What else was told with it; `None`: it is one screen of a moving series, which is skipped as a whole."""


class Remark(NamedTuple):
    """A sentence below the question."""

    notice: Text
    step: int
    """The step of the game it belongs to, as in `NewsItem.step`."""


class Notices:
    """All that is shown before the question, or below it."""

    def __init__(self, translate: Callable[[str], str] = str, stays_s: Callable[[], float] = lambda: NOTICE_S) -> None:
        """`translate` puts a message into the present language of the table; `stays_s`: how long a sentence stays."""
        self.is_covered = False
        """Something covers the news: their time stands still."""
        self.cue: Cue | None = None
        """The latest cue given to lights and sound."""
        self._translate = translate
        self._stays_s = stays_s
        self._news: list[NewsItem] = []
        self._up_at = 0.0
        """When the first of the present news appeared."""
        self._turn, self._turn_at = TurnTime(), -inf
        self._turn_s = TURN_S
        self._skips = 0
        """How many screens were skipped in a row."""
        self._said: list[Remark] = []
        self._said_until = 0.0
        self._ticked_at = 0.0

    @property
    def news(self) -> View | None:
        """The screen that comes before the question."""
        return self._news[0].screen if self._news else None

    @property
    def notice(self) -> Text | None:
        """The sentence below the question."""
        return self._said[0].notice if self._said and not self._news else None

    @property
    def next_deadline(self) -> float | None:
        """When the next screen or sentence ends."""
        news = [self._news_until] if self._news and not self.is_covered else []
        said = [self._said_until] if self._said and not self._news else []
        return min(news + said, default=None)

    # --- news --------------------------------------------------------------------------------------------------------

    def tell(
        self,
        screen: View | None,
        t: float,
        cue: Cue | None = None,
        *,
        step: int = OF_THE_BOX,
        least_s: float = 0.0,
    ) -> None:
        """Show a screen after those already waiting, for `least_s` at least, and give its cue when it comes up."""
        self.tick(t)
        if t > self._turn_at:
            self._turn, self._turn_at = TurnTime(), t
        if screen is not None:
            reading_s = GLANCE_S + LETTER_S * self._letters(screen)
            in_any_case_s = max(GLANCE_S if screen.number else reading_s, least_s)
            told = NewsItem(screen, cue, max(reading_s, least_s), in_any_case_s, step, self._turn)
        elif self._news and cue is not None:
            told = NewsItem(self._news[-1].screen, cue, CUE_S, CUE_S, step, self._turn)
        else:
            self._give(cue)
            return
        self._turn.add(told.alone_s, told.least_s)
        self._news.append(told)
        if len(self._news) == 1:
            self._come_up(t)

    def play(self, frames: Iterable[View], t: float, step: int) -> None:
        """Show a moving series of screens, after those already waiting."""
        self.tick(t)
        was_empty = not self._news
        self._news += [NewsItem(frame, None, FRAME_S, FRAME_S, step) for frame in frames]
        if was_empty:
            self._come_up(t)

    def may_skip(self, seat: Seat | None, asked: Collection[Seat]) -> bool:
        """Whether a seat may skip the shown screen, if `asked` are asked next; if nobody is, everybody may."""
        return not asked or (seat is not None and self.news is not None and seat in (*asked, self.news.who))

    def skip(self, t: float) -> None:
        """Skip the shown screen: it has been read."""
        first = self._news[:1]
        while self._news and (self.news is first[0].screen or (self._news[0].turn is first[0].turn is None)):
            self._go_on(t)
        self._skips += 1
        if self._skips >= SKIPS:
            self._turn_s = SHORT_TURN_S

    def forget(self, step: int, t: float) -> None:
        """Drop all news and sentences from this step on."""
        shown = self._news[:1]
        self._news = [told for told in self._news if told.step < step]
        self._said = [said for said in self._said if said.step < step]
        if shown != self._news[:1]:
            self._come_up(t)

    # --- sentences ---------------------------------------------------------------------------------------------------

    def say(self, notice: Text, t: float) -> None:
        """Show a sentence of the box now, in place of its last one and of the one below the question."""
        waiting = [said for said in self._said[not self._news :] if said.step != OF_THE_BOX]
        new = Remark(notice, OF_THE_BOX)
        self._said = [*waiting, new] if self._news else [new, *waiting]
        self._said_until = t + self._stays_s()

    def add(self, notice: Text, t: float, step: int = OF_THE_BOX) -> None:
        """Show a sentence below the question, after those already waiting."""
        self._said.append(Remark(notice, step))
        if len(self._said) == 1:
            self._said_until = t + self._stays_s()

    # --- time --------------------------------------------------------------------------------------------------------

    def tick(self, t: float) -> None:
        """Remove what has been shown long enough."""
        if self.is_covered:
            self._up_at += t - self._ticked_at
        self._ticked_at = t
        while self._news and not self.is_covered and t >= self._news_until:
            self._skips = 0
            self._go_on(self._news_until)
        while self._said and not self._news and t >= self._said_until:
            self._said.pop(0)
            self._said_until += self._stays_s()

    @property
    def _news_until(self) -> float:
        """When the shown screen ends."""
        first = self._news[0]
        if first.turn is None:
            return self._up_at + first.alone_s
        return self._up_at + first.turn.stands_s(first.alone_s, first.least_s, self._turn_s)

    def _letters(self, screen: View) -> int:
        """How many letters and digits a screen shows; the name of `who` is cut to few, and its colour is known."""
        shown = (screen.title, screen.caption or "", screen.number, *screen.lines)
        return sum(letter.isalnum() for said in shown for letter in speak(said, self._translate))

    def _go_on(self, t: float) -> None:
        self._news.pop(0)
        self._come_up(t)

    def _come_up(self, t: float) -> None:
        """Show the first waiting screen from now on."""
        if not self._news:
            self._said_until = t + self._stays_s()
            return
        self._up_at = t
        self._give(self._news[0].cue)

    def _give(self, cue: Cue | None) -> None:
        """Give a cue to lights and sound, with the next number."""
        if cue is not None:
            self.cue = replace(cue, nth=self.cue.nth + 1 if self.cue is not None else 1)
