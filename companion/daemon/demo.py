"""Whole games played by bots that press the twin's keys like people.

Law: news stays on the display for its time before the next press, at any pace; it is skipped only if nobody watches.
"""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import replace

from companion.config import Config
from companion.daemon import assembly, owner
from companion.daemon.page import TwinPage
from companion.daemon.parts import twin_parts
from companion.daemon.stepped import Stepped
from companion.games import came_with, find_rules
from companion.journal.journal import Journal
from companion.kit.policy import Bots
from companion.kit.rules import Rules
from companion.kit.setup import ALL_PAIRS
from companion.kit.text import speak
from companion.match import record
from companion.match.session import Session
from companion.match.stints import HandOver
from companion.players.fingers import FingerGesture, KeyStroke, turn
from hardware.closing import close_all

TAP_S: Final = 0.08
HOLD_S: Final = 0.7
LONG_S: Final = 2.1
PRESS_S: Final[dict[FingerGesture, float]] = {"tap": TAP_S, "hold": HOLD_S, "long hold": LONG_S, "reach": HOLD_S}
PAUSE_S: Final = 0.06
LOOK_S: Final = 0.3
"""How long a bot looks at a question before it answers."""
WINNER_S: Final = 10.0
"""How long a winner stays on the display before the next game."""


class DemoArguments(Protocol):
    """The arguments of the command line for a demo."""

    game: str | None
    players: int | None
    rulebook: str | None
    seed: int | None
    speed: float | None
    loop: bool
    no_web: bool


class DemoResult(msgspec.Struct, frozen=True):
    """The result of a game."""

    record: str
    summary: str
    """One sentence."""
    stands: bool
    """Whether the winner stays on the display until Ctrl-C."""


def demo(
    config: Config, arguments: DemoArguments, report: Callable[[str], object] = lambda _: None
) -> Generator[DemoResult, None, None]:
    """Games of bots at a twin, one or many; yields the result of each. Raises BadConfig, UnknownGame.

    `report` is called with the progress of a game.
    The winner stays on the display for a while before the next game; after the last one, until Ctrl-C if there is a
    page.
    """
    rules = find_rules(arguments.game or config.game.name)
    config, players = settled(config, rules, arguments.rulebook), owner.players(rules, arguments.players)
    rng = Random(arguments.seed)
    with ExitStack() as leaving:
        page = None if arguments.no_web else TwinPage(config.page.port)
        if page is not None:
            leaving.callback(close_all, page.stop)
        folder = leaving.enter_context(tempfile.TemporaryDirectory(prefix="companion-demo-"))
        journal = Journal(Path(folder))
        leaving.callback(close_all, journal.shut)
        box = stepped_twin(config, journal, lambda: rng.randbytes(assembly.SEED_BYTES).hex(), arguments.speed)
        leaving.callback(close_all, box.close)
        if page is not None:
            box.twin.shows_keys = True
            page.serve(box.twin, "the game is not kept")
            leaving.callback(close_all, page.stop)  # first the page: no more presses while the parts go dark
        leaving.enter_context(ended_between_instants(box))
        joined = rules.pairs[:players]
        while arguments.loop:
            yield one_game(box, joined, rng, report, stands=False)
            box.wait(WINNER_S)
            press(box, f"green{rules.pairs[0]}", HOLD_S)  # back to joining, where all are still joined
        yield one_game(box, joined, rng, report, stands=page is not None)
        if page is not None:
            stand(box)


def settled(config: Config, rules: Rules[Any], rulebook: str | None) -> Config:
    """The settings of a demo: the display never sleeps, and nothing is explained. Raises BadConfig."""
    config = owner.playing(config, rules.name)
    if rulebook is not None:
        config = owner.by_rulebook(config, rules, rulebook)
    awake = replace(config.display, dim_after_s=0, off_after_s=0)
    return replace(config, display=awake, explains=False)


