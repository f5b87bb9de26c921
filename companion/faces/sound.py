"""The sounds of the table: hooves while a piece runs, a melody for an event, two notes for a new turn.

Laws: sounds that begin together are played one after the other, in this order; a later sound replaces the one being
played, unless that one is more important: then the later sound is dropped, never delayed. Only what everybody sees is
heard: looks at secrets, drafts and refused presses are silent. Who is asked hears it once more if nothing is seen to
happen for `NUDGE_S`. Sand that has run through is heard only if nothing else is.
"""

from __future__ import annotations

from math import inf, prod
from typing import Final, NamedTuple, TypeAlias

from companion.faces.score import NUDGE, OFFERS, SAND, SCORE, TURN, Melody, gallop
from companion.faces.trips import SeenToken, moved
from companion.kit.seats import Seat
from companion.kit.view import Cue, CueMoment, Loudness, Sand, View

PlayedNotes: TypeAlias = tuple[tuple[float | None, float, float], ...]
"""Notes for a buzzer: hertz, seconds, and the share of each wave that is high."""
Playback: TypeAlias = tuple[int, Melody]
"""A sound: its importance and its notes."""
NOTHING: Final[Playback] = (0, ())
NUDGE_S: Final = 30.0
"""After so many seconds without any change a person who is asked may not know it."""


class BuzzerVolume(NamedTuple):
    """How notes are made loud or soft on a buzzer, which has no volume."""

    sounds: float
    """The share of a note's time that sounds."""
    high: float
    """The share of each wave that is high: one half is loudest."""


TOUCHES: Final[dict[Loudness, BuzzerVolume]] = {"soft": BuzzerVolume(0.5, 0.1), "full": BuzzerVolume(0.85, 0.5)}
"""Soft: the tone itself is 10 dB weaker, as sin(π · 0.1) is to sin(π · 0.5). Its overtones are hardly weaker, so the
note is also shorter, which sounds softer to an ear."""
_RANKS: Final[dict[CueMoment, int]] = {moment: rank for rank, moment in enumerate(SCORE, 1)}


class Sound:
    """Listens to one table; `t` is in seconds of any steady clock."""

    def __init__(self) -> None:
        self._loudness: Loudness | None = None
        self._cue: Cue | None = None
        self._asked: tuple[Seat, ...] = ()
        """The seats that were asked last."""
        self._offers = 0
        """How many offers came in a row."""
        self._tokens: dict[tuple[Seat, str], SeenToken] = {}
        """By seat and piece."""
        self._rank, self._until = 0, -inf
        """The importance and the end of the sound being played."""
        self._nudge_at = inf
        self._sand: Sand | None = None
        """The sand that was seen last."""
        self._through_at = inf
        """When it has run through."""
        self._seen: View | None = None
        """What was seen last."""

    def hear(self, view: View, cue: Cue | None, loudness: Loudness, t: float) -> PlayedNotes | None:
        """The sound from `t` on, which may be silence; `None`: nothing new."""
        is_tried = self._loudness not in (None, loudness)
        if view != self._seen:
            waits = is_asking(view) and any(seat.seat in view.asked and not seat.is_bot for seat in view.seats)
            self._seen, self._nudge_at = view, t + NUDGE_S if waits else inf
        self._loudness = loudness
        parts = (self._run(view, t), self._moment(cue), self._turn(view))
        melody = tuple(note for _, part in parts for note in part)
        rank = max(rank for rank, _ in parts)
        if is_tried:
            rank, melody = 0, TURN
        elif not melody or (t < self._until and rank < self._rank):
            return None
        self._rank, self._until = rank, t + sum(note.seconds for note in melody)
        return played(melody, loudness)

    def nudge(self, t: float) -> PlayedNotes | None:
        """The sound for somebody who has been asked for long, once; `None`: not yet, or nobody is."""
        if t < self._nudge_at:
            return None
        self._nudge_at = inf
        return played(NUDGE, self._loudness or "off")

    def watch(self, sand: Sand | None, t: float) -> PlayedNotes | None:
        """The tone for sand that has just run through, once, and never louder than soft; `None`: it has not."""
        if sand != self._sand:
            self._sand, self._through_at = sand, sand.until if sand is not None and sand.until > t else inf
        if t < self._through_at:
            return None
        self._through_at = inf
        return played(SAND, "off" if self._loudness in {None, "off"} else "soft") if t >= self._until else None

    def next_deadline(self) -> float | None:
        """When somebody has been asked for long, or sand has run through."""
        due_at = min(self._nudge_at, self._through_at)
        return due_at if due_at < inf else None

    def _run(self, view: View, t: float) -> Playback:
        """The sound of the longest run that has just begun."""
        old = self._tokens
        tokens = {(token.seat, token.piece): token for token in view.track.tokens}
        self._tokens = {key: moved(old.get(key), token, view.track, t) for key, token in tokens.items()}
        begun = (
            seen.trips[0] for key, seen in self._tokens.items() if key in old and seen.trips not in ((), old[key].trips)
        )
        runs = [(len(trip.path), trip.pace) for trip in begun if len(trip.path) > 1]
        return (_RANKS["run"], gallop(*max(runs, key=prod))) if runs else NOTHING

    def _moment(self, cue: Cue | None) -> Playback:
        """The melody of what has just happened, once."""
        if cue is None or cue == self._cue:
            return NOTHING
        self._cue = cue
        if cue.moment != "out":
            self._offers = self._offers + 1 if cue.moment == "offer" else 0
        melody = OFFERS[min(self._offers, len(OFFERS)) - 1] if cue.moment == "offer" else SCORE[cue.moment]
        return _RANKS[cue.moment], melody

    def _turn(self, view: View) -> Playback:
        """The notes of a new turn, as soon as the question is shown."""
        if not is_asking(view):
            return NOTHING
        is_new, self._asked = not {*view.asked} <= {*self._asked}, view.asked
        return (0, TURN) if is_new else NOTHING


def is_asking(view: View) -> bool:
    """Whether the view is a question that ● answers."""
    keys = view.legend
    return bool(view.asked) and keys is not None and (keys.green_tap, keys.green_hold) != (None, None)


def played(melody: Melody, loudness: Loudness) -> PlayedNotes:
    """A melody in this loudness; empty if the sound is off."""
    if loudness == "off":
        return ()
    touch = TOUCHES[loudness]
    return tuple(
        part
        for hertz, seconds in melody
        for part in ((hertz, seconds * touch.sounds, touch.high), (None, seconds * (1 - touch.sounds), 0.0))
    )
