"""The daemon: one loop and one inbox; display, strip, buzzer and page each have a thread of their own.

Laws: only this loop touches the table; other threads put their messages into the inbox; no part can block the loop;
only this loop tells systemd that the box is alive.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import compress
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.daemon.assembly import Assembled
from companion.daemon.box import IDLE_S, Box
from companion.daemon.display import FIRST_PICTURE_S
from companion.daemon.on_trial import PARTS, WorkNote
from companion.daemon.projector import Projector
from companion.daemon.systemd import Systemd, keep_playing
from companion.players.mind import BotProcess
from companion.players.stand_in import StandIn
from companion.table.ports import Request, ShutDown
from hardware.closing import close_all
from hardware.keyboard import PRESS_S, Edge, KeyKnown
from hardware.pipe import SETTLE_S, Patience
from hardware.worker import Worker

if TYPE_CHECKING:
    from PIL import Image

    from companion.daemon.pages import EncodedPages, FromPages
    from hardware.keys import Keys

InboxItem: TypeAlias = "Edge | KeyKnown | FromPages | None"
"""An item of the inbox: an edge of a key, what a page says, that somebody came in, or `None`: time to stop."""

LEAD_S: Final = 0.01
"""How long before a key's deadline the loop begins to collect all edges, so that it meets the deadline."""
ROUNDS: Final = 3
"""How often at most it collects edges again because more have come: a noisy line never ends."""
QUIET_S: Final = 600.0
"""After this time without a press, nobody plays."""


