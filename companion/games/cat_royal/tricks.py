"""Accusing a seat of a cheat, the penalties, and moving the wormholes (CR l.138-160).

Law: an accusation is about the latest turn of the accused seat, and a cheat is punished only once.
"""

from __future__ import annotations

import functools
from typing import ClassVar, Final

from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.booklet import FIGURES, LOOP, START, STARTS, Figure
from companion.games.cat_royal.moves import moved
from companion.games.cat_royal.state import Part, Phase, State, opposite
from companion.games.cat_royal.words import FIGURE, no_such_figure
from companion.kit.event import Card, Event, Intent, MaybeCard, Refused
from companion.kit.on_demand import OnDemand
from companion.kit.piles import Draws
from companion.kit.question import Cards, OneOf, Question, asked, no_such_seat
from companion.kit.seats import Seat, with_seat
from companion.kit.text import text

NO_TRICKS: Final = Refused("no_tricks", text("This game has no tricks."))
ONCE_A_TURN: Final = Refused("once_a_turn", text("Accuse once in a turn."))
ONESELF: Final = Refused("oneself", text("You cannot accuse yourself."))
PARTNER: Final = Refused("partner", text("You cannot accuse a partner."))
NOTHING_TO_LOSE: Final = Refused("nothing_to_lose", text("First bring a figure out."))
FIXED_HOLES: Final = Refused("fixed_holes", text("These wormholes stay there."))
ON_TURN: Final = Refused("on_turn", text("On your turn, holes stay."))
ONCE_A_DEAL: Final = Refused("once_a_deal", text("Holes move once in a deal."))
NOT_TO_LOSE: Final = Refused("not_to_lose", text("That figure cannot go home."))

ALL_HOME: Final = (START,) * len(FIGURES)
"""The places of a seat that has nothing to lose."""
PLAIN: Final = tuple([(there, str(there)) for there in range(1, LOOP + 1) if there not in STARTS.values()])
"""The fields where a wormhole may be: all except the start fields."""


class Punishing(Phase, frozen=True):
    """An accusation is decided, and a figure must go home as a penalty."""

    part: ClassVar[Part] = "turn"

    seat: Seat
    """Who is on turn."""
    loser: Seat
    figures: tuple[Figure, ...]
    """One of these goes home; the lot chooses if there are several."""

    def follows(self, _state: State) -> Event | None:
        """The figure goes home, if it is the only one."""
        return events.SentHome(self.loser, self.figures[0]) if len(self.figures) == 1 else None

    def asks(self, _state: State) -> Question | None:
        """The lot chooses one of several figures."""
        if len(self.figures) == 1:
            return None
        answers = tuple([intents.SendHome(figure=figure) for figure in self.figures])
        return Question(None, OneOf(answers), by_lot=True)

    def awaited(self, state: State) -> Refused:
        """Which figure goes."""
        return asked(text("Now a figure of {name} goes.", name=state.name(self.loser)))

    def objection(self, _state: State, intent: Intent) -> Refused | None:
        """Refuse a figure that is at home, or is not the penalty."""
        if type(intent) is not intents.SendHome:
            return None
        return no_such_figure(intent.figure) if intent.figure not in FIGURE else NOT_TO_LOSE

    def answered(self, state: State, intent: Intent) -> Event:
        """The figure goes home, even from the goal."""
        if type(intent) is intents.SendHome:
            return events.SentHome(self.loser, intent.figure)
        return super().answered(state, intent)

    def after(self, state: State, event: Event) -> State:
        """The figure is in its start area."""
        if type(event) is events.SentHome:
            return moved(state, event.seat, event.figure, START)
        return super().after(state, event)


def accused(state: State, event: events.Accused) -> State:
    """An accusation is decided: the cheat or the wrong accuser loses a figure; without one the phase stays."""
    if not event.guilty:
        loser = state.plays_for(event.by)
        return _punishing(state, event.by, loser, _outside(state, loser))
    figure = state.cheated[event.seat - 1]
    loser = opposite(event.seat) if event.seat in state.helped else event.seat
    figures = _outside(state, loser)
    if state.setup.options.caught == "figure":
        figures = tuple([other for other in figures if other == figure])
    state = replace(state, cheated=with_seat(state.cheated, event.seat, ""))
    return _punishing(state, event.by, loser, figures)


