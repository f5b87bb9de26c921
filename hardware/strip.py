"""The lights: a strip of LEDs on a controller (WLED, Arduino) behind a serial line.

1. `show` only remembers the newest colours, so one thread may call it while another ticks. `tick` does all the work on
   the line and never waits.
2. At most 25 frames a second, at least one; a frame that was begun is finished before the next.
3. A missing, unplugged or stuck controller never raises; it is tried again and given the newest colours.
4. No colour holds a byte that a controller which has restarted in the middle of a frame would obey.
"""

from contextlib import suppress
from math import inf
from pathlib import Path

import msgspec

from hardware.adalight import clearing, encode, harmless
from hardware.line import BY_ID, Line, LineLostError, find_port

RETRY_S = 0.5
"""How often a missing controller is looked for: so seldom costs nothing, so often leaves 2 s of 3 to its greeting."""
FRAME_S = 0.04
KEEP_ALIVE_S = 1.0
LIVE_S = 2.5
"""Without a frame for so long, WLED leaves its live mode."""
GREETING_S = 2.0
"""How long an Arduino, which opening the port resets, may take to say that it is there."""
STUCK_S = 3.0
"""A controller that takes nothing for so long is opened again."""

_POLL_S = 0.02  # while a greeting, or room for the rest of a frame, is awaited
_BITS_A_BYTE = 10  # on the wire, with start and stop bit


class _Session(msgspec.Struct):
    """What is known of the controller for as long as its line lasts."""

    line: Line
    ready_at: float
    """When frames may be sent, at the latest."""
    moved_at: float
    """When the line last took something, or had nothing to take."""
    heard: bytes = b""
    sent: bytes | None = None
    sent_at: float = -inf
    repeat: bool = False


class Strip:
    """One strip of `count` LEDs. `port=None`: the only one in `folder`, looked for at each attempt."""

    fault: str | None = None
    """What is wrong with the lights and what to do, in one sentence; `None`: nothing."""
    controller: str | None = None
    """What the controller last said it is, such as `WLED 2410000`; `None`: nothing yet."""

    def __init__(self, port: str | None, count: int, baud: int = 115200, folder: Path = BY_ID) -> None:
        self._port = port
        self._folder = folder
        self._count = count
        self._baud = baud
        # A gap after each frame keeps the kernel's buffer empty, so that the newest colours are the next on the wire.
        self._frame_s = max(FRAME_S, 1.25 * (3 * count + 6) * _BITS_A_BYTE / baud)
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
            self._serve(self._session or self._open(t), t)
        except LineLostError as error:
            self._lose(t, str(error))

    def next_deadline(self) -> float:
        """When `tick` next has work to do; minus infinity: at once."""
        if self._session is None:
            return self._retry_at
        if self._session.line.unsent or self._ticked_at < self._session.ready_at:
            return self._ticked_at + _POLL_S
        return self._frame_due(self._session)

    def close(self) -> None:
        """Darken the strip, as far as the controller listens, and close the port."""
        if self._session is not None:
            with suppress(LineLostError):
                self._session.line.send(encode(bytes(3 * self._count)))
            self._session.line.close()
            self._session = None

    def _open(self, t: float) -> _Session:
        line = Line(find_port(self._port, self._folder), self._baud)
        self._session = _Session(line, ready_at=t + GREETING_S, moved_at=t)
        # Whatever was cut off in the middle of a frame is ended first; `v` asks WLED for its name.
        line.send(clearing(self._count) + b"v")
        return self._session

    def _serve(self, session: _Session, t: float) -> None:
        self._listen(session, t)
        line = session.line
        if line.send() or not line.unsent:
            session.moved_at = t
        if t - session.moved_at >= STUCK_S:
            raise LineLostError("the controller takes no data; unplug it and plug it in again")
        if line.unsent or t < session.ready_at:
            return
        self.fault = None
        if t >= self._frame_due(session):
            self._send_frame(session, t)

    def _listen(self, session: _Session, t: float) -> None:
        *lines, rest = (session.heard + session.line.receive()).split(b"\n")
        session.heard = rest[-64:]
        for words in lines:
            if words.startswith((b"Ada", b"WLED")):
                self.controller = words.decode("ascii", "replace").strip()
                # It may say so because it has restarted: then it knows nothing of what was sent.
                session.ready_at, session.sent, session.sent_at = t, None, -inf

    def _frame_due(self, session: _Session) -> float:
        changed = session.repeat or self._wanted != session.sent
        return session.sent_at + (self._frame_s if changed else KEEP_ALIVE_S)

    def _send_frame(self, session: _Session, t: float) -> None:
        # WLED blanks the first frame of its live mode: it gets that one twice.
        session.repeat = t - session.sent_at >= LIVE_S
        session.sent = self._wanted
        session.sent_at = t
        session.line.send(encode(session.sent))

    def _lose(self, t: float, reason: str) -> None:
        if self._session is not None:
            self._session.line.close()
            self._session = None
        self.fault = f"lights: {reason}"
        self._retry_at = t + RETRY_S
