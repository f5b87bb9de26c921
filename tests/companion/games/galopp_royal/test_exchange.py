"""de B5: the exchange of bearers; and the end of the game."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import DECK, SCHEMER
from companion.games.galopp_royal.state import State
from companion.kit.question import commit
from companion.testing.whole_games import SEED
from tests.companion.games.galopp_royal.positions import (
    BEARERS,
    RULES,
    all_taken,
    close,
    closing,
    code,
    draw,
    exchange,
    kinds,
    layers,
    on_turn,
    opener,
    play,
    roll,
    take,
    the,
    told,
    with_display,
    with_stock,
)


def test_b5_the_last_takes_one_from_every_display_its_own_included() -> None:
    state = exchange(4, last=3)
    for owner in (3, 4, 1, 2):
        assert on_turn(state) == 3
        state = play(state, take(owner, 2))
    assert state.displays == (("1", None, "-2", SCHEMER),) * 4


def test_b5_any_of_the_four_slots_and_no_other() -> None:
    state = exchange()
    for slot, card in enumerate(BEARERS, 1):
        assert told(state, take(3, slot)) == (events.Removed(3, 3, slot, card),)
    assert code(state, take(3, 0)) == "no_such_slot"
    assert code(state, take(3, 5)) == "no_such_slot"
    assert code(state, take(4, 1)) == "another_display"
    assert code(state, take(3, 1, by=4)) == "not_your_turn"


def test_b5_the_cards_go_open_to_the_discard() -> None:
    assert all_taken(exchange(), 1, 2, 3, 4).piles.discard == BEARERS


def test_b5_what_is_taken_is_what_stood_on_that_slot_of_that_display() -> None:
    state = exchange()
    for seat, team in enumerate(("3512", "5123", "1235", "2351"), 1):
        state = with_display(state, seat, *team)
    state = all_taken(state, 1, 2, 3, 4)
    assert state.piles.discard == ("1", "3", "1", "3")
    assert state.displays == (
        ("3", "5", None, "2"),
        ("5", "1", "2", None),
        (None, "2", "3", "5"),
        ("2", None, "5", "1"),
    )


def test_b5_the_first_is_drawn_only_when_all_are_taken() -> None:
    state = all_taken(exchange(), 1, 2, 3)
    assert code(state, draw(3, "5")) == "something_else"
    assert kinds(told(play(state, take(2, 4)), draw(3, "5"))) == ["drew"]


def test_b5_the_last_draws_first_then_clockwise_onto_the_free_slots() -> None:
    state = all_taken(exchange(), 1, 2, 3, 4)
    drawn = []
    for owner, card in ((3, "5"), (4, "5"), (1, "2"), (2, "1")):
        assert on_turn(state) is None
        drawn.append(the(events.Drew, told(state, draw(owner, card))))
        state = play(state, draw(owner, card))
    assert drawn == [
        events.Drew(3, 1, "5"),
        events.Drew(4, 2, "5"),
        events.Drew(1, 3, "2"),
        events.Drew(2, 4, "1"),
    ]
    assert state.displays[2] == ("5", "3", "-2", SCHEMER)
    assert state.displays[1] == ("1", "3", "-2", "1")
    assert opener(state) == 3


def test_b5_a_card_that_is_not_in_the_stock_is_not_drawn() -> None:
    """All six cards of this kind are on displays or on the discard."""
    state = all_taken(exchange(6, last=3), 4, 4, 4, 4, 4, 4)
    assert code(state, draw(3, SCHEMER)) == "no_such_card"
    assert code(state, draw(4, "5")) == "another_display"


def nearly_drawn_out(stock: int) -> State:
    """Four bearers have been taken, and the stock has only `stock` schemers left."""
    rest = Counter(DECK) - Counter(BEARERS * 4) - Counter({SCHEMER: stock})
    return all_taken(with_stock(exchange(), (SCHEMER,) * stock, tuple(rest.elements())), 1, 1, 1, 1)


def test_b6_the_discard_is_shuffled_when_a_draw_finds_no_card() -> None:
    """The bearers just taken are drawn again."""
    came = told(nearly_drawn_out(1), draw(3, SCHEMER))
    assert came == (events.Drew(3, 1, SCHEMER), events.Reshuffled(27))
    state = play(nearly_drawn_out(1), draw(3, SCHEMER))
    assert layers(state) == [(27, {"1": 8, "2": 8, "3": 3, "5": 5, "-2": 2, SCHEMER: 1})]
    assert state.piles.discard == ()


def test_b6_the_last_card_of_the_stock_is_drawn_before_the_discard_is_shuffled() -> None:
    assert kinds(told(nearly_drawn_out(2), draw(3, SCHEMER))) == ["drew"]


# --- the end of the game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("purses", "winners"),
    [((50, 60, 40), (2,)), ((60, 50, 60), (1, 3)), ((0, 0, 0, 0), (1, 2, 3, 4)), ((300, 299, 300), (1, 3))],
)
def test_end_most_coins_win_and_equal_coins_several(purses: tuple[int, ...], winners: tuple[int, ...]) -> None:
    state = closing(*purses)
    (event,) = told(state, close(SEED))
    assert event == events.Ended(tuple(enumerate(purses, 1)), winners, SEED)
    state = play(state, close(SEED))
    assert RULES.question(state) is None


def test_the_seed_opened_is_the_seed_promised() -> None:
    state = closing(50, 50, 50)
    assert code(state, close("00" * 32)) == "wrong_seed"
    assert code(state, close()) == "wrong_seed"
    assert code(state, close("no seed")) == "wrong_seed"
    assert state.setup.commitment == commit(SEED)


def test_without_a_promise_there_is_no_seed() -> None:
    state = closing(50, 50, 50, cards="table", die="table")
    assert state.setup.commitment is None
    assert code(state, close(SEED)) == "no_seed"
    assert the(events.Ended, told(state, close())).seed is None


def test_after_the_end_nothing_is_asked() -> None:
    state = play(closing(50, 50, 50), close(SEED))
    assert code(state, roll(1, 1)) == "over"
    assert code(state, close(SEED)) == "over"
