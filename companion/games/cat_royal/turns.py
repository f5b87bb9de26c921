"""A turn: a seat plays a card with a figure, or discards one if it can use none.

Laws: a seat that can use a card honestly must play one (app); it is never forced to cheat. Nobody can tell an honest
play from a cheat without seeing the hand or counting the figure's steps.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from companion.games.cat_royal import events, intents, objections
from companion.games.cat_royal.booklet import COPY, START, SWAP, Figure
from companion.games.cat_royal.cards import forfeited, is_known, kinds, laid
from companion.games.cat_royal.landing import landed
from companion.games.cat_royal.moves import put_out, standing, swapped, walked
from companion.games.cat_royal.state import Hand, Part, Phase, State
from companion.games.cat_royal.tricks import accused, accusing, bars_accusing, bars_shifting, shifting
from companion.games.cat_royal.uses import CHEATS, Cheat, Uses, acts_as
from companion.kit.event import Event, Intent, Refused
from companion.kit.question import OneOf, Question, asked
from companion.kit.seats import Seat, with_seat
from companion.kit.text import text

HeldPlays: TypeAlias = tuple[intents.Play, list[tuple[intents.Play, Cheat]]]
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

    def beside(self, state: State) -> tuple[Question, ...]:
        """The seat on turn may accuse; all others may move the wormholes."""
        if not state.setup.options.tricks:
            return ()
        accuse = () if self.has_accused else accusing(state, self.seat)
        return accuse + shifting(state, self.seat)

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
    may_cheat = _may_cheat(state, seat)
    uses, hand = Uses(state, seat, may_cheat=may_cheat), state.hands[seat - 1]
    if is_known(hand):
        held, levels = _known(seat, hand, uses), ("slot", "figure", "to")
    else:
        held, levels = _unknown(state, seat, uses), ("card", "figure", "to")
    armed = tuple([_form(held, levels, cheat) for cheat in CHEATS]) if may_cheat else ()
    return Question(seat, _form(held, levels, 0), from_hand=True, armed=armed)


def _may_cheat(state: State, seat: Seat) -> bool:
    """CR l.150: once between two deals."""
    return state.setup.options.tricks and seat not in state.spent


def _form(held: list[HeldPlays], levels: tuple[str, ...], cheat: Cheat) -> OneOf:
    """The answers that are possible honestly, or with this cheat; a useless slot looks like the others."""
    answers: list[Intent] = []
    barred: list[Intent] = []
    for draft, plays in held:
        able = _able(plays, cheat)
        answers += able
        if not able and draft.slot is not None:
            barred.append(draft)
    return OneOf(tuple(answers), levels=levels, barred=tuple(barred))


def _able(plays: list[tuple[intents.Play, Cheat]], cheat: Cheat) -> list[intents.Play]:
    """The plays of a card that are possible honestly, or with this cheat.

    The only honest play of a card is carried out with the hold that lays it open. With a cheat armed it must look the
    same, so then the cheat with this figure takes its place.
    """
    honest = [play for play, how in plays if not how]
    led = [play for play, how in plays if how and how == cheat]
    is_replaced = len(honest) == 1 and any(play.figure == honest[0].figure or not honest[0].figure for play in led)
    return [play for play, how in plays if (play in honest and not is_replaced) or play in led]


def _known(seat: Seat, hand: Hand, uses: Uses) -> list[HeldPlays]:
    """The slots; if no card can be used honestly, each may be discarded."""
    led = {card: uses.of(str(card)) for card in dict.fromkeys(hand)}
    must = any(not use.cheat for able in led.values() for use in able)
    held: list[HeldPlays] = []
    for slot, card in enumerate(hand, 1):
        plays = [(intents.Play(seat=seat, slot=slot, figure=use.figure, to=use.to), use.cheat) for use in led[card]]
        if not must:
            plays.append((intents.Play(seat=seat, slot=slot, figure="", to=""), 0))
        held.append((intents.Play(seat=seat, slot=slot), plays))
    return held


def _unknown(state: State, seat: Seat, uses: Uses) -> list[HeldPlays]:
    """The kinds that the hand may hold, useful ones first; the box believes a discard, unless the card could be used.

    A hand is forfeited without naming its cards. If cheats are allowed, any useless kind can be named to forfeit, too:
    otherwise a kind that only a cheat can use would betray the cheat.
    """
    forfeits, tricks = state.setup.options.no_move == "forfeit", state.setup.options.tricks
    of_use: list[HeldPlays] = []
    of_none: list[HeldPlays] = []
    for card in kinds(state, seat):
        able = uses.of(card)
        plays = [(intents.Play(seat=seat, card=card, figure=use.figure, to=use.to), use.cheat) for use in able]
        must = any(not use.cheat for use in able)
        if not must and (tricks or not forfeits):
            plays.append((intents.Play(seat=seat, card=card, figure="", to=""), 0))
        (of_use if must else of_none).append((intents.Play(seat=seat, card=card), plays))
    if forfeits:
        of_none.append((intents.Play(seat=seat, card=""), [(intents.Play(seat=seat, card="", figure="", to=""), 0)]))
    return of_use + of_none


# --- the consequences ------------------------------------------------------------------------------------------------


def _answered(state: State, seat: Seat, play: intents.Play) -> Event:
    hand = state.hands[seat - 1]
    card = str(play.card if play.slot is None else hand[play.slot - 1])
    if play.figure and play.to:
        acting = acts_as(card, state.last)
        copied = acting if card == COPY else None
        swapped = standing(state, play.to)[0] if acting == SWAP else None
        cheat = Uses(state, seat, may_cheat=_may_cheat(state, seat)).cheat(card, play.figure, play.to)
        return events.Played(seat, card, copied, play.figure, play.to, swapped, cheat)
    if state.setup.options.no_move == "forfeit":
        return events.Forfeited(seat, hand)
    return events.Discarded(seat, card)


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
    """The latest turn of a seat was a cheat with this figure; empty: it was honest."""
    if figure:
        state = replace(state, spent=(*state.spent, seat))
    return replace(state, cheated=with_seat(state.cheated, seat, figure))
