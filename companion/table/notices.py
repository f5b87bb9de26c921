"""What stands on the screen for a while: news one after another, a notice below the question, a page being leafed to.

Law: everything here goes away by itself or with the next press, and nothing is lost with it.
"""

from __future__ import annotations

from typing import Final

from companion.kit.text import Text
from companion.kit.view import View

NEWS_S: Final = 1.8
"""How long a number is shown."""
LIST_S: Final = 4.0
"""How long a list is shown."""
NOTICE_S: Final = 2.0
PAGE_S: Final = 6.0


class Notices:
    """What is to be shown before the question, or below it."""

    def __init__(self) -> None:
        self._news: list[View] = []
        self._news_until = 0.0
        self._notice: tuple[Text, float] | None = None
        self._page: tuple[int, float] | None = None

    @property
    def news(self) -> View | None:
        """The screen that comes before the question."""
        return self._news[0] if self._news else None

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

    def tell(self, screen: View, t: float) -> None:
        """Show a screen after those already waiting."""
        if not self._news:
            self._news_until = t + _reading_time(screen)
        self._news.append(screen)

    def say(self, notice: Text, t: float) -> None:
        """Let a sentence stand below the question, long enough to be read after the news."""
        waiting = self._news_until - t + sum(map(_reading_time, self._news[1:])) if self._news else 0.0
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
            self._news_until += _reading_time(self._news[0]) if self._news else 0.0
        if self._page and t >= self._page[1]:
            self._page = None
        if self._notice and t >= self._notice[1]:
            self._notice = None


def _reading_time(screen: View) -> float:
    return NEWS_S if screen.number else LIST_S
