"""What pages are told, made from the newest moment of the box; what pages say goes from here into the inbox.

Laws: the box's loop only stores a moment here; the web server's thread makes words of it, in a language that some page
reads; what only one seat may know is never in another page's bytes.

`language` is the reader's; empty: the table's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.daemon.pages.everybody import GameStory, shown, told
from companion.daemon.pages.moment import Moment, moment
from companion.daemon.pages.owner import drawn, owned
from companion.daemon.pages.said import CameIn, FromPages, NetworkNews, Ordered, PageMessage
from companion.daemon.pages.seat import own
from companion.daemon.pages.shape import DrawnBoard, Hello, Tongue
from companion.faces.page import VERSION
from companion.faces.palettes import PAINTS
from companion.kit.chart import Chart
from companion.kit.event import Refused
from companion.kit.seats import Seat
from companion.kit.text import speak
from companion.kit.view import Palette, View
from companion.locale import translator
from companion.match.session import Session
from companion.table.afar import PageWords, Reply
from companion.table.owning import Orders
from companion.table.screens.main_menu import OWN_WORDS
from companion.table.table import Table


class EncodedPages:
    """The newest moment in bytes, shared by all pages that may see the same and read the same language."""

    def __init__(
        self,
        first: Moment,
        say: Callable[[FromPages], None],
        words: Callable[[str], dict[str, str]],
        palette: Palette = "bright",
    ) -> None:
        self._newest = first
        self._number = 0
        self._say = say
        self._words = words
        self._palette = palette
        self._hello: dict[str, tuple[Moment, bytes]] = {}
        """For each language, the bytes that were last made in it; the same below."""
        self._table: dict[str, tuple[Moment, bytes]] = {}
        self._own: dict[tuple[int, str], tuple[Moment, Reply | None, bytes]] = {}
        """For each pair of keys and language, the bytes that were last made for one of its pages."""
        self._told: tuple[object, GameStory] = None, GameStory()
        """A game, and its log so far."""

    def look(self, table: Table[Any], t: float, *, is_asleep: bool) -> None:
        """Take the table at time `t`, if anything has changed."""
        if (now := moment(table, t, is_asleep=is_asleep)) != self._newest:
            self._newest = now
            self._number += 1

    @property
    def number(self) -> int:
        """The number of the newest moment."""
        return self._number

    @property
    def language(self) -> str:
        """The language of the table."""
        return self._newest.language

    def seat(self, pair: int) -> Seat | None:
        """The seat of this pair of keys in the game at the table; `None`: it has none."""
        pairs = self._newest.pairs
        return pairs.index(pair) + 1 if pair in pairs else None

    def word(self, place: str, language: str = "") -> str:
        """The words of pages at this place."""
        return self._words(language or self._newest.language)[place]

    # --- what they are told ------------------------------------------------------------------------------------------

    def hello(self, language: str = "") -> bytes:
        """Version, language, words, board."""
        now = self._newest
        language = language or now.language
        then, known = self._hello.get(language, (None, b""))
        if then is not None and now.view.track.spaces == then.view.track.spaces:
            return known
        board = DrawnBoard(now.rules.title, now.view.track.spaces, _chart(now) or Chart())
        languages = tuple(Tongue(code, OWN_WORDS[code][0]) for code in sorted(now.languages))
        hello = msgspec.json.encode(
            Hello(VERSION, language, self._words(language), board, languages, PAINTS[self._palette])
        )
        self._hello[language] = now, hello
        return hello

    def table(self, language: str = "") -> bytes:
        """What everybody may see."""
        now = self._newest
        language = language or now.language
        then, known = self._table.get(language, (None, b""))
        if now is then:
            return known
        table = msgspec.json.encode(shown(now, self._told_in(now.session), translator(language)))
        self._table[language] = now, table
        return table

    def own(self, pair: int, draft: Reply | None, language: str = "") -> bytes:
        """What only this seat may see and say."""
        now = self._newest
        language = language or now.language
        then, drafted, known = self._own.get((pair, language), (None, None, b""))
        draft = draft if draft is not None and draft.moment == now.count_of(pair) else None
        if now is then and draft == drafted:
            return known
        told = msgspec.json.encode(own(now, pair, draft, translator(language)))
        self._own[pair, language] = now, draft, told
        return told

    def owner(self, language: str = "") -> bytes:
        """What only the owner may see and say."""
        now = self._newest
        return msgspec.json.encode(owned(now, translator(language or now.language)))

    def board(self, values: tuple[int, ...], language: str = "") -> bytes:
        """The board as it would be with these numbers. Raises WrongUse."""
        now = self._newest
        return msgspec.json.encode(drawn(now, values, translator(language or now.language)))

    def _told_in(self, session: Session[Any] | None) -> GameStory:
        """The log, made once for each step of a game, since it is made from the whole game."""
        if session is not self._told[0]:
            self._told = session, told(session)
        return self._told[1]

    # --- what they say -----------------------------------------------------------------------------------------------

    def say(self, pair: int, words: PageWords, told: Callable[[str], None], language: str = "") -> None:
        """Put what a seat says into the inbox."""
        self._say(PageMessage(pair, words, self._aloud(told, language)))

    def order(self, order: Orders, told: Callable[[str], None], language: str = "") -> None:
        """Put an order of the owner into the inbox."""
        self._say(Ordered(order, self._aloud(told, language)))

    def came_in(self, door: int) -> None:
        """Put into the inbox that a phone came in with a code."""
        self._say(CameIn(door))

    def tell(self, news: View) -> None:
        """Put news of the pages' network into the inbox."""
        self._say(NetworkNews(news))

    def _aloud(self, told: Callable[[str], None], language: str) -> Callable[[Refused | None], None]:
        """A callback that tells why it was refused, in a sentence; empty: accepted."""
        translate = translator(language or self._newest.language)
        return lambda refused: told(speak(refused.why, translate) if refused is not None else "")


def _chart(now: Moment) -> Chart | None:
    """The chart of the board of the current or next game."""
    return now.rules.charted(now.session.state) if now.session is not None else now.rules.chart(now.choices)
