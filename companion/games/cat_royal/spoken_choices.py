"""What a voice says of a question, and of an answer that is being chosen: who, and what is open; then the choice.

Laws: only its owner hears a card in hand, and all others hear its slot; a cheat sounds like an honest move; the
sentence of a choice names all of it: the figure, the points claimed, and the end of the way, which the lights show too.
"""

from __future__ import annotations

from typing import TypeAlias

from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import COPY, GOALS, MAGNET, START, SWAP, At, Figure
from companion.games.cat_royal.claims import claim
from companion.games.cat_royal.dealing import SettingOut
from companion.games.cat_royal.ending import Over
from companion.games.cat_royal.events import Piece
from companion.games.cat_royal.handing import Handing
from companion.games.cat_royal.moves import ahead, standing
from companion.games.cat_royal.spoken_news import of_winners
from companion.games.cat_royal.spoken_words import called, first, laid, named, on, row, whose
from companion.games.cat_royal.state import State, opposite
from companion.games.cat_royal.turns import Turn
from companion.games.cat_royal.uses import acts_as, honest_uses
from companion.games.cat_royal.words import FIGURE
from companion.kit.event import Card, Intent
from companion.kit.seats import Seat
from companion.kit.text import Text, joined, text

Sentences: TypeAlias = tuple[Text, ...]
"""The first one says who."""


def of_choice(state: State, viewer: Seat | None, draft: Intent | None) -> Sentences:
    """The sentences for `viewer`, with the answer being chosen; empty: the words of the display say all."""
    match draft:
        case intents.Play(seat=int(seat)):
            return _of_play(state, viewer, seat, draft)
        case intents.Accuse(seat=int(seat), accused=accused):
            name = state.name(seat)
            asked = text("{name}: accuse {accused}?", name=name, accused=state.name(accused))
            return asked, text("If that is wrong, a figure of {name} goes back to the start area", name=name)
        case intents.Shift(seat=int(seat)):
            return (text("{name}: move all wormholes to other fields?", name=state.name(seat)),)
        case intents.Give(seat=int(seat), slot=slot) if viewer == seat:
            return (gift(state, seat, slot),)
        case intents.TakeBack(seat=int(seat)):
            return (text("{name}: choose another card for the partner?", name=state.name(seat)),)
        case intents.SetOut(seat=int(seat), figure=figure):
            return _sets_out(state, seat), text("The {figure}?", figure=FIGURE[figure])
        case _:
            return _of_question(state)


def gift(state: State, seat: Seat, slot: int) -> Text:
    """A card that its owner may give to the partner."""
    card = called(state.hands[seat - 1][slot - 1])
    return text("Card {slot}: {card}, for {name}", slot=str(slot), card=card, name=state.name(opposite(seat)))


def _of_question(state: State) -> Sentences:
    """What is asked before anything is chosen."""
    match state.phase:
        case Turn(seat):
            return _of_turn(state, seat)
        case Handing(missing=missing) if state.box_deals and missing:
            return (text("{names}: choose a card for the partner", names=row(map(state.name, missing))),)
        case Handing(first=seat) if not state.box_deals:
            return (text("All hand their partner a card; {name} says when", name=state.name(seat)),)
        case SettingOut(seat):
            return (_sets_out(state, seat),)
        case Over(winners):
            order = sorted(range(1, state.seats + 1), key=lambda seat: -state.home(seat))
            told = row(text("{name} {n}", name=state.name(seat), n=str(state.home(seat))) for seat in order)
            return of_winners(state, winners), text("Figures in the goal: {facts}", facts=told)
        case _:
            return ()


def _of_turn(state: State, seat: Seat) -> Sentences:
    """Who plays, with how many cards and whose figures; and the card that a copy would be."""
    name, count = state.name(seat), len(state.hands[seat - 1])
    turn = text("{name} is on turn with {n} cards", name=name, n=str(count))
    if count == 1:
        turn = text("{name} is on turn with one card", name=name)
    last = text("Last card: {card}", card=called(state.last)) if state.last else text("No card has been played yet")
    if (owner := state.plays_for(seat)) != seat:
        return turn, text("{name} plays the figures of {owner}", name=name, owner=state.name(owner)), last
    return turn, last


def _sets_out(state: State, seat: Seat) -> Text:
    return text("{name} chooses a figure for start field {n}", name=state.name(seat), n=str(state.start(seat)))


# --- a play being chosen ---------------------------------------------------------------------------------------------