class Live:
    """A box that runs in real time until it is told to stop."""

    def __init__(self, assembled: Assembled, screen: Worker[Image.Image] | None = None) -> None:
        """`screen`: the thread that writes on the display, if it is at work already."""
        parts, t = assembled.parts, time.monotonic()
        self._inbox: queue.SimpleQueue[InboxItem] = queue.SimpleQueue()
        self._pages: list[FromPages] = []
        """What pages said since the last look."""
        self._ahead: list[Edge] = []
        """Edges in the future: if a page's press arrived late, its release is as late."""
        self._looked_at = 0.0
        """When the levels of the keys were last checked although no edge had come."""
        self._is_stopped = False
        self._pins = assembled.pins
        self._parts = parts
        self._systemd = Systemd()
        self._works = WorkNote()
        self._stand_in = StandIn(SystemRandom(), assembled.config.keys.hold_s, BotProcess())
        self._controller = parts.twin.controller if parts.twin is not None else None
        if self._controller is not None:
            self._controller.run()
        if parts.twin is not None:
            parts.twin.tell = self._inbox.put
        self._screen = screen or Worker(parts.oled, "display")
        self._strip = Worker(Projector(parts.strip), "lights")
        self._buzzer = Worker(parts.buzzer, "sound")
        outputs = parts.outputs(self._screen, self._strip, self._buzzer, assembled.config.lights)
        self.box = Box(assembled.table, outputs, assembled.config, self._stand_in, t)
        self._palette = assembled.config.lights.colours
        self.box.step(time.monotonic())
        self.keys: Keys | None = None

    def open_keys(self) -> Keys:
        """Listen to the keys from now on, after the first picture. Raises PinsUnavailableError."""
        self._screen.flush(FIRST_PICTURE_S)  # otherwise it would compete with the loading of gpiozero
        self._parts.open_pins()
        from hardware.keys import Keys

        self.keys = Keys(self._pins, self._inbox.put)
        now = time.monotonic()
        self.box.keys_are_open(self.keys.held_at_start, now)
        self.box.step(now)
        self._systemd.ready()
        return self.keys

    def run(self) -> Request | None:
        """Play until the table requests something, or until `stop` (`None`)."""
        request = self._play()
        if request is None or isinstance(request, ShutDown):
            self._systemd.stopping()
        return request

    def _play(self) -> Request | None:
        box = self.box
        while box.table.request is None:
            t, edges = self._wait()
            for edge in edges:
                box.feed(edge)
            if self._is_stopped:
                return None
            pages, self._pages = self._pages, []
            for page in pages:
                box.on_page_message(page, t)
            box.step(t)
            self._report(t)
        return box.table.request

    def _wait(self) -> tuple[float, list[Edge]]:
        """Wait for an edge, or until something is due; returns the time to step to, and the edges that have come.

        However late this loop or a thread wakes, no deadline of a key passes before all edges are known until `LEAD_S`
        before it; edges that are still not there after `SETTLE_S` are lost, whatever holds them up.
        """
        keys_due, now = self.box.keyboard.next_deadline(), time.monotonic()
        edges, self._ahead = self._ahead, []
        wait_s = min(self.box.next_deadline(now), keys_due - LEAD_S, *(edge.at for edge in edges)) - now
        self._take(edges, min(max(wait_s, 0.0), IDLE_S))
        t = time.monotonic()
        is_close = t >= keys_due - LEAD_S
        if self.keys is not None and (edges or is_close or self._are_wrong(self.keys, t)):
            patience = Patience(SETTLE_S)
            for _ in range(ROUNDS):
                known = self.keys.settle(patience)
                if not self._take(edges) or patience.is_over:
                    break  # anything that came with them, perhaps a release, is here as well
            time.sleep(max((keys_due if is_close else t + PRESS_S) - time.monotonic(), 0.0))
            t = min(known + LEAD_S, time.monotonic())
        self._ahead = [edge for edge in edges if edge.at > t]
        return t, sorted((edge for edge in edges if edge.at <= t), key=lambda edge: edge.at)

    def _are_wrong(self, keys: Keys, t: float) -> bool:
        """Once a second: whether a key's level differs from its last edge; if no edges arrive, only this shows it."""
        is_due = t >= self._looked_at + IDLE_S
        if is_due:
            self._looked_at = t
        return is_due and keys.are_wrong

    def _take(self, edges: list[Edge], wait_s: float = 0.0) -> bool:
        """Take all that waits, since a noisy line sends edges faster than pictures are drawn; whether any came."""
        before = len(edges)
        with suppress(queue.Empty):
            first = self._inbox.get(timeout=wait_s)
            for edge in (first, *(self._inbox.get_nowait() for _ in range(self._inbox.qsize()))):
                if edge is None:
                    self._is_stopped = True
                elif isinstance(edge, KeyKnown):
                    self.box.on_key_known(edge)
                elif isinstance(edge, Edge):
                    edges.append(edge)
                else:
                    self._pages.append(edge)
        return len(edges) > before

    def is_well(self, t: float) -> bool:
        """Whether the box should not be restarted at `t`; the game is safe on disk either way.

        If this loop hangs, it does not get here, and systemd hears nothing. A thread that has ended, a worker's or the
        one that brings the keys' edges, needs a restart. If a part hangs in its driver, the table is told, and the game
        goes on without the part while people play. A restart may help, so it comes when nobody plays.
        """
        from hardware.keys import edges_arrive

        workers = self._workers
        if not edges_arrive() or not all(worker.lives for worker in workers):
            return False
        is_quiet = t - self.box.idle.touched_at >= QUIET_S
        return not (is_quiet and any(worker.hangs for worker in workers))

    @property
    def _workers(self) -> tuple[Worker[Any], ...]:
        return self._screen, self._strip, self._buzzer

    @property
    def works(self) -> tuple[str, ...]:
        """The keys and parts that work now."""
        keys = self.keys.opened if self.keys is not None else ()
        parts = not self._screen.fault, not self._strip.fault, self.box.table.is_saved
        return (*keys, *compress(PARTS, parts))

    def _report(self, t: float) -> None:
        self._works.tell(self.works)
        faults = [worker.fault for worker in self._workers if worker.fault]
        self._systemd.status("; ".join(["people join" if self.box.table.session is None else "a game is on", *faults]))
        if self.is_well(t):
            self._systemd.beat(t)
        else:
            keep_playing("")  # the silence that follows is not the game's

    def open_pages(self, words: Callable[[str], dict[str, str]]) -> EncodedPages:
        """Show the game to pages from now on."""
        from companion.daemon.pages import EncodedPages, moment

        self.box.pages = EncodedPages(moment(self.box.table, time.monotonic()), self._inbox.put, words, self._palette)
        return self.box.pages

    def stop(self) -> None:
        """End `run` soon; may be called from a signal handler or another thread."""
        self._inbox.put(None)

    def go_on_with_this_board(self) -> None:
        """Prepare to `run` again: the board that the table requested could not be saved."""
        self.box.table.go_on_with_this_board(time.monotonic())

    def good_night(self) -> None:
        """Show the last picture, which `close` leaves on the display."""
        now = time.monotonic()
        self.box.table.good_night()
        self.box.step(now)

    def close(self) -> None:
        """End all threads and darken the parts; after a request the last picture stays on the display."""
        keep_playing("")
        close_all(
            self._stand_in.close,
            *((self.keys.close,) if self.keys is not None else ()),
            partial(self._screen.close, partial(self._parts.oled.close, dark=self.box.table.request is None)),
            self._strip.close,
            self._buzzer.close,
            *((self._parts.twin.close,) if self._parts.twin is not None else ()),
        )
