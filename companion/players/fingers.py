"""How to give an answer with the keys: the taps and holds that a person would need.

Law: the strokes are found by trying the grammar of the keys (`companion.table.controls`), so a bot can do only what a
person could do.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from companion.kit.event import CardIntent, Intent, Offering, Refused
from companion.kit.question import Amount, Cards, OneOf, Question, only_answer
from companion.kit.seats import Seat
from companion.kit.setup import ALL_PAIRS
from companion.match.session import Session
from companion.players import sensible
from companion.table import controls
from companion.table.controls import FIVE, PLUS, RUN_S, Committed

S = TypeVar("S")

FingerGesture: TypeAlias = Literal["tap", "hold", "long hold", "reach", "down", "run", "let go"]
"""A long hold lasts until its second stage; after `reach` or `down` the key stays down until `let go`."""


class KeyStroke(NamedTuple):
    """What a finger does with a key."""

    key: Literal["green", "red"]
    gesture: FingerGesture
    pair: int = 0
    """The pair of the key; 0: the pair of the seat that answers."""
    held_s: float = 0.0
    """For a run: how long both keys are down."""


TAP: Final = [KeyStroke("green", "tap")]
HOLD: Final = [KeyStroke("green", "hold")]
TAP_BACK: Final = [KeyStroke("red", "tap")]
PASS: Final = [KeyStroke("red", "hold")]
LOOK: Final = [KeyStroke("green", "reach")]
LET_GO: Final = [KeyStroke("green", "let go")]
INTERJECT: Final = [KeyStroke("red", "long hold")]


def turn(
    session: Session[S],
    question: Question,
    rng: Random,
    seats: Collection[Seat] | None = None,
    draft: Intent | None = None,
) -> tuple[Seat, list[KeyStroke]]:
    """The seat and the strokes of the next bot while `question` is asked: its answer, or now and then an aside.

    `seats`: the seats of bots; `None`: all. `draft`: what somebody has chosen so far; `None`: nothing.
    """
    addressed, wanted = sensible.says(session.rules, session.state, question, rng, seats)
    return said(session, question, addressed, wanted, draft)


def said(
    session: Session[S], question: Question, addressed: Question, wanted: Intent, draft: Intent | None = None
) -> tuple[Seat, list[KeyStroke]]:
    """The seat and the strokes that give `wanted` to `addressed`, while `question` is asked."""
    seat = addressed.seat
    if seat is None:
        raise AssertionError(f"the box answers by itself: {question}")
    rules, state = session.rules, session.state
    may_look = bool(rules.secret(state, seat))
    is_shown = len(session.questions) == 1
    if addressed is question:
        picks = len(rules.picks(state, seat)) if question.armed else 0
        return seat, strokes(question, wanted, may_look=may_look, draft=draft, picks=picks, is_shown=is_shown)
    own = question if question.seat == seat else session.asked(seat)
    given_up = PASS if own is not None and _gives_up(own, may_look=may_look, is_shown=is_shown) else []
    return seat, given_up + aside_strokes(addressed, wanted, seat if own is not None else None)


def _gives_up(question: Question, *, may_look: bool, is_shown: bool) -> bool:
    """Whether a hold of red must first remove the opening draft, because a look is needed."""
    draft = controls.opening(question, may_look=may_look, is_shown=is_shown)
    return draft is not None and controls.red_held(question, draft, may_look=may_look) != draft


def aside_strokes(aside: Question, wanted: Intent, asked: Seat | None) -> list[KeyStroke]:
    """The strokes that say `wanted` as an aside, while the seat `asked` has chosen nothing yet."""
    if aside.seat == asked:
        return PASS + strokes(aside, wanted)
    is_said = aside.by_lot or only_answer(aside) is not None
    return INTERJECT + ([] if is_said else strokes(aside, wanted))


def strokes(  # noqa: PLR0913  # an answer, and all that its way at the keys depends on
    question: Question,
    wanted: Intent,
    *,
    may_look: bool = False,
    draft: Intent | None = None,
    picks: int = 0,
    is_shown: bool = True,
) -> list[KeyStroke]:
    """The strokes that answer `question` with `wanted`, from `draft` on; `None`: from its opening draft.

    `may_look`: its seat has secrets to look at; a secret form must be armed there first, after so many pages of drafts
    (`picks`). `is_shown`: no other seat is asked at the same time (`controls.opening`).
    """
    if question.by_lot:
        return HOLD
    if question.armed and question.form.refused(wanted) is not None:
        return _armed(question, wanted, picks)
    match question.form:
        case Amount(otherwise=otherwise) if wanted == otherwise:
            return PASS
        case Amount() as form if isinstance(wanted, Offering) and isinstance(draft, Offering):
            more = wanted.amount - draft.amount
            return (TAP * more or TAP_BACK * -more) + HOLD
        case Amount() as form if isinstance(wanted, Offering):
            return _raising(form, wanted.amount) + HOLD
        case Cards() | OneOf() if question.keys:
            return _keyed(question, wanted) + HOLD
        case OneOf() as form:
            shown = draft or controls.opening(question, may_look=may_look, is_shown=is_shown)
            return _choosing(question, form, wanted, shown, may_look=may_look)
        case Cards() if isinstance(wanted, CardIntent):
            return _typing(question, wanted)
        case _:
            raise AssertionError(f"{wanted!r} cannot be pressed")


def _armed(question: Question, wanted: Intent, picks: int) -> list[KeyStroke]:
    """Leaf to the page whose form has the answer, release there, then answer."""
    page, form = next((page, form) for page, form in enumerate(question.armed, 1) if form.refused(wanted) is None)
    meant = replace(question, form=form, armed=(), from_hand=True)  # no draft after such a look, either
    return LOOK + TAP_BACK * (picks + page) + LET_GO + strokes(meant, wanted, may_look=True)


def _raising(form: Amount, wanted: int) -> list[KeyStroke]:
    """Coin by coin, or by fives with both keys and the rest coin by coin, whichever takes fewer presses."""
    ways = [TAP * (wanted - form.least + 1)]
    for fives in range((wanted - form.least) // FIVE + 2):
        held_s = (fives + 0.5) * RUN_S
        left = wanted - controls.run(form, None, held_s).amount
        ran = [KeyStroke("red", "down"), KeyStroke("green", "run", held_s=held_s), KeyStroke("red", "let go")]
        ways.append(ran + (TAP * left if left > 0 else TAP_BACK * -left))
    return min(ways, key=presses)


def presses(strokes: Sequence[KeyStroke]) -> int:
    """How often a key goes down."""
    return sum(stroke.gesture != "let go" for stroke in strokes)


def _keyed(question: Question, wanted: Intent) -> list[KeyStroke]:
    """Type every value with its green key."""
    drafts: list[Intent | None] = [None]
    if isinstance(wanted, CardIntent):
        drafts += [replace(wanted, cards=wanted.cards[:count]) for count in range(1, len(wanted.cards))]
    return [
        KeyStroke("green", "tap", next(pair for pair in ALL_PAIRS if controls.typed(question, draft, pair) == after))
        for draft, after in pairwise([*drafts, wanted])
    ]


def _choosing(
    question: Question, form: OneOf, wanted: Intent, draft: Intent | None, *, may_look: bool
) -> list[KeyStroke]:
    """Choose level by level, each in the shorter direction; first go up to a level that leads to the answer."""
    pressed: list[KeyStroke] = []
    path = _path(form, wanted)
    shown: Committed | Refused | Intent | None = draft
    while isinstance(shown, Intent) and not set(path) & set(form.beside(shown)):
        shown = controls.red_held(question, shown, may_look=may_look)
        pressed += PASS
    while not isinstance(shown, Committed | Refused):
        level = form.beside(shown) if shown is not None else form.below(None)
        at = next(at for at, entry in enumerate(level) if entry in path)
        if shown is None:  # a tap of green shows the first one, a tap of red the last one
            on, back = at + 1, len(level) - at
        else:
            on = (at - level.index(shown)) % len(level)
            back = len(level) - on
        pressed += (TAP * on if on <= back else TAP_BACK * back) + HOLD
        shown = controls.green_held(question, level[at])
    return pressed


def _path(form: OneOf, wanted: Intent) -> list[Intent]:
    """The drafts that lead to an answer, then the answer."""
    path = [wanted]
    while (above := form.above(path[-1])) is not None:
        path.append(above)
    return path


def _typing(question: Question, wanted: CardIntent) -> list[KeyStroke]:
    """Slot by slot, tap until the right card shows."""
    pressed: list[KeyStroke] = []
    shown: Committed | Refused | Intent | None = controls.opening(question)
    while isinstance(shown, CardIntent):
        if shown.cards[-1] == wanted.cards[len(shown.cards) - 1]:
            shown = controls.green_held(question, shown)
            pressed += HOLD
        else:
            shown = controls.tapped(question, shown, PLUS)
            pressed += TAP
    return pressed