def one_game(
    box: Stepped, joined: tuple[int, ...], rng: Random, report: Callable[[str], object], *, stands: bool
) -> DemoResult:
    """A game from joining to its winner."""
    began = box.now
    for session in play(box, len(joined), rng, joined):
        last = session
        report(how_far(session))
    rules = last.rules
    steps = [past.step for past in last.history.done]
    bots: Bots = dict.fromkeys(range(1, len(joined) + 1), "simple")
    start = rules.read_header(rules.header(last.state))
    text = record.write(rules, start, steps, handed=[HandOver(0, bots)], package=came_with(rules.name))
    view = rules.view(last.state, None)
    seats = ", ".join(f"{speak(seat.name, str)} {seat.has}".rstrip() for seat in view.seats)
    took = f"{len(steps)} steps, {box.now - began:.0f} s at the table"
    return DemoResult(text, f"{speak(view.title, str)}: {seats} ({took}).", stands)


def how_far(session: Session[Any]) -> str:
    """The progress of a game, in one line."""
    stage = session.rules.progress(session.state)
    steps = f"{len(session.history.done)} steps"
    return steps if stage is None else f"{speak(stage, str)}, {steps}"


def stand(box: Stepped) -> None:
    """Leave the box as it is until Ctrl-C, so that people can look at it."""
    box.pace = 1.0
    with suppress(KeyboardInterrupt):
        while True:
            box.wait(WINNER_S)


@contextmanager
def ended_between_instants(box: Stepped) -> Iterator[None]:
    """Delay a signal that ends the process until nothing is half done: an entry may be on its way to the disk."""

    def wait_for(handler: Callable[[int, FrameType | None], object]) -> Callable[[int, FrameType | None], object]:
        return lambda number, frame: box.call(lambda: handler(number, frame))

    found = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    before = {number: handler for number, handler in found.items() if callable(handler)}
    for number, handler in before.items():
        signal.signal(number, wait_for(handler))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def stepped_twin(config: Config, journal: Journal, seeds: Callable[[], str], pace: float | None = None) -> Stepped:
    """A whole twin in stepped time, with the game in the journal. Raises BadConfig, UnknownGame."""
    return Stepped(assembly.assemble(config, journal, twin_parts, assembly.World(seeds)), pace)


def play(box: Stepped, players: int, rng: Random, pairs: tuple[int, ...] = ALL_PAIRS) -> Iterator[Session[Any]]:
    """Join, start, answer every question; yields the game before each answer, and once more when it is over."""
    joined = pairs[:players]
    read(box)
    for pair in joined:
        if pair not in box.box.table.joined:
            press(box, f"green{pair}", TAP_S)
    press(box, f"green{joined[0]}", HOLD_S)
    while (session := box.box.table.session) is not None:
        read(box)
        box.wait(LOOK_S)
        yield session
        question = session.question
        if question is None or question.seat is None:
            return
        seat, strokes = turn(session, question, rng)
        for stroke in strokes:
            perform(box, joined[seat - 1], stroke)


def read(box: Stepped) -> None:
    """Wait until all news has been shown."""
    while box.box.table.showing.is_telling:
        box.wait(LOOK_S)


def perform(box: Stepped, pair: int, stroke: KeyStroke) -> None:
    """Do what a finger of the player at `pair` does with a key, then rest."""
    key, gesture = f"{stroke.key}{stroke.pair or pair}", stroke.gesture
    if gesture == "let go":
        box.release(key)
    else:
        box.press(key)
        box.wait(PRESS_S.get(gesture, stroke.held_s))
    if gesture not in {"reach", "down", "let go"}:
        box.release(key)
    box.wait(PAUSE_S)


def press(box: Stepped, key: str, seconds: float) -> None:
    """Hold a key for a while, then rest."""
    box.press(key)
    box.wait(seconds)
    box.release(key)
    box.wait(PAUSE_S)
