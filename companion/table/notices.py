"""What stands on the screen for a while: news one after another, a notice below the question, a page being leafed to.

Laws: everything here goes away by itself or with the next press, and nothing is lost with it; lights and sound have the
cue of an event when its screen comes up.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.kit.text import Text
from companion.kit.view import Cue, View

NEWS_S: Final = 1.8
"""How long a number is shown."""
LIST_S: Final = 4.0
"""How long a list is shown."""
NOTICE_S: Final = 2.0
PAGE_S: Final = 6.0


class Told(NamedTuple):
    """Something that has happened: its screen, and what lights and sound make of it."""

    screen: View | None
    cue: Cue | None

    @property
    def stands_s(self) -> float:
        """How long its screen is shown."""
        if self.screen is None:
            return 0.0
        return NEWS_S if self.screen.number else LIST_S


class Notices:
    """What is to be shown before the question, or below it."""

    def __init__(self) -> None:
        self._news: list[Told] = []
        self._news_until = 0.0
        self._notice: tuple[Text, float] | None = None
        self._page: tuple[int, float] | None = None
        self.cue: Cue | None = None
        """The latest that has been given."""

    @property
    def news(self) -> View | None:
        """The screen that comes before the question."""
        return self._news[0].screen if self._news else None

    @property
    def notice(self) -> Text | None:
        """The sentence below the question."""
        return self._notice[0] if self._notice else None

    @property
    def page(self) -> int | None:
        """The page leafed to, counted from 0."""
        return self._page[0] if self._page else None

    @property
    def next_deadline(self) -> float | None:
        """When something here goes away next."""
        news = [self._news_until] if self._news else []
        rest = [until for _, until in filter(None, (self._notice, self._page))]
        return min(news + rest, default=None)

    def tell(self, screen: View | None, t: float, cue: Cue | None = None) -> None:
        """Show a screen after those already waiting, and give its cue when it comes up."""
        if screen is None and cue is None:
            return
        self._news.append(Told(screen, cue))
        if len(self._news) == 1:
            self._come_up(t)
        self.tick(t)

    def say(self, notice: Text, t: float) -> None:
        """Let a sentence stand below the question, long enough to be read after the news."""
        waiting = self._news_until - t + sum(told.stands_s for told in self._news[1:]) if self._news else 0.0
        self._notice = (notice, t + waiting + NOTICE_S)

    def turn_page(self, pages: int, t: float) -> None:
        """To the next of `pages`; after the last one back to the game."""
        page = self._page[0] + 1 if self._page else 0
        self._page = (page, t + PAGE_S) if page < pages else None

    def skip_news(self) -> None:
        """Somebody goes on playing."""
        self._news.clear()

    def close_page(self) -> None:
        """Somebody wants to see the game."""
        self._page = None

    def tick(self, t: float) -> None:
        """Take away what has been shown long enough."""
        while self._news and t >= self._news_until:
            self._news.pop(0)
            self._come_up(self._news_until)
        if self._page and t >= self._page[1]:
            self._page = None
        if self._notice and t >= self._notice[1]:
            self._notice = None

    def _come_up(self, t: float) -> None:
        """The first of what waits is shown from now on."""
        if self._news:
            self._news_until = t + self._news[0].stands_s
            if (cue := self._news[0].cue) is not None:
                self.cue = replace(cue, nth=self.cue.nth + 1 if self.cue is not None else 1)
