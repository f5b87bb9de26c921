"""Deals, shuffles, and who puts a figure out first."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.games.cat_royal.booklet import DECK, FIGURES, HAND
from companion.games.cat_royal.dealing import Dealing, SettingOut
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.piles import Draws, Piles
from companion.kit.question import Cards, OneOf, only_answer
from tests.companion.games.cat_royal.positions import (
    RULES,
    asked,
    code,
    deal,
    due,
    kinds,
    lay_off,
    name_off,
    on_turn,
    play,
    plays,
    start,
    told,
    turn,
    with_hands,
)

TEN = ("2", "2", "2", "2", "2", "3", "3", "3", "3", "3")


def set_out(seat: int, figure: str) -> intents.SetOut:
    return intents.SetOut(seat=seat, figure=figure)


def between_deals(stock: int, seats: int = 2, **choices: object) -> State:
    """All hands are empty before deal 2, and the stock has the deck's first cards left, as many as given."""
    state = start(seats, **choices)  # type: ignore[arg-type]  # typed where they are named
    cards = state.piles.stock.cards
    piles = Piles(Draws(stock, cards[:stock]), cards[stock:])
    return replace(state, deal=1, phase=Dealing(), piles=piles)


def test_deals_five_cards_each_clockwise_from_the_starter() -> None:
    state = start(2, first=2)
    assert due(state) == Cards(deal(), 10, (Draws(110, state.piles.stock.cards),))  # type: ignore[arg-type]
    assert told(state, deal(*TEN)) == (events.Dealt(1, ((2, ("2",) * 5), (1, ("3",) * 5))),)
    after = play(state, deal(*TEN))
    assert after.hands == (("3",) * 5, ("2",) * 5)
    assert on_turn(after) == 2


def test_deals_the_next_one_comes_when_all_hands_are_empty() -> None:
    state = with_hands(turn("", "5", seats=2), ("5",), ("6",))
    state = play(state, lay_off(1, 1))
    assert on_turn(state) == 2
    state = play(state, lay_off(1, 2))
    assert isinstance(asked(state).form, Cards)
    assert told(state, deal(*TEN))[0] == events.Dealt(2, ((1, ("2",) * 5), (2, ("3",) * 5)))


def test_deals_cheats_and_wormholes_are_free_again() -> None:
    state = replace(between_deals(50), spent=(1,), shifted=(2,))
    after = play(state, deal(*TEN))
    assert (after.spent, after.shifted, after.deal) == ((), (), 2)


@pytest.mark.parametrize(("starter", "firsts"), [("fixed", [2, 2, 2, 2]), ("rotates", [2, 3, 1, 2])])
def test_options_starter_is_always_the_first_seat_or_each_deal_the_next(starter: str, firsts: list[int]) -> None:
    found = []
    for number in range(4):
        state = replace(start(3, first=2, starter=starter), deal=number)
        cards = deal(*TEN, *("5",) * 5)
        (event,) = told(state, cards)
        assert isinstance(event, events.Dealt)
        assert event.hands[0] == (firsts[number], ("2",) * 5)
        assert RULES.recall(state, event) == cards
        dealt = play(state, cards)
        assert isinstance(dealt.phase, Turn)
        found.append(dealt.phase.seat)
    assert found == firsts


def test_deals_enough_cards_no_shuffle() -> None:
    assert RULES.follows(between_deals(10)) is None


def test_deals_too_few_cards_the_discard_goes_below_what_is_left() -> None:
    state = between_deals(4)
    assert RULES.question(state) is None
    assert RULES.follows(state) == events.Reshuffled(106)
    shuffled = RULES.evolve(state, events.Reshuffled(106))
    RULES.audit(state, events.Reshuffled(106), shuffled)
    assert [(layer.size, len(layer.cards)) for layer in due(shuffled).layers] == [(4, 4), (106, 106)]
    assert code(shuffled, deal(*("3",) * 5, *("5",) * 5)) == "no_such_card"
    after = play(shuffled, deal("2", "2", "2", "2", "13", "13", "13", "13", "13", "13"))
    assert after.piles.stock.size == 100
    assert Counter(after.piles.stock.cards)["2"] == 3


def test_real_cards_the_box_says_when_to_deal_and_when_to_shuffle() -> None:
    state = start(2, cards="table")
    assert asked(state).form == OneOf((deal(*(None,) * 10),))
    assert only_answer(asked(state)) == deal(*(None,) * 10)
    assert told(state, deal(*(None,) * 10))[0] == events.Dealt(1, ((1, (None,) * 5), (2, (None,) * 5)))
    assert RULES.follows(between_deals(4, cards="table")) == events.Reshuffled(106)


# --- one figure out --------------------------------------------------------------------------------------------------


