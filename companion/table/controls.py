"""The grammar of the keys: a tap changes, a hold commits, the same for every question of every game.

If the question says what the green keys type (`Question.keys`), they are a keypad for everybody. If an amount is asked,
both keys of the seat together run it up by fives as long as they are held.

Laws: what a key does depends only on the question, the draft, whether there is something to look at, and how long it
is held, so a box reads its keys in the same way after a power cut; two keys together commit nothing.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from companion.kit.event import Card, CardIntent, Intent, Offering, Refused
from companion.kit.question import Amount, Cards, Form, OneOf, Question, Seed
from companion.kit.setup import Phrases
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Key, Legend

PressKind: TypeAlias = Literal["down", "tap", "hold", "release", "both", "withdrawn"]
"""The kind of a press: `down` comes first; then `tap`, or `hold` for each stage reached and then `release`.

`both`: it was pressed and let go together with the other key of its pair, so it means nothing alone (`Chords`).

`withdrawn`: no finger did it (a stuck key); what it holds is released without any effect.
"""


class Press(msgspec.Struct, frozen=True):
    """What a finger did."""

    pair: int
    """Which pair of keys, 1 … 6; 0 is the table key."""
    key: Key
    kind: PressKind
    stage: int = 0
    """For a hold: 1 for the first stage, 2 for the second. For a release: the last stage reached."""
    is_bots: bool = False
    """A bot that plays for this seat did it."""


class Committed(msgspec.Struct, frozen=True):
    """A committed answer, no longer a draft."""

    intent: Intent


NEXT: Final = verbatim("►")
PREVIOUS: Final = verbatim("◄")

LONGER_S: Final = 1.4
"""How many seconds longer than for an answer red is held for an aside: its second stage."""

PLUS: Final = +1
MINUS: Final = -1

FIVE: Final = 5
RUN_S: Final = 0.5
"""How long each round amount of a run is shown."""
MANY: Final = 5
"""After so many taps on an amount, a run would have been faster."""

NO_VALUE: Final = Refused("no_value", text("This key types nothing."))


def way(press: Press) -> int:
    """The direction of a tap: green goes up, red goes down."""
    return PLUS if press.key == "green" else MINUS


def opening(question: Question, *, may_look: bool = False, is_shown: bool = True) -> Intent | None:
    """The draft before the first tap: the first of a list, unless its seat may look; otherwise nothing is drafted.

    `is_shown`: everybody sees it; one of several questions is seen only when its seat has pressed a key.
    """
    match question.form:
        case _ if question.keys:
            return None
        case OneOf() if not is_shown:
            return None
        case OneOf() as form if not question.by_lot:
            return None if may_look and _is_chosen_unseen(question) else _down(form, None)
        case Cards(intent=intent) as form:
            return replace(intent, cards=(_choices(form, ())[0],))
        case _:
            return None


def tapped(question: Question, draft: Intent | None, way: int) -> Intent | None:
    """The draft after a tap: the next one of its level, the next card, one coin more; or backwards, by `way`."""
    match question.form, draft:
        case OneOf() as form, Intent():
            level = form.beside(draft)
            return level[(level.index(draft) + way) % len(level)]
        case OneOf() as form, None if not question.by_lot:
            return form.below(None)[0 if way == PLUS else -1]
        case Cards() as form, CardIntent(cards=(*typed, card)):
            before = tuple(item for item in typed if item is not None)
            choices = _choices(form, before)
            return replace(draft, cards=(*before, choices[(choices.index(card or "") + way) % len(choices)]))
        case Amount() as form, _:
            return _stepped(form, draft, way)
        case _:
            return opening(question)


def typed(question: Question, draft: Intent | None, pair: int) -> Intent | Refused:
    """The draft after the green key of `pair` typed its value: one more, or in place of the last if none is due."""
    match question.form:
        case OneOf(answers) if pair <= len(answers):
            return answers[pair - 1]
        case Cards(intent=intent, count=count, kinds=kinds) as form if pair <= len(kinds):
            before = draft.cards[: count - 1] if isinstance(draft, CardIntent) else ()
            cards = (*before, kinds[pair - 1])
            return form.lacks(cards) or replace(intent, cards=cards)
        case _:
            return NO_VALUE


def untyped(draft: Intent | None) -> Intent | None:
    """The draft without the last typed value."""
    match draft:
        case CardIntent(cards=cards) if len(cards) > 1:
            return replace(draft, cards=cards[:-1])
        case _:
            return None


def run(form: Amount, draft: Intent | None, held_s: float) -> Offering:
    """The draft after both keys were held for `held_s`: up to the next five at once, then five more every `RUN_S`."""
    amount = draft.amount if isinstance(draft, Offering) else form.least - 1
    fives = amount // FIVE + 1 + int(held_s / RUN_S)
    return replace(form.offer, amount=min(fives * FIVE, form.most))


def advice(question: Question, draft: Intent | None) -> Text | None:
    """A hint for a player who taps an amount up coin by coin."""
    match question.form, draft:
        case Amount(least=least), Offering(amount=amount) if amount == least + MANY - 1:
            return text("Hold both keys: up by fives.")
        case _:
            return None


def green_held(question: Question, draft: Intent | None) -> Committed | Refused | Intent | None:
    """What a hold of green commits: the draft, without a draft the least amount, or one level or card of several.

    Levels with one choice are skipped, so a draft that leads to one answer commits it. A draft that leads nowhere ends.
    """
    match question.form, draft:
        case form, _ if question.keys and (due := _due(form, draft)):
            return Refused("incomplete", text("{n} more, then hold.", n=due))
        case Amount(offer=offer, least=least), _:
            return Committed(draft or replace(offer, amount=least))
        case Cards(count=count) as form, CardIntent(cards=cards) if len(cards) < count:
            typed = tuple(card for card in cards if card is not None)
            return replace(draft, cards=(*typed, _choices(form, typed)[0]))
        case OneOf() as form, Intent() if draft in form.barred:
            return None
        case OneOf() as form, Intent():
            only = form.only(draft)
            return Committed(only) if only is not None else _down(form, draft)
        case _, Intent():
            return Committed(draft)
        case _:
            return draft


def red_held(question: Question, draft: Intent | None, *, may_look: bool = False) -> Committed | Intent | None:
    """What a hold of red does: the other answer to an amount, one card back, one level up.

    `may_look`: on the first level it removes the draft; after that a hold of green shows the secrets.
    """
    match question.form, draft:
        case _ if question.keys:
            return draft
        case OneOf() as form, Intent():
            above = _up(form, draft)
            return draft if above is None and not may_look else above
        case Amount(otherwise=otherwise), _:
            return Committed(otherwise)
        case Cards(), CardIntent(cards=cards) if len(cards) > 1:
            return replace(draft, cards=cards[:-1])
        case _:
            return draft


def labels(
    question: Question, draft: Intent | None, phrases: Phrases, *, may_look: bool, aside: Text | None = None
) -> Legend:
    """What the keys of the asked seat do now.

    `may_look`: without a draft, a hold of green shows its secrets. `aside`: what a hold of red opens in the first
    level.
    """
    match question.form:
        case _ if question.by_lot:
            return Legend(green_hold=phrases.lot, red_hold=aside)
        case form if question.keys:
            commit = text("OK") if not _due(form, draft) else None
            is_alone = draft is None and aside is None
            types = text("keys of seats 1-{n}", n=len(question.keys)) if is_alone else text("type")
            return Legend(types, commit, text("Back") if draft is not None else None, aside)
        case Amount():
            hold = text("Look") if may_look and draft is None else text("OK")
            minus = verbatim("-1") if draft is not None else None
            return Legend(verbatim("+1"), hold, minus, phrases.otherwise)
        case Cards():
            typed = len(draft.cards) if isinstance(draft, CardIntent) else 0
            return Legend(NEXT, text("OK"), PREVIOUS, text("Back") if typed > 1 else aside)
        case OneOf() as form:
            goes_up = draft is not None and red_held(question, draft, may_look=may_look) != draft
            back = text("Back") if goes_up else aside
            return Legend(NEXT, _green(question, form, draft, may_look=may_look), PREVIOUS, back)
        case Seed():
            return Legend()
        case _ as never:
            assert_never(never)


def position(question: Question, draft: Intent | None) -> tuple[int, int] | None:
    """Which draft of its level it is, and of how many; `None` if it is typed, or if the count would tell a secret."""
    match question.form, draft:
        case OneOf() as form, Intent() if not (question.keys or question.from_hand or question.armed):
            level = form.beside(draft)
            return level.index(draft) + 1, len(level)
        case _:
            return None


def certain(question: Question, draft: Intent | None) -> Intent | None:
    """The one answer of a list that a hold of green commits; `None` if several are left, or if it is secret."""
    match question.form, draft:
        case OneOf() as form, Intent() if not (question.from_hand and form.above(draft) is None):
            return form.only(draft)
        case _:
            return None


def tumbling(question: Question, beat: int) -> Intent | None:
    """What is shown while the die tumbles: another answer at each beat, without meaning."""
    match question.form:
        case OneOf(answers):
            return answers[beat * 7 % len(answers)]  # no die has a multiple of seven faces, so every face comes
        case _:
            return None


def _due(form: Form, draft: Intent | None) -> int:
    """How many values must still be typed."""
    match form, draft:
        case Cards(count=count), CardIntent(cards=cards):
            return count - len(cards)
        case Cards(count=count), _:
            return count
        case _:
            return int(draft is None)


def _is_chosen_unseen(question: Question) -> bool:
    """Whether only its seat may see the choice, or the things to choose from."""
    return question.is_secret or question.from_hand or bool(question.armed)


def _green(question: Question, form: OneOf, draft: Intent | None, *, may_look: bool) -> Text | None:
    """The words for a hold of green on a list. If it has levels, they say whether it commits, unless that is secret.

    On the first level it is secret whether a card from a hand has only one use.
    """
    if draft is None:
        return text("Look") if may_look else None
    return text("Go") if form.levels and certain(question, draft) is not None else text("OK")


def _down(form: OneOf, draft: Intent | None) -> Intent:
    """The first draft of the next level with more than one choice, or of the last one."""
    level = form.below(draft)
    while len(level) == 1 and not form.ends(level[0]):
        level = form.below(level[0])
    return level[0]


def _up(form: OneOf, draft: Intent) -> Intent | None:
    """The draft one level up; `None` if there is nothing to choose above."""
    above = form.above(draft)
    while above is not None and len(form.beside(above)) == 1:
        above = form.above(above)
    return above


def _stepped(form: Amount, draft: Intent | None, way: int) -> Offering | None:
    if not isinstance(draft, Offering):
        return replace(form.offer, amount=form.least) if way == PLUS else None
    amount = min(draft.amount + way, form.most)
    return replace(draft, amount=amount) if amount >= form.least else None


def _choices(form: Cards, typed: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that may follow `typed`: people type real cards, which lie in one layer."""
    there = form.layers[0].cards
    return tuple(card for card in dict.fromkeys(there) if typed.count(card) < there.count(card))
