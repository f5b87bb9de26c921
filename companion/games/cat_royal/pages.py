"""The pages of the table key: goals, cards, wormholes, where each rank is, the rules.

Law: a page tells only what is open on the table; the lights of a rank's page show only this rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.cat_royal.booklet import FIGURES, Figure
from companion.games.cat_royal.differences import RULEBOOKS
from companion.games.cat_royal.spoken_news import of_wormholes
from companion.games.cat_royal.spoken_words import on, row
from companion.games.cat_royal.state import State
from companion.games.cat_royal.track import showing
from companion.games.cat_royal.view import seats
from companion.games.cat_royal.words import MANY, standing_at
from companion.kit.seats import Seat
from companion.kit.text import Text, joined, text, verbatim
from companion.kit.view import View

IN_THE_GOAL: Final = text("In the goal")


def pages(state: State) -> tuple[View, ...]:
    """All pages, in their order."""
    everybody = range(1, state.seats + 1)
    may_move = state.setup.options.tricks and state.setup.options.holes != "hats"
    home = {seat: text("{n} of {all}", n=state.home(seat), all=len(FIGURES)) for seat in everybody}
    held = {seat: verbatim(str(len(state.hands[seat - 1]))) for seat in everybody}
    moved = {seat: text("moved them") if seat in state.shifted else text("not moved yet") for seat in everybody}
    deal, there = str(state.deal), sorted(state.holes)
    holes = text("on these fields:"), verbatim(" ".join(map(str, there)))
    in_the_goal = text("Figures in the goal: {facts}", facts=_facts(state, home))
    in_hand = text("Cards in hand in deal {n}: {facts}", n=deal, facts=_facts(state, held))
    has_moved = text("Wormholes in deal {n}: {facts}", n=deal, facts=_facts(state, moved))
    return (
        View(IN_THE_GOAL, lines=by_name(state, home), said=(in_the_goal,)),
        View(text("Cards, deal {n}", n=state.deal), lines=by_name(state, held), said=(in_hand,)),
        View(text("Wormholes"), lines=holes, said=(of_wormholes(state),)),
        *([View(text("Wormholes, deal {n}", n=state.deal), lines=by_name(state, moved), said=(has_moved,))] * may_move),
        *(_rank(state, figure) for figure in FIGURES),
        *RULEBOOKS.to_pages(state.setup.rulebook, state.setup.options),
    )


def by_name(state: State, facts: Mapping[Seat, Text]) -> tuple[Text, ...]:
    """One fact about each seat."""
    return tuple(joined(verbatim(state.name(seat)), fact) for seat, fact in facts.items())


def _facts(state: State, facts: Mapping[Seat, Text]) -> Text:
    """The same in one sentence."""
    return row(text("{name} {fact}", name=state.name(seat), fact=fact) for seat, fact in facts.items())


def _rank(state: State, figure: Figure) -> View:
    """Where the figures of one rank are; a voice names the field that the lights show."""
    places = {seat: state.where(seat, figure) for seat in range(1, state.seats + 1)}
    facts = {seat: standing_at(place) for seat, place in places.items()}
    told = _facts(state, {seat: on(state, seat, place) for seat, place in places.items()})
    said = text("{figures}: {facts}", figures=MANY[figure], facts=told)
    return View(
        MANY[figure], lines=by_name(state, facts), said=(said,), seats=seats(state), track=showing(state, (figure,))
    )
