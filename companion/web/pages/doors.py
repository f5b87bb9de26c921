"""Who is let in: first with a code from the display, then with a key that only that browser has.

A door is a pair of the box's keys, 1 … 6, or the owner's, 0. To read a code, a person must be at the box.

Laws: time and chance are arguments; a code opens its door once, and for a short time; guessing is soon stopped, and
others can still come in unless too many guess together; only the newest key of a door is valid; only the hash of a key
is kept; when a new game begins, phones of this evening stay in and those of earlier evenings do not.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

import msgspec

from companion.table.ports import OWNER

Door: TypeAlias = int

DOORS: Final = range(OWNER, 7)

DIGITS: Final = 6
CODE_S: Final = 120.0
"""How long a code is valid."""
TRIES: Final = 5
"""After this many wrong codes from one address, none is accepted from it until the first is `SHUT_S` old."""
ALL_TRIES: Final = 30
"""The same for all addresses together: with many addresses, a guesser has 60 tries in a million for each code."""
SHUT_S: Final = 60.0
EVENING_S: Final = 3 * 3600.0
"""A phone that was here within this time belongs to this evening, even if it is away now."""
KEY_BYTES: Final = 16
"""128 bits."""
_KEY: Final = re.compile(rf"[0-9a-f]{{{2 * KEY_BYTES}}}")

Locks: TypeAlias = Mapping[Door, bytes]
"""The SHA-256 of the valid key, by door."""


class Entered(msgspec.Struct, frozen=True):
    """Somebody was let in."""

    door: Door
    key: str
    """Hexadecimal, for that browser only."""


class Wrong(NamedTuple):
    """A code that opened nothing."""

    at: float
    peer: str


class ShownCode(msgspec.Struct, frozen=True):
    """A code on the display."""

    code: str
    until: float


class Doors:
    """All doors of one box. Any thread may call, and none waits while another writes to the disk."""

    def __init__(
        self,
        locks: Locks | None = None,
        keep: Callable[[Locks], object] = lambda _: None,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        """`locks`: from an earlier evening; `keep` saves them after a change; `random` gives that many bytes."""
        self._locks = dict(locks or {})
        self._keep = keep
        self._random = random
        self._seen: dict[Door, float] = {}
        """When the phone of each door was last here, since the box was switched on."""
        self._codes: dict[Door, ShownCode] = {}
        self._wrong: list[Wrong] = []
        """The latest wrong codes."""
        self.changes = 0
        """How often keys became valid or invalid."""
        self._lock = Lock()
        self._keeping = Lock()

    def code(self, door: Door, t: float) -> str:
        """A new code for this door from time `t` (seconds) on; it replaces the earlier one."""
        with self._lock:
            others = {shown.code for other, shown in self._codes.items() if other != door}
            code = int.from_bytes(self._random(8)) % 10**DIGITS
            while f"{code:0{DIGITS}}" in others:
                code = (code + 1) % 10**DIGITS
            self._codes[door] = ShownCode(f"{code:0{DIGITS}}", t + CODE_S)
            return self._codes[door].code

    def enter(self, code: str, t: float, peer: str = "") -> Entered | float | None:
        """Try a code at time `t` from this address.

        Returns the seconds to wait if there were too many wrong codes; `None`: the code is wrong.
        """
        with self._lock:
            entered = self._enter(code, t, peer)
        if isinstance(entered, Entered):
            self._write()
        return entered

    def _enter(self, code: str, t: float, peer: str) -> Entered | float | None:
        self._wrong = [wrong for wrong in self._wrong if t - wrong.at < SHUT_S]
        own = [wrong for wrong in self._wrong if wrong.peer == peer]
        for tried, most in ((own, TRIES), (self._wrong, ALL_TRIES)):
            if len(tried) >= most:
                return SHUT_S - (t - tried[0].at)
        self._codes = {door: shown for door, shown in self._codes.items() if t < shown.until}
        said = code.encode(errors="replace")
        fits = [door for door, shown in self._codes.items() if hmac.compare_digest(shown.code.encode(), said)]
        if not fits:
            self._wrong.append(Wrong(t, peer))
            return None
        del self._codes[fits[0]]
        key = self._random(KEY_BYTES)
        self._locks[fits[0]] = hashlib.sha256(key).digest()
        self._seen[fits[0]] = t
        self.changes += 1
        return Entered(fits[0], key.hex())

    def opened_by(self, key: str) -> Door | None:
        """The door that this key opens."""
        if _KEY.fullmatch(key) is None:
            return None
        left = hashlib.sha256(bytes.fromhex(key)).digest()
        with self._lock:
            fits = [door for door, lock in self._locks.items() if hmac.compare_digest(lock, left)]
        return fits[0] if fits else None

    def is_in(self, key: str, door: Door, t: float) -> bool:
        """Whether this key opens that door; its phone is here at time `t`."""
        fits = self.opened_by(key) == door
        if fits:
            self._seen[door] = t
        return fits

    def begin_game(self, t: float) -> None:
        """A new game at time `t`: keys of seats become invalid if their phones are not of this evening."""
        with self._lock:
            gone = [door for door in self._locks if door != OWNER and not self._is_of_this_evening(door, t)]
            for door in gone:
                del self._locks[door]
            self.changes += len(gone)
        if gone:
            self._write()

    def _is_of_this_evening(self, door: Door, t: float) -> bool:
        seen = self._seen.get(door)
        return seen is not None and t - seen <= EVENING_S

    def shut(self) -> None:
        """Make all codes and keys invalid."""
        with self._lock:
            self._codes.clear()
            self._locks.clear()
            self.changes += 1
        self._write()

    def _write(self) -> None:
        """Save the locks as they are now, even if another thread has changed them since."""
        with self._keeping:
            with self._lock:
                locks = dict(self._locks)
            self._keep(locks)
