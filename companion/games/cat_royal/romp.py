"""The rest of a deal, and the deals after it, in short form: every seat plays the card that brings it furthest, as
simple bots do.

Laws: there are no questions and no events, but `uses` says what is possible and `landing` where wormholes lead; tests
hold the moves to the rules, and the gains to `worth`. Nobody cheats; but a cheat that has just been made may be found
out by each opponent, until its seat is on turn again.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Final

from companion.games.cat_royal.booklet import COPY, DECK, FIGURES, HAND, INSIDE, START, SWAP, At
from companion.games.cat_royal.landing import Landing, ways_out
from companion.games.cat_royal.state import State, opposite
from companion.games.cat_royal.steps import Setting, Walks, scene
from companion.games.cat_royal.tricks import ALL_HOME
from companion.games.cat_royal.turns import Turn
from companion.games.cat_royal.uses import Use, Uses, acts_as
from companion.games.cat_royal.worth import COME, VICTORY
from companion.kit.event import Card
from companion.kit.policy import ATTENTION, Chance
from companion.kit.seats import Seat

ALERT: Final = (ATTENTION["simple"] + ATTENTION["strong"]) / 2
"""How likely an opponent finds out a cheat: nobody knows how well it plays."""
RANK: Final = {figure: rank for rank, figure in enumerate(FIGURES)}


class Romp:
    """A game from its present state on; chairs are counted from 0."""

    def __init__(self, state: State, chance: Chance) -> None:
        self._state, self._chance = state, chance
        self.at = list(state.at)
        """Where king, knight, citizen and jester of each chair are."""
        self.hands: list[list[Card]] = [[card or "" for card in hand] for hand in state.hands]
        self.fresh = list(state.fresh)
        self._stock, self._deal = [*state.piles.stock.cards, *state.piles.fresh.cards], state.deal
        self._last, self._holes = state.last, state.holes
        self._players, self._options, self._has_teams = state.setup.seats, state.setup.options, state.has_teams
        self._come = [COME[player.colour] for player in self._players]
        self._shares = [self._share(chair) for chair in range(state.seats)]
        self._on: dict[At, tuple[int, int]] = {
            place: (chair, rank)
            for chair, places in enumerate(state.at)
            for rank, place in enumerate(places)
            if type(place) is int
        }
        """The figures on the loop: chair and rank of each."""

    def _share(self, chair: int) -> list[float]:
        """How much a step of each chair is worth to this one."""
        team, seats = self._state.team(chair + 1), self._state.seats
        against = -1.0 if self._has_teams else -1 / (seats - 1)
        return [1.0 if seat in team else against for seat in range(1, seats + 1)]

    # --- play --------------------------------------------------------------------------------------------------------

    def run(self, me: Seat, rounds: int = HAND) -> None:
        """Play so many rounds of this deal, fewer if no hand is left or somebody has won; `me` may have cheated in its
        latest turn."""
        chair, turns = self._begun(), rounds * len(self.at)
        wary = self._wary(me, me % len(self.at) if chair is None else chair)
        while chair is not None and turns:
            turns -= 1
            if chair in wary:
                wary.remove(chair)
                self._look(chair, me, wary)
            self.turn(chair)
            chair = self._after(chair)
        while wary:
            self._look(wary.pop(0), me, wary)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, or the last deal has been played."""
        is_last = self._deal == self._state.setup.last_deal and not any(self.hands)
        return is_last or any(map(self.has_won, range(len(self.at))))

    def deal(self) -> None:
        """Play the next deal in the same way; all hands are empty."""
        self._deal += 1
        self.hands.clear()
        for _ in self.at:
            self.hands.append(self._drawn())
        chair: int | None = self._state.setup.starter(self._deal) - 1
        while chair is not None:
            self.turn(chair)
            chair = self._after(chair)

    def _drawn(self) -> list[Card]:
        """A hand; if the stock runs out, all other cards are shuffled."""
        hand: list[Card] = []
        for _ in range(HAND):
            if not self._stock:
                left = Counter(DECK)
                left.subtract(chain(hand, *self.hands))
                self._stock = list(left.elements())
            at = int(self._chance() * len(self._stock))
            self._stock[at], self._stock[-1] = self._stock[-1], self._stock[at]
            hand.append(self._stock.pop())
        return hand

    def _begun(self) -> int | None:
        """Tell what is left of a landing; then the chair on turn, if there is one."""
        phase = self._state.phase
        if type(phase) is Turn:
            return phase.seat - 1
        if type(phase) is not Landing:
            return None
        for (seat, figure), entry in phase.holed:
            if self._on.get(entry) == (seat - 1, RANK[figure]):
                self._fall(seat - 1, RANK[figure], entry)
        return self._after(phase.seat - 1)

    def _after(self, chair: int) -> int | None:
        """The next chair with cards; `None` if there is none, or somebody has won."""
        if not self.has_won(chair):
            seats = len(self.at)
            for after in range(chair + 1, chair + 1 + seats):
                if self.hands[after % seats]:
                    return after % seats
        return None

    def has_won(self, chair: int) -> bool:
        """Whether all figures of this chair are home, with partners those of its partner, too."""
        return INSIDE.issuperset(self.at[chair]) and (
            not self._has_teams or INSIDE.issuperset(self.at[opposite(chair + 1) - 1])
        )

    def _owner(self, chair: int) -> int:
        """The chair whose figures this one plays."""
        is_helping = self._has_teams and INSIDE.issuperset(self.at[chair])
        return opposite(chair + 1) - 1 if is_helping else chair

    def turn(self, chair: int) -> None:
        """A card is played, or one is discarded if none can be used."""
        hand = self.hands[chair]
        if (found := self.best(chair)) is not None:
            card, use = found
            hand.remove(card)
            is_swap = acts_as(card, self._last) == SWAP
            self._last = card
            self.move(self._owner(chair), RANK[use.figure], use.to, is_swap=is_swap)
        elif self._options.no_move == "forfeit":
            hand.clear()
        else:
            self._last = hand.pop(int(self._chance() * len(hand)))

    def best(self, chair: int) -> tuple[Card, Use] | None:
        """The use that gains most, drawn among equals."""
        owner, last = self._owner(chair), self._last
        setting = Setting(owner + 1, self._players, self._options, tuple(self.at), tuple(self.fresh))
        uses = Uses(Walks(scene(setting)), last, may_cheat=False)
        most, found = 0.0, list[tuple[Card, Use]]()
        for card in dict.fromkeys(self.hands[chair]):
            is_swap = (last if card == COPY else card) == SWAP
            for use in uses.of(card):
                gain = self.gain(owner, RANK[use.figure], use.to, is_swap=is_swap)
                if gain > most or not found:
                    most, found = gain, [(card, use)]
                elif gain == most:
                    found.append((card, use))
        return found[int(self._chance() * len(found))] if found else None

    def gain(self, chair: int, rank: int, to: At, *, is_swap: bool) -> float:
        """How much more a move is worth to the chair; in the mean, if a wormhole leads to several places."""
        come, shares, here = self._come, self._shares[chair], self.at[chair][rank]
        own = come[chair]
        gained = own[to] - own[here]
        if type(to) is str:
            return gained + (VICTORY if type(here) is int and self._misses_one(chair) else 0.0)
        if to == here:
            return 0.0
        if (other := self._on.get(to)) is not None:
            whose = other[0]
            gained += shares[whose] * (come[whose][here if is_swap else START] - come[whose][to])
            if is_swap and here in self._holes:
                gained += self._fallen(chair, whose, other[1], here)
        return gained + self._fallen(chair, chair, rank, to) if to in self._holes else gained

    def _misses_one(self, chair: int) -> bool:
        return len(INSIDE.intersection(self.at[chair])) == len(FIGURES) - 1

    def _fallen(self, chair: int, whose: int, rank: int, entry: At) -> float:
        """What it is worth to `chair` that a figure comes out elsewhere, and changes places with who stands there."""
        exits, shares, gained = self._exits(rank, entry), self._shares[chair], 0.0
        for there in exits:
            gained += shares[whose] * (self._come[whose][there] - self._come[whose][entry])
            if (other := self._on.get(there)) is not None and other != (whose, rank):
                come = self._come[other[0]]
                gained += shares[other[0]] * (come[entry] - come[there])
        return gained / len(exits) if exits else 0.0

    # --- moves -------------------------------------------------------------------------------------------------------

    def move(self, chair: int, rank: int, to: At, *, is_swap: bool) -> None:
        """A figure moves, with all that follows."""
        here, on = self.at[chair][rank], self._on
        if to == here:
            return
        other = on.get(to)
        if other is not None:
            self._put(*other, here if is_swap else START)
        self._put(chair, rank, to)
        if here == START:
            self.fresh[chair] = FIGURES[rank]
        if to in self._holes:
            self._fall(chair, rank, to)
        if is_swap and here in self._holes and other is not None and on.get(here) == other:
            self._fall(*other, here)

    def _put(self, chair: int, rank: int, to: At) -> None:
        places, on = self.at[chair], self._on
        if on.get(places[rank]) == (chair, rank):
            del on[places[rank]]
        if type(to) is int:
            on[to] = (chair, rank)
        self.at[chair] = (*places[:rank], to, *places[rank + 1 :])
        if self.fresh[chair] == FIGURES[rank]:
            self.fresh[chair] = ""

    def _exits(self, rank: int, entry: At) -> tuple[int, ...]:
        return ways_out(self._options.holes, self._holes, int(entry), FIGURES[rank], self._on)

    def _fall(self, chair: int, rank: int, entry: At) -> None:
        """A figure comes out of another wormhole; who stands there goes to the entry."""
        if exits := self._exits(rank, entry):
            there = exits[int(self._chance() * len(exits))] if len(exits) > 1 else exits[0]
            other = self._on.get(there)
            self._put(chair, rank, there)
            if other is not None:
                self._put(*other, entry)

    # --- a cheat -----------------------------------------------------------------------------------------------------

    def _wary(self, me: Seat, first: int) -> list[int]:
        """The opponents who may still find out a cheat of `me`, in the order of their turns; chair `first` has the next
        one."""
        state, seats = self._state, len(self.at)
        if not state.cheated[me - 1]:
            return []
        around = [(me + at) % seats for at in range(seats - 1)]
        had = [chair for chair in around[: around.index(first)] if self.hands[chair]] if first in around else around
        return [chair for chair in around if chair not in had and chair + 1 not in state.team(me)]

    def _look(self, chair: int, me: Seat, wary: list[int]) -> None:
        """An opponent with something to lose may notice the cheat; then the others have nothing left to find out."""
        if self.at[self._owner(chair)] == ALL_HOME or self._chance() >= ALERT:
            return
        wary.clear()
        loser = opposite(me) - 1 if me in self._state.helped else me - 1
        ranks = [rank for rank, place in enumerate(self.at[loser]) if place != START]
        if self._options.caught == "figure":
            ranks = [rank for rank in ranks if rank == RANK[self._state.cheated[me - 1]]]
        if ranks:
            self._put(loser, ranks[int(self._chance() * len(ranks))], START)
