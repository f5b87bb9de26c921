"""What the screens and lights show of a game: who acts, what is asked, how the game stands.

Law: a hand, or a hidden purse, is shown only while its owner holds a key.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from msgspec.structs import replace

from companion.games.galopp_royal import intents
from companion.games.galopp_royal.auction import Assigning, Bidding, Dealing, Laying, nth_team
from companion.games.galopp_royal.booklet import TEAM
from companion.games.galopp_royal.cards import show, signed
from companion.games.galopp_royal.ending import Closing, Over, may_count
from companion.games.galopp_royal.exchange import Drawing, Removing, free_slot
from companion.games.galopp_royal.race import Arriving, Bearing, Lining, Rolling, Scheming
from companion.games.galopp_royal.race_end import Paying
from companion.games.galopp_royal.spoken_questions import coins, of_question
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.track import chairs
from companion.kit.event import BySeat, Intent, MaybeCard
from companion.kit.seats import Seat
from companion.kit.text import Text, joined, ordinal, text, verbatim
from companion.kit.view import SeatView, View, two_a_line, won_by

ANNOUNCED_IN: Final = 10
COUNTED_IN: Final = 6
LEFT_FOR: Final = 5
"""How many pictures announce the counting, count the coins of a seat, and keep its sum."""
ROWS: Final = 3
"""How many lines fit above the keys."""
HALF: Final = 10
"""How many letters fit into half a line."""
COLOUR: Final = 7
"""The letters of the longest colour in any language."""


def show_all(cards: Iterable[MaybeCard], chosen: int = 0) -> Text:
    """Some cards in a row; the one that is chosen, counted from 1, stands in brackets."""
    row = (f"[{show(card)}]" if nth == chosen else show(card) for nth, card in enumerate(cards, 1))
    return verbatim(" ".join(row))


def view(state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
    """The table for `viewer`, with the answer being chosen."""
    screen, said = _screen(state, viewer, draft), of_question(state, viewer, draft)
    return replace(screen, said=said, seats=_seats(state, viewer), track=chairs(state, draft))


def _screen(state: State, viewer: Seat | None, draft: Intent | None) -> View:
    match state.phase:
        case Bidding() as phase:
            return _bidding(state, phase, viewer, draft)
        case Rolling(seat) | Bearing(seat) | Arriving(seat):
            return _rolling(state, seat, draft)
        case Scheming(seat):
            return _scheming(state, seat, draft)
        case Removing(owner):
            return _removing(state, state.last, owner, draft)
        case Laying(seat):
            return _laying(seat, draft)
        case Drawing(owner=owner):
            return _drawing(state, owner, draft)
        case Over(winners):
            return results(state, winners)
        case Dealing() | Assigning() | Lining() | Paying() | Closing():
            return View(text("One moment"))
        case _ as never:
            assert_never(never)


def _bidding(state: State, phase: Bidding, viewer: Seat | None, draft: Intent | None) -> View:
    """The high bid and its bidder, or the bid being chosen; and the coins of the seat on turn.

    Below the bidder's name, the words say that the coins belong to the seat on turn.
    """
    auction = phase.auction
    seat = auction.turn
    purse = (state.money.purse(seat),) if may_count(state, seat, viewer) else ()
    none = text("no bid yet")
    if isinstance(draft, intents.Bid):
        table = View(_on_sale(state, phase), who=seat, number=str(draft.amount), caption=text("bid?"), is_draft=True)
        before = text("over {high}", high=auction.high) if auction.high else none
    else:
        table = View(_on_sale(state, phase), who=seat, number=str(auction.high), caption=text("bid"))
        before = text("by {name}", name=state.name(auction.leader)) if auction.leader else none
    own = (before, *(text("you have {n}", n=n) for n in purse))
    named = (before, *(text("{name} has {n}", name=state.name(seat), n=n) for n in purse))
    return replace(table, lines=own, page_lines=named)


def _on_sale(state: State, phase: Bidding) -> Text:
    """Which team is on sale; if it has an open card, this card."""
    if phase.open and phase.open[0]:
        return text("face-up {card}", card=show(phase.open[0]))
    n, total = nth_team(state, phase)
    return text("subst. {n}/{of}", n=n, of=total) if phase.nth else text("team {n}/{of}", n=n, of=total)


def _rolling(state: State, seat: Seat, draft: Intent | None) -> View:
    """The way to the arch, or the die, beside the bearers; a typed face shows its bearer at once."""
    at, display = state.chairs[seat - 1], state.displays[seat - 1]
    table = View(text("race {n}", n=state.race), who=seat, lines=(text("bearers"), show_all(display)))
    if not isinstance(draft, intents.Roll):
        ahead = state.finish - at if isinstance(at, int) else 0
        return replace(table, number=str(max(ahead, 0)), caption=text("to go"))
    if state.setup.duties.die == "box":
        lines = (text("let go!"), show_all(display))
        return replace(table, number=str(draft.face), caption=text("die"), is_draft=True, lines=lines)
    called = text("bearer {n}", n=signed(display[draft.face - 1]))
    return replace(table, number=str(draft.face), is_draft=True, lines=(text("the die"), called))


def _scheming(state: State, seat: Seat, draft: Intent | None) -> View:
    return schemed(state, seat, draft.steps if isinstance(draft, intents.Scheme) else (), is_draft=True)


def schemed(state: State, seat: Seat, steps: BySeat[int], *, is_draft: bool = False) -> View:
    """Where the own chair goes, then the other chairs; a draft asks for the own one, too."""
    title, others = text("Devil"), steps
    if steps and steps[0][0] == seat:
        title, others = text("goes {n}", n=f"{steps[0][1]:+d}{'?' * is_draft}"), steps[1:]
    moves = tuple(move(state, mover, by) for mover, by in others)
    return View(title, who=seat, is_draft=is_draft, lines=moves or (text("nobody else"),))


def move(state: State, mover: Seat, by: int) -> Text:
    """Which chair the crafty devil moves, and in which direction."""
    return joined(state.name(mover), text("goes {n}", n=f"{by:+d}"))


def _removing(state: State, last: Seat, owner: Seat, draft: Intent | None) -> View:
    """The display from which a bearer leaves, and the one that is chosen."""
    display, whose = state.displays[owner - 1], from_whom(state, owner)
    table = View(text("removes?"), last, "?", text("card"), lines=(whose, show_all(display)))
    if not isinstance(draft, intents.Remove):
        return table
    chosen = show(display[draft.slot - 1])
    return replace(table, number=chosen, is_draft=True, lines=(whose, show_all(display, draft.slot)))


def from_whom(state: State, owner: Seat) -> Text:
    """From whose display a bearer is taken."""
    return text("from {name}", name=state.name(owner))


def _laying(seat: Seat, draft: Intent | None) -> View:
    """The typed cards of a team so far, from slot 1 on."""
    typed = draft.cards if isinstance(draft, intents.Lay) else ()
    team = (*typed, *(None,) * (TEAM - len(typed)))
    return View(text("team"), who=seat, is_draft=bool(typed), lines=(show_all(team),))


def _drawing(state: State, owner: Seat, draft: Intent | None) -> View:
    """A drawn card, and its slot."""
    table = View(text("draws"), who=owner, lines=(text("bearer no. {n}", n=free_slot(state, owner)),))
    if not isinstance(draft, intents.Draw):
        return replace(table, number="?")
    return replace(table, number=show(draft.cards[0]), is_draft=True)


# --- the end ---------------------------------------------------------------------------------------------------------


def results(state: State, winners: tuple[Seat, ...]) -> View:
    """The end: who has won, and everybody's coins, the richest first; if the names are too long for it, the richest."""
    told, title = ranked(state), won_by([state.name(seat) for seat in winners])
    purses = [(state.name(seat), str(state.money.purses[seat - 1])) for _, seat in _places(state)]
    is_brief = all((len(name) if isinstance(name, str) else COLOUR) + len(coins) < HALF for name, coins in purses)
    if len(told) <= ROWS or not is_brief:
        return View(title, lines=told[:ROWS], page_lines=told)
    return View(title, lines=two_a_line([joined(*purse) for purse in purses]), page_lines=told)


