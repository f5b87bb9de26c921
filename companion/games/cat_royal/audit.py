"""Checks that must hold after every event of every game, whatever the players answer.

Laws: nothing here decides anything, so a fault found here is a fault of the rules; parts that an event has not changed
(the same object) were sound before and are not checked again.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

from companion.games.cat_royal.booklet import DECK, FIGURES, GOALS, INSIDE, LOOP, START, STARTS, At
from companion.games.cat_royal.cards import is_known
from companion.games.cat_royal.events import Dealt, Played
from companion.games.cat_royal.landing import Landing
from companion.games.cat_royal.phases import INCIDENTAL, comes_next
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.errors import Unsound
from companion.kit.event import Event

FIELDS = frozenset(range(1, LOOP + 1))
PLACES = FIELDS | {START, *GOALS}
CORNERS = frozenset(STARTS.values())
TEAM = 2 * len(FIGURES)
CARD_COUNT = sum(DECK.values())


def audit(before: State, event: Event, after: State) -> None:
    """Check that `event` led from a sound state to a sound state. Raises Unsound."""
    was, phase = before.phase, after.phase
    if phase is was or phase.part != was.part or type(event) in INCIDENTAL:
        _order(before, event, after)
    if after.at is not before.at:
        _figures(before, after)
    if after.holes is not before.holes:
        _holes(after)
    if after.hands is not before.hands or after.piles is not before.piles:
        _cards(after, dealt=type(event) is Dealt)
    if type(event) is Played and before.has_teams:
        _team(before, event, after)
    if type(phase) is Turn and not after.hands[phase.seat - 1]:
        raise Unsound(f"seat {phase.seat} is on turn without a card")


def _order(before: State, event: Event, after: State) -> None:
    """Only an incidental event leaves the phase as it was; a new part of the game follows the order of play."""
    was, phase = before.phase, after.phase
    sound = phase is was if type(event) in INCIDENTAL else phase is not was and phase == comes_next(after, was)
    if not sound:
        raise Unsound(f"{event} has led from {was} to {phase}")


def _team(before: State, event: Played, after: State) -> None:
    """A seat plays its own figures until all are home, then its partner's; with all eight home nobody plays on."""
    if event.of != before.plays_for(event.seat):
        raise Unsound(f"seat {event.seat} has played a figure of {event.of}: {before.at}")
    if type(after.phase) is Turn and any(sum(map(after.home, team)) == TEAM for team in after.teams):
        raise Unsound(f"a team is home, and the game goes on: {after.at}")


def _figures(before: State, after: State) -> None:
    """At most one figure is on each field, except at the moment of a capture."""
    for was, places in zip(before.at, after.at, strict=True):
        if places is not was:
            _places(places)
    loop = [*filter(FIELDS.__contains__, sum(after.at, ()))]
    if len(loop) - len(set(loop)) != (type(after.phase) is Landing and after.phase.taken is not None):
        raise Unsound(f"two figures on one field: {after.at}")


def _places(places: tuple[At, ...]) -> None:
    """A seat has four figures, each somewhere, and at most one in each field of its goal."""
    inside = [*filter(INSIDE.__contains__, places)]
    if len(places) != len(FIGURES) or not PLACES.issuperset(places) or len(set(inside)) != len(inside):
        raise Unsound(f"figures are nowhere, or two in one place: {places}")


def _holes(state: State) -> None:
    """The wormholes are on four different fields, and none is a start field."""
    if len(set(state.holes)) != 4 or not PLACES.issuperset(state.holes) or CORNERS.intersection(state.holes):
        raise Unsound(f"no wormhole can be there: {state.holes}")


def _cards(state: State, *, dealt: bool) -> None:
    """Every card of the deck is in exactly one place; kinds are counted at each deal."""
    piles, hands = state.piles, state.hands
    count = piles.stock.size + piles.fresh.size + len(piles.discard) + sum(map(len, hands))
    if count != CARD_COUNT:
        raise Unsound(f"{count} cards are not {CARD_COUNT}")
    if not dealt or not state.box_deals or not all(map(is_known, hands)):
        return
    known = Counter(chain(piles.stock.cards, piles.fresh.cards, piles.discard, *hands))
    if known != DECK:
        raise Unsound(f"cards missing from the deck, or too many of them: {dict(known)}")
