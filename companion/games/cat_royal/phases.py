"""The order of play: what follows when a part of the game is over."""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.games.cat_royal.booklet import DECK, FIGURES, HOLES, INSIDE, START
from companion.games.cat_royal.dealing import Dealing, SettingOut
from companion.games.cat_royal.ending import Closing, Over
from companion.games.cat_royal.events import Reshuffled, Shifted
from companion.games.cat_royal.handing import Handing, handing
from companion.games.cat_royal.landing import Landing
from companion.games.cat_royal.setup import Setup
from companion.games.cat_royal.state import State, opposite
from companion.games.cat_royal.tricks import Punishing
from companion.games.cat_royal.turns import Turn
from companion.kit.errors import Impossible
from companion.kit.event import Event
from companion.kit.phases import GamePhase
from companion.kit.piles import Draws, Piles, spread
from companion.kit.seats import Seat, clockwise, left_of

AnyPhase: TypeAlias = Dealing | SettingOut | Handing | Turn | Punishing | Landing | Closing | Over

INCIDENTAL: Final[frozenset[type[Event]]] = frozenset({Reshuffled, Shifted})
"""The events that leave every phase as it was."""


def opened(setup: Setup) -> State:
    """The table before the first card: all figures in their start areas."""
    seats, figures = len(setup.seats), len(FIGURES)
    return State(
        setup=setup,
        at=((START,) * figures,) * seats,
        ways=(((),) * figures,) * seats,
        holes=HOLES,
        hands=((),) * seats,
        piles=Piles(Draws(sum(DECK.values()), spread(DECK))),
        phase=Dealing(),
        cheated=("",) * seats,
        fresh=("",) * seats,
    )


def comes_next(state: State, done: GamePhase[State]) -> AnyPhase:
    """The phase that follows when `done` has ended its part of the game. Raises Impossible."""
    if type(done) is Turn or type(done) is Landing:
        return _after_turn(state, done.seat)
    if type(done) is Punishing:
        return Turn(done.seat, has_accused=True)
    first = state.setup.starter(state.deal)
    if type(done) is Dealing:
        sets_out = state.deal == 1 and state.setup.options.opening == "one_out"
        return SettingOut(first) if sets_out else _dealt(state, first)
    if type(done) is SettingOut:
        after = left_of(done.seat, state.seats)
        return _dealt(state, first) if after == first else SettingOut(after)
    if type(done) is Handing:
        return Turn(first)
    raise Impossible(done, state)


def _dealt(state: State, first: Seat) -> AnyPhase:
    """The first turn; with `opposite_pass` partners hand each other a card before it."""
    return handing(state, first) if state.setup.options.partners == "opposite_pass" else Turn(first)


def _after_turn(state: State, seat: Seat) -> AnyPhase:
    """The end if a team is home; or the next seat with cards; or a new deal, unless it was the last one."""
    is_home = INSIDE.issuperset(state.at[seat - 1])
    if is_home and (not state.has_teams or INSIDE.issuperset(state.at[opposite(seat) - 1])):
        return Closing()
    seats = state.seats
    for after in clockwise(left_of(seat, seats), seats):
        if state.hands[after - 1]:
            return Turn(after)
    return Dealing() if state.deal < state.setup.last_deal else Closing()
