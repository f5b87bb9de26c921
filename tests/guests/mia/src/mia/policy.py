"""How a bot lies and doubts: what a claim is worth, by the chances of two dice.

Laws: a seat's bot knows its own dice and what was said, nothing else; a bot that can tell the truth does so, and one
that must lie draws among lies that are about as good, so that nobody can read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import Final

from msgspec.structs import replace

from companion.kit import Chance, Event, Guess, Seat, with_seat
from mia.cup import Answering, Claiming, Judging, Over, Rolling
from mia.dice import CUP, MIA, THROWS, WAYS, Claim, bears, beats, higher, price, ways
from mia.happenings import Lost, Opened, Said
from mia.state import State, next_alive

OUT: Final = -1.0
"""What a seat without lives has, in lives."""
SHARE: Final = 1 / 3
"""What a seat gains if another one loses a life, in lives: as at a table of four."""
WAVER: Final = 0.1
"""The difference of lives at which a seat begins to hesitate between belief and doubt."""
BLUFFS, TRUTHS = 1, 9
"""How often a seat that nobody has seen yet is thought to lie without need, and to tell the truth."""
USUAL: Final = BLUFFS / (BLUFFS + TRUTHS)
SCRUPLE: Final = 0.7
"""What a lie without need must gain, in lives."""
SPOKEN, HEARD = 4, 10
"""How finely a life is divided when a seat weighs what it says, and what others say: equals are drawn by lot."""
GUESSES: Final = 100
"""How many guesses one answer may take: a cup is quickly imagined."""


def seen(state: State, seat: Seat) -> State:
    """The table as a seat sees it: the dice under another seat's cup are unknown, open ones are not."""
    is_hidden = state.holder not in (0, seat) and type(state.phase) is not Judging
    return replace(state, dice=None) if is_hidden else state


def worth(state: State, seat: Seat) -> float | None:
    """How many lives a seat is ahead of the mean of the others, or will probably be soon."""
    steps = SPOKEN if seat == state.holder else HEARD
    return round(_worth(state, seat, USUAL) * steps) / steps


def _worth(state: State, seat: Seat, bluffing: float) -> float:
    """The same, if who can tell the truth lies with the chance `bluffing`."""
    match state.phase:
        case Rolling(rolls) | Claiming(rolls):
            return _pressed(state, seat, rolls)
        case Judging() if state.dice is None:
            return _judged(state, seat, truth(state.claim, state.before, bluffing))
        case Answering(answers):
            is_true = truth(state.claim, state.before, bluffing)
            doubted = _prefers(_judged(state, answers, is_true) - _believed(state, answers, answers))
            if state.dice is not None:
                is_true = float(bears(state.dice, state.claim))
            later = doubted * _judged(state, seat, is_true) + (1 - doubted) * _believed(state, seat, answers)
            return later - SCRUPLE if seat == state.holder and _is_bluff(state) else later
        case _:
            return _lead(state, seat)


def _is_bluff(state: State) -> bool:
    """Whether the dice are known, and beat what was said before, but not what was said then."""
    return state.dice is not None and beats(state.dice, state.before) and not bears(state.dice, state.claim)


def _lead(state: State, seat: Seat, loser: Seat = 0, lives: int = 1) -> float:
    """How far a seat is ahead in lives, after `loser` (0: nobody) has lost some."""
    if loser:
        state = replace(state, lives=with_seat(state.lives, loser, max(state.lives[loser - 1] - lives, 0)))
    counts = [count or OUT for count in state.lives]
    own = counts[seat - 1]
    return own - (sum(counts) - own) / (len(counts) - 1)


def _judged(state: State, seat: Seat, is_true: float) -> float:
    """After a doubt of a claim that is true with this chance."""
    cost = price(state.claim)
    doubter = state.phase.seat if isinstance(state.phase, Answering | Judging) else 0
    return is_true * _lead(state, seat, doubter, cost) + (1 - is_true) * _lead(state, seat, state.holder, cost)


def _pressed(state: State, seat: Seat, rolls: Seat) -> float:
    """If `rolls` must say more than the claim that stands."""
    risk = danger(state.claim)
    return risk * _lead(state, seat, rolls) + (1 - risk) * _lead(state, seat)


