"""Everybody who watches one box: each look at the box serves all of them.

Laws: the newest frame of each kind wins, so a slow client misses frames and delays nobody; a frame is sent only when it
has changed; if nobody watches, nothing runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TypeAlias

MessageKind: TypeAlias = bytes
Frames: TypeAlias = Mapping[MessageKind, bytes]
Tell: TypeAlias = Callable[[MessageKind, bytes], Awaitable[None]]


class Looker:
    """One watcher, which gets one frame after the other."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._due: dict[MessageKind, bytes] = {}
        """The frames still to be sent."""
        self._has_news = asyncio.Event()

    def see(self, new: Frames) -> None:
        """Send these frames too; they replace frames of the same kind that were not sent in time."""
        self._due.update(new)
        self._has_news.set()

    async def listen(self) -> None:
        """Wait for a new frame and send it. Raises what `tell` raises."""
        await self._has_news.wait()
        self._has_news.clear()
        while self._due:
            kind = next(iter(self._due))
            await self._tell(kind, self._due.pop(kind))


class Audience:
    """All watchers. For one event loop: no locks."""

    def __init__(self, looks: Callable[[], Iterator[Frames]], look_s: float, known: Frames | None = None) -> None:
        """`looks`: yields the frames of one look after the other; `known`: frames that every page assumes at first."""
        self._looks = looks
        self._look_s = look_s
        self._known = dict(known or {})
        self._lookers: set[Looker] = set()
        self._newest: dict[MessageKind, bytes] = {}
        self._looking: asyncio.Task[None] | None = None

    async def show(self, looker: Looker) -> None:
        """Send everything to a watcher, and then all changes. Raises what sending or looking raises."""
        looking = self._looking = self._looking or asyncio.create_task(self._look())
        looker.see(self._newest)
        self._lookers.add(looker)
        try:
            while not looking.done():
                await looker.listen()
            looking.result()
        finally:
            self._lookers.discard(looker)
            if not self._lookers:
                looking.cancel()
                self._looking, self._newest = None, {}

    async def _look(self) -> None:
        try:
            for frames in self._looks():
                self._see(frames)
                await asyncio.sleep(self._look_s)
        finally:
            self._tell_all({})

    def _see(self, frames: Frames) -> None:
        """Send what has changed."""
        known = self._known | self._newest
        new = {kind: frame for kind, frame in frames.items() if known.get(kind) != frame}
        self._newest |= new
        if new:
            self._tell_all(new)

    def _tell_all(self, new: Frames) -> None:
        for looker in self._lookers:
            looker.see(new)
