"""The wire between a page and the box: the newest picture out, what a seat says in.

Laws: each look at the box serves all pages that read one language, and nobody looks for a language that no page reads;
a slow page misses pictures and delays nobody; a key has few pages, which share one rate limit for everything they
choose or say; unchanged data is not sent again; a message that is not a reply changes nothing and ends the connection;
a page that only watches may say nothing; a phone whose key is no longer valid sees and says nothing more.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.table.afar import Naming, PageWords, Reply, Sitting
from companion.table.ports import OWNER
from companion.web.allowance import Allowance, Pace
from companion.web.audience import Audience, Looker
from companion.web.pages.doors import Door, Doors
from companion.web.pages.languages import language_of
from companion.web.pages.source import Source
from companion.web.talk import POLICY_VIOLATION, UNSUPPORTED_DATA, Farewell, hang_up, send, talk

FRAME_S: Final = 1 / 20
BEAT_S: Final = 4.0
"""The box sends something at least this often, since a power cut ends no connection: a page sees that it is away."""
SAYS_A_SECOND: Final = 4.0
SAYS_AT_ONCE: Final = 12.0
"""Burst of the rate limit for a seat, all its pages together; choices alone do not get beyond this wire."""
PAGES: Final = 4
"""The most pages of one key at once."""
LOOKS_A_SECOND: Final = 10.0
"""How often a second a seat's private view is made, for all its pages together."""
EXPECTED: Final = Farewell(
    UNSUPPORTED_DATA,
    'Expected {"moment": 1, "path": [0], "sheet": 0, "is_said": true}, {"name": "Bo"} or {"sits": true}.',
)
TOO_MUCH: Final = Farewell(POLICY_VIOLATION, "Too much at once: a seat says 4 things a second.")
TAKEN: Final = Farewell(4001, "Another phone has this seat.")
"""The key is no longer valid; applications may use the close codes 4000 … 4999."""
FULL: Final = Farewell(4004, f"There are {PAGES} pages with this key already: close one of them.")
NO_SEAT: Final = Farewell(4003, "Expected a phone that has a seat: say the code on the display at /s first.")
"""A seat's page connected without a valid key."""

HELLO: Final = b"hello"
TABLE: Final = b"table"
OWN: Final = b"own"
"""A seat's private view: the frame only says that the view may have changed."""
TOLD: Final = b"told"
"""The answer to what was said: why it was refused."""
BEAT: Final = b"beat"
DOORS: Final = b"doors"
"""Keys became valid or invalid; this frame is not sent to pages."""


