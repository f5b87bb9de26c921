"""A turn: a seat plays a card with a figure, or lays one off if it can use none.

Laws: who can use a card honestly must play one (app); a cheat is never compulsory. Who has looked at neither the hand
nor the way a figure went cannot tell an honest play from a cheat.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.booklet import COPY, START, SWAP, At, Figure
from companion.games.cat_royal.cards import forfeited, is_known, kinds, laid
from companion.games.cat_royal.landing import landed
from companion.games.cat_royal.moves import put_out, standing, swapped, walked
from companion.games.cat_royal.state import Part, Phase, State
from companion.games.cat_royal.tricks import accused, accusing, shifting
from companion.games.cat_royal.uses import CHEATS, Cheat, Use, Uses, acts_as
from companion.kit.event import Card, Event, Intent, Refused
from companion.kit.question import OneOf, Question
from companion.kit.seats import Seat, with_seat
from companion.kit.text import text

Held: TypeAlias = tuple[int | None, Card]
"""A card of a hand, with its slot; without one: a kind that a hand may hold which the box does not know."""

Led: TypeAlias = dict[Card, list[Use]]
"""What each kind of card can do now."""


class Turn(Phase, frozen=True):
    """A seat is about to play a card."""

    part: ClassVar[Part] = "turn"

    seat: Seat
    has_accused: bool = False
    """Whether it has accused somebody this turn."""

    def asks(self, state: State) -> Question:
        """One of its cards, a figure, and where to; or one to be laid off."""
        return _question(state, self.seat)

    def beside(self, state: State) -> tuple[Question, ...]:
        """Accusing, by the seat on turn; moving the wormholes, by all others."""
        if not state.setup.options.tricks:
            return ()
        accuse = () if self.has_accused else accusing(state, self.seat)
        return accuse + shifting(state, self.seat)

    def answered(self, state: State, intent: Intent) -> Event:
        """A card is played or laid off, somebody accused, or the wormholes are elsewhere."""
        if type(intent) is intents.Play:
            return _answered(state, self.seat, intent)
        if type(intent) is intents.Accuse:
            return events.Accused(self.seat, intent.accused, state.cheated[intent.accused - 1] != "")
        if type(intent) is intents.Shift and intent.seat is not None:
            return events.Shifted(intent.seat, tuple([int(str(there)) for there in intent.cards]))
        return super().answered(state, intent)

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """The deck has no more of a real card."""
        if type(intent) is intents.Play and intent.card and intent.card not in kinds(state, self.seat):
            return Refused("no_such_card", text("There is no {card} left in the deck.", card=intent.card))
        return None

    def after(self, state: State, event: Event) -> State:
        """What has been played is told to its end; a hand laid off ends the turn, other things leave it."""
        if type(event) is events.Played:
            return _played(state, event)
        if type(event) is events.Discarded:
            state = replace(laid(state, event.seat, event.card), last=event.card)
            return _with_cheat(state, event.seat, "")
        if type(event) is events.Forfeited:
            return _with_cheat(forfeited(state, event.seat, event.cards), event.seat, "")
        if type(event) is events.Accused:
            judged = accused(state, event)
            return judged if judged.phase is not self else replace(judged, phase=Turn(self.seat, has_accused=True))
        if type(event) is events.Shifted:
            return replace(state, holes=event.holes, shifted=(*state.shifted, event.seat))
        return super().after(state, event)


# --- the question ----------------------------------------------------------------------------------------------------


def _question(state: State, seat: Seat) -> Question:
    held, uses = _held(state, seat), Uses(state, seat)
    fair = {card: uses.of(card) for card in dict.fromkeys([card for _, card in held])}
    form = _form(state, seat, held, fair, fair)
    if not state.setup.options.tricks or seat in state.spent:
        return Question(seat, form, from_hand=True)
    led = [{card: uses.of(card, cheat) for card in fair} for cheat in CHEATS]
    armed = tuple([_form(state, seat, held, fair, all_uses) for all_uses in led])
    return Question(seat, form, from_hand=True, armed=armed)


def _held(state: State, seat: Seat) -> list[Held]:
    hand = state.hands[seat - 1]
    if is_known(hand):
        return [(slot, str(card)) for slot, card in enumerate(hand, 1)]
    return [(None, card) for card in kinds(state, seat)]


def _form(state: State, seat: Seat, held: list[Held], fair: Led, led: Led) -> OneOf:
    """What `led` says of each card held; `fair` says which of them could be used honestly."""
    if not held or held[0][0] is None:
        return _form_unseen(state, seat, fair, led)
    answers, barred = [], []
    must = any(fair.values())
    for slot, card in held:
        answers += [intents.Play(seat=seat, slot=slot, figure=use.figure, to=use.to) for use in led[card]]
        if not must:
            answers.append(intents.Play(seat=seat, slot=slot, figure="", to=""))
        elif not led[card]:
            barred.append(intents.Play(seat=seat, slot=slot))
    return OneOf(tuple(answers), levels=("slot", "figure", "to"), barred=tuple(barred))


def _form_unseen(state: State, seat: Seat, fair: Led, led: Led) -> OneOf:
    """The same of a hand that the box does not know: the kinds of use come first, and what is laid off is believed.

    A card that can be used is never laid off: it would have to be played.
    """
    answers = []
    for card in sorted(led, key=lambda card: not fair[card]):
        answers += [intents.Play(seat=seat, card=card, figure=use.figure, to=use.to) for use in led[card]]
        if not fair[card] and state.setup.options.no_move == "discard_one":
            answers.append(intents.Play(seat=seat, card=card, figure="", to=""))
    if state.setup.options.no_move == "forfeit":
        answers.append(intents.Play(seat=seat, card="", figure="", to=""))
    return OneOf(tuple(answers), levels=("card", "figure", "to"))


# --- what comes of it ------------------------------------------------------------------------------------------------


def _answered(state: State, seat: Seat, play: intents.Play) -> Event:
    hand = state.hands[seat - 1]
    card = str(play.card if play.slot is None else hand[play.slot - 1])
    if play.figure and play.to:
        acting = acts_as(card, state.last)
        copied = acting if card == COPY else None
        swapped = standing(state, play.to)[0] if acting == SWAP else None
        cheat = _cheat(state, seat, card, play.figure, play.to)
        return events.Played(seat, card, copied, play.figure, play.to, swapped, cheat)
    if state.setup.options.no_move == "forfeit":
        return events.Forfeited(seat, hand)
    return events.Discarded(seat, card)


def _cheat(state: State, seat: Seat, card: Card, figure: Figure, to: At) -> Cheat:
    """By how much a card must be cheated with to lead there."""
    uses = Uses(state, seat)
    return next(cheat for cheat in (0, *CHEATS) if Use(figure, to, cheat) in uses.of(card, cheat))


def _played(state: State, event: events.Played) -> State:
    seat, figure, to = event.seat, event.figure, event.to
    here = state.where(seat, figure)
    state = replace(laid(state, seat, event.card), last=event.card)
    state = _with_cheat(state, seat, figure if event.cheat else "")
    if event.swapped is not None:
        state = swapped(state, (seat, figure), to, event.swapped, here)
    elif here == START:
        state = put_out(state, seat, figure)
    else:
        state = walked(state, seat, figure, to, event.copied or event.card)
    return landed(state, event, here)


def _with_cheat(state: State, seat: Seat, figure: Figure) -> State:
    """The latest turn of a seat was a cheat with this figure, or (empty) none."""
    if figure:
        state = replace(state, spent=(*state.spent, seat))
    return replace(state, cheated=with_seat(state.cheated, seat, figure))
