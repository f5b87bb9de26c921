"""Films of the strip, to look at: `python -m tests.companion.faces.film` makes /tmp/lights-*.png, one a moment.

One row for every tenth of a second, from top to bottom; one column for each LED, first the track, then the six seats,
then their lit keys; one film for each kind of eyes, side by side. The colours are those that the simulated controller
decodes. It also makes the picture of lit keys for the papers: three moments side by side, as most eyes see them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from msgspec.structs import replace
from PIL import Image

from companion.config import Config, LightsSettings
from companion.daemon import demo
from companion.kit.view import CueMoment
from companion.match.session import Session
from tests.companion.daemon.stepped_box import SteppedBox, config
from tests.companion.faces.eyes import EYES, Matrix, seen
from tests.papers import ROOT

STEP_S: Final = 0.1
SECONDS: Final = 6.0
WIDE: Final = 8
TALL: Final = 6
GAP: Final = 12
"""Pixels of a cell, and between eyes."""

TOLD_LONG: Final = {"RaceEnded", "Ended", "Teleported", "Captured"}
LONG_S: Final = 15.0

LIT_KEYS: Final = ROOT / "wiring" / "pictures" / "lit-keys.webp"

Row: TypeAlias = tuple[tuple[int, int, int], ...]
Until: TypeAlias = Callable[[SteppedBox], bool]


def main() -> None:
    """Each moment, then the picture for the papers."""
    cat = config("cat-royal", last_deal=100)
    films = (
        ("joining", config(), 6, lambda _: True, 0),
        ("auction-two-out", config(), 4, _out(2), 0),
        ("sold", config(), 4, _cue("sold"), 1),
        ("run", config(), 4, _cue("run"), 1),
        ("splash", config(), 4, _cue("trap"), 1),
        ("prize", config(), 4, _cue("paid"), 1),
        ("schemer", config(), 4, _phase("Scheming"), 0),
        ("podium", config(), 4, _cue("place"), 1),
        ("finish", config(), 3, _cue("win"), 1),
        ("looking-back", config(), 4, _cue("win"), -11, 29.0),
        ("hole", cat, 3, _cue("hole"), 4),
        ("captured", cat, 3, _cue("caught"), 4),
        ("goal", cat, 3, _cue("place"), 4),
    )
    for name, settings, players, until, before, *seconds in films:
        print(name, save(name, taken(settings, players, until, before, *seconds)))
    told = lit_keys()
    for name, rows in told.items():
        print(name, save(name, rows))
    beside(told.values()).save(LIT_KEYS, lossless=True)


def lit_keys() -> dict[str, list[Row]]:
    """Films of a strip that ends in the keys: people join and begin, an auction, a turn of a race."""
    lit = replace(config(), lights=LightsSettings(keys=True, count=47))
    moments = {"join": lambda _: True, "bid": _out(1), "roll": _phase("Rolling")}
    return {f"lit-keys-{name}": taken(lit, 4, until, 0) for name, until in moments.items()}


def taken(settings: Config, players: int, until: Until, before: float, seconds: float = SECONDS) -> list[Row]:
    """What the controller shows, beginning `before` seconds before the moment, until so many seconds after it."""
    with tempfile.TemporaryDirectory() as folder:
        box = SteppedBox(Path(folder), settings)
        rows: list[tuple[float, Row]] = []
        begun_at: float | None = None

        def watch() -> None:
            nonlocal begun_at
            rows.append((box.box.now, box.box.twin.controller.colours))
            begun_at = box.box.now if begun_at is None and until(box) else begun_at

        box.box.watch = watch
        for session in demo.play(box.box, players, Random(2)):
            last = session.history.done[-1].step.events if session.history.done else ()
            if {type(event).__name__ for event in last} & TOLD_LONG:
                box.box.wait(LONG_S)  # without a press: a press would skip the news
            if begun_at is not None:
                break
        if begun_at is None:
            raise AssertionError("the moment has not come")
        box.box.wait(max(begun_at + seconds - box.box.now, 0.0))
        box.pull_the_plug()
    times = [begun_at - before + nth * STEP_S for nth in range(int((before + seconds) / STEP_S))]
    return [next((row for at, row in reversed(rows) if at <= t), rows[0][1]) for t in times]


def save(name: str, rows: list[Row]) -> Path:
    """A film through all eyes, side by side."""
    path = Path(tempfile.gettempdir(), f"lights-{name}.png")
    _joined([_strip(rows, eyes) for eyes in EYES.values()]).save(path)
    return path


def beside(films: Iterable[list[Row]]) -> Image.Image:
    """Films as most eyes see them, side by side."""
    return _joined([_strip(rows, EYES["all colours"]) for rows in films])


def _strip(rows: list[Row], eyes: Matrix) -> Image.Image:
    film = Image.new("RGB", (len(rows[0]), len(rows)))
    film.putdata([_on_a_screen(seen((r / 255, g / 255, b / 255), eyes)) for r, g, b in chain(*rows)])
    return film.resize((film.width * WIDE, film.height * TALL), Image.Resampling.NEAREST)


def _joined(films: list[Image.Image]) -> Image.Image:
    wide = films[0].width + GAP
    picture = Image.new("RGB", (wide * len(films), films[0].height), (60, 60, 60))
    for nth, film in enumerate(films):
        picture.paste(film, (nth * wide, 0))
    return picture


def _on_a_screen(light: Iterable[float]) -> tuple[int, ...]:
    """Linear light as a screen needs it (about sRGB)."""
    return tuple(round(255 * part ** (1 / 2.2)) for part in light)


def _cue(moment: CueMoment) -> Until:
    def until(box: SteppedBox) -> bool:
        cue = box.box.box.table.cue
        return cue is not None and cue.moment == moment

    return until


def _out(count: int) -> Until:
    def until(box: SteppedBox) -> bool:
        return sum(seat.sits_out for seat in box.box.box.table.view(box.box.now).seats) == count

    return until


def _phase(name: str) -> Until:
    def until(box: SteppedBox) -> bool:
        session: Session[object] | None = box.box.box.table.session
        return session is not None and type(getattr(session.state, "phase", None)).__name__ == name

    return until


if __name__ == "__main__":
    main()
