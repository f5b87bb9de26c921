"""What stands on the screen for a while: news one after another, sentences below the question, a page being leafed to.

Laws: what happens is told once, in order; each screen stands as long as it takes to read it, and its pieces to go their
way. Whom it concerns, whoever is asked next and the table key may take away the one that is shown, never what waits
behind it, and such a press does nothing else: nobody has seen yet what is asked. The time of news stops while something
lies over them. Sentences stand after the news. Lights and sound have the cue of an event when its screen comes up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.kit.seats import Seat
from companion.kit.text import Text, speak
from companion.kit.view import Cue, View

GLANCE_S: Final = 0.6
"""How long it takes to see that there is a number to be read."""
LIST_S: Final = 1.0
"""The same of a list."""
WORD_S: Final = 0.15
"""How long a word, or a number, takes to be read, in any language."""
SETTLED_S: Final = 0.4
"""So long a screen stands after its pieces have come to where they go."""
FRAME_S: Final = 0.1
"""How long each screen is shown of those that move."""
CUE_S: Final = 0.4
"""How long a cue has that comes without a screen, under the one before it."""
NOTICE_S: Final = 2.0
PAGE_S: Final = 6.0
OF_THE_BOX: Final = -1
"""In place of a step: it has not happened in the game, and no undo takes it back."""


class Told(NamedTuple):
    """Something that has happened: its screen, and what lights and sound make of it."""

    screen: View | None
    cue: Cue | None
    stands_s: float
    """How long the screen is shown."""
    step: int
    """Which of the game's steps it belongs to, counted from 0."""
    is_frame: bool = False
    """It is one of many that move together, and go together."""


class Said(NamedTuple):
    """A sentence below the question."""

    notice: Text
    step: int
    """As of what is told."""


class Notices:
    """What is to be shown before the question, or below it."""

    def __init__(self) -> None:
        self.is_covered = False
        """Something lies over the news: their time stands still."""
        self.cue: Cue | None = None
        """The latest that has been given."""
        self._news: list[Told] = []
        self._news_until = 0.0
        self._said: list[Said] = []
        self._said_until = 0.0
        self._page: tuple[int, float] | None = None
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
    def page(self) -> int | None:
        """The page leafed to, counted from 0."""
        return self._page[0] if self._page else None

    @property
    def next_deadline(self) -> float | None:
        """When something here goes away next."""
        news = [self._news_until] if self._news and not self.is_covered else []
        said = [self._said_until] if self._said and not self._news else []
        return min(news + said + ([self._page[1]] if self._page else []), default=None)

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
            told = Told(screen, cue, max(reading_s(screen), least_s), step)
        elif cue is not None:
            told = Told(self._news[-1].screen, cue, CUE_S, step) if self._news else Told(None, cue, 0.0, step)
        else:
            return
        self._news.append(told)
        if len(self._news) == 1:
            self._come_up(t)
            self.tick(t)

    def play(self, frames: Iterable[View], t: float, step: int) -> None:
        """Show screens that move, after those already waiting."""
        self.tick(t)
        was_empty = not self._news
        self._news += [Told(frame, None, FRAME_S, step, is_frame=True) for frame in frames]
        if was_empty:
            self._come_up(t)

    def may_skip(self, seat: Seat | None, asked: Seat | None) -> bool:
        """Whether a seat may take away what is shown, if `asked` is asked next; nobody: then anybody may."""
        return asked is None or (seat is not None and self.news is not None and seat in (asked, self.news.who))

    def skip(self, t: float) -> None:
        """What is shown has been read."""
        first = self._news[:1]
        while self._news and (self.news is first[0].screen or (self._news[0].is_frame and first[0].is_frame)):
            self._go_on(t)

    def forget(self, step: int, t: float) -> None:
        """Nothing is left to be told from this step on."""
        shown = self._news[:1]
        self._news = [told for told in self._news if told.step < step]
        self._said = [said for said in self._said if said.step < step]
        if shown != self._news[:1]:
            self._come_up(t)

    # --- sentences and pages -----------------------------------------------------------------------------------------

    def say(self, notice: Text, t: float) -> None:
        """Let a sentence of the box stand in the place of its last one, and of what is below the question now."""
        waiting = [said for said in self._said[not self._news :] if said.step != OF_THE_BOX]
        new = Said(notice, OF_THE_BOX)
        self._said = [*waiting, new] if self._news else [new, *waiting]
        self._said_until = t + NOTICE_S

    def add(self, notice: Text, t: float, step: int = OF_THE_BOX) -> None:
        """Let a sentence stand below the question, after those already waiting."""
        self._said.append(Said(notice, step))
        if len(self._said) == 1:
            self._said_until = t + NOTICE_S

    def turn_page(self, pages: int, t: float) -> None:
        """To the next of `pages`; after the last one back to the game."""
        page = self._page[0] + 1 if self._page else 0
        self._page = (page, t + PAGE_S) if page < pages else None

    def close_page(self) -> None:
        """Somebody wants to see the game."""
        self._page = None

    # --- time --------------------------------------------------------------------------------------------------------

    def tick(self, t: float) -> None:
        """Take away what has been shown long enough."""
        if self.is_covered:
            self._news_until += t - self._ticked_at
        self._ticked_at = t
        while self._news and not self.is_covered and t >= self._news_until:
            self._go_on(self._news_until)
        while self._said and not self._news and t >= self._said_until:
            self._said.pop(0)
            self._said_until += NOTICE_S
        if self._page and t >= self._page[1]:
            self._page = None

    def _go_on(self, t: float) -> None:
        self._news.pop(0)
        self._come_up(t)

    def _come_up(self, t: float) -> None:
        """The first of what waits is shown from now on."""
        if not self._news:
            self._said_until = t + NOTICE_S
            return
        self._news_until = t + self._news[0].stands_s
        if (cue := self._news[0].cue) is not None:
            self.cue = replace(cue, nth=self.cue.nth + 1 if self.cue is not None else 1)


def reading_s(screen: View, word_s: float = WORD_S) -> float:
    """How long a screen takes to be read, the name and the number among its words."""
    words = " ".join(speak(said, str) for said in (screen.title, *screen.lines)).split()
    count = len(words) + bool(screen.number) + (screen.who is not None)
    return (GLANCE_S if screen.number else LIST_S) + word_s * count
