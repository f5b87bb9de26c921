"""Auctions of teams: the start teams before race 1 (de A2, A3) and two substitute teams after races 1-5 (de B6).

In a start auction only the seats without a team take part, in a substitute auction all seats. Laws: the booklet's table
says what is dealt and what leaves the team; the coins of a sale go to the bank before the cards change hands.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.booklet import DEALS, LAST_TEAM_PRICE, SUBSTITUTES, TEAM
from companion.games.galopp_royal.cards import discarded, drawn, layers, off_view, reshuffle, reshuffled
from companion.games.galopp_royal.keypad import BEARERS, KINDS
from companion.games.galopp_royal.state import Part, Phase, State
from companion.kit.auction import Auction, opened
from companion.kit.event import BySeat, Card, Event, Intent, MaybeCard, Refused
from companion.kit.money import BANK, Coins, transfer
from companion.kit.question import Amount, Cards, OneOf, Question, asked, unseen
from companion.kit.seats import Seat, clockwise, with_seat
from companion.kit.text import text


class Dealing(Phase, frozen=True):
    """A team must be dealt."""

    part: ClassVar[Part] = "team"

    opener: Seat
    nth: int
    """Which of the two substitute teams; 0 for a start team."""

    def follows(self, state: State) -> Event | None:
        """The stock may need a reshuffle."""
        return reshuffle(state, cards_due(state))

    def asks(self, state: State) -> Question | None:
        """The box deals; with real cards it only says how many each player draws."""
        count = cards_due(state)
        if reshuffle(state, count) is not None:
            return None
        if state.box_deals:
            return Question(None, Cards(intents.Deal(), count, layers(state, count)))
        return Question(None, OneOf((intents.Deal(cards=(None,) * count),)))

    def awaited(self, _state: State) -> Refused:
        """A deal."""
        return asked(text("Now a team is dealt."))

    def objection(self, state: State, intent: Intent) -> Refused | None:
        """Real cards are dealt unseen."""
        return unseen(intent, cards_due(state)) if type(intent) is intents.Deal else None

    def answered(self, state: State, intent: Intent) -> Event:
        """Split the drawn cards into hands and open cards."""
        if type(intent) is intents.Deal:
            order = bidders(state, self.opener)
            each = DEALS[len(order)].hand
            hands = tuple([(seat, intent.cards[at * each : (at + 1) * each]) for at, seat in enumerate(order)])
            return events.Dealt(state.race, self.opener, hands, intent.cards[each * len(order) :])
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The bidders hold the cards; the opener is on turn."""
        if type(event) is events.Dealt:
            order = bidders(state, self.opener)
            held = dict(event.hands)  # a record may name the seats in any order
            hands = tuple([(seat, held[seat]) for seat in order])
            piles = drawn(state, (*[card for _, hand in hands for card in hand], *event.open))
            bidding = Bidding(opened(order), hands, event.open, DEALS[len(order)].leave, self.nth)
            return replace(state, piles=piles, phase=bidding)
        if type(event) is events.Reshuffled:
            return replace(state, piles=reshuffled(state))
        return super().after(state, event)


class Bidding(Phase, frozen=True):
    """A team is being auctioned."""

    part: ClassVar[Part] = "team"

    auction: Auction
    hands: BySeat[tuple[MaybeCard, ...]]
    open: tuple[MaybeCard, ...]
    leave: int
    """How many cards leave the team: the card of each seat that passes among the first."""
    nth: int
    """As in `Dealing`."""

    def follows(self, _state: State) -> Event | None:
        """The hammer: sold to the last seat that has not passed, or to nobody."""
        auction = self.auction
        if not auction.is_over:
            return None
        if auction.leader is None:
            return events.Unsold(self.cards)
        return events.Sold(auction.leader, auction.high, self.cards)

    def asks(self, state: State) -> Question | None:
        """A whole number above the high bid, at most the seat's coins; or pass."""
        auction = self.auction
        if auction.is_over:
            return None
        seat = auction.still[0]
        offer, otherwise = intents.Bid(seat=seat), intents.Pass(seat=seat)
        return Question(seat, Amount(offer, otherwise, auction.high + 1, state.money.purse(seat)))

    def awaited(self, state: State) -> Refused:
        """A bid."""
        return asked(text("Now {name} bids or passes.", name=state.name(self.auction.turn)))

    def answered(self, state: State, intent: Intent) -> Event:
        """The seat on turn bids, or passes; if it is among the first to pass, its card leaves (de A3)."""
        if type(intent) is intents.Bid:
            return events.Bid(self.auction.turn, intent.amount)
        if type(intent) is intents.Pass:
            return events.Passed(self.auction.turn, len(self.auction.passed) < self.leave)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The high bid rises, or a seat is out; a card that leaves goes to the discard (face up, de A3).

        A buyer pays the bank and discards the old team at once (de B6); unsold cards are discarded.
        """
        if type(event) is events.Bid:
            return replace(state, phase=replace(self, auction=self.auction.raised(event.amount)))
        if type(event) is events.Passed:
            piles = discarded(state, dict(self.hands)[event.seat]) if event.leaves else state.piles
            return replace(state, piles=piles, phase=replace(self, auction=self.auction.withdrawn()))
        if type(event) is events.Sold:
            return _bought(state, event.seat, event.price, event.cards)
        if type(event) is events.Unsold:
            return replace(state, piles=discarded(state, event.cards))
        return super().after(state, event)

    @property
    def cards(self) -> tuple[MaybeCard, ...]:
        """The cards on sale, in the order drawn, without those that have left."""
        gone = self.auction.passed[: self.leave]
        return (*[card for seat, hand in self.hands if seat not in gone for card in hand], *self.open)


class Assigning(Phase, frozen=True):
    """The last seat without a team must get its four cards (de A2)."""

    part: ClassVar[Part] = "team"

    seat: Seat

    def follows(self, state: State) -> Event | None:
        """The stock may need a reshuffle."""
        return reshuffle(state, TEAM)

    def asks(self, state: State) -> Question | None:
        """The top four cards; the seat cannot refuse them."""
        if reshuffle(state, TEAM) is not None:
            return None
        if state.box_deals:
            return Question(None, Cards(intents.Assign(), TEAM, layers(state, TEAM)))
        return Question(None, OneOf((intents.Assign(cards=(None,) * TEAM),)))

    def awaited(self, state: State) -> Refused:
        """Four cards."""
        return asked(text("Now {name} gets the last team.", name=state.name(self.seat)))

    def objection(self, _state: State, intent: Intent) -> Refused | None:
        """Real cards are dealt unseen."""
        return unseen(intent, TEAM) if type(intent) is intents.Assign else None

    def answered(self, state: State, intent: Intent) -> Event:
        """The price is 10 coins, or all that are left if there are fewer."""
        if type(intent) is intents.Assign:
            return events.Assigned(self.seat, min(LAST_TEAM_PRICE, state.money.purse(self.seat)), intent.cards)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The last team is paid."""
        if type(event) is events.Assigned:
            return _bought(replace(state, piles=drawn(state, event.cards)), event.seat, event.price, event.cards)
        if type(event) is events.Reshuffled:
            return replace(state, piles=reshuffled(state))
        return super().after(state, event)


