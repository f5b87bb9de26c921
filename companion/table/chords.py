"""Both keys of a seat pressed as one, a chord: "say it again"; a second chord soon after: "say the board".

Laws: a key that goes down is passed on at once. While a chord is still possible, a key that is let go waits; then the
two mean nothing alone, or, if it was no chord, both are passed on as they came. A held chord stays what two holds are:
one looks or commits, one passes.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from companion.kit.view import Key, Wish
from companion.table.controls import Press

TOGETHER_S: Final = 0.15
"""Both keys go down within this time: one finger's tap and the next one's are further apart."""
LET_GO_S: Final = 0.6
"""So long after the first key went down, both are up again."""
TOLD_LATE_S: Final = 0.05
"""A key that was let go is told a little late, since its contact may have bounced."""
SOON_S: Final = 1.5
"""A chord that begins so soon after the last one is its second."""
OTHER: Final[dict[Key, Key]] = {"green": "red", "red": "green"}


class Chord(msgspec.Struct):
    """Both keys of a pair are down, or one of them is up again."""

    since: float
    """When the first key went down."""
    waiting: tuple[Press, ...] = ()
    """What has come since then and waits."""


class Chords:
    """The chords of all pairs of keys."""

    def __init__(self) -> None:
        self.wish: Wish | None = None
        """What the last chord meant; wishes are counted."""
        self._down: dict[tuple[int, Key], float] = {}
        """Since when a key is down that is not held yet."""
        self._open: dict[int, Chord] = {}
        """By pair of keys."""
        self._again: dict[int, float] = {}
        """By pair of keys, when the last chord ended that said it again."""

    def take(self, press: Press, t: float, *, may_begin: bool) -> tuple[Press, ...]:
        """The presses that the table gets at `t`, in their order; `may_begin`: both keys mean nothing else now."""
        if press.is_bots or press.key == "table":
            return (press,)
        if press.kind == "down":
            return self._pressed(press, t, may_begin=may_begin)
        self._down.pop((press.pair, press.key), None)
        chord = self._open.get(press.pair)
        if chord is None or press.kind not in {"tap", "release"} or t - chord.since > LET_GO_S:
            return (*self._given_up(press.pair), press)
        chord.waiting += (press,)
        return self._ended(press.pair, chord, t) if len(chord.waiting) == len(OTHER) else ()

    def say(self, what: Literal["again", "board"]) -> None:
        """Somebody wants to hear this."""
        self.wish = Wish(what, self.wish.nth + 1 if self.wish is not None else 1)

    def is_second(self, press: Press) -> bool:
        """Whether this press, which goes down, is the second of two that may be a chord."""
        return press.kind == "down" and press.pair in self._open

    def late(self, t: float) -> tuple[Press, ...]:
        """The presses that have waited in vain until `t`."""
        over = [pair for pair, chord in self._open.items() if chord.waiting and t >= _until(chord)]
        return tuple(press for pair in over for press in self._given_up(pair))

    def next_deadline(self) -> float | None:
        """When a press has waited long enough."""
        return min((_until(chord) for chord in self._open.values() if chord.waiting), default=None)

    def _pressed(self, press: Press, t: float, *, may_begin: bool) -> tuple[Press, ...]:
        waited = self._given_up(press.pair)
        first = self._down.get((press.pair, OTHER[press.key]))
        self._down[press.pair, press.key] = t
        if may_begin and not waited and first is not None and t - first <= TOGETHER_S:
            self._open[press.pair] = Chord(first)
        return (*waited, press)

    def _given_up(self, pair: int) -> tuple[Press, ...]:
        """It is no chord: all that waits."""
        chord = self._open.pop(pair, None)
        return chord.waiting if chord is not None else ()

    def _ended(self, pair: int, chord: Chord, t: float) -> tuple[Press, ...]:
        """It is a chord."""
        is_second = chord.since - self._again.pop(pair, float("-inf")) <= SOON_S
        if not is_second:
            self._again[pair] = t
        self.say("board" if is_second else "again")
        return tuple(replace(press, kind="both", stage=0) for press in self._given_up(pair))


def _until(chord: Chord) -> float:
    """How long a press waits for the other one."""
    return chord.since + LET_GO_S + TOLD_LATE_S
