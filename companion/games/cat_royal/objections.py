"""Why a play was refused (refusals of asides are in `tricks`).

Laws: nothing here decides anything; a refusal names no card of a hand, since everybody may read it. The way of a figure
is walked again on a board with only one other figure at a time: the first figure that bars the way is the reason.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import (
    CARDS,
    COPY,
    FIGURES,
    GOALS,
    LOOP,
    MAGNET,
    ROYAL,
    START,
    SWAP,
    At,
    CardColour,
    Figure,
)
from companion.games.cat_royal.cards import is_known, kinds
from companion.games.cat_royal.events import Piece
from companion.games.cat_royal.moves import standing
from companion.games.cat_royal.state import Hand, State
from companion.games.cat_royal.steps import DEPTH, GUARDS, KING, KNIGHT, Scene, Setting, distance, scene, setting, walk
from companion.games.cat_royal.tricks import NO_TRICKS
from companion.games.cat_royal.uses import CHEATS, acts_as, honest_uses, misses_one
from companion.games.cat_royal.words import FIGURE, no_such_figure
from companion.kit.event import Card, Refused
from companion.kit.seats import Seat
from companion.kit.text import Wording, text

UNFINISHED: Final = Refused("unfinished", text("Say card, figure and where to."))
MUST_PLAY: Final = Refused("must_play", text("You can use a card: play it."))
WHOLE_HAND: Final = Refused("whole_hand", text("The whole hand is discarded."))
ONE_CARD: Final = Refused("one_card", text("One card is discarded, not all."))
NO_COPY: Final = Refused("no_copy", text("There is nothing to copy."))
NOT_OUT: Final = Refused("not_out", text("This card brings nobody out."))
START_FIELD: Final = Refused("start_field", text("The way out is the start field."))
NOT_ON_LOOP: Final = Refused("not_on_loop", text("That figure is not on the track."))
NOBODY_THERE: Final = Refused("nobody_there", text("Nobody stands there."))
OWN_FIGURE: Final = Refused("own_figure", text("Own figures are not swapped."))
NOBODY_AHEAD: Final = Refused("nobody_ahead", text("There is nobody to pull it."))
PULLED_NOWHERE: Final = Refused("pulled_nowhere", text("The magnet must pull a field."))
MUST_ENTER: Final = Refused("must_enter", text("It must go into the goal."))
OUT_OF_REACH: Final = Refused("out_of_reach", text("It does not lead there."))
CHEAT_SPENT: Final = Refused("cheat_spent", text("One cheat in a deal."))
CHEAT_WINS: Final = Refused("cheat_wins", text("A cheat cannot win the game."))


class Stride(NamedTuple):
    """A move of a figure by some steps."""

    rank: int
    steps: int
    to: At
    colour: CardColour


def of_play(state: State, seat: Seat, play: intents.Play) -> Refused:
    """Why the seat on turn cannot make this play."""
    card = _held(state, seat, play)
    if isinstance(card, Refused):
        return card
    if play.figure is None or play.to is None:
        return UNFINISHED
    if not (play.figure and play.to):
        return UNFINISHED if play.figure or play.to else _of_laying_off(state, seat, play, card)
    if play.figure not in FIGURES:
        return no_such_figure(play.figure)
    return _of_use(state, seat, card, play.figure, play.to)


def _held(state: State, seat: Seat, play: intents.Play) -> Card | Refused:
    """The card of this play; empty: the whole hand."""
    hand = state.hands[seat - 1]
    if is_known(hand):
        return _in_hand(state, seat, play, hand)
    if play.slot is not None or play.card is None:
        return UNFINISHED
    if play.card and play.card not in kinds(state, seat):
        return Refused("no_such_card", text("There is no {card} left in the deck.", card=play.card))
    return play.card


def _in_hand(state: State, seat: Seat, play: intents.Play, hand: Hand) -> Card | Refused:
    """The card in a slot that the box knows; a record may name an unknown card by its kind."""
    if play.card is not None:
        not_held = Refused("not_held", text("{name} holds no {card}.", name=state.name(seat), card=play.card))
        return UNFINISHED if play.card in hand else not_held
    if play.slot is None or play.slot in range(1, len(hand) + 1):
        return UNFINISHED if play.slot is None else str(hand[play.slot - 1])
    return no_such_slot(play.slot, len(hand))


def no_such_slot(slot: int, most: int) -> Refused:
    """The refusal of a slot that a hand does not have."""
    return Refused("no_such_slot", text("There is no slot {n}, only 1 to {most}.", n=slot, most=most))


def _of_laying_off(state: State, seat: Seat, play: intents.Play, card: Card) -> Refused:
    forfeits = state.setup.options.no_move == "forfeit"
    if not card:
        return UNFINISHED if forfeits else ONE_CARD
    if any(not use.cheat for use in honest_uses(state, seat, may_cheat=False).of(card)) or play.slot is not None:
        return MUST_PLAY
    return WHOLE_HAND if forfeits else UNFINISHED


def _of_use(state: State, seat: Seat, card: Card, figure: Figure, to: At) -> Refused:
    acts, rank = acts_as(card, state.last), FIGURES.index(figure)
    board = scene(setting(state, state.plays_for(seat)))
    if acts not in CARDS or acts == COPY:
        return NO_COPY if card == COPY else UNFINISHED
    if to not in (*GOALS, START, *range(1, LOOP + 1)):
        return Refused("no_such_field", text("There is no field {n}.", n=str(to)))
    if acts == SWAP:
        return _of_swap(state, board, rank, to)
    if acts == MAGNET:
        return _of_magnet(board, rank, to)
    if board.own[rank] == START:
        return _of_way_out(state, board, opens=CARDS[acts].opens, to=to)
    return _of_steps(state, board, acts, rank, to, has_cheated=seat in state.spent)


def _of_swap(state: State, board: Scene, rank: int, to: At) -> Refused:
    here, others = board.own[rank], standing(state, to) if isinstance(to, int) else ()
    if not isinstance(here, int):
        return NOT_ON_LOOP
    if _is_guarded(board, here):
        return _guarded(state, (board.setting.seat, FIGURES[rank]))
    if not others:
        return NOBODY_THERE
    return OWN_FIGURE if others[0][0] == board.setting.seat else _guarded(state, others[0])


def _of_magnet(board: Scene, rank: int, to: At) -> Refused:
    here = board.own[rank]
    if not isinstance(here, int):
        return NOT_ON_LOOP
    if not any(isinstance(place, int) for place, _ in _others(board, rank)):
        return NOBODY_AHEAD
    return PULLED_NOWHERE if here == to else OUT_OF_REACH


def _of_way_out(state: State, board: Scene, *, opens: bool, to: At) -> Refused:
    if not opens:
        return NOT_OUT
    return START_FIELD if to != board.start else _guarded(state, standing(state, board.start)[0])


def _of_steps(  # noqa: PLR0913  # a card, a figure and its end, on a board
    state: State, board: Scene, acts: Card, rank: int, to: At, *, has_cheated: bool
) -> Refused:
    """The limits of king and cheat, then figures in the way; or no step leads there, or only steps past the goal."""
    values, colour = CARDS[acts].steps, CARDS[acts].colour
    alone = walk(_alone(board.setting, rank), rank, colour)
    cheats = ((value + cheat, value) for value in values for cheat in CHEATS if value + cheat)
    for steps, value in (*zip(values, values, strict=True), *cheats):
        if to in alone.to(steps):
            if rank == KING and max(steps, value) > ROYAL:
                return Refused("royal", text("The king goes {n} at most.", n=ROYAL))
            limit = _of_cheat(board, rank, to, has_cheated=has_cheated) if steps != value else None
            return limit or _of_way(state, board, Stride(rank, steps, to, colour))
    may = replace(board.setting, options=replace(board.setting.options, goal_entry="may"))
    past = walk(_alone(may, rank), rank, colour)
    return MUST_ENTER if any(to in past.to(value) for value in values) else OUT_OF_REACH


def _of_cheat(board: Scene, rank: int, to: At, *, has_cheated: bool) -> Refused | None:
    """Why this cheat is not allowed; `None` if it is."""
    if not board.setting.options.tricks:
        return NO_TRICKS
    if has_cheated:
        return CHEAT_SPENT
    return CHEAT_WINS if to in GOALS and board.own[rank] not in GOALS and misses_one(board.setting) else None


def _of_way(state: State, board: Scene, stride: Stride) -> Refused:
    """The refusal that names the first figure in the way."""
    rank, steps, to, colour = stride
    place, other = next(
        (place, other)
        for place, other in _others(board, rank)
        if to not in walk(_alone(board.setting, rank, other), rank, colour).to(steps)
    )
    if isinstance(place, int) and _is_guarded(board, place) and (place == to or rank != KNIGHT):
        return _guarded(state, other)
    said = _said(state, other)
    if place != to:
        return Refused("rank", text("{name}: {figure} ranks higher.", **said))
    if place in GOALS:
        return Refused("taken", text("{name}: {figure} stands there.", **said))
    return Refused("royal_only", text("{name}: only a king takes it.", name=said["name"]))


def _others(board: Scene, rank: int) -> list[tuple[At, Piece]]:
    """All figures but the moving one, in the order in which it meets them."""
    here = board.own[rank]
    start = here if isinstance(here, int) else board.start
    met = [
        (distance(start, place) if isinstance(place, int) else LOOP + DEPTH[place], place, (seat, figure))
        for seat, places in enumerate(board.setting.at, 1)
        for figure, place in zip(FIGURES, places, strict=True)
        if isinstance(place, int) or (seat == board.setting.seat and place in GOALS)
    ]
    return [(place, other) for _, place, other in sorted(met, key=itemgetter(0)) if place != here]


def _alone(board: Setting, rank: int, other: Piece | None = None) -> Scene:
    """The board with only this figure of the seat, and one other figure."""
    there = {(board.seat, FIGURES[rank]), other}
    at = [
        tuple([place if (seat, figure) in there else START for figure, place in zip(FIGURES, places, strict=True)])
        for seat, places in enumerate(board.at, 1)
    ]
    return scene(replace(board, at=tuple(at)))


def _is_guarded(board: Scene, place: int) -> bool:
    return bool(board.standers >> place + GUARDS & 1)


def _guarded(state: State, piece: Piece) -> Refused:
    return Refused("guard", text("{name}: {figure} is protected.", **_said(state, piece)))


def _said(state: State, piece: Piece) -> dict[str, Wording]:
    seat, figure = piece
    return {"name": state.name(seat), "figure": FIGURE[figure]}
