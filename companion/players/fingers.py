"""How an answer is given with two keys: the taps and holds a person would need.

Law: found by trying the keys' own grammar (`companion.table.controls`), so it can press nothing a person could not.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec.structs import replace

from companion.kit.event import Dealing, Intent, Offering
from companion.kit.question import Amount, Cards, OneOf, Question, only_answer
from companion.kit.seats import Seat
from companion.match.session import Session
from companion.players import sensible
from companion.table import controls
from companion.table.controls import PLUS, Said

S = TypeVar("S")

Gesture: TypeAlias = Literal["tap", "hold", "long hold", "reach", "let go"]
"""A long hold lasts until its second stage; what is reached is held on until it is let go."""

Stroke: TypeAlias = tuple[Literal["green", "red"], Gesture]

TAP: Final[list[Stroke]] = [("green", "tap")]
HOLD: Final[list[Stroke]] = [("green", "hold")]
TAP_BACK: Final[list[Stroke]] = [("red", "tap")]
PASS: Final[list[Stroke]] = [("red", "hold")]
LOOK: Final[list[Stroke]] = [("green", "reach")]
LET_GO: Final[list[Stroke]] = [("green", "let go")]
INTERJECT: Final[list[Stroke]] = [("red", "long hold")]


def turn(
    session: Session[S],
    question: Question,
    rng: Random,
    seats: Collection[Seat] | None = None,
    draft: Intent | None = None,
) -> tuple[Seat, list[Stroke]]:
    """Who presses what next, while `question` is asked: a bot's answer, or now and then an aside.

    `seats`: for which bots play; `None`: for all. `draft`: how far somebody has chosen; `None`: nobody has.
    """
    rules, state = session.rules, session.state
    addressed, wanted = sensible.says(rules, state, question, rng, seats)
    seat = addressed.seat
    if seat is None:
        raise AssertionError(f"the box answers by itself: {question}")
    if addressed is not question:
        return seat, aside_strokes(addressed, wanted, question.seat)
    return seat, strokes(question, wanted, may_look=bool(rules.secret(state, seat)), draft=draft)


def aside_strokes(aside: Question, wanted: Intent, asked: Seat | None) -> list[Stroke]:
    """What to press to say `wanted` aside, while the seat `asked` has chosen nothing yet."""
    if aside.seat == asked:
        return PASS + strokes(aside, wanted)
    is_said = aside.by_lot or only_answer(aside) is not None
    return INTERJECT + ([] if is_said else strokes(aside, wanted))


def strokes(question: Question, wanted: Intent, *, may_look: bool = False, draft: Intent | None = None) -> list[Stroke]:
    """What to press to answer `question` with `wanted`, from `draft` on; `None`: from its opening draft.

    `may_look`: its seat has something to look at; what it may mean in secret must be armed there first.
    """
    if question.by_lot:
        return HOLD
    if question.armed and question.form.refused(wanted) is not None:
        return _armed(question, wanted)
    match question.form:
        case Amount(otherwise=otherwise) if wanted == otherwise:
            return PASS
        case Amount(least=least):
            amount = wanted.amount if isinstance(wanted, Offering) else least
            offered = draft.amount if isinstance(draft, Offering) else least - 1
            return (TAP * (amount - offered) or TAP_BACK * (offered - amount)) + HOLD
        case OneOf() as form:
            shown = draft or controls.opening(question, may_look=may_look)
            return _choosing(question, form, wanted, shown, may_look=may_look)
        case Cards() if isinstance(wanted, Dealing):
            return _typing(question, wanted)
        case _:
            raise AssertionError(f"{wanted!r} cannot be pressed")


def _armed(question: Question, wanted: Intent) -> list[Stroke]:
    """Leafing to the page whose form has the answer, letting go there, then answering."""
    page, form = next((page, form) for page, form in enumerate(question.armed, 1) if form.refused(wanted) is None)
    return LOOK + TAP_BACK * page + LET_GO + strokes(replace(question, form=form, armed=()), wanted, may_look=True)


def _choosing(question: Question, form: OneOf, wanted: Intent, draft: Intent | None, *, may_look: bool) -> list[Stroke]:
    """Level by level, round each of them by the shorter way; first up to a level from which it can be reached."""
    pressed: list[Stroke] = []
    path = _path(form, wanted)
    shown: Said | Intent | None = draft
    while isinstance(shown, Intent) and not set(path) & set(form.beside(shown)):
        shown = controls.red_held(question, shown, may_look=may_look)
        pressed += PASS
    while not isinstance(shown, Said):
        level = form.beside(shown) if shown is not None else form.below(None)
        at = next(at for at, entry in enumerate(level) if entry in path)
        if shown is None:  # a green tap shows the first of them, a red one the last
            on, back = at + 1, len(level) - at
        else:
            on = (at - level.index(shown)) % len(level)
            back = len(level) - on
        pressed += (TAP * on if on <= back else TAP_BACK * back) + HOLD
        shown = controls.green_held(question, level[at])
    return pressed


def _path(form: OneOf, wanted: Intent) -> list[Intent]:
    """The drafts that lead to an answer, and the answer."""
    path = [wanted]
    while (above := form.above(path[-1])) is not None:
        path.append(above)
    return path


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
