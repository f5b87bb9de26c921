"""What the screen shows for a while: news, one after another, and sentences below the question.

Laws: what happens is told once, in order; each screen stays as long as it takes to read it and to move its pieces.
The player it concerns, the player asked next and the table key may skip the shown screen, but not the ones that wait.
Such a press does nothing else, because its player has not seen the question yet. The time of news stops while something
covers them. New players read slowly: for them a screen of a new kind stays longer, if the waiting news still come in
time. Sentences follow the news. Lights and sound get the cue of an event when its screen appears.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.kit.seats import Seat
from companion.kit.text import Text, speak
from companion.kit.view import Cue, View

GLANCE_S: Final = 0.6
"""Seconds to notice that there is a number to read."""
LIST_S: Final = 1.0
"""Seconds to notice that there is a list to read."""
WORD_S: Final = 0.15
"""Seconds to read a word or a number, in any language."""
SETTLED_S: Final = 0.4
"""Seconds that a screen stays after its pieces have arrived."""
FRAME_S: Final = 0.1
"""Seconds for each screen of a moving series."""
CUE_S: Final = 0.4
"""Seconds for a cue without a screen of its own, while the screen before it stays."""
NEW_SHARE: Final = 0.5
"""By what share of its time a screen of a new kind stays longer."""
IN_TIME_S: Final = 6.0
"""News stay longer only if all waiting news together take no more than so many seconds."""
NOTICE_S: Final = 2.0
OF_THE_BOX: Final = -1
"""In place of a step: it did not happen in the game, and no undo takes it back."""


class NewsItem(NamedTuple):
    """Something that has happened: its screen, and its cue for lights and sound."""

    screen: View
    cue: Cue | None
    stands_s: float
    """Seconds that the screen is shown."""
    step: int
    """The step of the game it belongs to, counted from 0."""
    is_frame: bool = False
    """It is one screen of a moving series; the whole series is skipped together."""


class Remark(NamedTuple):
    """A sentence below the question."""

    notice: Text
    step: int
    """As for news: the step of the game it belongs to."""


class Notices:
    """All that is shown before the question, or below it."""

    def __init__(self, *, is_slow: bool = False) -> None:
        """`is_slow`: the players may never have seen the box, so they read slowly."""
        self.is_covered = False
        """Something covers the news: their time stands still."""
        self.cue: Cue | None = None
        """The latest cue given to lights and sound."""
        self._news: list[NewsItem] = []
        self._news_until = 0.0
        self._began_at = 0.0
        """When the first of the present news appeared."""
        self._is_slow = is_slow
        self._read: set[str] = set()
        """The kinds of screens that have been read, by their titles."""
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
        if screen is not None:
            told = NewsItem(screen, cue, max(reading_s(screen), least_s), step)
        elif self._news and cue is not None:
            told = NewsItem(self._news[-1].screen, cue, CUE_S, step)
        else:
            self._give(cue)
            return
        self._news.append(told)
        if len(self._news) == 1:
            self._began_at = t
            self._come_up(t)

    def play(self, frames: Iterable[View], t: float, step: int) -> None:
        """Show a moving series of screens, after those already waiting."""
        self.tick(t)
        was_empty = not self._news
        self._news += [NewsItem(frame, None, FRAME_S, step, is_frame=True) for frame in frames]
        if was_empty:
            self._come_up(t)

    def may_skip(self, seat: Seat | None, asked: Seat | None) -> bool:
        """Whether a seat may skip the shown screen, if `asked` is asked next; `None`: everybody may."""
        return asked is None or (seat is not None and self.news is not None and seat in (asked, self.news.who))

    def skip(self, t: float) -> None:
        """Skip the shown screen: it has been read."""
        first = self._news[:1]
        while self._news and (self.news is first[0].screen or (self._news[0].is_frame and first[0].is_frame)):
            self._go_on(t)

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
        self._said_until = t + NOTICE_S

    def add(self, notice: Text, t: float, step: int = OF_THE_BOX) -> None:
        """Show a sentence below the question, after those already waiting."""
        self._said.append(Remark(notice, step))
        if len(self._said) == 1:
            self._said_until = t + NOTICE_S

    # --- time --------------------------------------------------------------------------------------------------------

    def tick(self, t: float) -> None:
        """Remove what has been shown long enough."""
        if self.is_covered:
            self._news_until += t - self._ticked_at
            self._began_at += t - self._ticked_at
        self._ticked_at = t
        while self._news and not self.is_covered and t >= self._news_until:
            if (longer_s := self._longer_s()) > 0:
                self._news_until += longer_s
            else:
                self._go_on(self._news_until)
        while self._said and not self._news and t >= self._said_until:
            self._said.pop(0)
            self._said_until += NOTICE_S

    def _longer_s(self) -> float:
        """How much longer the first screen stays; computed at its end, when all waiting news are known."""
        told = self._news[0]
        if not self._is_slow or told.is_frame or told.screen.title.id in self._read:
            return 0.0
        self._read.add(told.screen.title.id)
        end = self._news_until + sum(other.stands_s for other in self._news[1:])
        return min(told.stands_s * NEW_SHARE, self._began_at + IN_TIME_S - end)

    def _go_on(self, t: float) -> None:
        self._news.pop(0)
        self._come_up(t)

    def _come_up(self, t: float) -> None:
        """Show the first waiting screen from now on."""
        if not self._news:
            self._said_until = t + NOTICE_S
            return
        self._news_until = t + self._news[0].stands_s
        self._give(self._news[0].cue)

    def _give(self, cue: Cue | None) -> None:
        """Give a cue to lights and sound, with the next number."""
        if cue is not None:
            self.cue = replace(cue, nth=self.cue.nth + 1 if self.cue is not None else 1)


def reading_s(screen: View) -> float:
    """Seconds to read a screen; the name and the number count as words."""
    words = " ".join(speak(said, str) for said in (screen.title, *screen.lines)).split()
    count = len(words) + bool(screen.number) + (screen.who is not None)
    return (GLANCE_S if screen.number else LIST_S) + WORD_S * count