class PageConnections:
    """All pages of one box."""

    def __init__(self, source: Source, doors: Doors) -> None:
        self._source = source
        self._doors = doors
        self._audiences: dict[str, Audience] = {}
        """By language."""
        self._shares: dict[Door, Share] = {}
        self._pages: Counter[str] = Counter()
        """The number of pages of each key."""

    async def look_on(self, socket: WebSocket) -> None:
        """Serve a page that only watches."""
        language = language_of(socket)
        await PageConnection(self._source, self._audience(language), socket, language).serve()

    async def sit(self, socket: WebSocket, key: str) -> None:
        """Serve the page of a seat if its key is valid, else tell it that it has none."""
        door = self._doors.opened_by(key)
        if door in (None, OWNER):
            await turn_away(socket, NO_SEAT)
        else:
            await self.let_in(PageConnection, socket, key, door)

    async def let_in(self, kind: type[PageConnection], socket: WebSocket, key: str, door: Door) -> None:
        """Serve a page while its key opens this door; refuse it if the key has `PAGES` pages already."""
        doors, clock, language = self._doors, asyncio.get_running_loop().time, language_of(socket)
        share = self._shares.setdefault(door, Share(clock()))
        if self._pages[key] >= PAGES:
            await turn_away(socket, FULL, _told(self._source.word("full", language)))
            return
        self._pages[key] += 1
        try:
            seat = SeatPage(door, share, lambda: doors.is_in(key, door, clock()))
            await kind(self._source, self._audience(language), socket, language, seat).serve()
        finally:
            self._pages -= Counter([key])

    def _audience(self, language: str) -> Audience:
        """All pages that read this language."""
        known = {BEAT: b"0", DOORS: b"0"}
        return self._audiences.setdefault(language, Audience(partial(self._looks, language), FRAME_S, known))

    def _looks(self, language: str) -> Iterator[dict[bytes, bytes]]:
        now, number = asyncio.get_running_loop().time, -1
        began, changes = now(), self._doors.changes
        while True:
            frames = {BEAT: b"%d" % ((now() - began) // BEAT_S), DOORS: b"%d" % (self._doors.changes - changes)}
            if self._source.number != number:
                number = self._source.number
                hello, table = self._source.hello(language), self._source.table(language)
                frames |= {HELLO: hello, TABLE: table, OWN: b"%d" % number}
            yield frames


class Share:
    """The rate limits that all pages of a door share."""

    def __init__(self, t: float) -> None:
        self.says = Allowance(SAYS_A_SECOND, SAYS_AT_ONCE, t)
        self.looks = Pace(LOOKS_A_SECOND, PAGES)


class ReplyResult(msgspec.Struct, frozen=True):
    """What a page is told when it has said something."""

    sentence: str
    """Why it was refused; empty: it counts."""


class SeatPage(msgspec.Struct, frozen=True):
    """The seat of a page."""

    pair: Door
    share: Share
    fits: Callable[[], bool]
    """Whether the page's key is still valid."""


class PageConnection:
    """One page, from its connection to its end."""

    expected: ClassVar[Farewell] = EXPECTED
    taken: ClassVar[tuple[str, Farewell]] = "taken", TAKEN
    """If its key is no longer valid: the place of the sentence that it shows, and the close reason."""

    def __init__(
        self, source: Source, audience: Audience, socket: WebSocket, language: str, seat: SeatPage | None = None
    ) -> None:
        """`audience`: those who read this `language`; `seat`: `None` for a page that only watches."""
        self._source = source
        self._audience = audience
        self._socket = socket
        self._language = language
        self._seat = seat
        self._draft: Reply | None = None
        self._own = b""
        """The private view as last sent."""
        self._looker = Looker(self._tell)

    async def serve(self) -> None:
        """Serve the page until it has gone."""
        await talk(self._socket, lambda: self._audience.show(self._looker), self._hear)

    # --- out ---------------------------------------------------------------------------------------------------------

    async def _tell(self, kind: bytes, frame: bytes) -> None:
        """Send a frame while the page may see it. Raises WebSocketDisconnect."""
        if self._seat is not None and not self._seat.fits():
            place, farewell = self.taken
            await self._send(TOLD, _told(self._source.word(place, self._language)))
            await hang_up(self._socket, farewell)
            raise WebSocketDisconnect
        if kind == OWN:
            await self._tell_own(self._seat)
        elif kind == BEAT:
            await send(self._socket, '{"kind":"beat"}')
        elif kind != DOORS:
            await self._send(kind, frame)

    async def _tell_own(self, seat: SeatPage | None) -> None:
        """Send the private view. It is made for this page alone, so it waits for its turn and has the latest choice."""
        if seat is None:
            return
        await asyncio.sleep(seat.share.looks.take(asyncio.get_running_loop().time()))
        kind, own = self._look(seat)
        if own != self._own:
            self._own = own
            await self._send(kind, own)

    def _look(self, seat: SeatPage) -> tuple[bytes, bytes]:
        """The private view, and its kind of frame."""
        return OWN, self._source.own(seat.pair, self._draft, self._language)

    async def _send(self, kind: bytes, told: bytes) -> None:
        await send(self._socket, _framed(kind, told))

    # --- in ----------------------------------------------------------------------------------------------------------

    async def _hear(self) -> Farewell | None:
        """Read messages until the page goes away or sends a forbidden one."""
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            try:
                farewell = self._take(message.get("text") or "", self._seat)
            except (msgspec.DecodeError, RecursionError):  # msgspec's error for nesting that is too deep
                return self.expected
            if farewell is not None:
                return farewell
        return None

    def _take(self, message: str, seat: SeatPage | None) -> Farewell | None:
        """Take a message; returns the close reason if it is not allowed. Raises DecodeError, RecursionError."""
        words = _words(message)
        if seat is None:
            return self.expected
        if not seat.fits():
            return None
        if isinstance(words, Reply) and not words.is_said:
            self._choose(words)
            return None
        return self._pass_on(seat, lambda told: self._say(words, seat.pair, told))

    def _pass_on(self, seat: SeatPage, say: Callable[[Callable[[str], None]], None]) -> Farewell | None:
        """Pass a message on, within the rate limit; `say` gets a callback for the answer, to call from any thread."""
        if not seat.share.says.spend(1, asyncio.get_running_loop().time()):
            return TOO_MUCH
        loop, looker = asyncio.get_running_loop(), self._looker

        def told(sentence: str) -> None:
            with suppress(RuntimeError):  # the web server has ended before the box
                loop.call_soon_threadsafe(looker.see, {TOLD: _told(sentence)})

        say(told)
        return None

    def _choose(self, draft: Reply) -> None:
        self._draft = draft
        self._looker.see({OWN: b""})

    def _say(self, words: PageWords, pair: Door, told: Callable[[str], None]) -> None:
        if isinstance(words, Reply):
            self._draft = None
        self._source.say(pair, words, told, self._language)


_WORDS: Final[tuple[msgspec.json.Decoder[PageWords], ...]] = (
    msgspec.json.Decoder(Reply),
    msgspec.json.Decoder(Naming),
    msgspec.json.Decoder(Sitting),
)


def _words(message: str) -> PageWords:
    """What the message says. Raises DecodeError if it is none of the things that a seat may say."""
    for kind in _WORDS[:-1]:
        with suppress(msgspec.DecodeError):
            return kind.decode(message)
    return _WORDS[-1].decode(message)


def _told(sentence: str) -> bytes:
    return msgspec.json.encode(ReplyResult(sentence))


def _framed(kind: bytes, told: bytes) -> str:
    return f'{{"kind":"{kind.decode()}",{told[1:].decode()}'


async def turn_away(socket: WebSocket, why: Farewell, told: bytes | None = None) -> None:
    """Close a page of a seat or the owner that has no valid key, or is one too many; it may show why."""

    async def leave() -> Farewell:
        with suppress(WebSocketDisconnect):
            if told is not None:
                await send(socket, _framed(TOLD, told))
        return why

    await talk(socket, _nothing, leave)


async def _nothing() -> None:
    """Show nothing."""
