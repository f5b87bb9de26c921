"""What the screens and lights show of a game: who acts, what is asked, how things stand.

Law: a hand, and a purse that not all may count, is shown in no view but while its owner holds a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final, assert_never

from msgspec.structs import replace

from companion.games.galopp_royal import intents
from companion.games.galopp_royal.auction import Assigning, Bidding, Dealing, Laying, bidders
from companion.games.galopp_royal.booklet import SUBSTITUTES, TEAM
from companion.games.galopp_royal.cards import show
from companion.games.galopp_royal.differences import to_pages
from companion.games.galopp_royal.ending import Closing, Over
from companion.games.galopp_royal.exchange import Drawing, Removing
from companion.games.galopp_royal.race import Arriving, Bearing, Lining, Rolling, Scheming
from companion.games.galopp_royal.race_end import Paying, place_of
from companion.games.galopp_royal.state import State
from companion.games.galopp_royal.track import chairs
from companion.kit.event import Card, Intent, MaybeCard
from companion.kit.seats import Seat, clockwise
from companion.kit.text import Text, Wording, joined, ordinal, text, verbatim
from companion.kit.view import SeatView, View

COUNTED_IN: Final = 15
"""Pictures while coins are counted up."""


def show_all(cards: Iterable[MaybeCard]) -> Text:
    """Some cards in a row."""
    return verbatim(" ".join(show(card) for card in cards))


def view(state: State, viewer: Seat | None, draft: Intent | None) -> View:
    """The table for `viewer`, with the answer being chosen."""
    return replace(_screen(state, viewer, draft), seats=_seats(state, viewer), track=chairs(state, draft))


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


def auction_title(state: State, opener: Seat, nth: int) -> Text:
    """Which of the teams is on sale: of those still to be had before race 1, of the two later."""
    if nth:
        return text("Team {n}/{of}", n=nth, of=SUBSTITUTES)
    return text("Team {n}/{of}", n=state.seats - len(bidders(state, opener)) + 1, of=state.seats)


def _bidding(state: State, phase: Bidding, viewer: Seat | None, draft: Intent | None) -> View:
    """The bid with its word, whose it is, and the coins of the one who bids; an open card takes the owner's place."""
    auction = phase.auction
    seat, leader = auction.turn, state.name(auction.leader) if auction.leader else None
    card = text("open {card}", card=show(phase.open[0])) if phase.open and phase.open[0] else None
    coins = text("coins {n}", n=state.money.purse(seat)) if may_count(state, seat, viewer) else None
    table = View(auction_title(state, auction.order[0], phase.nth), who=seat)
    if isinstance(draft, intents.Bid):
        over = text("over {high}", high=auction.high) if auction.high else None
        lines = tuple(filter(None, (card or over, coins)))
        return replace(table, number=str(draft.amount), caption=text("you bid"), is_draft=True, lines=lines)
    if leader is None:
        return replace(table, number="0", caption=text("no bid"), lines=tuple(filter(None, (card, coins))))
    caption = verbatim(leader) if card else text("high bid")
    lines = tuple(filter(None, (card or verbatim(leader), coins)))
    return replace(table, number=str(auction.high), caption=caption, lines=lines)


def departed(state: State) -> dict[Seat, Card]:
    """By seat, the cards that have left the team on sale and lie face up; real ones the box does not know."""
    if not isinstance(state.phase, Bidding):
        return {}
    hands = dict(state.phase.hands)
    gone = state.phase.auction.passed[: state.phase.leave]
    return {seat: card for seat in gone for card in hands[seat] if card is not None}


def _rolling(state: State, seat: Seat, draft: Intent | None) -> View:
    at = state.chairs[seat - 1]
    title = text("Race {n}", n=state.race)
    bearers = show_all(state.displays[seat - 1])
    if isinstance(draft, intents.Roll):
        return View(title, who=seat, number=str(draft.face), is_draft=True, lines=(text("the die"), bearers))
    ahead = state.finish - at if isinstance(at, int) else 0
    return View(title, who=seat, number=str(max(ahead, 0)), lines=(text("to go"), bearers))


def _scheming(state: State, seat: Seat, draft: Intent | None) -> View:
    steps = draft.steps if isinstance(draft, intents.Scheme) else ()
    moves = [joined(state.name(mover), f"{by:+d}") for mover, by in steps]
    return View(
        text("Devil"), who=seat, is_draft=True, lines=(*moves[:1], *((reduce(joined, moves[1:]),) if moves[1:] else ()))
    )