def test_options_opening_at_home_or_with_one_figure_of_choice_on_the_start_field() -> None:
    assert isinstance(play(start(2), deal(*TEN)).phase, Turn)
    state = play(start(2, first=2, opening="one_out"), deal(*TEN))
    assert asked(state).seat == 2
    assert asked(state).form == OneOf(tuple(set_out(2, figure) for figure in FIGURES))
    assert told(state, set_out(2, "king")) == (events.SetOut(2, "king"),)
    state = play(state, set_out(2, "king"))
    assert (state.at[1][0], state.fresh[1], state.ways[1][0]) == (17, "king", ("S", 17))
    assert RULES.asides(state) == ()
    assert on_turn(state) == 1
    state = play(state, set_out(1, "jester"))
    assert state.at[0] == ("S", "S", "S", 1)
    assert on_turn(state) == 2


@pytest.mark.parametrize(("first", "order"), [(1, [1, 2, 3]), (2, [2, 3, 1]), (3, [3, 1, 2])])
def test_options_opening_goes_clockwise_from_the_first_seat(first: int, order: list[int]) -> None:
    state, found = play(start(3, first=first, opening="one_out"), deal(*TEN, *("5",) * 5)), list[int | None]()
    while isinstance(state.phase, SettingOut):
        found.append(on_turn(state))
        state = play(state, set_out(state.phase.seat, "king"))
    assert found == order
    assert on_turn(state) == first


def test_options_opening_is_before_the_first_deal_only() -> None:
    assert isinstance(play(between_deals(50, opening="one_out"), deal(*TEN)).phase, Turn)


# --- cards that the box does not know --------------------------------------------------------------------------------


def hidden(stock: int, first: int = 1) -> State:
    """Two seats have been dealt hidden cards, some of which came from the rest of the old stock."""
    state = between_deals(stock, first=first)
    if stock < 10:
        state = RULES.evolve(state, events.Reshuffled(110 - stock))
    return play(state, deal(*(None,) * 10))


def test_record_what_shows_up_of_a_hidden_hand_must_have_been_in_the_stock() -> None:
    state = hidden(12)  # seven 2, five 3
    assert code(state, name_off("13")) == "no_such_card"
    assert kinds(told(state, name_off("2"))) == ["discarded"]
    after = play(state, name_off("2"))
    assert Counter(after.piles.stock.cards) == {"2": 6, "3": 5}
    assert after.hands[0] == (None,) * 4


@pytest.mark.parametrize("first", [1, 2])
def test_record_each_hand_shows_up_from_the_layer_it_was_dealt_from(first: int) -> None:
    """Five `2` were left; they went to the starter, and the two others are in the shuffled discard."""
    second = 3 - first
    state = hidden(5, first=first)
    assert code(state, name_off("3", first)) == "no_such_card"
    assert RULES.overdrawn(RULES.evolve(state, events.Forfeited(first, ("2",) * 4 + ("3",)))) == "3"
    assert RULES.overdrawn(RULES.evolve(state, events.Forfeited(first, ("2",) * 5))) is None
    for card in ("2", "2", "3", "3"):
        state = play(play(state, name_off("2", first)), name_off(card, second))
    state = play(state, name_off("2", first))
    assert code(state, name_off("2", second)) == "no_such_card"
    assert RULES.overdrawn(RULES.evolve(state, events.Discarded(second, "2"))) == "2"
    state = play(state, name_off("3", second))
    assert state.rest == ()
    assert len(state.piles.stock.cards) == state.piles.stock.size == 100


def test_no_hand_is_dealt_from_two_layers() -> None:
    assert sum(DECK.values()) % HAND == 0


def test_record_a_hidden_hand_that_is_forfeited_is_told() -> None:
    state = replace(hidden(12), setup=start(2, no_move="forfeit").setup)
    told_of = events.Forfeited(1, ("2", "2", "3", "3", "3"))
    after = RULES.evolve(state, told_of)
    RULES.audit(state, told_of, after)
    assert after.piles.discard[-5:] == told_of.cards
    assert Counter(after.piles.stock.cards) == {"2": 5, "3": 2}
    assert RULES.overdrawn(after) is None
    wrong = events.Forfeited(1, ("2", "2", "3", "3", "13"))
    assert RULES.overdrawn(RULES.evolve(state, wrong)) == "13"


def test_real_cards_what_nobody_has_seen_may_be_anything_after_a_shuffle() -> None:
    state = replace(start(2, cards="table", no_move="forfeit"), deal=1)
    piles = Piles(Draws(4, ("2",) * 7), (None,) * 5 + state.piles.stock.cards[9:])
    state = replace(state, piles=piles, phase=Dealing())
    state = play(RULES.evolve(state, events.Reshuffled(len(piles.discard))), deal(*(None,) * 10))
    for seat in (1, 2):
        assert {"2", "3"} <= {answer.card for answer in plays(asked(replace(state, phase=Turn(seat))).form)}
    state = play(state, name_off(""))
    assert state.hands[0] == ()
    assert state.piles.discard == (None,) * 5


def test_every_kind_is_counted() -> None:
    assert sum(DECK.values()) == 110
