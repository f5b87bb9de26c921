"""How a strong bot thinks: which cards the others may hold, and so what may happen before it plays again.

Laws: any card that it has not seen may be anywhere; it expects nobody else to cheat. It plays what may happen out for
three rounds; then the chance to win counts, with partners the lead. A report goes on for two more deals, since its
figures must be right, not only in the right order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.cat_royal import events
from companion.games.cat_royal.booklet import GOALS
from companion.games.cat_royal.cards import is_known
from companion.games.cat_royal.ending import Over
from companion.games.cat_royal.landing import Landing
from companion.games.cat_royal.romp import Romp
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.games.cat_royal.winning import by_facts
from companion.games.cat_royal.worth import lead
from companion.kit.event import Event
from companion.kit.piles import Draws
from companion.kit.policy import Chance, Guess
from companion.kit.seats import Seat
from companion.kit.text import Text, text

ROUNDS: Final = 3
"""How many rounds a bot looks ahead: luck would blur what more of them tell."""
FAR: Final = 2
"""After the present deal so many more are played out before the fitted chances count."""
SOURCES: Final[Mapping[type[Event], Text]] = {
    events.Dealt: text("Dealt cards"),
    events.Teleported: text("Wormholes"),
    events.Shifted: text("Wormholes"),
}


def winners(state: State) -> tuple[Seat, ...]:
    """Who has won."""
    return state.phase.winners if type(state.phase) is Over else ()


def stage(event: Event) -> str | None:
    """Chances are shown after each deal (a stage with its number), each capture, and each figure that comes home."""
    if type(event) is events.Dealt:
        return str(event.deal)
    is_home = type(event) is events.Played and event.to in GOALS
    return "" if is_home or type(event) is events.Captured else None


def source(event: Event) -> Text | None:
    """What luck a lot was; which figure a caught cheat sends home is of no kind of its own."""
    return SOURCES.get(type(event))


def guess(state: State, seat: Seat, heard: Sequence[Event]) -> Guess[State] | None:  # noqa: ARG001  # a card that was played is on the discard
    """Guesses the hands of the others from the unseen cards; only during a turn, and if the box knows the seat's
    hand."""
    if type(state.phase) is not Turn or not is_known(state.hands[seat - 1]):
        return None
    hidden = sum(hand.count(None) for hand in state.hands)
    unseen = state.piles.stock.cards

    def drawn(chance: Chance) -> State:
        left = list(unseen)
        taken = iter([left.pop(int(chance() * len(left))) for _ in range(hidden)])
        hands = tuple([tuple([card or next(taken) for card in hand]) for hand in state.hands])
        stock = Draws(state.piles.stock.size, tuple(Counter(left).elements()))
        return replace(state, hands=hands, piles=replace(state.piles, stock=stock))

    return drawn


def playout(state: State, seat: Seat, limits: Sequence[int], chance: Chance) -> Sequence[float]:
    """How well a seat stands some rounds later; it has just answered, perhaps with a cheat."""
    romp = Romp(state, chance)
    romp.run(seat, ROUNDS)
    return (_stands(state, romp, seat),) * len(limits)


def outlook(state: State, chance: Chance) -> Sequence[float] | None:
    """The chances of seats 1 … n, with all cards open; `None` between two turns, for partners, and with real cards."""
    if state.has_teams or type(state.phase) not in (Turn, Landing) or not all(map(is_known, state.hands)):
        return None
    cheats = [seat for seat, figure in enumerate(state.cheated, 1) if figure]
    romp = Romp(state, chance)
    romp.run(cheats[0] if cheats else 1)
    for _ in range(FAR):
        if romp.is_over:
            break
        romp.deal()
    return _chances(state, romp)


def _stands(state: State, romp: Romp, seat: Seat) -> float:
    return lead(state, romp.at, seat) if state.has_teams else _chances(state, romp)[seat - 1]


def _chances(state: State, romp: Romp) -> Sequence[float]:
    cards = map(len, romp.hands)
    facts = [(who.colour, at, left) for who, at, left in zip(state.setup.seats, romp.at, cards, strict=True)]
    return by_facts(facts, is_over=romp.is_over)
