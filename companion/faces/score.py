"""Our own melodies and when they are played: one voice, from the A below middle C to the A two octaves higher."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.kit.view import CueMoment


class Note(NamedTuple):
    """A tone, or a rest."""

    hertz: float | None
    """`None`: a rest."""
    seconds: float


Melody: TypeAlias = tuple[Note, ...]

_OCTAVE: Final = ("c", "c#", "d", "d#", "e", "f", "f#", "g", "g#", "a", "a#", "b")
_A4: Final = 440.0
HOOF_S: Final = 0.075
"""The approximate length of a beat of the gallop."""


def _step(name: str) -> int:
    """The step of the equal-tempered scale: 0 is a4."""
    return _OCTAVE.index(name[:-1]) - _OCTAVE.index("a") + len(_OCTAVE) * (int(name[-1]) - 4)


def _hertz(step: int) -> float:
    return _A4 * 2 ** (step / len(_OCTAVE))


def melody(beats: str, beat_s: float) -> Melody:
    """Notes by their names, `-` for a rest; each lasts one beat, or several as in `c#4*3`."""
    parted = (beat.partition("*") for beat in beats.split())
    return tuple(
        Note(None if name == "-" else _hertz(_step(name)), beat_s * int(beats or 1)) for name, _, beats in parted
    )


def _slide(high: str, low: str, beat_s: float) -> Melody:
    """All notes from the high one down to the low one."""
    return tuple(Note(_hertz(step), beat_s) for step in range(_step(high), _step(low) - 1, -1))


TURN: Final = melody("e4 a4", 0.09)
"""Played when the turn passes to somebody else."""
NUDGE: Final = melody("e4 a4 - e4 a4", 0.09)
"""Played when somebody has been asked for long."""
SAND: Final = melody("a4*4", 0.09)
"""Played softly when a sandglass has run through."""
OFFERS: Final = tuple(
    melody(tone, 0.12) for tone in ["c4", "d4", "e4", "f4", "g4", "a4", "b4", "c5", "d5", "e5", "f5", "g5", "a5"]
)
"""One melody for each offer in a row; later offers repeat the last one."""
HOOVES: Final = melody("a3 a3 e4 -", HOOF_S)
"""A bar of the gallop."""
SCORE: Final[dict[CueMoment, Melody]] = {
    "offer": OFFERS[0],
    "out": melody("d4 a3*2", 0.1),
    "run": (),  # the gallop is played while the run is seen
    "deal": melody("c5 a4 c5 a4 d5 b4 d5 b4 e5*2", 0.05),
    "hole": melody("g5 d#5 b4 g4 d#4 b3 - b3 d#4 g4 b4 d#5 g5", 0.06),
    "caught": melody("e5 d#5 d5 c#5*3", 0.1),
    "trap": (*_slide("a5", "a3", 0.024), *melody("- e4 - c4", 0.07)),
    "paid": melody("e5 a5*3", 0.07),
    "place": melody("c5 e5 g5*3", 0.11),
    "last": melody("g4 f4 d#4 c4*3", 0.15),
    "finish": melody("g4 c5 e5 - c5 e5 g5*3", 0.1),
    "sold": melody("a3 - a3 - c4 e4 g4 c5*3", 0.08),
    "verdict": melody("a4 - a4 - d5*2 c#5*2 d5*4", 0.1),
    "win": melody("c4 e4 g4 c5*3 - g4 c5*2 e5*2 - d5 e5 f5*2 d5*2 - e5 f5 g5*3 f5 d5 b4 c5*4", 0.1),
}
"""The melody of each moment; the most important one is last."""


def gallop(spaces: int, pace: float) -> Melody:
    """Hooves for a run: `pace` seconds for each space, with as many whole beats as fit, the same for every space."""
    beats = max(round(pace / HOOF_S), 1)
    return tuple(Note(HOOVES[beat % len(HOOVES)].hertz, pace / beats) for beat in range(spaces * beats))