def ranked(state: State) -> tuple[Text, ...]:
    """Everybody's coins with their places, the richest first; equal coins share a place."""
    purses, places = state.money.purses, _places(state)
    return tuple(joined(joined(ordinal(place), state.name(seat), " "), str(purses[seat - 1])) for place, seat in places)


def _places(state: State) -> list[tuple[int, Seat]]:
    """Each place by coins, with its seat."""
    purses = state.money.purses
    return sorted((1 + sum(coins > own for coins in purses), seat) for seat, own in enumerate(purses, 1))


def finish(state: State) -> tuple[View, ...]:
    """The announcement, then the counting of each seat's coins in turn; a voice says only the sum."""
    said = (text("The box counts the coins"),)
    announced = (View(text("Coins"), lines=(text("the box counts"),), said=said),) * ANNOUNCED_IN
    counted = (
        View(text("coins"), who=seat, number=str(count), said=(coins(state, seat),))
        for seat, purse in enumerate(state.money.purses, 1)
        for count in (*(purse * part // COUNTED_IN for part in range(COUNTED_IN)), *(purse,) * LEFT_FOR)
    )
    return (*announced, *counted)


# --- seats -----------------------------------------------------------------------------------------------------------


def _seats(state: State, viewer: Seat | None) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            player.seat,
            player.said,
            player.colour,
            str(state.money.purse(player.seat)) if may_count(state, player.seat, viewer) else "",
            is_in=(is_in := _is_in(state, player.seat)),
            sits_out=isinstance(state.phase, Bidding) and not is_in,
        )
        for player in state.setup.seats
    )


def _is_in(state: State, seat: Seat) -> bool:
    match state.phase:
        case Bidding(auction=auction):
            return seat in auction.order and seat not in auction.passed
        case Rolling() | Scheming() | Bearing() | Arriving():
            return seat in state.racing
        case Over(winners):
            return seat in winners
        case _:
            return True
