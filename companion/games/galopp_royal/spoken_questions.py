"""What a voice says of a question, and of how somebody stands: whole sentences for people who do not see the display.

Laws: each sentence can be understood alone and names whom it is about; a draft is one sentence with the whole choice; a
purse is named only if its viewer may know it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Final

from companion.games.galopp_royal import intents, schemer
from companion.games.galopp_royal.auction import Bidding, Laying, departed, nth_team
from companion.games.galopp_royal.booklet import FACES
from companion.games.galopp_royal.cards import called, named
from companion.games.galopp_royal.ending import Over, may_count, places
from companion.games.galopp_royal.exchange import Drawing, Removing, free_slot
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.race_end import place_of
from companion.games.galopp_royal.state import At, State
from companion.kit.event import BySeat, Intent, MaybeCard
from companion.kit.money import Coins
from companion.kit.question import OneOf
from companion.kit.seats import Seat
from companion.kit.text import Text, Wording, joined, text

NEAR: Final = 4
"""The pond is told from here on: so many spaces before a chair that two bearers may carry into it."""


def of_question(state: State, viewer: Seat | None, draft: Intent | None) -> tuple[Text, ...]:
    """Who is asked what, and what matters for the answer; nothing if nobody is asked."""
    match state.phase:
        case Bidding() as phase if not phase.auction.is_over:
            return _bidding(state, phase, viewer, draft)
        case Rolling(seat):
            return (_rolling(state, seat, draft),)
        case Scheming(seat):
            return (_scheming(state, seat, draft),)
        case Removing(owner):
            return _removing(state, owner, draft)
        case Laying(seat):
            return (_laying(state, seat, draft),)
        case Drawing(owner=owner):
            return (_drawing(state, owner, draft),)
        case Over():
            return (text("The game is over."), *results(state))
        case _:
            return ()


# --- questions -------------------------------------------------------------------------------------------------------


def _bidding(state: State, phase: Bidding, viewer: Seat | None, draft: Intent | None) -> tuple[Text, ...]:
    """What is on sale, or the bid being chosen; the high bid, the purse, who still bids.

    After an exchange the new teams are told once, with the first question.
    """
    auction, seat = phase.auction, phase.auction.turn
    told = [_on_sale(state, phase)]
    if isinstance(draft, intents.Bid):
        told = [text("{name}: bid {n}?", name=state.name(seat), n=draft.amount)]
    if auction.leader is None:
        told.append(text("No bid yet"))
    else:
        told.append(text("High bid {n}, by {name}", n=auction.high, name=state.name(auction.leader)))
    if may_count(state, seat, viewer):
        told.append(has(state, seat))
    if auction.passed:
        still = (state.name(other) for other in auction.order if other in auction.still)
        told.append(text("Still bidding: {names}", names=in_line(still)))
    is_fresh = phase.nth == 1 and state.box_deals and not (auction.high or auction.passed)
    return (*told, *(all_bearers(state) if is_fresh else ()))


def _on_sale(state: State, phase: Bidding) -> Text:
    """Which team is on sale, and its open card; after the first bid the card is enough."""
    name, (n, total) = state.name(phase.auction.turn), nth_team(state, phase)
    card = called(phase.open[0]) if phase.open and phase.open[0] else None
    if card is None and phase.nth:
        return text("{name}: substitutes {n} of {of}", name=name, n=n, of=total)
    if card is None:
        return text("{name}: team {n} of {of}", name=name, n=n, of=total)
    if phase.auction.high:
        return text("{name}: open card {card}", name=name, card=card)
    if phase.nth:
        return text("{name}: substitutes {n} of {of}, open card {card}", name=name, n=n, of=total, card=card)
    return text("{name}: team {n} of {of}, open card {card}", name=name, n=n, of=total, card=card)


def _rolling(state: State, seat: Seat, draft: Intent | None) -> Text:
    """How far it is, and the bearers; a face that was typed, with its bearer; of a die that tumbles, no face."""
    name, display = state.name(seat), state.displays[seat - 1]
    if not isinstance(draft, intents.Roll):
        return text("{name} rolls: {way}, bearers {cards}", name=name, way=way(state, seat), cards=in_row(display))
    if state.setup.duties.die == "box":
        return text("Let go to roll")
    return text("{name} rolls {n}: bearer {n}, {card}?", name=name, n=draft.face, card=named(display[draft.face - 1]))


def _scheming(state: State, seat: Seat, draft: Intent | None) -> Text:
    """Each chair that would move, and which of all choices this is."""
    name = state.name(seat)
    if not isinstance(draft, intents.Scheme):
        return text("{name} uses the devil", name=name)
    moves, form = in_line(_step(state, mover, by) for mover, by in draft.steps), schemer.asked(state, seat).form
    if not isinstance(form, OneOf) or draft not in form.answers:
        return text("{name} chooses: {moves}?", name=name, moves=moves)
    n, total = form.answers.index(draft) + 1, len(form.answers)
    return text("{name}, choice {n} of {of}: {moves}?", name=name, n=n, of=total, moves=moves)


def _step(state: State, mover: Seat, by: int) -> Text:
    name = state.name(mover)
    return text("{name} {n} ahead", name=name, n=by) if by > 0 else text("{name} {n} back", name=name, n=-by)


def _removing(state: State, owner: Seat, draft: Intent | None) -> tuple[Text, ...]:
    """The bearer that is chosen, and all of its team."""
    by, name = state.name(state.last), state.name(owner)
    if not isinstance(draft, intents.Remove):
        return text("{by} removes a bearer of {name}", by=by, name=name), bearers(state, owner)
    n, card = draft.slot, named(state.displays[owner - 1][draft.slot - 1])
    asked = text("{by}: remove {card}, bearer {n} of {of} of {name}?", by=by, card=card, n=n, of=len(FACES), name=name)
    return asked, bearers(state, owner)


def _laying(state: State, seat: Seat, draft: Intent | None) -> Text:
    """The cards that were typed so far."""
    if not isinstance(draft, intents.Lay) or not draft.cards:
        return text("Now {name} lays the team.", name=state.name(seat))
    return text("{name} lays {cards}", name=state.name(seat), cards=in_row(draft.cards))


def _drawing(state: State, owner: Seat, draft: Intent | None) -> Text:
    """The free slot, and the card that was typed for it."""
    name, n = state.name(owner), free_slot(state, owner)
    if not isinstance(draft, intents.Draw) or not draft.cards:
        return text("{name} draws bearer {n}", name=name, n=n)
    return text("{name} draws {card} as bearer {n}?", name=name, card=named(draft.cards[0]), n=n)


# --- how somebody stands ---------------------------------------------------------------------------------------------


def counted(amount: Coins) -> Text:
    """An amount."""
    return text("1 coin") if amount == 1 else text("{n} coins", n=amount)


def coins(state: State, seat: Seat) -> Text:
    """What a seat has, in a list."""
    return text("{name}: {coins}", name=state.name(seat), coins=counted(state.money.purse(seat)))


def has(state: State, seat: Seat) -> Text:
    """The same, in a sentence."""
    return text("{name} has {coins}", name=state.name(seat), coins=counted(state.money.purse(seat)))


def results(state: State) -> tuple[Text, ...]:
    """Everybody's place and coins, the richest first."""
    order = sorted((place, seat) for seat, place in enumerate(places(state), 1))
    return tuple(
        text(
            "{name}, place {place}: {coins}", name=state.name(seat), place=place, coins=counted(state.money.purse(seat))
        )
        for place, seat in order
    )


