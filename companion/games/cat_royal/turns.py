"""A turn: a seat plays a card with a figure, or discards one if it can use none.

Laws: a seat that can use a card honestly must play one (app); it is never forced to cheat. Nobody can tell an honest
play from a cheat without seeing the hand or counting the figure's steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import ClassVar, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from companion.games.cat_royal import events, intents, objections
from companion.games.cat_royal.booklet import COPY, START, SWAP, At, Figure
from companion.games.cat_royal.cards import forfeited, is_known, kinds, laid
from companion.games.cat_royal.landing import landed
from companion.games.cat_royal.moves import put_out, standing, swapped, walked
from companion.games.cat_royal.state import Hand, Part, Phase, State
from companion.games.cat_royal.tricks import (
    accused,
    accusing,
    bars_accusing,
    bars_shifting,
    has_stakes,
    shifters,
    shifting,
)
from companion.games.cat_royal.uses import CHEATS, Cheat, Use, Uses, acts_as, honest_uses
from companion.kit.event import Card, Event, Intent, Refused
from companion.kit.on_demand import OfLatest, OnDemand
from companion.kit.question import OneOf, Question, asked
from companion.kit.seats import Seat, with_seat
from companion.kit.text import text

HeldPlays: TypeAlias = tuple[intents.Play, list[intents.Play]]
"""A draft with a card, by its slot or (if the box does not know the hand) by its kind; and its possible plays."""


class Turn(Phase, frozen=True):
    """A seat is about to play a card."""

    part: ClassVar[Part] = "turn"

    seat: Seat
    has_accused: bool = False
    """Whether the seat has accused somebody in this turn."""

    def asks(self, state: State) -> Question:
        """A card, a figure, and where it goes; or a card to discard."""
        return _question(state, self.seat)

    def beside(self, state: State) -> Sequence[Question]:
        """The seat on turn may accuse; all others may move the wormholes."""
        if not state.setup.options.tricks:
            return ()
        may_accuse = not self.has_accused and has_stakes(state, self.seat)
        return OnDemand(may_accuse + shifters(state, self.seat), partial(_aside, state, self.seat, may_accuse))

    def answered(self, state: State, intent: Intent) -> Event:
        """A card is played or discarded, a seat is accused, or the wormholes move."""
        if type(intent) is intents.Play:
            return _answered(state, self.seat, intent)
        if type(intent) is intents.Accuse:
            return events.Accused(self.seat, intent.accused, state.cheated[intent.accused - 1] != "")
        if type(intent) is intents.Shift and intent.seat is not None:
            return events.Shifted(intent.seat, tuple([int(str(there)) for there in intent.cards]))
        return super().answered(state, intent)

    def awaited(self, state: State) -> Refused:
        """A card."""
        return asked(text("Now {name} plays a card.", name=state.name(self.seat)))

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """Why a play is refused; without details for a slot that leads nowhere, as they would betray its card."""
        form = self.asks(state).form
        if type(intent) is not intents.Play or (isinstance(form, OneOf) and intent in form.barred):
            return None
        return objections.of_play(state, self.seat, intent)

    def silenced(self, state: State, seat: Seat, intent: Intent | None) -> Refused | None:
        """Why the seat on turn may not accuse, or another seat may not move the wormholes."""
        is_own = seat == self.seat
        if type(intent) is intents.Shift or (intent is None and not is_own):
            return bars_shifting(state, self.seat, seat, None if intent is None else intent.cards)
        if is_own and (intent is None or type(intent) is intents.Accuse):
            whom = None if intent is None else intent.accused
            return bars_accusing(state, seat, whom, has_accused=self.has_accused)
        return None

    def after(self, state: State, event: Event) -> State:
        """After a play come its consequences; a discard ends the turn; after other events the turn continues."""
        if type(event) is events.Played:
            return _played(state, event)
        if type(event) is events.Discarded:
            return _with_cheat(laid(state, event.seat, event.card), event.seat, "")
        if type(event) is events.Forfeited:
            return _with_cheat(forfeited(state, event.seat, event.cards), event.seat, "")
        if type(event) is events.Accused:
            judged = accused(state, event)
            return judged if judged.phase is not self else replace(judged, phase=Turn(self.seat, has_accused=True))
        if type(event) is events.Shifted:
            return replace(state, holes=event.holes, shifted=(*state.shifted, event.seat))
        return super().after(state, event)


def _aside(state: State, seat: Seat, may_accuse: bool, at: int) -> Question:
    """The aside `at`: the accusation comes first."""
    return shifting(state, seat, at - may_accuse) if at or not may_accuse else accusing(state, seat)


# --- the question ----------------------------------------------------------------------------------------------------


@OfLatest
def _question(state: State, seat: Seat) -> Question:
    hand, may_cheat = state.hands[seat - 1], _may_cheat(state, seat)
    uses = honest_uses(state, seat, may_cheat=may_cheat)
    if is_known(hand):
        held, levels = _known(seat, hand, uses), ("slot", "figure", "to")
    else:
        held, levels = _unknown(state, seat, uses), ("card", "figure", "to")
    armed = OnDemand(len(CHEATS), partial(_armed, held, levels, uses, hand)) if may_cheat else ()
    return Question(seat, _form(held, levels), from_hand=True, armed=armed)


def _may_cheat(state: State, seat: Seat) -> bool:
    """CR l.150: once between two deals."""
    return state.setup.options.tricks and seat not in state.spent


def _form(held: list[HeldPlays], levels: tuple[str, ...]) -> OneOf:
    """The possible plays; a useless slot looks like the others."""
    answers: list[Intent] = []
    barred: list[Intent] = []
    for draft, plays in held:
        answers += plays
        if not plays and draft.slot is not None:
            barred.append(draft)
    return OneOf(tuple(answers), levels=levels, barred=tuple(barred))


def _armed(held: list[HeldPlays], levels: tuple[str, ...], uses: Uses, hand: Hand, at: int) -> OneOf:
    """The same cards with the cheat of a page."""
    cards = [str(draft.card if draft.slot is None else hand[draft.slot - 1]) for draft, _ in held]
    led = [_led(honest, uses.with_cheats.of(card), CHEATS[at]) for honest, card in zip(held, cards, strict=True)]
    return _form(led, levels)


def _led(honest: HeldPlays, uses: list[Use], cheat: Cheat) -> HeldPlays:
    """The plays of a card that are possible honestly, or with this cheat.

    The only honest play of a card is carried out with the hold that lays it open. With a cheat armed it must look the
    same, so then the cheat with this figure takes its place.
    """
    draft, plays = honest
    led = [use for use in uses if use.cheat == cheat]
    if led and len(plays) == 1 and plays[0].figure in ("", *[use.figure for use in led]):
        return _held(draft, led)
    return _held(draft, [use for use in uses if use.cheat in (0, cheat)]) if led else honest


def _held(draft: intents.Play, uses: list[Use]) -> HeldPlays:
    """A card and what it can do."""
    seat, slot, card = draft.seat, draft.slot, draft.card
    return draft, [intents.Play(seat=seat, slot=slot, card=card, figure=use.figure, to=use.to) for use in uses]


def _laid_off(draft: intents.Play) -> list[intents.Play]:
    """A discard: of the card, or of the whole hand."""
    return [replace(draft, figure="", to="")]


def _known(seat: Seat, hand: Hand, uses: Uses) -> list[HeldPlays]:
    """The slots; if no card can be used honestly, each may be discarded."""
    held = [_held(draft, uses.of(str(card))) for draft, card in zip(_slots(seat, len(hand)), hand, strict=True)]
    return held if any(plays for _, plays in held) else [(draft, _laid_off(draft)) for draft, _ in held]


@cache
def _slots(seat: Seat, count: int) -> tuple[intents.Play, ...]:
    """The drafts of so many slots."""
    return tuple([intents.Play(seat=seat, slot=slot) for slot in range(1, count + 1)])


def _unknown(state: State, seat: Seat, uses: Uses) -> list[HeldPlays]:
    """The kinds that the hand may hold, useful ones first; the box believes a discard, unless the card could be used.

    A hand is forfeited without naming its cards. If cheats are allowed, any useless kind can be named to forfeit, too:
    otherwise a kind that only a cheat can use would betray the cheat.
    """
    forfeits, tricks = state.setup.options.no_move == "forfeit", state.setup.options.tricks
    drafts = [intents.Play(seat=seat, card=card) for card in kinds(state, seat)]
    held = [_held(draft, uses.of(str(draft.card))) for draft in drafts]
    of_use = [(draft, plays) for draft, plays in held if plays]
    of_none = [(draft, _laid_off(draft) if tricks or not forfeits else []) for draft, plays in held if not plays]
    hand = intents.Play(seat=seat, card="")
    return [*of_use, *of_none, *([(hand, _laid_off(hand))] if forfeits else [])]


# --- the consequences ------------------------------------------------------------------------------------------------


def _answered(state: State, seat: Seat, play: intents.Play) -> Event:
    hand = state.hands[seat - 1]
    card = str(play.card if play.slot is None else hand[play.slot - 1])
    if play.figure and play.to:
        acting = acts_as(card, state.last)
        copied = acting if card == COPY else None
        swapped = standing(state, play.to)[0] if acting == SWAP else None
        cheat = _cheat(honest_uses(state, seat, may_cheat=_may_cheat(state, seat)), card, play.figure, play.to)
        of = state.plays_for(seat) if state.has_teams else UNSET
        return events.Played(seat, card, copied, play.figure, play.to, swapped, cheat, of)
    if state.setup.options.no_move == "forfeit":
        return events.Forfeited(seat, hand)
    return events.Discarded(seat, card)


def _cheat(uses: Uses, card: Card, figure: Figure, to: At) -> Cheat:
    """The cheat that a use of this card needs to move the figure there (0: none)."""
    for use in uses.of(card):
        if use.to == to and use.figure == figure:
            return 0
    return next(use.cheat for use in uses.with_cheats.of(card) if use.to == to and use.figure == figure)


def _played(state: State, event: events.Played) -> State:
    seat, owner, figure, to = event.seat, event.owner, event.figure, event.to
    here = state.where(owner, figure)
    state = laid(state, seat, event.card)
    state = _with_cheat(state, seat, figure if event.cheat else "", is_help=owner != seat)
    if event.swapped is not None:
        state = swapped(state, (owner, figure), to, event.swapped, here)
    elif here == START:
        state = put_out(state, owner, figure)
    else:
        state = walked(state, (owner, figure), here, to, event.copied or event.card)
    return landed(state, event, here)


def _with_cheat(state: State, seat: Seat, figure: Figure, *, is_help: bool = False) -> State:
    """The latest turn of a seat was a cheat with this figure, of its partner if it `is_help`; empty: it was honest."""
    if is_help != (seat in state.helped):
        helped = {*state.helped, seat} if is_help else {*state.helped} - {seat}
        state = replace(state, helped=tuple(sorted(helped)))
    if figure:
        state = replace(state, spent=(*state.spent, seat))
    if state.cheated[seat - 1] == figure:
        return state
    return replace(state, cheated=with_seat(state.cheated, seat, figure))
