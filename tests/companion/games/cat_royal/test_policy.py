"""How a strong bot thinks: what the others may hold, and nothing that it may not know."""

from __future__ import annotations

from collections import Counter
from itertools import chain, islice
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events, policy
from companion.games.cat_royal.booklet import DECK
from companion.games.cat_royal.ending import Over
from companion.games.cat_royal.intents import Accuse, Play
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.cat_royal.state import State
from companion.kit.event import Event, Intent
from companion.kit.piles import Draws, spread
from companion.kit.policy import ATTENTION
from companion.kit.seats import COLOURS
from companion.players import levels
from companion.players.play import begin
from companion.players.playouts import error, odds
from tests.companion.games.cat_royal.positions import asked, turn, with_hands
from tests.companion.games.cat_royal.test_romp import turns


def said(state: State, seed: int = 1) -> Intent:
    return levels.says("strong", CAT_ROYAL, state, asked(state), Random(seed))[1]


def with_stock(state: State) -> State:
    """The same, with a stock of all cards that nobody holds."""
    left = Counter(DECK) - Counter(str(card) for card in chain.from_iterable(state.hands))
    cards = spread({card: left[card] for card in DECK})
    return replace(state, piles=replace(state.piles, stock=Draws(len(cards), cards)))


def hidden() -> tuple[State, State]:
    """Two states that differ only in the cards of the others."""
    state = turn("1J 21, 1K 5, 2T 30, 3C 60", "6", "10", "swap")
    hands = [(state.hands[0], *held) for held in ((("2",), ("3",), ("5",)), (("13",), ("1/11",), ("magnet",)))]
    one, other = (with_stock(with_hands(state, *held)) for held in hands)
    return one, other


def test_a_guess_has_as_many_cards_as_each_holds_and_none_twice() -> None:
    state = CAT_ROYAL.seen(hidden()[0], 1)
    guess = policy.guess(state, 1, ())
    assert guess is not None
    luck = Random(1)
    for _ in range(20):
        guessed = guess(luck.random)
        assert [len(hand) for hand in guessed.hands] == [3, 1, 1, 1]
        assert guessed.hands[0] == state.hands[0]
        count = Counter(chain(guessed.piles.stock.cards, *guessed.hands))
        assert count == Counter(DECK)


def test_there_is_nothing_to_guess_off_turn_or_with_real_cards() -> None:
    assert policy.guess(begin(CAT_ROYAL, 3, COLOURS, {}), 1, ()) is None
    assert policy.guess(turn("1J 21", None, cards="table"), 1, ()) is None


def test_who_has_won() -> None:
    state = turn("1J 21", "6")
    assert policy.winners(state) == ()
    assert policy.winners(replace(state, phase=Over((2,)))) == (2,)


def test_what_others_hold_sways_no_thought() -> None:
    one, other = hidden()
    assert one != other
    for seed in range(5):
        assert said(one, seed) == said(other, seed)


def test_it_comes_home_and_takes_a_figure() -> None:
    home = replace(with_stock(turn("1C 62, 1J 30", "6")), spent=(1,))
    assert said(home) == Play(seat=1, slot=1, figure="citizen", to="G3")
    taking = with_stock(turn("1C 5, 1J 7, 2C 15", "10"))
    assert said(taking) == Play(seat=1, slot=1, figure="citizen", to=15)


def test_it_cheats_where_nobody_can_accuse_it_and_not_where_everybody_can() -> None:
    assert said(with_stock(turn("1C 62, 1J 30", "6"))) == Play(seat=1, slot=1, figure="citizen", to="G4")
    honest = Play(seat=1, slot=1, figure="citizen", to="G3")
    assert said(with_stock(turn("1C 62, 1J 30, 2K 40, 3K 50, 4K 20", "6"))) == honest


def test_a_playout_ends_in_a_chance_to_win_with_partners_in_the_lead() -> None:
    luck = Random(1).random
    ended = turn("1K G1, 1T G2, 1C G3, 1J G4, 2K 30", "6")
    assert policy.playout(ended, 1, (0, 1), luck) == (1.0, 1.0)
    assert policy.playout(ended, 2, (0,), luck) == (0.0,)
    (chance,) = policy.playout(turn("1K G1, 1T G2", "6"), 1, (0,), luck)
    assert 0.3 < chance < 1
    (last,) = policy.playout(turn("1K G1, 2K 40", "6", last_deal=1), 1, (0,), luck)
    assert last in (1.0, 0.0, 0.5)
    (lead,) = policy.playout(turn("1K G1, 3T 40", "6", partners="opposite"), 1, (0,), luck)
    assert lead > 100


def test_who_counts_along_accuses_as_many_cheats_as_it_sees() -> None:
    state = replace(with_stock(turn("1J 21, 2K 9", "6")), cheated=("", "king", "", ""))
    accused = [said(state, seed) for seed in range(60)].count(Accuse(seat=1, accused=2))
    assert abs(accused - 60 * ATTENTION["strong"]) < 12


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_the_same_thought(seed: int) -> None:
    assert said(hidden()[0], seed) == said(hidden()[0], seed)


@pytest.mark.parametrize(
    ("event", "found"),
    [
        (events.Dealt(7, ()), "7"),
        (events.Captured(1, "king"), ""),
        (events.Played(1, "5", None, "king", "G2", None, 0), ""),
        (events.Played(1, "5", None, "king", 17, None, 0), None),
        (events.Discarded(1, "5"), None),
    ],
)
def test_chances_are_worth_a_look(event: Event, found: str | None) -> None:
    assert CAT_ROYAL.stage(event) == found


# --- the chances that a report tells ---------------------------------------------------------------------------------


def test_they_sum_to_one_and_are_certain_when_the_game_is_over() -> None:
    state = with_stock(turn("1C 62, 1J 30, 2K 5", "6", "10"))
    found = policy.outlook(state, Random(1).random)
    assert found is not None
    assert sum(found) == pytest.approx(1)
    last = replace(turn("1K G1, 2T 59", "2"), deal=100)
    assert policy.outlook(last, Random(1).random) == (1, 0, 0, 0)
    won = with_stock(turn("1K G4, 1T G3, 1C G2, 1J 62", "2"))
    assert policy.outlook(won, Random(1).random) == (1, 0, 0, 0)


@pytest.mark.parametrize(
    "state",
    [
        begin(CAT_ROYAL, 3, COLOURS, {}),
        turn("1J 21", None, cards="table"),
        turn("1J 21", "6", partners="opposite"),
        replace(turn("1J 21", "6"), phase=Over((2,))),
    ],
    ids=["before a deal", "real cards", "partners", "over"],
)
def test_where_there_is_no_short_way_the_rules_play_on(state: State) -> None:
    assert policy.outlook(state, Random(1).random) is None


@pytest.mark.slow
@pytest.mark.in_box_time
@pytest.mark.untraced
@pytest.mark.parametrize(("seats", "rulebook"), [(2, "app"), (3, "dog"), (4, "manual")])
def test_they_agree_with_games_played_to_their_end(seats: int, rulebook: str) -> None:
    state = next(islice(turns(seats, rulebook, "none"), 40, None))
    state = replace(state, setup=replace(state.setup, commitment=None))  # no box with a sealed seed plays here
    near = odds(CAT_ROYAL, state, seats, "near", 1000)
    far = odds(CAT_ROYAL, state, seats, "far", 600, to_the_end=True)
    for seat in range(1, seats + 1):
        off = (error(near.of(seat)) ** 2 + error(far.of(seat)) ** 2) ** 0.5
        assert abs(near.chances[seat - 1] - far.chances[seat - 1]) < 3 * off + CAT_ROYAL.off