def _punishing(state: State, seat: Seat, loser: Seat, figures: tuple[Figure, ...]) -> State:
    return replace(state, phase=Punishing(seat, loser, figures)) if figures else state


def _outside(state: State, seat: Seat) -> tuple[Figure, ...]:
    """The figures of a seat that are not in its start area."""
    return tuple([figure for figure, place in zip(FIGURES, state.at[seat - 1], strict=True) if place != START])


def has_stakes(state: State, seat: Seat) -> bool:
    """Whether a seat has something to lose, without which it may not accuse (app)."""
    return state.at[state.plays_for(seat) - 1] != ALL_HOME


def accusing(state: State, seat: Seat) -> Question:
    """The seat on turn may accuse any opponent."""
    return _accusing(state.team(seat), seat, state.seats)


@functools.cache
def _accusing(team: tuple[Seat, ...], seat: Seat, seats: int) -> Question:
    others = (other for other in range(1, seats + 1) if other not in team)
    answers = tuple([intents.Accuse(seat=seat, accused=other) for other in others])
    return Question(seat, OneOf(answers), name=text("Accuse"))


def shifters(state: State, seat: Seat) -> int:
    """How many seats may still move the wormholes: those not on turn, once a deal (CR l.146)."""
    return 0 if state.setup.options.holes == "hats" else state.seats - len({seat, *state.shifted})


def shifting(state: State, seat: Seat, at: int) -> Question:
    """The shifter `at`, clockwise from seat 1, may move the wormholes to free fields."""
    able = [other for other in range(1, state.seats + 1) if other not in (seat, *state.shifted)]
    form = Cards(intents.Shift(seat=able[at]), len(state.holes), OnDemand(1, lambda _: _free(state)))
    return Question(able[at], form, by_lot=True, name=text("Move holes"))


def _free(state: State) -> Draws:
    """The free fields, drawn like cards."""
    fields = _free_fields(state)
    return Draws(len(fields), fields)


def _free_fields(state: State) -> tuple[Card, ...]:
    """The fields to which a wormhole may go: no start field, no wormhole, no figure."""
    taken = {*state.holes, *[place for places in state.at for place in places]}
    return tuple([card for there, card in PLAIN if there not in taken])


# --- why not ------------------------------------------------------------------------------------------------------


def bars_accusing(state: State, seat: Seat, whom: Seat | None, *, has_accused: bool) -> Refused | None:
    """Why the seat on turn may not accuse `whom` (`None`: anybody); `None` if it may."""
    if not state.setup.options.tricks:
        return NO_TRICKS
    if whom == seat:
        return ONESELF
    if whom is not None and whom not in range(1, state.seats + 1):
        return no_such_seat(whom, state.seats)
    if whom in state.team(seat):
        return PARTNER
    if has_accused:
        return ONCE_A_TURN
    return None if _outside(state, state.plays_for(seat)) else NOTHING_TO_LOSE


def bars_shifting(state: State, turn: Seat, seat: Seat, holes: tuple[MaybeCard, ...] | None) -> Refused | None:
    """Why a seat may not move the wormholes to `holes` (`None`: anywhere) in the turn of `turn`; `None` if it may."""
    if not state.setup.options.tricks:
        return NO_TRICKS
    if state.setup.options.holes == "hats":
        return FIXED_HOLES
    if seat not in range(1, state.seats + 1):
        return no_such_seat(seat, state.seats)
    if seat == turn:
        return ON_TURN
    if seat in state.shifted:
        return ONCE_A_DEAL
    return None if holes is None else _of_holes(state, holes)


def _of_holes(state: State, holes: tuple[MaybeCard, ...]) -> Refused | None:
    if len(holes) != len(state.holes):
        return Refused("wrong_count", text("{came} fields are not {count}.", came=len(holes), count=len(state.holes)))
    free = _free_fields(state)
    odd = (hole for at, hole in enumerate(holes) if hole not in free or hole in holes[:at])
    taken = next(odd, None)
    return None if taken is None else Refused("not_free", text("Field {n} is not free.", n=taken))
