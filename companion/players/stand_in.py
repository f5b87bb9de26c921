"""A bot presses the keys of an empty seat, at the pace of people. Time is an argument.

Laws: it decides by what its seat sees and has heard (`levels`), and presses only what a person could press; it waits
for news, menus and fingers, looks again after each, and thinks meanwhile. A look at its secrets would show them to the
whole table, so it never looks and never arms a secret form.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from companion.kit.decision import addressed
from companion.kit.event import Intent
from companion.kit.question import Question
from companion.kit.view import Key
from companion.match.session import Session
from companion.players import levels
from companion.players.fingers import PASS, FingerGesture, KeyStroke, said
from companion.players.mind import BotTask, InlineBot, Mind, PublicHistory
from companion.table.controls import LONGER_S, Press, PressKind
from companion.table.screens.answering import Answering
from companion.table.table import Table

LOOK_S: Final = (1.5, 3.0)
"""The shortest and the longest time that it looks at a question."""
LOOK_AFTER_UNDO_S: Final = 6.0
"""The time after an undo, so that people can undo more."""
PAUSE_S: Final = 0.25
"""The time between two strokes."""
TAP_S: Final = 0.15
GRACE_S: Final = 0.5
"""How much longer the bot waits than a thought may take."""
AGAIN_S: Final = 0.05
"""The time between two looks for the result of a thought."""
LET_GO_S: Final = 0.5
"""How long a key stays down after its hold counts, and how long a die tumbles."""

Move: TypeAlias = tuple[float, PressKind, int]
"""A delay, then a press of this kind and stage; 0: the delay is the length of the stroke's hold."""


class StandIn:
    """The fingers of all bots at a table: one stroke at a time."""

    def __init__(self, rng: Random, hold_s: float, mind: Mind | None = None) -> None:
        """`hold_s`: seconds that a key is held to commit. `mind`: where strong bots think; `None`: here."""
        self._mind: Final[Mind] = mind or InlineBot()
        self._ears = PublicHistory()
        self._latest = 0.0
        """Until when the bot waits for a thought."""
        hold: tuple[Move, ...] = ((PAUSE_S, "down", 0), (hold_s, "hold", 1))
        self._moves: Final[dict[FingerGesture, tuple[Move, ...]]] = {
            "tap": ((PAUSE_S, "down", 0), (TAP_S, "tap", 0)),
            "hold": (*hold, (LET_GO_S, "release", 1)),
            "long hold": (*hold, (LONGER_S, "hold", 2), (LET_GO_S, "release", 2)),
            "down": ((PAUSE_S, "down", 0),),
            "run": ((PAUSE_S, "down", 0), (0.0, "release", 1)),
            "let go": ((TAP_S, "release", 1),),
        }
        self._rng = rng
        self._session: Session[Any] | None = None
        """The session for which the presses are meant."""
        self._presses: deque[tuple[float, Press]] = deque()
        """The presses to come, each with its delay after the one before."""
        self._due: float | None = None
        """When the next press is due; `None`: there is none."""
        self.is_secret = False
        """Whether the present choice is secret, or could be."""
        self._down: set[tuple[int, Key]] = set()
        """The keys that it holds down."""

    @property
    def is_pressing(self) -> bool:
        """Whether it holds a key down."""
        return bool(self._down)

    def close(self) -> None:
        """No more thoughts are needed."""
        self._mind.close()

    def next_deadline(self) -> float | None:
        """When the next press is due; `None`: only after something changes at the table."""
        return self._due

    def due(self, table: Table[Any], t: float) -> Iterator[Press]:
        """The presses that are due at `t`, one by one: pass each to the table before asking for the next one."""
        self._look(table.left_to_bots, t)
        while self._due is not None and t >= self._due:
            if not self._presses and not self._decide(table.left_to_bots, t):
                return
            _, press = self._presses.popleft()
            if press.kind == "down":
                self._down.add((press.pair, press.key))
            elif press.kind != "hold":
                self._down.discard((press.pair, press.key))
            self._due = self._due + self._presses[0][0] if self._presses else None
            yield press
            self._look(table.left_to_bots, t)

    def _look(self, game: Answering[Any] | None, t: float) -> None:
        """Continue pressing, begin again, or wait; a stroke that has begun is always finished."""
        if self._down:
            return
        if game is None:
            self._presses.clear()
            self._due = None
        elif self._due is None or game.session is not self._session:
            self._session = game.session
            self._presses.clear()
            self.is_secret = _has_secret(game)
            self._due = t + self._look_s()
            self._latest = self._due + GRACE_S
            self._think(game)

    def _think(self, game: Answering[Any]) -> None:
        """Begin to think in the other process while the bot looks at the question, if it is a bot that thinks."""
        question, bots = _asked(game), game.playing.bots
        if bots.get(question.seat or 0) == "strong":
            session, seed, seat = game.session, self._rng.getrandbits(32), question.seat or 0
            seen = session.rules.seen(session.state, seat)
            matter = BotTask(seen, self._ears.heard(session), frozenset(bots), "strong", seed, seat)
            self._mind.ask(session.rules, matter)

    def _decide(self, game: Answering[Any] | None, t: float) -> bool:
        """Decide what to press after a long enough look; whether it has decided: it may still wait for a thought."""
        if game is None or (self._mind.is_thinking() and t < self._latest):
            self._due = t + AGAIN_S
            return False
        self._presses = deque(self._meant(game))
        return True

    def _look_s(self) -> float:
        if self._session is not None and self._session.history.undone:
            return LOOK_AFTER_UNDO_S
        return self._rng.uniform(*LOOK_S)

    def _meant(self, game: Answering[Any]) -> Iterator[tuple[float, Press]]:
        """The presses of an answer, or of an aside."""
        seat, strokes = self._turn(game)
        pair = game.pairs[seat - 1]
        for stroke in strokes:
            for after_s, kind, stage in self._moves[stroke.gesture]:
                yield after_s or stroke.held_s, Press(stroke.pair or pair, stroke.key, kind, stage, is_bots=True)

    def _turn(self, game: Answering[Any]) -> tuple[int, list[KeyStroke]]:
        """The strokes of a bot's next answer; it drops an aside that somebody has interrupted."""
        top = game.left_to_bot
        if top is None or top.question.seat is None:
            raise AssertionError("nothing is left to a bot")
        if top.is_aside:
            return top.question.seat, PASS
        question = replace(top.question, armed=())
        return said(game.session, question, *self._says(game, question), top.draft)

    def _says(self, game: Answering[Any], question: Question) -> tuple[Question, Intent]:
        """The answer found by thinking, otherwise the plain answer."""
        rules, state, bots = game.session.rules, game.session.state, game.playing.bots
        level = bots.get(question.seat or 0, "simple")
        found = self._mind.answer() if level == "strong" else None
        if found is not None and question.form.refused(found) is None:
            return question, found
        aside = addressed(rules, state, found) if found is not None else None
        if found is not None and aside is not None and aside in rules.asides(state):
            return aside, found
        return levels.says("simple" if level == "strong" else level, rules, state, question, self._rng, seats=bots)


def _asked(game: Answering[Any]) -> Question:
    top = game.left_to_bot
    if top is None:
        raise AssertionError("nothing is left to a bot")
    return top.question


def _has_secret(game: Answering[Any]) -> bool:
    """Whether the question, or any aside, is secret."""
    session = game.session
    return any(question.is_secret for question in (*session.questions, *session.rules.asides(session.state)))
