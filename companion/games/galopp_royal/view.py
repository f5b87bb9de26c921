"""What the screens and lights show of a game: who acts, what is asked, how things stand.

Law: a hand, and a purse that not all may count, is shown in no view but while its owner holds a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final, assert_never

from msgspec.structs import replace

from companion.games.galopp_royal import intents
from companion.games.galopp_royal.auction import Assigning, Bidding, Dealing, Laying, bidders
from companion.games.galopp_royal.booklet import RACES, SCHEMER, SUBSTITUTES, TEAM, Board
from companion.games.galopp_royal.differences import to_pages
from companion.games.galopp_royal.ending import Closing, Over
from companion.games.galopp_royal.exchange import Drawing, Removing
from companion.games.galopp_royal.race import Arriving, Bearing, Lining, Rolling, Scheming
from companion.games.galopp_royal.race_end import Paying, place_of
from companion.games.galopp_royal.state import At, State
from companion.kit.event import Card, Intent, MaybeCard
from companion.kit.seats import Seat
from companion.kit.text import Text, text, verbatim
from companion.kit.view import Role, SeatView, Space, Token, Track, View

POND: Final = "0"
PODIUM: Final = ("I", "II", "III")


def show(card: MaybeCard) -> str:
    """A card in as few letters as it can be told by: the schemer as `±2`, a free slot or unknown card as `_`."""
    return "±2" if card == SCHEMER else card or "_"


def show_all(cards: Iterable[MaybeCard]) -> Text:
    """Some cards in a row."""
    return verbatim(" ".join(show(card) for card in cards))


def view(state: State, viewer: Seat | None, draft: Intent | None) -> View:
    """The table for `viewer`, with the answer being chosen."""
    return replace(_screen(state, viewer, draft), seats=_seats(state, viewer), track=_chairs(state))


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
            return _typing(state, seat, TEAM, draft)
        case Drawing(owner=owner):
            return _typing(state, owner, 1, draft)
        case Over(winners):
            return results(state, winners)
        case Dealing() | Assigning() | Lining() | Paying() | Closing():
            return View(text("One moment"))
        case _ as never:
            assert_never(never)


def auction_title(state: State, opener: Seat, nth: int) -> Text:
    """Which of the teams is on sale: of those still to be had before race 1, of the two later."""
    if nth:
        return text("Bid {n}/{of}", n=nth, of=SUBSTITUTES)
    return text("Bid {n}/{of}", n=state.seats - len(bidders(state, opener)) + 1, of=state.seats)


def _bidding(state: State, phase: Bidding, viewer: Seat | None, draft: Intent | None) -> View:
    auction = phase.auction
    seat = auction.turn
    drafted = isinstance(draft, intents.Bid)
    second = text("open {card}", card=show(phase.open[0])) if phase.open and phase.open[0] else None
    if second is None and may_count(state, seat, viewer):
        second = text("of {coins}", coins=state.money.purse(seat))
    first = verbatim(state.name(auction.leader)) if auction.leader else text("no bid")
    return View(
        auction_title(state, auction.order[0], phase.nth),
        who=seat,
        number=str(draft.amount) if isinstance(draft, intents.Bid) else str(auction.high or "-"),
        is_draft=drafted,
        lines=(
            text("over {high}", high=auction.high) if drafted and auction.high else first,
            *([second] if second else []),
        ),
    )


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
    moves = [f"{state.name(mover)}\t{by:+d}" for mover, by in steps]
    lines = (moves[0], "\t".join(moves[1:])) if moves else ()
    return View(text("Schemer"), who=seat, is_draft=True, lines=tuple(verbatim(line) for line in lines if line))


def _removing(state: State, last: Seat, owner: Seat, draft: Intent | None) -> View:
    slot = draft.slot if isinstance(draft, intents.Remove) else 1
    return View(
        text("takes"),
        who=last,
        number=show(state.displays[owner - 1][slot - 1]),
        is_draft=True,
        lines=(verbatim(state.name(owner)), text("slot {n}", n=slot)),
    )


def _typing(state: State, seat: Seat, count: int, draft: Intent | None) -> View:
    """A team, or one drawn card, typed in slot by slot; the last card of the draft is the one being chosen."""
    typed = draft.cards if isinstance(draft, intents.Lay | intents.Draw) else ()
    slot = max(len(typed), 1)
    if count == 1:
        slot = state.displays[seat - 1].index(None) + 1
    row = (*typed[:-1], *(None,) * (TEAM - len(typed[:-1]))) if count > 1 else state.displays[seat - 1]
    number = show(typed[-1]) if typed else "?"
    lines = (text("slot {n}", n=slot), show_all(row))
    return View(text("lays") if count > 1 else text("draws"), who=seat, number=number, is_draft=True, lines=lines)


def results(state: State, winners: tuple[Seat, ...]) -> View:
    """The end: everybody's coins, the richest first."""
    title = text("{name} wins", name=state.name(winners[0])) if len(winners) == 1 else text("Shared victory")
    order = sorted(range(1, state.seats + 1), key=lambda seat: -state.money.purse(seat))
    return View(title, lines=_by_name(state, {seat: state.money.purse(seat) for seat in order}))


