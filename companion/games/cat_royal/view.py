"""What the screens and lights show of a game: who acts, what is being chosen, how the game stands.

Laws: only its owner sees a card in hand, and all others see its slot, until a hold chooses this slot; a cheat looks
like an honest move; no screen tells the real number of steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final, assert_never

from msgspec.structs import replace

from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import CARDS, FIGURES, GOALS, MAGNET, SWAP, At, Figure
from companion.games.cat_royal.claims import Claim, claim
from companion.games.cat_royal.dealing import Dealing, SettingOut
from companion.games.cat_royal.ending import Closing, Over
from companion.games.cat_royal.events import Piece
from companion.games.cat_royal.handing import Handing
from companion.games.cat_royal.landing import Landing
from companion.games.cat_royal.moves import ahead, standing
from companion.games.cat_royal.spoken_choices import of_choice
from companion.games.cat_royal.state import State
from companion.games.cat_royal.track import FigureChoice, track
from companion.games.cat_royal.tricks import Punishing
from companion.games.cat_royal.turns import Turn
from companion.games.cat_royal.uses import acts_as, honest_uses
from companion.games.cat_royal.words import FIGURE, acting, goal, leaving, number, show
from companion.kit.event import Card, Intent
from companion.kit.seats import Seat
from companion.kit.text import Text, joined, text, verbatim
from companion.kit.view import SeatView, View, two_a_line, won_by

ROWS: Final = 3
"""How many lines fit above the keys."""


def view(state: State, viewer: Seat | None, draft: Intent | None = None) -> View:
    """The table for `viewer`, with the answer being chosen."""
    screen = replace(_screen(state, viewer, draft), said=of_choice(state, viewer, draft))
    return replace(screen, seats=seats(state), track=track(state, _choice(state, draft)))


def seats(state: State) -> tuple[SeatView, ...]:
    """All seats, with their figures in the goal; a seat without cards waits for the next deal."""
    winners = state.phase.winners if isinstance(state.phase, Over) else None
    return tuple(
        SeatView(
            player.seat,
            player.said,
            player.colour,
            str(state.home(player.seat)),
            is_in=bool(state.hands[player.seat - 1]) if winners is None else player.seat in winners,
        )
        for player in state.setup.seats
    )


def _screen(state: State, viewer: Seat | None, draft: Intent | None) -> View:
    match draft:
        case intents.Play(seat=int(seat)):
            return _playing(state, viewer, seat, draft)
        case intents.Accuse(seat=seat, accused=accused):
            name, risk = state.name(accused), text("wrong: 1 figure back")
            lines, told = (text("whom? {name}", name=name), risk), (verbatim(name), risk)
            return View(text("accuses"), seat, is_draft=True, lines=lines, page_lines=told)
        case intents.Shift(seat=seat):
            return View(text("moves"), seat, lines=(text("all wormholes"), text("to new fields")))
        case intents.Give(seat=int(seat), slot=slot) if viewer == seat:
            return _in_hand(state, viewer, seat, slot, str(state.hands[seat - 1][slot - 1]))
        case intents.TakeBack(seat=seat):
            return View(text("changes"), seat, lines=(text("another card"), text("for the partner")))
        case intents.SetOut(seat=seat, figure=figure):
            return View(text("sets out"), seat, is_draft=True, lines=(FIGURE[figure], text("to start field")))
        case _:
            return _asked(state)


def _asked(state: State) -> View:
    """The screen before anything is chosen."""
    match state.phase:
        case Turn(seat):
            last = (text("top of pile:"), show(state.last) if state.last else text("none yet"))
            held = len(state.hands[seat - 1])
            return View(text("plays"), seat, str(held), text("hand"), lines=_helping(state, seat) or last)
        case Handing(first, missing):
            one = missing[0] if len(missing) == 1 else None if state.box_deals else first
            return View(text("hand over"), one, lines=(text("each a card"), text("for the partner")))
        case SettingOut(seat):
            return View(text("sets out"), seat, lines=(text("a figure"), text("to start field")))
        case Over(winners):
            return results(state, winners)
        case Dealing() | Landing() | Punishing() | Closing():
            return View(text("One moment"))
        case _ as never:
            assert_never(never)


def _helping(state: State, seat: Seat) -> tuple[Text, ...]:
    """Whose figures a seat plays, if it helps its partner."""
    owner = state.plays_for(seat)
    return (text("figures of"), verbatim(state.name(owner))) if owner != seat else ()


def results(state: State, winners: tuple[Seat, ...]) -> View:
    """The end: how many figures each seat has in the goal, the most first."""
    home = {team: sum(map(state.home, team)) for team in state.teams}
    order = sorted(home, key=lambda team: -home[team])
    told = tuple(joined(together(state, team), str(home[team])) for team in order)
    return View(
        won(state, winners), lines=(text("figures in the goal:"), *(told if len(told) < ROWS else two_a_line(told)))
    )


def won(state: State, winners: Sequence[Seat]) -> Text:
    """Who has won, as a title: a player, a team, or several."""
    is_team = state.has_teams and winners == state.team(winners[0])
    return text("Team victory") if is_team else won_by([state.name(seat) for seat in winners])


# --- a play being chosen ---------------------------------------------------------------------------------------------


def _playing(state: State, viewer: Seat | None, seat: Seat, draft: intents.Play) -> View:
    """A play so far: the card, then the figure, then where it goes, with the points used or another effect."""
    card, figure, to = _card(state, seat, draft), draft.figure, draft.to
    owner = state.plays_for(seat)
    if figure is None:
        return _in_hand(state, viewer, seat, draft.slot, card)
    if not figure:
        return _laid_off(state, seat, card)
    title, acts = acting(card, state.last), acts_as(card, state.last)
    if to is None:
        named = text("who? {figure}", figure=FIGURE[figure]) if owner == seat else whom(state, (owner, figure))
        lines = (named, leaving(state.where(owner, figure)))
        return View(title, seat, is_draft=True, lines=lines)
    claimed = claim(state, owner, acts, figure, to) if CARDS[acts].steps else Claim()
    if claimed.points is None:
        return View(title, seat, is_draft=True, lines=_moved(state, seat, acts, figure, to))
    caption = text("card") if number(card) == str(claimed.points) else text("used as")
    ends = _ends(state, to, claimed.lapsed)
    return View(FIGURE[figure], seat, _signed(claimed.points, acts), caption, is_draft=True, lines=ends)


def _card(state: State, seat: Seat, draft: intents.Play) -> Card:
    """The card being chosen."""
    return draft.card or "" if draft.slot is None else str(state.hands[seat - 1][draft.slot - 1])


def _in_hand(state: State, viewer: Seat | None, seat: Seat, slot: int | None, card: Card) -> View:
    """A slot, with its card only for its owner; or the kind of a real card, which its owner names."""
    if slot is not None:
        cards = len(state.hands[seat - 1])
        lines = (show(card), text("in hand")) if viewer == seat else (text("hidden card"), text("this one?"))
        return View(text("chooses"), seat, str(slot), text("of {n}", n=cards), is_draft=True, lines=lines)
    if not card:
        return View(text("chooses"), seat, is_draft=True, lines=(text("no move"), text("all discarded")))
    what = text("to play") if honest_uses(state, seat, may_cheat=False).of(card) else text("no move")
    return with_card(View(text("chooses"), seat, is_draft=True), card, what)


def _laid_off(state: State, seat: Seat, card: Card) -> View:
    """The discarded card, or with `forfeit` the hand."""
    if state.setup.options.no_move == "forfeit":
        return View(text("no move"), seat, is_draft=True, lines=(text("discard"), text("the whole hand")))
    return with_card(View(text("no move"), seat, is_draft=True), card, text("discard it"))


def with_card(screen: View, card: Card, what: Text) -> View:
    """A card by its number, with words beside it; a card without a number by its name."""
    if number(card):
        return replace(screen, number=number(card), caption=text("card"), lines=(what,))
    return replace(screen, lines=(text('card "{card}"', card=show(card)), what))


def _moved(state: State, seat: Seat, card: Card, figure: Figure, to: At) -> tuple[Text, Text]:
    """Which figure goes where, for moves without points."""
    named = _named(state, seat, figure)
    if card == MAGNET:
        return named, _pulled(state, state.plays_for(seat), figure, to)
    others = standing(state, to)
    if card == SWAP:
        mine = text("my {figure} with", figure=FIGURE[figure])
        return mine if state.plays_for(seat) == seat else named, whom(state, others[0])
    there = _hit(state, others[0][0]) if others else text("to start field")
    out = text("{figure} out", figure=FIGURE[figure])
    return out if state.plays_for(seat) == seat else named, there


def _named(state: State, seat: Seat, figure: Figure) -> Text:
    """A figure that a seat plays; with the name of its player, if that is the partner."""
    owner = state.plays_for(seat)
    return FIGURE[figure] if owner == seat else whom(state, (owner, figure))


def _hit(state: State, seat: Seat) -> Text:
    """Whose figure would be captured."""
    return text("{name}\tis hit", name=state.name(seat))


def together(state: State, team: Sequence[Seat]) -> Text:
    """The names of a team, as one: Mia + Tom."""
    return reduce(lambda one, other: joined(one, other, " + "), [verbatim(state.name(seat)) for seat in team])


def whom(state: State, piece: Piece) -> Text:
    """A figure with the name of its player."""
    seat, figure = piece
    return joined(state.name(seat), FIGURE[figure])


def _signed(points: int, card: Card) -> str:
    """The points, with a sign if the card can lead ahead or back."""
    return f"{points:+d}" if min(CARDS[card].steps) < 0 else str(points)


def _ends(state: State, to: At, lapsed: int) -> tuple[Text, ...]:
    """What is at the end of a move: the goal (with a jester's lapsed points), a figure, a wormhole, or nothing."""
    if to in GOALS:
        return (goal(to), text("{n} steps lost", n=lapsed)) if lapsed else (text("into"), goal(to))
    if others := standing(state, to):
        return _hit(state, others[0][0]), FIGURE[others[0][1]]
    return text("lands on a"), text("wormhole") if to in state.holes else text("free field")


def _pulled(state: State, seat: Seat, figure: Figure, to: At) -> Text:
    """Where a magnet pulls a figure: behind another one."""
    if state.where(seat, figure) == to:
        return text("stays there")
    if to in state.holes:
        return text("wormhole")
    return text("behind {name}", name=state.name(ahead(state, to)[0]))


# --- the lights of what is being chosen ------------------------------------------------------------------------------


def _choice(state: State, draft: Intent | None) -> FigureChoice | None:
    """The figure being chosen, when its card is open."""
    match draft:
        case intents.SetOut(seat=int(seat), figure=figure):
            return FigureChoice(seat, FIGURES, figure, state.start(seat))
        case intents.Play(seat=int(seat), figure=str(figure), to=to) if figure:
            return FigureChoice(state.plays_for(seat), _able(state, seat, _card(state, seat, draft)), figure, to)
        case _:
            return None


def _able(state: State, seat: Seat, card: Card) -> tuple[Figure, ...]:
    """The figures that a card can move, honestly or not: the lights must not betray the plan of its owner."""
    can = {use.figure for use in honest_uses(state, seat, may_cheat=state.setup.options.tricks).with_cheats.of(card)}
    return tuple(figure for figure in FIGURES if figure in can)