def came(state: State, seat: Seat, at: At) -> Text:
    """How a chair stands in a race, or came out of it."""
    name = state.name(seat)
    if isinstance(at, str):
        return text("{name}: place {n}", name=name, n=place_of(state, at))
    if not state.result:
        return text("{name}: {way}", name=name, way=way(state, seat))
    if seat == state.last:
        return text("{name}: place {n}", name=name, n=state.seats)
    return text("{name}: no place", name=name)


def bearers(state: State, seat: Seat) -> Text:
    """The team of a seat, from slot 1 on."""
    if not state.displays[seat - 1]:
        return text("{name} has no team", name=state.name(seat))
    return text("Bearers of {name}: {cards}", name=state.name(seat), cards=in_row(state.displays[seat - 1]))


def all_bearers(state: State) -> tuple[Text, ...]:
    """The teams of all seats."""
    return tuple(bearers(state, seat) for seat in range(1, state.seats + 1))


def left_the_team(state: State) -> tuple[Text, ...]:
    """Each card that has left the team on sale."""
    return tuple(
        text("{card} from {name}", card=named(card), name=state.name(seat)) for seat, card in departed(state).items()
    )


def prizes_of(state: State, race: int) -> Text:
    """The prizes of a race, from place I on."""
    return text("Race {n}: {row} coins", n=race, row=in_line(map(str, state.setup.board.prizes[race - 1])))


def way(state: State, seat: Seat) -> Text:
    """How far it is to the arch; and to the pond, if it is near."""
    space = state.spaces[seat - 1]
    ahead, back = state.finish - space, space - state.setup.board.pond
    if back <= NEAR:
        return text("{n} still to go, {pond} from the pond", n=ahead, pond=back)
    return text("{n} still to go", n=ahead)


def moved(state: State, steps: BySeat[int]) -> tuple[Text, ...]:
    """Each chair that has moved, and how far the arch is now, unless it is off the track."""
    return tuple(_moved(state, mover, by) for mover, by in steps)


def _moved(state: State, mover: Seat, by: int) -> Text:
    name, far, left = state.name(mover), abs(by), way(state, mover)
    is_racing = state.setup.board.pond < state.spaces[mover - 1] < state.finish
    if by > 0 and is_racing:
        return text("{name} goes {n} ahead, {way}", name=name, n=far, way=left)
    if by > 0:
        return text("{name} goes {n} ahead", name=name, n=far)
    if is_racing:
        return text("{name} goes {n} back, {way}", name=name, n=far, way=left)
    return text("{name} goes {n} back", name=name, n=far)


# --- rows ------------------------------------------------------------------------------------------------------------


def in_row(cards: Iterable[MaybeCard]) -> Wording:
    """The known ones of these cards, at least one."""
    return in_line(called(card) for card in cards if card is not None)


def in_line(parts: Iterable[Wording]) -> Wording:
    """At least one part, and a pause between two."""
    return reduce(lambda row, part: joined(row, part, ", "), parts)
