"""A whole twin in stepped time for tests: real drivers over simulated pins, bus and pty, and a journal on disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from PIL import Image

from companion.config import Config, GameSettings
from companion.daemon import demo
from companion.daemon.demo import HOLD_S, TAP_S, press, read, stepped_twin
from companion.faces import oled
from companion.faces.drift import due
from companion.journal.journal import Journal
from companion.kit.question import Question
from companion.kit.rules import Rules
from companion.kit.text import Text
from companion.kit.view import View
from companion.locale import translator
from companion.match.history import Entry, NewGame
from companion.match.session import Session
from companion.testing.whole_games import SEED
from companion.web.frames import seen
from hardware.adalight import harmless
from tests.companion.table.at_the_table import MOST_ROWS, is_group

NAMES = ("Hans", "Pia", "Werner", "Claudia")
RESTED_S = 30.0
"""After this long no news, notice or page is on the screen any more."""


def config(name: str | None = "galopp-royal", names: tuple[str, ...] = NAMES, **settings: object) -> Config:
    """Settings with these keys under [game], for people who know the box."""
    return msgspec.structs.replace(Config(), game=GameSettings(name, names, settings), explains=False)


def seeds(number: int) -> Callable[[], str]:
    """Secret seeds that are the same in every run."""
    rng = Random(number)
    return lambda: rng.randbytes(32).hex()


class SteppedBox:
    """A stepped twin with its journal in a folder."""

    def __init__(self, folder: Path, settings: Config | None = None, seed: int = 1) -> None:
        self.folder = folder
        self.settings = settings or config()
        self.journal = Journal(folder)
        self.box = stepped_twin(self.settings, self.journal, seeds(seed))
        self._lit: deque[tuple[float, bytes]] = deque([(0.0, self.box.box._lights.colours(0.0))], maxlen=400)
        self._spy_on_the_lights()

    def start(self, players: int) -> None:
        """All players join; the first one holds to start."""
        for pair in range(1, players + 1):
            self.tap(f"green{pair}")
        self.hold("green1")

    def tap(self, *keys: str) -> None:
        """One tap after another, by people who read the news."""
        for key in keys:
            read(self.box)
            press(self.box, key, TAP_S)

    def hold(self, *keys: str) -> None:
        """One hold after another, by people who read the news."""
        for key in keys:
            read(self.box)
            press(self.box, key, HOLD_S)

    def choose(self, row: Text) -> None:
        """Open the menu, go to this row and choose it."""
        press(self.box, "table", 5.2)
        while row not in self._view.lines or is_group(self._view):
            if is_group(self._view):
                self.hold("green2")
                for _ in range(MOST_ROWS):
                    if row in self._view.lines:
                        break
                    self.tap("green2")
                else:
                    self.hold("red2")
            if row not in self._view.lines or is_group(self._view):
                self.tap("green2")
        self.hold("green2")

    @property
    def _view(self) -> View:
        return self.box.box.table.view(self.box.now)

    def play(self, players: int, rng: Random, questions: int, until: str | None = None) -> None:
        """Bots answer this many questions of a new game, and more until the game is in the phase `until`."""
        for count, session in enumerate(demo.play(self.box, players, rng)):
            if count >= questions and until in (None, type(session.state.phase).__name__):
                return

    @property
    def session(self) -> Session[Any]:
        """The game being played."""
        session = self.box.box.table.session
        assert session is not None
        return session

    @property
    def asked(self) -> Question:
        """What is asked now."""
        question = self.session.question
        assert question is not None
        return question

    def joined(self) -> tuple[int, ...]:
        """The pairs of keys of the players."""
        return self.box.box.table.joined

    def picture(self) -> Image.Image:
        """What the simulated display shows."""
        return self.box.twin.chip.picture()

    def expected_picture(self) -> Image.Image:
        """What the display should show."""
        box = self.box.box
        if box.idle.light(self.box.now) == "dark":
            return Image.new("1", (128, 64))
        return oled.draw(box.table.view(self.box.now), translator(box.table.language), due(self.box.now))

    def screen(self) -> bytes:
        """What the display shows, without this minute's shift: the same view always gives the same bytes."""
        assert self.picture().tobytes() == self.expected_picture().tobytes()
        box = self.box.box
        return oled.draw(box.table.view(self.box.now), translator(box.table.language)).tobytes()

    def lights_are_right(self) -> bool:
        """Whether the controller shows one of the frames of the last tenth of a second: a pulse never stands still."""
        recent = [colours for at, colours in self._lit if at >= self.box.now - 0.1]
        return self.box.twin.colours() in map(harmless, [*recent, self._lit[-1][1]])

    def _spy_on_the_lights(self) -> None:
        strip, show = self.box.parts.strip, self.box.parts.strip.show

        def spy(colours: bytes) -> None:
            self._lit.append((self.box.now, colours))
            show(colours)

        strip.show = spy  # type: ignore[method-assign]  # the strip stays the one that the parts opened

    def pull_the_plug(self) -> None:
        """The box loses its power: everything that is only in memory is lost."""
        self.box._keys.close()  # else gpiozero would remember them, and with them this box
        self.box.twin.close()
        self.box.parts.strip.close()
        self.journal.shut()


def resumed(
    folder: Path, rules: Rules[Any], start: object, pairs: tuple[int, ...], steps: Sequence[Entry] = ()
) -> SteppedBox:
    """A box switched on with such a game in its journal, some time later."""
    journal = Journal(folder)
    journal.begin(NewGame(rules.name, rules.header(start), SEED, pairs))
    for step in steps:
        journal.append(step)
    journal.shut()
    box = SteppedBox(folder, config(rules.name))
    box.box.wait(RESTED_S)
    return box


def sent(box: SteppedBox) -> tuple[bytes, dict[bytes, bytes]]:
    """All that a browser is ever sent: the layout, and display, brightness and lights at the far ends of the wires."""
    return msgspec.json.encode(box.box.twin.layout()), seen(box.box.twin)
