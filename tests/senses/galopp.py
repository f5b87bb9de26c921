"""A player of Galopp Royal who rebuilds the game from words, as a person does who knows the rules.

Law: it is given words and nothing else. What the rules make follow, it follows by itself; a card that it was not told
is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Bidding, Dealing, bidders
from companion.games.galopp_royal.booklet import DEALS, SCHEMER
from companion.games.galopp_royal.exchange import Drawing, Removing, free_slot
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.state import State
from companion.kit.decision import settled
from companion.kit.event import Card, Event, Intent
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.setup import Seating
from companion.match.session import Session
from tests.senses.people import opened

CARD: Final = r"(?:plus or minus 2|minus 2|plus \d|\d)"
ON_SALE: Final = re.compile(
    rf"(\S+): (?:team|subst\.|face-up) ({CARD}).*?\. (\d+) bid\. (?:by (\S+)|no bid yet), you have (\d+)"
)
PAID: Final = re.compile(rf"(\S+): pays\. (\d+)\. .*?(({CARD}, ){{3}}{CARD})")
LAST: Final = re.compile(rf"(\S+): last team\. (\d+) pays\. .*?(({CARD}, ){{3}}{CARD})")
ROLLED: Final = re.compile(rf"(\S+): rolls\. (\d) die\. bearer (\d): ({CARD}|devil {CARD})")
SCHEMED: Final = re.compile(r"(\S+): goes (plus|minus) 2\. (.*?)(?:\.|$)")
RAN: Final = re.compile(r"(\S+): runs\. plus 2\.")
OTHER: Final = re.compile(r"(\S+?), goes (plus|minus) (\d)")
REMOVED: Final = re.compile(rf"(\S+): removes\. ({CARD}) card\. from (\S+), bearer number (\d)")
DREW: Final = re.compile(rf"([^\s,]+), (({CARD}, ){{3}}{CARD})")
ONE: Final = re.compile(rf"only you\. ({CARD})(?: card)?\. (?:your card|team)")
MORE: Final = re.compile(rf"only you\. your cards, ({CARD}, {CARD})")


def card(words: str) -> Card:
    """A card, as it is called."""
    words = words.removeprefix("devil ")
    if words.startswith("plus or minus"):
        return SCHEMER
    return words.replace("minus ", "-").replace("plus ", "")


def cards(words: str) -> tuple[Card, ...]:
    """Several cards, as they are called."""
    return tuple(card(each) for each in words.split(", "))


class GaloppMind:
    """The picture that one seat has."""

    def __init__(self, rules: Rules[State], names: Sequence[str], seating: Seating, seat: Seat) -> None:
        self.rules, self.seat, self.names = rules, seat, tuple(names)
        self.state = rules.begin(seating, {"confirmed": True})
        self._waits = ""
        """What can be understood only when the drawn cards are known."""
        self._settle()

    @property
    def session(self) -> Session[Any]:
        """The picture."""
        return opened(self.rules, self.state)

    @property
    def lacks(self) -> str:
        """The own cards of a team on sale; the cards that were drawn."""
        phase = self.state.phase
        if isinstance(phase, Drawing):
            return "Teams"
        return "own" if isinstance(phase, Bidding) and None in dict(phase.hands).get(self.seat, ()) else ""

    def take_lights(self, page: str, lights: Sequence[str]) -> None:
        """The words of the display say all that the lights show."""

    def answers(self, wanted: Intent) -> None:
        """It hears of its answer like all others."""

    def without(self, state: State) -> State:
        """It finds out everything."""
        return state

    def take_private(self, words: str) -> None:
        """The own cards."""
        phase, found = self.state.phase, ONE.search(words) or MORE.search(words)
        assert found is not None, words
        assert isinstance(phase, Bidding)
        hands = tuple((seat, cards(found[1]) if seat == self.seat else hand) for seat, hand in phase.hands)
        self.state = replace(self.state, phase=replace(phase, hands=hands))

    def take(self, words: str) -> None:
        """What the box tells."""
        phase = self.state.phase
        if found := PAID.search(words):
            self._passed_on(self._seat(found[1]))
            self._happen(events.Sold(self._seat(found[1]), int(found[2]), cards(found[3])))
        elif found := LAST.search(words):
            self._happen(events.Assigned(self._seat(found[1]), int(found[2]), cards(found[3])))
        elif "Nobody bids" in words and isinstance(phase, Bidding):
            self._passed_on(None)
            assert isinstance(self.state.phase, Bidding)
            self._happen(events.Unsold(self.state.phase.cards))
        elif (found := ON_SALE.search(words)) and isinstance(phase, Drawing):
            self._waits = words
        elif found:
            self._on_sale(*found.groups())
        elif (found := ROLLED.search(words)) and isinstance(phase, Rolling):
            self._happen(
                events.Rolled(
                    self._seat(found[1]),
                    int(found[3]),
                    card(found[4].replace("plus 2", "2")) if "or" not in found[4] else SCHEMER,
                )
            )
        elif (found := SCHEMED.search(words)) and isinstance(phase, Scheming):
            own = self._seat(found[1])
            steps = [(own, 2 if found[2] == "plus" else -2)]
            steps += [
                (self._seat(who), int(n) * (1 if way == "plus" else -1)) for who, way, n in OTHER.findall(found[3])
            ]
            self._happen(events.Moved(own, tuple(steps)))
        elif (found := RAN.search(words)) and isinstance(phase, Scheming):  # it moved nobody else
            self._happen(events.Moved(own := self._seat(found[1]), ((own, 2),)))
        elif (found := REMOVED.search(words)) and isinstance(phase, Removing):
            self._happen(events.Removed(self._seat(found[1]), self._seat(found[3]), int(found[4]), card(found[2])))
        elif words.startswith("Teams") and isinstance(phase, Drawing):
            drawn = {self._seat(who): cards(team) for who, team, _ in DREW.findall(words.removeprefix("Teams. "))}
            while isinstance(due := self.state.phase, Drawing):
                slot = free_slot(self.state, due.owner)
                self._happen(events.Drew(due.owner, slot, drawn[due.owner][slot - 1]))
            self.take(self._waits)

    def _on_sale(self, who: str, what: str, high: str, leader: str | None, coins: str) -> None:
        """Somebody is asked for a bid: what the one before has said follows from it."""
        del leader
        if isinstance(phase := self.state.phase, Dealing):
            order = bidders(self.state, phase.opener)
            deal = DEALS[len(order)]
            shown = (card(what),) if deal.open else ()
            hands = tuple((seat, (None,) * deal.hand) for seat in order)
            self._happen(events.Dealt(self.state.race, phase.opener, hands, shown))
        phase = self.state.phase
        assert isinstance(phase, Bidding), phase
        seat = self._seat(who)
        while isinstance(phase := self.state.phase, Bidding) and (turn := phase.auction.turn) != seat:
            is_bid = int(high) > phase.auction.high  # who comes after and cannot bid has passed, too
            happened = events.Bid(turn, int(high)) if is_bid else events.Passed(turn, leaves=False)
            self.state = self.rules.evolve(self.state, happened)
        phase = self.state.phase
        assert isinstance(phase, Bidding)
        assert (phase.auction.turn, phase.auction.high) == (seat, int(high)), (phase.auction, who, high)
        assert self.state.money.purse(seat) == int(coins)

    def _passed_on(self, but: Seat | None) -> None:
        """The hammer has fallen: all others have passed."""
        while isinstance(phase := self.state.phase, Bidding) and (still := phase.auction.still) and still != (but,):
            self.state = self.rules.evolve(self.state, events.Passed(still[0], leaves=False))

    def _happen(self, event: Event) -> None:
        self.state = settled(self.rules, self.state, event)

    def _settle(self) -> None:
        while (event := self.rules.follows(self.state)) is not None:
            self.state = self.rules.evolve(self.state, event)

    def _seat(self, name: str) -> Seat:
        """Whose name this is, or the beginning of it."""
        (seat,) = (at for at, each in enumerate(self.names, 1) if each.startswith(name.rstrip("…,")))
        return seat
