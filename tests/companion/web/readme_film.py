"""The film of the README, made by playing: `python -m tests.companion.web.readme_film` makes it anew.

A bid, a roll and a finish of one game in stepped time, as the twin's page shows them in Chromium. The game is played
twice: first to know where its moments are, then to film them.
"""

from __future__ import annotations

import tempfile
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page

from companion.daemon import demo
from tests.companion.daemon.stepped_box import SteppedBox
from tests.companion.web.readme_pictures import PICTURES, TWIN, chromium, opened, page_of, shot

FILM: Final = PICTURES / "film.webp"
SIZE: Final = 800, 500
FRAME_MS: Final = 100
CAUGHT_UP_MS: Final = 40
"""The time that the page needs to show what the box does."""
STILL_MS: Final = 1500
"""How long the last picture of a scene stays."""
WINNER_S: Final = 4.0
QUALITY: Final = 55
MOST_BYTES: Final = 3_000_000
PLAYERS: Final = 4
CHANCE: Final = 7


class Scene(NamedTuple):
    """The answers from one to another are filmed; they are counted from 0."""

    first: int
    until: int


def scenes(folder: Path) -> list[Scene]:
    """The end of the first auction, the first roll that ends under an arch, and the longest run before that."""
    told = events(folder)
    names = [[type(event).__name__ for event in each] for each in told]
    sold = next(nth for nth, each in enumerate(names) if "Sold" in each)
    finish = names.index(["Rolled", "Moved", "Finished"])
    runs = [nth for nth in range(finish) if names[nth] == ["Rolled", "Moved"]]
    run = max(runs, key=lambda nth: sum(steps for _, steps in told[nth][1].steps))
    return [Scene(sold - 3, sold), Scene(run - 1, run), Scene(finish - 1, finish)]


def events(folder: Path) -> list[list[Any]]:
    """What each answer of the game has led to, after what came before the first one."""
    box = SteppedBox(folder)
    told: list[list[Any]] = []
    done = 0
    for session in demo.play(box.box, PLAYERS, Random(CHANCE)):
        entries = session.history.done
        told.append([event for past in entries[done:] for event in past.step.events])
        done = len(entries)
    box.pull_the_plug()
    return told


class Camera:
    """Takes a picture of the page every tenth of a second of the table's time, while it runs."""

    def __init__(self, box: SteppedBox, page: Page) -> None:
        self.pictures: list[Image.Image] = []
        self.times_ms: list[int] = []
        self._box, self._page = box, page
        self._next_at: float | None = None
        box.box.watch = self._look

    def run(self) -> None:
        """Take pictures from now on."""
        self._next_at = self._box.box.now

    def stop(self) -> None:
        """Take no more pictures; the last one stays for a while."""
        self._next_at = None
        self.times_ms[-1] = STILL_MS

    def _look(self) -> None:
        if self._next_at is None or self._box.box.now < self._next_at:
            return
        self._next_at += FRAME_MS / 1000
        picture = shot(self._page, CAUGHT_UP_MS).resize(SIZE, Image.Resampling.LANCZOS)
        if self.pictures and picture.tobytes() == self.pictures[-1].tobytes():
            self.times_ms[-1] += FRAME_MS
        else:
            self.pictures.append(picture)
            self.times_ms.append(FRAME_MS)


def filmed(browser: Browser, box: SteppedBox, found: list[Scene], answers: int | None = None) -> Camera:
    """The scenes, and then the winner; or what there is after so many answers."""
    box.box.twin.shows_keys = True
    with page_of(box) as address:
        page = opened(browser, address, TWIN)
        page.wait_for_selector("body:not(.away)")
        camera = Camera(box, page)
        for nth, _ in enumerate(islice(demo.play(box.box, PLAYERS, Random(CHANCE)), answers)):
            if any(scene.until == nth for scene in found):
                camera.stop()
            if any(scene.first == nth for scene in found):
                camera.run()
        camera.run()
        box.box.wait(WINNER_S)
        camera.stop()
    return camera


def save(camera: Camera, path: Path) -> None:
    """Save the pictures as an animation that repeats for ever."""
    first, *rest = camera.pictures
    first.save(path, save_all=True, append_images=rest, duration=camera.times_ms, loop=0, quality=QUALITY, method=4)


def make(folder: Path) -> None:
    """The film; `folder`: where the games are kept meanwhile."""
    found = scenes(folder / "first")
    with chromium() as browser:
        save(filmed(browser, SteppedBox(folder / "second"), found), FILM)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as kept:
        make(Path(kept))
