"""One whole game played by bots that press the twin's keys like people."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import replace

from companion.config import Config
from companion.daemon import assembly
from companion.daemon.box import Box
from companion.daemon.page import TwinPage
from companion.daemon.parts import Parts, twin_parts
from companion.daemon.start import pin_map
from companion.daemon.stepped import Stepped
from companion.journal.journal import Journal
from companion.kit.text import speak
from companion.match import record
from companion.match.session import Session
from companion.players import bots
from companion.players.fingers import strokes

TAP_S: Final = 0.08
HOLD_S: Final = 0.7
PAUSE_S: Final = 0.06
LOOK_S: Final = 0.3
"""How long a bot looks at a question before it answers."""


class Arguments(Protocol):
    """What the command line asks of a demo."""

    players: int
    rulebook: str | None
    seed: int | None
    speed: float | None
    no_web: bool


class Told(msgspec.Struct, frozen=True):
    """What a demo leaves."""

    record: str
    summary: str
    """One sentence."""


def demo(config: Config, arguments: Arguments) -> Told:
    """One game of bots at a twin. Raises BadConfig, UnknownGame."""
    game = replace(config.game, rulebook=arguments.rulebook or config.game.rulebook)
    config = replace(config, game=game)
    rng = Random(arguments.seed)
    with ExitStack() as leaving:
        page = None if arguments.no_web else TwinPage(config.page.port)
        if page is not None:
            leaving.callback(page.stop)
        folder = leaving.enter_context(tempfile.TemporaryDirectory(prefix="companion-demo-"))
        journal = Journal(Path(folder))
        leaving.callback(journal.shut)
        box = stepped_twin(config, journal, lambda: rng.randbytes(assembly.SEED_BYTES).hex(), arguments.speed)
        leaving.callback(box.close)
        if page is not None:
            page.serve(box.twin)
        for session in play(box, arguments.players, rng):
            last = session
        if page is not None:
            page.stop()  # nobody presses keys of parts that go dark
    rules = last.rules
    steps = [past.step for past in last.history.done]
    text = record.write(rules, rules.read_header(rules.header(last.state)), steps)
    view = rules.view(last.state, None)
    coins = ", ".join(f"{seat.name} {seat.coins}" for seat in view.seats)
    return Told(text, f"{speak(view.title, str)}: {coins} ({len(steps)} steps, {box.now:.0f} s at the table).")


def stepped_twin(config: Config, journal: Journal, seeds: Callable[[], str], pace: float | None = None) -> Stepped:
    """A whole twin in stepped time, with the game the journal holds. Raises BadConfig, UnknownGame."""
    rules, pins = assembly.find_rules(config.game.name), pin_map()
    settled = assembly.choices(config, rules, journal.path.parent)
    desk = assembly.desk(rules, assembly.house(config, settled, journal.language, is_twin=True), journal, seeds)

    def make_box(parts: Parts) -> Box:
        return Box(desk, parts.outputs(parts.oled, parts.strip, config.lights.milliamps), config)

    return Stepped(pins, twin_parts(config, rules, settled, pins), make_box, pace)


def play(box: Stepped, players: int, rng: Random) -> Iterator[Session[Any]]:
    """Join, start, answer every question; gives the game before each answer, and once more when it is over."""
    for pair in range(1, players + 1):
        press(box, f"green{pair}", TAP_S)
    press(box, "green1", HOLD_S)
    while (session := box.box.desk.session) is not None:
        box.wait(LOOK_S)
        yield session
        question = session.question
        if question is None or question.seat is None:
            return
        for colour, gesture in strokes(question, bots.answer(question, rng)):
            press(box, f"{colour}{question.seat}", TAP_S if gesture == "tap" else HOLD_S)


def press(box: Stepped, key: str, seconds: float) -> None:
    """Hold a key for a while, then rest."""
    box.press(key)
    box.wait(seconds)
    box.release(key)
    box.wait(PAUSE_S)