def _by_name(state: State, facts: Mapping[Seat, object]) -> tuple[Text, ...]:
    """One fact of each of these seats."""
    return _columns([f"{state.name(seat)}\t{fact}" for seat, fact in facts.items()])


def _columns(entries: list[str]) -> tuple[Text, ...]:
    """Up to three entries one below the other, more in two columns."""
    rows = len(entries) if len(entries) <= 3 else (len(entries) + 1) // 2
    return tuple(verbatim("\t".join(entries[row::rows])) for row in range(rows))


# --- pages -----------------------------------------------------------------------------------------------------------


def pages(state: State) -> tuple[View, ...]:
    """Coins, the order on the track, the cards that have left the team on sale, the teams, the prizes, the rules."""
    everybody = range(1, state.seats + 1)
    purses = {seat: state.money.purse(seat) for seat in everybody if may_count(state, seat, None)}
    order = sorted(everybody, key=lambda seat: _rank(state, seat)) if state.race else []
    left = {seat: show(card) for seat, card in departed(state).items()}
    teams = [verbatim(f"{state.name(seat)}\t{_team(state, seat)}") for seat in everybody]
    prizes = [f"{race}\t{'/'.join(map(str, row))}" for race, row in enumerate(state.setup.board.prizes, 1)]
    table = (
        View(text("Coins"), lines=_by_name(state, purses)),
        View(text("Race {n}", n=state.race), lines=_by_name(state, {seat: _where(state, seat) for seat in order})),
        View(text("Left the team"), lines=_by_name(state, left)),
        View(text("Teams"), lines=tuple(teams[:3])),
        View(text("Teams"), lines=tuple(teams[3:])),
        View(text("Prizes"), lines=_columns(prizes)),
        *to_pages(state.setup.rulebook, state.setup.options),
    )
    return tuple(page for page in table if page.lines)


def _team(state: State, seat: Seat) -> str:
    return " ".join(map(show, state.displays[seat - 1])) or "-"


def _rank(state: State, seat: Seat) -> tuple[int, int]:
    at = state.chairs[seat - 1]
    if isinstance(at, int):
        return 1, -at
    return (0, place_of(state, seat)) if at[0] == "F" else (2, place_of(state, seat))


def _where(state: State, seat: Seat) -> str:
    at = state.chairs[seat - 1]
    return str(at) if isinstance(at, int) else f"{place_of(state, seat)}."


# --- seats and track -------------------------------------------------------------------------------------------------


def may_count(state: State, seat: Seat, viewer: Seat | None) -> bool:
    """Whether `viewer` may know the purse of `seat`."""
    return state.setup.options.open_cash or seat == viewer or isinstance(state.phase, Over)


def _seats(state: State, viewer: Seat | None) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            player.seat,
            player.name,
            player.colour,
            str(state.money.purse(player.seat)) if may_count(state, player.seat, viewer) else "",
            is_in=_is_in(state, player.seat),
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


def track(board: Board, goal: int = 0) -> Track:
    """The board from the pond to the last finish space, and the podium."""
    stones = {space: "/".join(map(str, row)) for space, row in zip(board.finishes, board.prizes, strict=True)}
    line = _line(board)
    following = {space: (after,) for space, after in pairwise(line)}
    spaces = [Space(POND, "trap", after=following[POND])]
    role: Role
    for space in range(1, board.finishes[RACES - 1] + 1):
        role = "start" if space == board.start else "goal" if space in stones else "space"
        label = stones.get(space, "START" if space == board.start else "")
        spaces.append(Space(str(space), role, label, following[str(space)]))
    spaces += [Space(name, "podium", name, following.get(name, ())) for name in PODIUM]
    return Track(tuple(spaces), goals=(str(goal),) if goal else ())


def _line(board: Board) -> list[str]:
    """All spaces, as a chair goes ahead."""
    return [POND, *map(str, range(1, board.finishes[RACES - 1] + 1)), *PODIUM]


def _chairs(state: State) -> Track:
    """The track with the chairs; each has come from where it was to its sum of steps, and from there off the track."""
    board = state.setup.board
    line = _line(board)
    tokens = []
    for seat, (at, steps) in enumerate(zip(state.chairs, state.spaces, strict=True), 1):
        if (space := _space(board, at)) is not None:
            halfway = _counted(board, steps)
            old = (_space(board, state.came[seat - 1]) or line[-1]) if state.came else halfway
            way = (*_way(line, old, halfway), *_way(line, halfway, space)[1:])
            tokens.append(Token(seat, space, way=way))
    return replace(track(board, state.finish), tokens=tuple(tokens))


def _space(board: Board, at: At) -> str | None:
    """The space on which a chair is seen; `None`: it finished too late for the podium."""
    if isinstance(at, int):
        return _counted(board, at)
    if at[0] == "P":
        return POND
    place = int(at[1:])
    return PODIUM[place - 1] if place <= len(PODIUM) else None


def _counted(board: Board, steps: int) -> str:
    """The space so many steps from the pond; the last one if it has gone further."""
    return str(min(max(steps, board.pond), board.finishes[-1]))


def _way(line: list[str], old: str, new: str) -> tuple[str, ...]:
    """Along the line, ahead or back."""
    here, there = line.index(old), line.index(new)
    return tuple(line[here : there + 1] if here <= there else line[there : here + 1][::-1])
