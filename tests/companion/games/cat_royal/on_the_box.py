"""Whole boxes that play Cat Royal: real drivers over simulated wires, a journal on disk, and a browser's eye."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.daemon.demo import read
from companion.games.cat_royal.intents import Play
from companion.games.cat_royal.state import State
from companion.journal.journal import Journal
from companion.kit.question import OneOf
from companion.match.history import NewGame, Step
from companion.players.fingers import LET_GO, LOOK, TAP_BACK, FingerGesture, KeyStroke
from companion.table.controls import LONGER_S
from companion.testing.whole_games import SEED
from companion.web.frames import seen
from tests.companion.daemon.stepped_box import SteppedBox, config

from .other_secrets import opened, session_of
from .positions import RULES

RESTED_S = 10.0
"""After so many seconds all lights have arrived, and no news are on the screen any more."""
GAP_S = 0.1
HOLD_S: dict[FingerGesture, float] = {"tap": 0.1, "hold": 0.75, "reach": 0.75, "long hold": 0.75 + LONGER_S}


class Message(NamedTuple):
    """A message to a browser, and its time."""

    at: float
    message: bytes


class Box(SteppedBox):
    """A box; it keeps all messages that its page would get."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, config(RULES.name))
        self.sent = [Message(self.box.now, msgspec.json.encode(self.box.twin.layout()))]
        self._shown: dict[bytes, bytes] = {}
        self.box.watch = self._look
        self.box.wait(RESTED_S)

    def _look(self) -> None:
        for kind, frame in seen(self.box.twin).items():
            if self._shown.get(kind) != frame:
                self._shown[kind] = frame
                self.sent.append(Message(self.box.now, kind + frame))

    @property
    def state(self) -> State:
        """The state of the game."""
        state = self.session.state
        assert isinstance(state, State)
        return state

    @property
    def turn(self) -> int:
        """Who is asked."""
        assert self.asked.seat is not None
        return self.asked.seat

    def press(self, *strokes: tuple[int, KeyStroke]) -> None:
        """Press these keys one after the other, each with its seat, reading all news; `reach` keeps a key down."""
        for seat, stroke in strokes:
            read(self.box)
            key, gesture = f"{stroke.key}{self.joined()[seat - 1]}", stroke.gesture
            if gesture != "let go":
                self.box.press(key)
                self.box.wait(HOLD_S[gesture])
            if gesture != "reach":
                self.box.release(key)
            self.box.wait(GAP_S)

    def arm(self, cheat: int) -> None:
        """The seat on turn looks, leafs past its cards to its nth cheat, and releases green there."""
        pages = len(RULES.picks(self.state, self.turn)) + cheat
        self.press(*by(self.turn, *LOOK, *TAP_BACK * pages, *LET_GO))


def by(seat: int, *strokes: KeyStroke) -> list[tuple[int, KeyStroke]]:
    """All these strokes by one seat."""
    return [(seat, stroke) for stroke in strokes]


def kept(folder: Path, steps: Sequence[Step] = (), seats: int = 3) -> None:
    """A journal with this game."""
    journal = Journal(folder)
    journal.begin(NewGame(RULES.name, RULES.header(opened(seats)), SEED, tuple(range(1, seats + 1))))
    for step in steps:
        journal.append(step)
    journal.shut()


def resumed(folder: Path, steps: Sequence[Step] = (), seats: int = 3) -> Box:
    """A box that was switched on with this game in its journal, some time later."""
    kept(folder, steps, seats)
    return Box(folder)


def honest_slots(steps: Sequence[Step], seats: int = 3) -> list[int]:
    """The slots of the asked seat with cards that can be used honestly."""
    question = session_of(steps, seats).question
    if question is None or not isinstance(question.form, OneOf):
        return []
    return sorted({play.slot for play in question.form.answers if isinstance(play, Play) and play.slot and play.figure})
