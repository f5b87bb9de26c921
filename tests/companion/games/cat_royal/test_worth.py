"""How bots judge a position: by how far figures have come, and nothing that a seat may not know."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events
from companion.games.cat_royal.intents import Play
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.cat_royal.state import State
from companion.games.cat_royal.worth import VICTORY, seen
from companion.kit.decision import unfold
from companion.kit.seats import COLOURS
from companion.players import bots, sensible
from companion.players.play import begin
from tests.companion.games.cat_royal.positions import asked, plays, turn, with_hands


def stands(pieces: str, seat: int = 1, seats: int = 4) -> float:
    """How well a seat stands in this position."""
    return known(turn(pieces, seats=seats), seat)


def known(state: State, seat: int) -> float:
    """How well it stands, since the box knows its hand."""
    found = CAT_ROYAL.worth(state, seat)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("1J 1", ""),
        ("1J 2", "1J 1"),
        ("1J 64", "1J 2"),
        ("1J G1", "1J 64"),
        ("1J G2", "1J G1"),
        ("1K 20", "1K 20, 2K 20"),
        ("2J 20", "2J 16"),
        ("1J G1, 1K G2, 1T G3, 1C G4", "1J 64, 1K G2, 1T G3, 1C G4"),
    ],
    ids=str,
)
def test_one_stands_better_than_the_other(better: str, worse: str) -> None:
    assert stands(better) > stands(worse)


def test_what_one_gains_the_others_lose_together() -> None:
    assert sum(stands("1J 9, 2K G1, 3T 40", seat) for seat in range(1, 5)) == pytest.approx(0)


def test_of_two_the_one_loses_what_the_other_gains() -> None:
    assert stands("1J 9, 2K 40", 1, seats=2) == -stands("1J 9, 2K 40", 2, seats=2)


def test_to_win_is_more_than_anything() -> None:
    home = "1J G1, 1K G2, 1T G3, 1C G4, 2J G1, 2K G2, 2T G3, 2C 16"
    assert stands(home) > VICTORY / 2 > stands("1J 64, 1K G2, 1T G3, 1C G4")


def test_who_goes_through_a_wormhole_stands_in_the_mean_where_it_may_come_out() -> None:
    state = turn("1J 21", "6")
    (play,) = plays(asked(state).form)
    *_, (_, landed) = unfold(CAT_ROYAL, state, CAT_ROYAL.answered(state, play))
    assert asked(landed).by_lot
    exits = [turn(f"1J {there}") for there in state.holes if there != 27]
    assert CAT_ROYAL.worth(landed, 1) == pytest.approx(sum(known(out, 1) for out in exits) / 3)


def test_who_must_pay_stands_in_the_mean_without_one_of_its_figures() -> None:
    state = turn("1J 21, 1K 5", "6")
    *_, (_, judged) = unfold(CAT_ROYAL, state, events.Accused(1, 2, guilty=False))
    assert asked(judged).by_lot
    assert CAT_ROYAL.worth(judged, 1) == pytest.approx((stands("1J 21") + stands("1K 5")) / 2)


def test_nothing_says_how_well_a_seat_stands_whose_cards_the_box_does_not_know() -> None:
    assert CAT_ROYAL.worth(turn("1J 21", None, cards="table"), 1) is None
    assert CAT_ROYAL.worth(seen(turn("1J 21", "6"), 2), 1) is None


# --- what a seat sees ------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_hold() -> None:
    state = with_hands(turn("1J 21"), ("2", "8"), ("13",), (), ("copy", "swap"))
    assert seen(state, 1).hands == (("2", "8"), (None,), (), (None, None))


def test_a_seat_sees_the_same_whatever_the_others_hold() -> None:
    state = turn("1J 21")
    hands = [(("2", "8"), ("13", "3"), ("8",), ("copy",)), (("2", "8"), ("swap", "swap"), ("magnet",), ("1-7",))]
    one, other = (seen(with_hands(state, *held), 1) for held in hands)
    assert one == other
    assert seen(with_hands(state, *hands[0]), 2) != seen(with_hands(state, *hands[1]), 2)


def test_a_seat_sees_whether_its_own_cheat_is_spent_and_no_others() -> None:
    state = replace(turn("1J 21"), spent=(2, 1))
    assert [seen(state, seat).spent for seat in (1, 2, 3)] == [(1,), (2,), ()]


def test_who_counts_along_sees_what_was_a_cheat() -> None:
    state = replace(turn("1J 21, 2K 9"), cheated=("", "king", "", ""))
    assert seen(state, 1).cheated == state.cheated


# --- how well bots play that go by it --------------------------------------------------------------------------------


def game(players: int, thinking: range | tuple[int, ...], luck: Random, **choices: object) -> State:
    """The end of a game of bots; thinking bots try each answer, the others draw."""
    state = begin(CAT_ROYAL, players, COLOURS, choices)
    while (question := CAT_ROYAL.question(state)) is not None:
        if question.seat in thinking:
            _, said = sensible.says(CAT_ROYAL, state, question, luck)
        else:
            said = bots.answer(bots.addressed(question, CAT_ROYAL.asides(state), luck), luck)
        *_, (_, state) = unfold(CAT_ROYAL, state, CAT_ROYAL.answered(state, said))
    return state


def is_won_by(state: State, seat: int) -> bool:
    """Whether all figures of a seat are home."""
    return state.home(seat) == 4


@pytest.mark.untraced
@pytest.mark.parametrize("players", CAT_ROYAL.seats)
@pytest.mark.parametrize("rulebook", CAT_ROYAL.rulebooks)
def test_bots_that_think_win_within_the_deals_of_good_play(players: int, rulebook: str) -> None:
    for number in range(3):
        state = game(players, range(1, players + 1), Random(f"{players} {number}"), rulebook=rulebook)
        assert any(is_won_by(state, seat) for seat in range(1, players + 1))
        assert state.deal <= 55


@pytest.mark.untraced
@pytest.mark.parametrize("players", CAT_ROYAL.seats)
def test_one_that_thinks_beats_those_that_draw(players: int) -> None:
    games = [(1 + number % players, Random(f"{players} {number}")) for number in range(8)]
    assert sum(is_won_by(game(players, (seat,), luck), seat) for seat, luck in games) >= 6


def test_two_games_of_one_seed_are_the_same() -> None:
    assert game(3, (1, 2, 3), Random(5)) == game(3, (1, 2, 3), Random(5))


def test_what_others_hold_sways_no_answer() -> None:
    state = turn("1J 21, 1K 5, 2T 30, 3C 60", "6", "10", "swap")
    hands = [(state.hands[0], *held) for held in ((("2",), ("3",), ("5",)), (("13",), ("1/11",), ("magnet",)))]
    states = [with_hands(state, *held) for held in hands]
    for seed in range(50):
        one, other = (sensible.says(CAT_ROYAL, found, asked(found), Random(seed)) for found in states)
        assert one[1] == other[1]


def test_the_best_play_takes_a_figure_or_comes_home() -> None:
    home = turn("1C 62, 1J 30", "6")
    assert sensible.says(CAT_ROYAL, home, asked(home), Random(1))[1] == Play(seat=1, slot=1, figure="citizen", to="G3")
    taking = turn("1C 5, 1J 7, 2C 15", "10")
    said = sensible.says(CAT_ROYAL, taking, asked(taking), Random(1))[1]
    assert said == Play(seat=1, slot=1, figure="citizen", to=15)


def test_those_who_win_together_stand_together() -> None:
    state = turn("1J 21, 3K 60, 2C 30", partners="opposite")
    assert known(state, 1) == known(state, 3) == -known(state, 2) == -known(state, 4) > 0


def test_a_helping_bot_brings_its_partners_figure_home() -> None:
    state = turn("1K G1, 1T G2, 1C G3, 1J G4, 3C 30, 3J 40", "6", "3", partners="opposite")
    _, answer = sensible.says(CAT_ROYAL, state, asked(state), Random(1))
    assert answer == Play(seat=1, slot=1, figure="citizen", to="G3")