class Laying(Phase, frozen=True):
    """A team is paid and must be laid on its display."""

    part: ClassVar[Part] = "team"

    seat: Seat
    opener: Seat
    """The opener of its auction."""
    nth: int
    """As in `Dealing`."""

    def follows(self, state: State) -> Event | None:
        """The box lays its own cards in the order drawn, so all slots have equal chances; real cards are typed."""
        if self._is_typed_in(state):
            return None
        return events.Laid(self.seat, tuple([card for card in state.bought[self.seat - 1] if card is not None]))

    def asks(self, state: State) -> Question | None:
        """Which bearers the buyer has laid on slots 1 … 4."""
        if not self._is_typed_in(state):
            return None
        team = Cards(intents.Lay(seat=self.seat), TEAM, off_view(state, TEAM), KINDS)
        return Question(self.seat, team, keys=BEARERS, is_typed=True)

    def awaited(self, state: State) -> Refused:
        """Which bearers these are."""
        return asked(text("Now {name} lays the team.", name=state.name(self.seat)))

    def answered(self, state: State, intent: Intent) -> Event:
        """The team that the buyer has typed; the question accepts only four known cards."""
        if type(intent) is intents.Lay:
            return events.Laid(self.seat, tuple([card for card in intent.cards if card is not None]))
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The team lies open."""
        if type(event) is events.Laid:
            displays = with_seat(state.displays, event.seat, event.cards)
            return replace(state, displays=displays, bought=with_seat(state.bought, event.seat, ()))
        return super().after(state, event)

    def _is_typed_in(self, state: State) -> bool:
        """Whether the cards are typed: real cards, and a hidden team in the record of a running game."""
        return not state.box_deals or (state.hides_teams and None in state.bought[self.seat - 1])


def bidders(state: State, opener: Seat) -> tuple[Seat, ...]:
    """The seats that take part in the next auction, clockwise from the opener."""
    order = clockwise(opener, state.seats)
    if state.race:
        return order
    teamless = state.teamless
    return tuple([seat for seat in order if seat in teamless])


def cards_due(state: State) -> int:
    """How many cards the next team's deal takes."""
    count = state.seats if state.race else len(state.teamless)
    return DEALS[count].hand * count + DEALS[count].open


def _bought(state: State, seat: Seat, price: Coins, cards: tuple[MaybeCard, ...]) -> State:
    """The buyer pays the bank; an old team goes to the discard (de B6)."""
    return replace(
        state,
        money=transfer(state.money, seat, BANK, price),
        displays=with_seat(state.displays, seat, ()),
        bought=with_seat(state.bought, seat, cards),
        piles=discarded(state, state.displays[seat - 1]),
    )


def nth_team(state: State, phase: Bidding) -> tuple[int, int]:
    """Which team is on sale, and of how many: of all start teams before race 1, of two later."""
    if phase.nth:
        return phase.nth, SUBSTITUTES
    return state.seats - len(phase.auction.order) + 1, state.seats


def departed(state: State) -> dict[Seat, Card]:
    """By seat, the cards that have left the team on sale and lie face up; the box does not know real ones."""
    if not isinstance(state.phase, Bidding):
        return {}
    hands = dict(state.phase.hands)
    gone = state.phase.auction.passed[: state.phase.leave]
    return {seat: card for seat in gone for card in hands[seat] if card is not None}
