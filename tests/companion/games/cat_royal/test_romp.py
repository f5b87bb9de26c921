"""The rest of a deal in short form moves and gains by the rules, for every rulebook, and for partners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import repeat
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import COPY, DECK, START, SWAP
from companion.games.cat_royal.dealing import Dealing
from companion.games.cat_royal.events import Played
from companion.games.cat_royal.landing import Landing
from companion.games.cat_royal.romp import ALERT, RANK, Romp
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.decision import settled
from companion.kit.event import Intent
from companion.kit.question import Seed
from companion.players import sensible
from tests.companion.games.cat_royal.positions import asked, listed, plays, stands, start, turn, use, with_hands

TABLES = [
    *[(seats, rulebook, "none") for seats in (2, 4) for rulebook in CAT_ROYAL.rulebooks],
    *[(4, rulebook, "opposite") for rulebook in CAT_ROYAL.rulebooks],
]
ENOUGH = 250
"""Turns of one game."""


def turns(seats: int, rulebook: str, partners: str, most: int = ENOUGH) -> Iterator[State]:
    """The turns of a game of simple bots."""
    state, luck = start(seats, rulebook=rulebook, partners=partners), Random(f"{seats} {rulebook} {partners}")
    while most and type(asked(state).form) is not Seed:
        if type(state.phase) is Turn:
            yield state
            most -= 1
        _, said = sensible.says(CAT_ROYAL, state, asked(state), luck)
        state = settled(CAT_ROYAL, state, CAT_ROYAL.answered(state, said))


def made(state: State, play: Intent) -> Played | None:
    """The event of a play; `None`: a discard."""
    event = CAT_ROYAL.answered(state, play)
    return event if isinstance(event, Played) else None


def never() -> float:
    """No chance is asked for."""
    raise AssertionError


def moved(event: Played, romp: Romp) -> Romp:
    is_swap = (event.copied or event.card) == SWAP
    romp.move(event.owner - 1, RANK[event.figure], event.to, is_swap=is_swap)
    return romp


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_figures_move_and_gain_as_by_the_rules(table: tuple[int, str, str]) -> None:
    for state in turns(*table, ENOUGH):
        now = CAT_ROYAL.worth(state, asked(state).seat or 1)
        for play in plays(asked(state).form):
            event = made(state, play)
            after = settled(CAT_ROYAL, state, CAT_ROYAL.answered(state, play))
            if event is None:
                continue
            is_swap = (event.copied or event.card) == SWAP
            gain = Romp(state, never).gain(event.owner - 1, RANK[event.figure], event.to, is_swap=is_swap)
            then = CAT_ROYAL.worth(after, event.seat)
            holes = [state.where(event.owner, event.figure) in state.holes, event.to in state.holes]
            if not (is_swap and any(holes)):
                assert now is not None
                assert then is not None
                assert gain == pytest.approx(then - now)
            if not isinstance(after.phase, Landing):
                romp = moved(event, Romp(state, never))
                assert tuple(romp.at) == after.at
                assert tuple(romp.fresh) == after.fresh


def test_a_lot_leads_out_of_a_wormhole_as_by_the_rules() -> None:
    state = turn("1J 21, 2K 43, 3T 59", "6")
    play = use(state, "jester", 27)
    landed = settled(CAT_ROYAL, state, CAT_ROYAL.answered(state, play))
    for at, exit_ in enumerate(listed(landed)):
        luck = repeat(at / 3).__next__
        out = settled(CAT_ROYAL, landed, CAT_ROYAL.answered(landed, exit_))
        event = made(state, play)
        assert event is not None
        assert tuple(moved(event, Romp(state, luck)).at) == out.at
        told = Romp(replace(landed, hands=((),) * 4), luck)
        told.run(1)
        assert tuple(told.at) == out.at


def test_who_stood_where_a_swap_leads_falls_too() -> None:
    state = turn("1J 27, 2K 20", "swap")
    romp = Romp(state, lambda: 0.0)
    assert romp.gain(0, RANK["jester"], 20, is_swap=True) == pytest.approx(20 - 27 - ((26 + 42 + 58) / 3 - 3) / 3)
    romp.move(0, RANK["jester"], 20, is_swap=True)
    assert (romp.at[0][3], romp.at[1][0]) == (20, 43)


def test_who_was_driven_off_a_wormhole_does_not_fall_into_it() -> None:
    """The jester comes out where the king stands on another wormhole; the king then stands where the jester fell."""
    state = turn("1J 27, 2K 43")
    landed = Landing(1, None, (((1, "jester"), 27), ((2, "king"), 43)))
    romp = Romp(replace(state, hands=((),) * 4, phase=landed), lambda: 0.0)
    romp.run(1)
    assert (romp.at[0][RANK["jester"]], romp.at[1][RANK["king"]]) == (43, 27)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_best_use_is_one_that_a_simple_bot_takes(table: tuple[int, str, str]) -> None:
    for at, state in enumerate(turns(*table, 100)):
        seat, luck = asked(state).seat or 1, Random(at)
        found = Romp(state, luck.random).best(seat - 1)
        worths = {play: _worth(state, play, seat) for play in plays(asked(state).form)}
        if found is None:
            assert all(not play.figure for play in worths)
            continue
        card, used = found
        (play, *_) = [play for play in worths if _is(state, play, seat, card, used.figure, used.to)]
        if SWAP not in (card, state.last):
            assert worths[play] == pytest.approx(max(worths.values()))


def _worth(state: State, play: intents.Play, seat: int) -> float:
    found = CAT_ROYAL.worth(settled(CAT_ROYAL, state, CAT_ROYAL.answered(state, play)), seat)
    assert found is not None
    return found


def _is(state: State, play: intents.Play, seat: int, *what: object) -> bool:
    card = None if play.slot is None else state.hands[seat - 1][play.slot - 1]
    return (card, play.figure, play.to) == what


@pytest.mark.parametrize("rounds", [1, 3, 5])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_ends_after_some_rounds_with_the_deal_or_with_a_victory(table: tuple[int, str, str], rounds: int) -> None:
    for at, state in enumerate(turns(*table, 60)):
        romp = Romp(state, Random(at).random)
        romp.run(asked(state).seat or 1, rounds)
        played = sum(map(len, state.hands)) - sum(map(len, romp.hands))
        has_ended = not any(romp.hands) or any(map(romp.has_won, range(state.seats)))
        assert has_ended or played >= rounds * state.seats
        assert played <= rounds * state.seats or state.setup.options.no_move == "forfeit"
        on = [place for places in romp.at for place in places if type(place) is int]
        assert len(on) == len(set(on))


def test_a_copy_acts_as_the_card_before_and_a_forfeited_hand_is_none() -> None:
    romp = Romp(turn("1C 40", COPY, last="8", seats=2), lambda: 0.0)
    romp.turn(0)
    assert romp.at[0][2] == 48
    lost = Romp(turn("1C 40", "13", "8", last="2", seats=2, rulebook="dog"), lambda: 0.0)
    lost.at[0] = (START,) * 4
    lost.hands[0] = ["8", "3"]
    lost.turn(0)
    assert lost.hands[0] == []


# --- the deals after this one ----------------------------------------------------------------------------------------


class Idle(Romp):
    """Nobody moves: each turn a card is put away."""

    def __init__(self, state: State) -> None:
        super().__init__(state, Random(1).random)
        self.drawn: list[str] = []
        self.order: list[int] = []

    def _drawn(self) -> list[str]:
        hand = super()._drawn()
        self.drawn += hand
        return hand

    def turn(self, chair: int) -> None:
        self.order.append(chair)
        self.hands[chair].pop()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_comes_once_before_one_comes_again(seats: int) -> None:
    romp, held = Idle(start(seats)), 5 * seats
    while not romp.is_over:
        romp.deal()
    assert len(romp.drawn) == 100 * held
    assert Counter(romp.drawn[: sum(DECK.values())]) == DECK
    for first in range(0, len(romp.drawn), held):
        assert Counter(romp.drawn[first : first + held]) <= Counter(DECK)


@pytest.mark.parametrize(("starter", "chairs"), [("fixed", [1, 1, 1]), ("rotates", [1, 2, 0])])
def test_each_deal_begins_with_its_starter(starter: str, chairs: list[int]) -> None:
    romp = Idle(start(3, starter=starter, first=2, last_deal=3))
    for _ in chairs:
        assert not romp.is_over
        romp.deal()
    assert romp.is_over
    assert romp.order[:: 5 * 3] == chairs


# --- a cheat ---------------------------------------------------------------------------------------------------------

NOTICES, MISSES = 0.0, ALERT


def after_a_cheat(stands: str, *luck: float, by: str = "jester", helped: bool = False, **choices: str) -> State:
    """Seat 1 has cheated with the last card of a deal; where all figures are when the others have had their turn."""
    state = turn(stands, **choices)  # type: ignore[arg-type]  # options by name
    state = replace(state, cheated=(by, "", "", ""), helped=(1,) if helped else ())
    romp = Romp(replace(state, phase=Dealing(), hands=((),) * 4), iter(luck).__next__)
    romp.run(1)
    return replace(state, at=tuple(romp.at))


def test_each_opponent_with_something_to_lose_may_find_a_cheat_out() -> None:
    there = "1J 22, 1K 5, 2K 30, 4K 50"
    assert stands(after_a_cheat(there, MISSES, MISSES)) == there.replace("1J 22, 1K 5", "1K 5, 1J 22")
    assert stands(after_a_cheat(there, MISSES, NOTICES, 0.0)) == "1K 5, 2K 30, 4K 50"
    assert stands(after_a_cheat(there, NOTICES, 0.0)) == "1K 5, 2K 30, 4K 50"
    assert stands(after_a_cheat("1J 22")) == "1J 22"


def test_a_cheat_may_cost_any_figure_by_lot_and_none_that_is_at_home_already() -> None:
    there = "1J 22, 1K 5, 2K 30"
    assert stands(after_a_cheat(there, NOTICES, 0.0, caught="lot")) == "1J 22, 2K 30"
    assert stands(after_a_cheat(there, NOTICES, by="citizen")) == "1K 5, 1J 22, 2K 30"


def test_nobody_finds_its_partner_out_and_a_helper_costs_it_a_figure() -> None:
    home = "1K G1, 1T G2, 1C G3, 1J G4, 3J 22, 3K 5"
    assert stands(after_a_cheat(home, partners="opposite", helped=True)) == home.replace("3J 22, 3K 5", "3K 5, 3J 22")
    there = after_a_cheat(home + ", 2K 30", NOTICES, 0.0, partners="opposite", helped=True)
    assert stands(there) == "1K G1, 1T G2, 1C G3, 1J G4, 2K 30, 3K 5"


def test_who_is_on_turn_in_this_deal_looks_once() -> None:
    state = replace(turn("1J 22, 2K 30", seat=2), cheated=("jester", "", "", ""))
    romp = Romp(with_hands(state, (), ("13",), (), ()), repeat(MISSES).__next__)
    romp.run(1)
    assert romp.at[0][3] == 22


def test_who_has_had_a_turn_since_the_cheat_finds_nothing_out_any_more() -> None:
    state = replace(turn("1J 22, 2K 30", seat=3), cheated=("jester", "", "", ""))
    for hand, place in ((("13",), 22), ((), START)):
        romp = Romp(with_hands(state, (), hand, ("13",), ()), repeat(NOTICES).__next__)
        romp.run(1)
        assert romp.at[0][3] == place
    own = Romp(replace(turn("1J 22, 2K 30", "13"), cheated=("jester", "", "", "")), repeat(NOTICES).__next__)
    own.run(1)
    assert own.at[0][3] != START