def _of_play(state: State, viewer: Seat | None, seat: Seat, draft: intents.Play) -> Sentences:
    """A play so far: a slot or a kind of card; then the card and which figure; then the figure and its way."""
    slot, figure, to, name = draft.slot, draft.figure, draft.to, state.name(seat)
    if slot is not None and figure is None:
        return (_own(state, seat, slot) if viewer == seat else _hidden(state, seat, slot),)
    card = draft.card or "" if slot is None else str(state.hands[seat - 1][slot - 1])
    if figure is None:
        return (_kind(state, seat, card),)
    if not figure:
        is_all = state.setup.options.no_move == "forfeit"
        return (text("{name} discards all cards?", name=name) if is_all else _discards(state, seat, card),)
    shown = text("{name} shows {card}", name=name, card=laid(card, _copied(state, card)))
    if to is None:
        piece = state.plays_for(seat), figure
        return shown, text("Move {who}, {where}?", who=whose(state, seat, piece), where=_uncounted(state, piece))
    return shown, joined(_way(state, seat, acts_as(card, state.last), figure, to), "?", "")


def _hidden(state: State, seat: Seat, slot: int) -> Text:
    """A slot, for all who may not know its card."""
    count = len(state.hands[seat - 1])
    return text("{name}: card {slot} of {n}?", name=state.name(seat), slot=str(slot), n=str(count))


def _own(state: State, seat: Seat, slot: int) -> Text:
    """The same for its owner: the card, and what it can do honestly."""
    hand, uses = state.hands[seat - 1], honest_uses(state, seat, may_cheat=False)
    card = hand[slot - 1]
    facts: dict[str, str | Text] = {"slot": str(slot), "card": called(card)}
    if uses.of(str(card)):
        return text("Card {slot}: {card}, can be played", **facts)
    if any(uses.of(str(other)) for other in hand):
        return text("Card {slot}: {card}, cannot be played", **facts)
    return text("Card {slot}: {card}, only to discard", **facts)


def _kind(state: State, seat: Seat, card: Card) -> Text:
    """A kind of real card, which its owner names; empty: the whole hand is discarded."""
    if not card:
        return text("{name} discards all cards?", name=state.name(seat))
    if honest_uses(state, seat, may_cheat=False).of(card):
        return text("{name} plays {card}?", name=state.name(seat), card=laid(card))
    return _discards(state, seat, card)


def _discards(state: State, seat: Seat, card: Card) -> Text:
    return text("{name} discards {card}?", name=state.name(seat), card=laid(card))


def _copied(state: State, card: Card) -> Card | None:
    """What a copy acts as, unless that is nothing, or a copy."""
    return state.last if card == COPY and state.last != COPY else None


# --- its way ---------------------------------------------------------------------------------------------------------


def _way(state: State, seat: Seat, card: Card, figure: Figure, to: At) -> Text:
    """Which figure goes where, how, and what is there."""
    owner = state.plays_for(seat)
    who, where = first(state, seat, (owner, figure)), on(state, owner, to)
    if card == MAGNET:
        return _pull(state, who, (owner, figure), to)
    if card == SWAP:
        other = named(state, standing(state, to)[0])
        return text("{who} swaps with {other} {where}", who=who, other=other, where=where)
    if state.where(owner, figure) == START:
        return text("{who} comes out {where}: {there}", who=who, where=where, there=_there(state, to))
    claimed = claim(state, owner, card, figure, to)
    points = claimed.points or 0
    how = text("{n} back", n=str(-points)) if points < 0 else text("{n} ahead", n=str(points))
    if to not in GOALS:
        return text("{who}, {how}, lands {where}: {there}", who=who, how=how, where=where, there=_there(state, to))
    if claimed.lapsed:
        return text(
            "{who}, {how}, lands {where}, steps lost: {n}", who=who, how=how, where=where, n=str(claimed.lapsed)
        )
    return text("{who}, {how}, lands {where}", who=who, how=how, where=where)


def _uncounted(state: State, piece: Piece) -> Text:
    """Where a figure is, without the number of its field: together with the end of its way, that would find cheats."""
    place = state.where(*piece)
    return text("on the track") if isinstance(place, int) else on(state, piece[0], place)


def _there(state: State, to: At) -> Text:
    """What is on a field: somebody's figure, a wormhole, or nothing."""
    if others := standing(state, to):
        return text("{who} is captured", who=named(state, others[0]))
    return text("a wormhole") if to in state.holes else text("free")


def _pull(state: State, who: Text, piece: Piece, to: At) -> Text:
    """Behind whom a magnet pulls a figure, and where that is."""
    other, where = named(state, ahead(state, to)), on(state, piece[0], to)
    if state.where(*piece) == to:
        return text("{who} stays {where}, behind {other}", who=who, other=other, where=where)
    if to in state.holes:
        return text("{who} lands {where}, a wormhole, pulled behind {other}", who=who, other=other, where=where)
    return text("{who} lands {where}, pulled behind {other}", who=who, other=other, where=where)
