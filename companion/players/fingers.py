"""How an answer is given with two keys: the taps and holds a person would need.

Law: found by trying the keys' own grammar (`companion.table.controls`), so it can press nothing a person could not.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from companion.kit.event import Dealing, Intent, Offering
from companion.kit.question import Amount, Cards, OneOf, Question
from companion.table import controls
from companion.table.controls import PLUS, Said

Stroke: TypeAlias = tuple[Literal["green", "red"], Literal["tap", "hold"]]

TAP: Final[list[Stroke]] = [("green", "tap")]
HOLD: Final[list[Stroke]] = [("green", "hold")]
TAP_BACK: Final[list[Stroke]] = [("red", "tap")]
PASS: Final[list[Stroke]] = [("red", "hold")]


def strokes(question: Question, wanted: Intent) -> list[Stroke]:
    """What to press to answer `question` with `wanted`, from its opening draft on."""
    if question.by_lot:
        return HOLD
    match question.form:
        case Amount(otherwise=otherwise) if wanted == otherwise:
            return PASS
        case Amount(least=least):
            amount = wanted.amount if isinstance(wanted, Offering) else least
            return TAP * (amount - least + 1) + HOLD
        case OneOf(answers):
            return _turns(answers.index(wanted), len(answers)) + HOLD
        case Cards() if isinstance(wanted, Dealing):
            return _typing(question, wanted)
        case _:
            raise AssertionError(f"{wanted!r} cannot be pressed")


def _turns(steps: int, of: int) -> list[Stroke]:
    """The shorter way round a list."""
    if steps <= of // 2:
        return TAP * steps
    return TAP_BACK * (of - steps)


def _typing(question: Question, wanted: Dealing) -> list[Stroke]:
    """Slot by slot, tapping on until the right card shows."""
    pressed: list[Stroke] = []
    shown: Said | Intent | None = controls.opening(question)
    while isinstance(shown, Dealing):
        if shown.cards[-1] == wanted.cards[len(shown.cards) - 1]:
            shown = controls.green_held(question, shown)
            pressed += HOLD
        else:
            shown = controls.tapped(question, shown, PLUS)
            pressed += TAP
    return pressed