def _believed(state: State, seat: Seat, answers: Seat) -> float:
    """If `answers` takes the cup; after Mia, gives up a life."""
    return _lead(state, seat, answers) if state.claim == MIA else _pressed(state, seat, answers)


def _prefers(lead: float) -> float:
    """How likely a seat chooses what is better for it by so many lives."""
    return 1 / (1 + exp(-lead / WAVER))


@cache
def danger(claim: Claim) -> float:
    """How many lives the seat will lose that must say more: its dice may be too low, and its best lie is found out."""
    may_say = higher(claim)
    if not may_say:
        return 1.0
    return (1 - ways(may_say) / THROWS) * max(min(_caught(value, claim) for value in may_say), 0.0)


def _caught(lie: Claim, before: Claim) -> float:
    """How many lives a lie costs: if it is believed, it puts the next seat in danger."""
    is_true, cost, on = truth(lie, before, USUAL), price(lie), danger(lie)
    doubted = _prefers((1 - is_true) * cost * SHARE - is_true * cost + on)
    return doubted * cost - (1 - doubted) * on * SHARE


def truth(claim: Claim, before: Claim, bluffing: float) -> float:
    """How likely the dice are worth a claim that was said after another one."""
    may_be = higher(before)
    must_lie = THROWS - ways(may_be)
    could_tell = ways(value for value in may_be if beats(claim, value))
    true = WAYS[claim] * (1 - bluffing)
    return true / (true + (must_lie + bluffing * could_tell) / len(may_be))


def guess(state: State, seat: Seat, heard: Sequence[Event]) -> Guess[State] | None:
    """The dice that another seat may have, by what it said and how often it was seen to lie without need."""
    if type(state.phase) is not Answering or state.phase.seat != seat:
        return None
    is_true = truth(state.claim, state.before, _bluffing(heard, state.holder))
    low = tuple(value for value in CUP.cards if beats(state.claim, value))

    def drawn(chance: Chance) -> State:
        dice = low[int(chance() * len(low))] if low and chance() >= is_true else state.claim
        return replace(state, dice=dice)

    return drawn


def _bluffing(heard: Sequence[Event], holder: Seat) -> float:
    """How often a seat lies though its dice beat what was said before, from the cups that have been opened."""
    bluffs, truths, claim, before = BLUFFS, TRUTHS, "", ""
    for event in heard:
        match event:
            case Said(_, value):
                claim, before = value, claim
            case Opened(seat, (str(dice),)):
                if seat == holder and beats(dice, before):
                    bluffs, truths = (bluffs, truths + 1) if bears(dice, claim) else (bluffs + 1, truths)
            case Lost():
                claim = before = ""
            case _:
                pass
    return bluffs / (bluffs + truths)


def playout(state: State, seat: Seat, limits: Sequence[int], chance: Chance) -> Sequence[float]:  # noqa: ARG001  # no limits
    """A guessed game: if the seat rolls now, up to the best it can say then."""
    if type(state.phase) is not Rolling or state.phase.seat != seat or not state.claim:
        return (_worth(state, seat, USUAL),)
    dice = CUP.cards[int(chance() * len(CUP.cards))]
    return (max(_said(state, seat, dice, value) for value in higher(state.claim)),)


def _said(state: State, seat: Seat, dice: Claim, value: Claim) -> float:
    """How well a seat stands that has said this value over these dice."""
    answers = Answering(next_alive(state.lives, seat))
    after = replace(state, phase=answers, holder=seat, dice=dice, claim=value, before=state.claim)
    return _worth(after, seat, USUAL)


def winners(state: State) -> tuple[Seat, ...]:
    """The last seat with lives."""
    return (state.phase.winner,) if type(state.phase) is Over else ()


def places(state: State) -> tuple[int, ...]:
    """By who was out last; empty while the game runs."""
    if type(state.phase) is not Over:
        return ()
    order = (state.phase.winner, *reversed(state.fallen))
    return tuple(order.index(seat) + 1 for seat in range(1, len(order) + 1))


def stage(event: Event) -> str | None:
    """Chances are shown whenever a cup has been opened."""
    return "" if type(event) is Opened else None
