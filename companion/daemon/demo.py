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
from companion.daemon import assembly, owner
from companion.daemon.page import TwinPage
from companion.daemon.parts import twin_parts
from companion.daemon.stepped import Stepped
from companion.games import find_rules
from companion.journal.journal import Journal
from companion.kit.setup import ALL_PAIRS
from companion.kit.text import speak
from companion.match import record
from companion.match.session import Session
from companion.players.fingers import Gesture, turn

TAP_S: Final = 0.08
HOLD_S: Final = 0.7
LONG_S: Final = 2.1
PRESS_S: Final[dict[Gesture, float]] = {"tap": TAP_S, "hold": HOLD_S, "long hold": LONG_S, "reach": HOLD_S}
PAUSE_S: Final = 0.06
LOOK_S: Final = 0.3
"""How long a bot looks at a question before it answers."""


class Arguments(Protocol):
    """What the command line asks of a demo."""

    game: str | None
    players: int | None
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
    rules = find_rules(arguments.game or config.game.name)
    config, players = (
        replace(owner.playing(config, rules.name), explains=False),
        owner.players(rules, arguments.players),
    )
    if arguments.rulebook is not None:
        config = owner.by_rulebook(config, rules, arguments.rulebook)
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
        for session in play(box, players, rng, rules.pairs):
            last = session
        if page is not None:
            page.stop()  # nobody presses keys of parts that go dark
    rules = last.rules
    steps = [past.step for past in last.history.done]
    text = record.write(rules, rules.read_header(rules.header(last.state)), steps)
    view = rules.view(last.state, None)
    seats = ", ".join(f"{seat.name} {seat.has}".rstrip() for seat in view.seats)
    return Told(text, f"{speak(view.title, str)}: {seats} ({len(steps)} steps, {box.now:.0f} s at the table).")


def stepped_twin(config: Config, journal: Journal, seeds: Callable[[], str], pace: float | None = None) -> Stepped:
    """A whole twin in stepped time, with the game the journal holds. Raises BadConfig, UnknownGame."""
    return Stepped(assembly.assemble(config, journal, twin_parts, seeds), pace)


def play(box: Stepped, players: int, rng: Random, pairs: tuple[int, ...] = ALL_PAIRS) -> Iterator[Session[Any]]:
    """Join, start, answer every question; gives the game before each answer, and once more when it is over."""
    joined = pairs[:players]
    for pair in joined:
        press(box, f"green{pair}", TAP_S)
    press(box, f"green{joined[0]}", HOLD_S)
    while (session := box.box.table.session) is not None:
        box.wait(LOOK_S)
        yield session
        question = session.question
        if question is None or question.seat is None:
            return
        seat, strokes = turn(session, question, rng)
        for colour, gesture in strokes:
            perform(box, f"{colour}{joined[seat - 1]}", gesture)


def perform(box: Stepped, key: str, gesture: Gesture) -> None:
    """What a finger does with a key, then rest."""
    if gesture == "let go":
        box.release(key)
    else:
        box.press(key)
        box.wait(PRESS_S[gesture])
    if gesture not in {"reach", "let go"}:
        box.release(key)
    box.wait(PAUSE_S)


def press(box: Stepped, key: str, seconds: float) -> None:
    """Hold a key for a while, then rest."""
    box.press(key)
    box.wait(seconds)
    box.release(key)
    box.wait(PAUSE_S)
