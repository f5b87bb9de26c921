"""A player of Galopp Royal who rebuilds the game from words, as a person does who knows the rules.

Law: it is given words and nothing else. What the rules make follow, it follows by itself; a card that it was not told
is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Bidding, Dealing, bidders
from companion.games.galopp_royal.booklet import DEALS, SCHEMER
from companion.games.galopp_royal.exchange import Drawing, Removing, free_slot
from companion.games.galopp_royal.race import Rolling, Scheming
from companion.games.galopp_royal.state import State
from companion.kit.decision import settled
from companion.kit.event import Card, Event
from companion.kit.rules import Rules
from companion.kit.seats import Seat
from companion.kit.setup import Seating
from companion.match.session import Session
from tests.senses.people import opened

CARD: Final = r"(?:devil|plus or minus 2|minus 2|plus \d|\d)"
TEAM: Final = rf"(?:{CARD}, ){{3}}{CARD}"


class Grammar(NamedTuple):
    """How one sense is told what happens; each pattern has the same groups for both."""

    on_sale: re.Pattern[str]
    """Who is asked for a bid, the open card (or another number), the high bid, the coins."""
    paid: re.Pattern[str]
    last: re.Pattern[str]
    """Who has bought, for how much, which cards."""
    rolled: re.Pattern[str]
    """Who, the position, the card."""
    removed: re.Pattern[str]
    """Who, which card, which position, whose."""
    drew: re.Pattern[str]
    """Whose team it is now, and the cards."""
    held: re.Pattern[str]
    """The own cards."""


HEARD: Final = Grammar(
    re.compile(
        rf"(?P<who>\S+): (?:(?:team|substitutes) \d of \d(?:, open card (?P<what>{CARD}))?|open card {CARD})\. "
        r"(?:No bid yet|High bid (?P<high>\d+), by \S+)\. \S+ has (?P<coins>\d+)"
    ),
    re.compile(rf"(?P<who>\S+) gets the team for (?P<price>\d+): (?P<cards>{TEAM})"),
    re.compile(rf"(?P<who>\S+) gets the last team for (?P<price>\d+): (?P<cards>{TEAM})"),
    re.compile(rf"(?P<who>\S+) rolls \d: bearer (?P<slot>\d), a (?P<card>{CARD})\."),
    re.compile(rf"(?P<by>\S+) removes a (?P<card>{CARD}), bearer (?P<slot>\d) of (?P<who>\S+)\."),
    re.compile(rf"Bearers of (?P<who>[^\s:]+): (?P<cards>{TEAM})"),
    re.compile(rf"Only for \S+\. \S+ holds (?:a )?(?P<cards>{CARD}(?:, {CARD})?)\."),
)
SEEN: Final = Grammar(
    re.compile(
        rf"(?P<who>\S+): (?:team|subst\.|face-up) (?P<what>{CARD}).*?\. (?P<high>\d+) bid\. "
        r"(?:by \S+|no bid yet), you have (?P<coins>\d+)"
    ),
    re.compile(rf"(?P<who>\S+): pays\. (?P<price>\d+)\. .*?(?P<cards>{TEAM})"),
    re.compile(rf"(?P<who>\S+): last team\. (?P<price>\d+) pays\. .*?(?P<cards>{TEAM})"),
    re.compile(rf"(?P<who>\S+): rolls\. \d die\. bearer (?P<slot>\d): (?:devil )?(?P<card>{CARD})"),
    re.compile(rf"(?P<by>\S+): removes\. (?P<card>{CARD}) card\. from (?P<who>\S+), bearer number (?P<slot>\d)"),
    re.compile(rf"(?P<who>[^\s,]+), (?P<cards>{TEAM})"),
    re.compile(rf"only you\. (?:your cards, )?(?P<cards>{CARD}(?:, {CARD})?)(?: card)?(?:\. (?:your card|team)|\.?$)"),
)

GONE: Final = re.compile(r"(\S+) goes (\d) (ahead|back)")
"""An ear hears of each chair."""
SCHEMED: Final = re.compile(r"(\S+): goes (plus|minus) (2)\. (.*?)(?:\.|$)")
OTHER: Final = re.compile(r"(\S+?), goes (plus|minus) (\d)")
RAN: Final = re.compile(r"(\S+): runs\. (plus) (2)\.")
"""An eye sees the own chair, then the others; or that none moves but the own one."""
AHEAD: Final = {"ahead": 1, "plus": 1, "back": -1, "minus": -1}


def card(words: str) -> Card:
    """A card, as it is called."""
    if words == "devil" or words.startswith("plus or minus"):
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

    @property
    def watches(self) -> bool:
        """The words of the display say all that the lights show."""
        return False

    def take_lights(self, page: str, lights: Sequence[str]) -> None:
        """Nothing is new to it."""

    def take_private(self, words: str) -> None:
        """The own cards."""
        phase, found = self.state.phase, HEARD.held.search(words) or SEEN.held.search(words)
        assert found is not None, words
        assert isinstance(phase, Bidding)
        hands = tuple((seat, cards(found["cards"]) if seat == self.seat else hand) for seat, hand in phase.hands)
        self.state = replace(self.state, phase=replace(phase, hands=hands))

    def take(self, words: str) -> None:
        """What the box tells."""
        for grammar in (HEARD, SEEN):
            self._take(grammar, words)

    def _take(self, grammar: Grammar, words: str) -> None:
        phase = self.state.phase
        if found := grammar.paid.search(words):
            self._passed_on(self._seat(found["who"]))
            self._happen(events.Sold(self._seat(found["who"]), int(found["price"]), cards(found["cards"])))
        elif found := grammar.last.search(words):
            self._happen(events.Assigned(self._seat(found["who"]), int(found["price"]), cards(found["cards"])))
        elif "Nobody bids" in words and isinstance(phase, Bidding):
            self._passed_on(None)
            assert isinstance(self.state.phase, Bidding)
            self._happen(events.Unsold(self.state.phase.cards))
        elif isinstance(phase, Drawing):
            self._drawn(grammar, words)
        elif found := grammar.on_sale.search(words):
            self._on_sale(**found.groupdict(default="0"))
        elif (found := grammar.rolled.search(words)) and isinstance(phase, Rolling):
            called = card(found["card"])
            self._happen(events.Rolled(self._seat(found["who"]), int(found["slot"]), called))
        elif isinstance(phase, Scheming) and (steps := self._steps(words)):
            self._happen(events.Moved(phase.seat, steps))
        elif (found := grammar.removed.search(words)) and isinstance(phase, Removing):
            by, whose = self._seat(found["by"]), self._seat(found["who"])
            self._happen(events.Removed(by, whose, int(found["slot"]), card(found["card"])))

    def _steps(self, words: str) -> tuple[tuple[Seat, int], ...]:
        """Which chairs have gone how far, the own one first."""
        moves = GONE.findall(words)
        if found := SCHEMED.search(words) or RAN.search(words):
            others = OTHER.findall(found[4]) if found.re is SCHEMED else []
            moves = [(who, n, way) for who, way, n in (found.group(1, 2, 3), *others)]
        return tuple((self._seat(who), int(n) * AHEAD[way]) for who, n, way in moves)

    def _drawn(self, grammar: Grammar, words: str) -> None:
        """An ear hears of the new teams with the next question; an eye looks at the page of the teams."""
        if grammar is SEEN and grammar.on_sale.search(words):
            self._waits = words
        drawn = {self._seat(found["who"]): cards(found["cards"]) for found in grammar.drew.finditer(words)}
        if len(drawn) < self.state.seats:
            return
        while isinstance(due := self.state.phase, Drawing):
            slot = free_slot(self.state, due.owner)
            self._happen(events.Drew(due.owner, slot, drawn[due.owner][slot - 1]))
        self.take(self._waits or words)

    def _on_sale(self, who: str, what: str, high: str, coins: str) -> None:
        """Somebody is asked for a bid: what the one before has said follows from it."""
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