def _removing(state: State, last: Seat, owner: Seat, draft: Intent | None) -> View:
    title = text("Swap {n}/{of}", n=clockwise(last, state.seats).index(owner) + 1, of=state.seats)
    display, whose = state.displays[owner - 1], text("own card") if owner == last else verbatim(state.name(owner))
    if not isinstance(draft, intents.Remove):
        return View(title, who=last, number="?", caption=text("goes"), lines=(whose, show_all(display)))
    lines, card = (whose, text("slot {n}", n=draft.slot)), show(display[draft.slot - 1])
    return View(title, who=last, number=card, caption=text("goes"), is_draft=True, lines=lines)


def _laying(seat: Seat, draft: Intent | None) -> View:
    """A team as far as it is typed in, from slot 1 on."""
    typed = draft.cards if isinstance(draft, intents.Lay) else ()
    team = (*typed, *(None,) * (TEAM - len(typed)))
    return View(text("lays"), who=seat, is_draft=bool(typed), lines=(show_all(team),))


def _drawing(state: State, owner: Seat, draft: Intent | None) -> View:
    """A drawn card, and the slot on which it is due."""
    display = state.displays[owner - 1]
    lines = (text("slot {n}", n=display.index(None) + 1), show_all(display))
    if not isinstance(draft, intents.Draw):
        return View(text("draws"), who=owner, number="?", lines=lines)
    return View(text("draws"), who=owner, number=show(draft.cards[0]), is_draft=True, lines=lines)


def results(state: State, winners: tuple[Seat, ...]) -> View:
    """The end: everybody's coins, the richest first."""
    title = text("{name} wins", name=state.name(winners[0])) if len(winners) == 1 else text("Shared victory")
    return View(title, lines=_by_name(state, {seat: str(state.money.purse(seat)) for seat in _richest_first(state)}))


def counted_up(state: State) -> tuple[View, ...]:
    """All purses filling together up to what is in them."""
    most, order = max(state.money.purses), _richest_first(state)
    counts = [most * part // COUNTED_IN for part in range(COUNTED_IN)]
    pictures = [{seat: str(min(count, state.money.purse(seat))) for seat in order} for count in counts]
    return tuple(View(text("Coins"), lines=_by_name(state, coins)) for coins in pictures)


def _richest_first(state: State) -> list[Seat]:
    return sorted(range(1, state.seats + 1), key=lambda seat: -state.money.purse(seat))


def _by_name(state: State, facts: Mapping[Seat, Wording]) -> tuple[Text, ...]:
    """One fact of each of these seats."""
    return columns([joined(state.name(seat), fact) for seat, fact in facts.items()])


def columns(entries: Sequence[Text]) -> tuple[Text, ...]:
    """Up to three entries one below the other, more in two columns."""
    rows = len(entries) if len(entries) <= 3 else (len(entries) + 1) // 2
    return tuple(reduce(joined, entries[row::rows]) for row in range(rows))


# --- pages -----------------------------------------------------------------------------------------------------------


def pages(state: State) -> tuple[View, ...]:
    """Coins, the order on the track, the cards that have left the team on sale, the teams, the prizes, the rules."""
    everybody = range(1, state.seats + 1)
    purses = {seat: str(state.money.purse(seat)) for seat in everybody if may_count(state, seat, None)}
    order = sorted(everybody, key=lambda seat: _rank(state, seat)) if state.race else []
    left = {seat: show(card) for seat, card in departed(state).items()}
    teams = [joined(state.name(seat), team(state, seat)) for seat in everybody]
    prizes = [joined(str(race), "/".join(map(str, row))) for race, row in enumerate(state.setup.board.prizes, 1)]
    table = (
        View(text("Coins"), lines=_by_name(state, purses)),
        View(text("Race {n}", n=state.race), lines=_by_name(state, {seat: _where(state, seat) for seat in order})),
        View(text("Left the team"), lines=_by_name(state, left)),
        View(text("Teams"), lines=tuple(teams[:3])),
        View(text("Teams"), lines=tuple(teams[3:])),
        View(text("Prizes"), lines=columns(prizes)),
        *to_pages(state.setup.rulebook, state.setup.options),
    )
    return tuple(page for page in table if page.lines)


def team(state: State, seat: Seat) -> str:
    """The bearers on a display, in one line."""
    return " ".join(map(show, state.displays[seat - 1])) or "-"


def _rank(state: State, seat: Seat) -> tuple[int, int]:
    at = state.chairs[seat - 1]
    if isinstance(at, int):
        return 1, -at
    return (0, place_of(state, seat)) if at[0] == "F" else (2, place_of(state, seat))


def _where(state: State, seat: Seat) -> Wording:
    at = state.chairs[seat - 1]
    return str(at) if isinstance(at, int) else ordinal(place_of(state, seat))


# --- seats -----------------------------------------------------------------------------------------------------------


def may_count(state: State, seat: Seat, viewer: Seat | None) -> bool:
    """Whether `viewer` may know the purse of `seat`."""
    return state.setup.options.open_cash or seat == viewer or isinstance(state.phase, Over)


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
