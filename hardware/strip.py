"""The lights: a strip of LEDs on a controller (WLED, Arduino) behind a serial line.

1. `show` only remembers the newest colours, so one thread may call it while another ticks. `tick` does all the work on
   the line and never waits.
2. At most 25 frames a second, at least one; a frame that was begun is finished before the next.
3. Even if a thread is late, every frame gets its time on the wire and then a rest: an Arduino reads nothing while it
   lights its LEDs.
4. A missing, unplugged or stuck controller never raises; it is tried again and given the newest colours.
5. No colour holds a byte that a controller would obey if it restarted in mid-frame.
"""

from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path

import msgspec

from hardware.adalight import clearing, encode, harmless
from hardware.errors import LineLostError
from hardware.line import BY_ID, SerialLine, find_port

RETRY_S = 0.5
"""How often a missing controller is looked for: it costs nothing, and leaves 2 of the 3 s for its greeting."""
FRAME_S = 0.04
LED_S = 50e-6
"""How long a controller may take to light one LED: 30 µs for its bits, and something for its sketch."""
KEEP_ALIVE_S = 1.0
LIVE_S = 2.5
"""After this long without a frame, WLED leaves its live mode."""
GREETING_S = 2.0
"""How long an Arduino may take to report: opening the port resets it."""
STUCK_S = 3.0
"""A controller that takes no bytes for this long is opened again."""
STILL_S = 0.5
"""At the end, a controller that has taken no bytes for this long is not waited for."""

_POLL_S = 0.02  # while waiting for a greeting, or for bytes to pass through the line
_BITS_A_BYTE = 10  # on the wire, with start and stop bit


class _Session(msgspec.Struct):
    """What is known of the controller while its line is open."""

    line: SerialLine
    ready_at: float
    """When frames may be sent, even if no greeting has come."""
    moved_at: float
    """The last time at which bytes moved on, or none were waiting."""
    left: int = 0
    """Bytes that were not on the wire yet at the last look."""
    free_at: float = inf
    """When the next frame may follow what was sent last; infinity: the line has not taken all of that yet."""
    heard: bytes = b""
    sent: bytes | None = None
    sent_at: float = -inf
    """The earliest time at which that frame can have begun."""
    before_at: float = -inf
    """The same for the frame before it."""


class Strip:
    """One strip of `count` LEDs. `port=None`: the only one in `folder`, looked for at each attempt.

    `clock` tells the time after a write, if a thread may be late; without it a tick takes no time.
    """

    fault: str | None = None
    """What is wrong with the lights and what to do, in one sentence; `None`: nothing."""
    controller: str | None = None
    """What the controller last said it is, such as `WLED 2410000`; `None`: nothing yet."""

    def __init__(
        self,
        port: str | None,
        count: int,
        baud: int = 115200,
        folder: Path = BY_ID,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._port = port
        self._folder = folder
        self._count = count
        self._baud = baud
        self._clock = clock
        self._wire_s = (3 * count + 6) * _BITS_A_BYTE / baud
        # The rest also keeps the kernel's buffer empty, so that the newest colours are the next on the wire.
        self._rest_s = max(FRAME_S - self._wire_s, 0.25 * self._wire_s, count * LED_S)
        self._wanted = bytes(3 * count)
        self._session: _Session | None = None
        self._retry_at = -inf
        self._ticked_at = -inf

    def show(self, colours: bytes) -> None:
        """Show these colours, R G B for each LED; the newest wins. Raises `ValueError` for another count."""
        if len(colours) != 3 * self._count:
            raise ValueError(f"expected 3 bytes for each of {self._count} LEDs, got {len(colours)}")
        self._wanted = harmless(colours)

    def tick(self, t: float) -> None:
        """Do all work on the line that is due at `t`, seconds, monotonic. Never raises for what a controller does."""
        self._ticked_at = t
        if self._session is None and t < self._retry_at:
            return
        try:
            if self._session is None:
                self._open(t)
            else:
                self._serve(self._session, t)
        except LineLostError as error:
            self._lose(t, str(error))

    def next_deadline(self) -> float:
        """When `tick` next has work to do; minus infinity: at once."""
        if self._session is None:
            return self._retry_at
        if self._session.left or self._ticked_at < self._session.ready_at:
            return self._ticked_at + _POLL_S
        return self._frame_due(self._session)

    def close(self) -> None:
        """Darken the strip, as far as the controller listens, and close the port."""
        if (session := self._session) is not None:
            with suppress(LineLostError):
                # Meaningless bytes come first: there is no time to wait for a controller that is just lighting a frame.
                session.line.send(clearing(self._count) + encode(bytes(3 * self._count)))
            session.line.close(drop=self._ticked_at - session.moved_at >= STILL_S)
            self._session = None

    def _open(self, t: float) -> None:
        line = SerialLine(find_port(self._port, self._folder), self._baud)
        self._session = _Session(line, ready_at=t + GREETING_S, moved_at=t)
        # First, an unfinished frame is ended; `v` asks WLED for its name.
        self._push(self._session, t, clearing(self._count) + b"v")

    def _serve(self, session: _Session, t: float) -> None:
        self._listen(session, t)
        self._push(session, t)
        if t - session.moved_at >= STUCK_S:
            raise LineLostError("the controller takes no data; unplug it and plug it in again")
        if session.left or t < session.ready_at:
            return
        self.fault = None
        if t >= self._frame_due(session):
            self._send_frame(session, t)

    def _push(self, session: _Session, t: float, data: bytes = b"") -> None:
        """Send what is kept and then `data`, and look how far all bytes have come."""
        line, before = session.line, session.left
        line.send(data)
        session.left = line.unsent + line.queued
        after = t if self._clock is None else self._clock()
        if session.left < before or not session.left:
            session.moved_at = after
        if line.unsent:
            session.free_at = inf
        elif data or session.free_at == inf:
            session.free_at = after + self._wire_s + self._rest_s
        elif session.left:
            session.free_at = max(session.free_at, after + self._rest_s)  # for a line that is slower than its baud rate

    def _listen(self, session: _Session, t: float) -> None:
        *lines, rest = (session.heard + session.line.receive()).split(b"\n")
        session.heard = rest[-64:]
        for words in lines:
            if words.startswith((b"Ada", b"WLED")):
                self.controller = words.decode("ascii", "replace").strip()
                # Perhaps it greets because it has restarted: then it does not know what was sent.
                session.ready_at, session.sent, session.sent_at = t, None, -inf

    def _frame_due(self, session: _Session) -> float:
        # WLED blanks the first frame of its live mode, so it gets that frame twice.
        was_blanked = session.free_at - session.before_at >= LIVE_S
        if was_blanked or self._wanted != session.sent:
            return session.free_at
        return max(session.free_at, session.sent_at + KEEP_ALIVE_S)

    def _send_frame(self, session: _Session, t: float) -> None:
        session.before_at, session.sent_at = session.sent_at, t
        session.sent = self._wanted
        self._push(session, t, encode(session.sent))

    def _lose(self, t: float, reason: str) -> None:
        if self._session is not None:
            self._session.line.close(drop=True)
            self._session = None
        self.fault = f"lights: {reason}"
        self._retry_at = t + RETRY_S
