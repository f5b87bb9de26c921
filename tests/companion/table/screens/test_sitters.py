"""Who sits where before a game, by itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.table.screens.sitters import AFTER, Sitters

PAIRS = st.integers(1, 6)
DOES = st.lists(st.tuples(st.sampled_from(["tap", "hold", "let_go"]), PAIRS), max_size=20)


def after(does: list[tuple[str, int]]) -> Sitters:
    sitters = Sitters()
    for what, pair in does:
        getattr(sitters, what)(pair)
    return sitters


def test_people_tap_and_bots_come_by_holds() -> None:
    sitters = after([("tap", 4), ("hold", 2), ("hold", 1), ("hold", 1), ("hold", 6), ("tap", 6)])
    assert (sitters.pairs, sitters.bots) == ((1, 2, 4, 6), {1: "strong", 2: "simple"})
    assert sitters.people == (4, 6)


def test_holds_come_round_to_nobody() -> None:
    sitters = Sitters()
    assert [sitters.hold(3) for _ in AFTER] == ["simple", "strong", "easy", "random", "nobody", "simple"]


@given(DOES, PAIRS)
def test_what_is_taken_back_never_was_and_what_is_let_go_stays(does: list[tuple[str, int]], pair: int) -> None:
    sitters = after([*does, *(("let_go", each) for each in range(1, 7))])
    assert sitters.are_settled
    before = sitters.pairs, sitters.bots
    sitters.hold(pair)
    assert not sitters.are_settled
    assert sitters.take_back(pair)
    assert (sitters.pairs, sitters.bots) == before
    assert not sitters.take_back()
    sitters.hold(pair)
    changed = sitters.pairs, sitters.bots
    sitters.let_go(pair)
    assert not sitters.take_back(pair)
    assert (sitters.pairs, sitters.bots) == changed


def test_all_that_are_still_down_are_taken_back_at_once() -> None:
    sitters = after([("tap", 1), ("hold", 2), ("hold", 3), ("hold", 4), ("let_go", 3)])
    assert sitters.take_back()
    assert (sitters.pairs, sitters.bots) == ((1, 3), {3: "simple"})


def test_players_of_a_game_stay_and_newcomers_sit_beside_them() -> None:
    sitters = Sitters()
    sitters.sit(6, down=True)
    sitters.stay((2, 4, 5), {2: "random"})
    assert (sitters.pairs, sitters.bots) == ((2, 4, 5, 6), {4: "random"})


def test_who_sits_down_with_a_phone_replaces_a_bot_even_while_its_red_key_is_down() -> None:
    sitters = after([("hold", 2)])
    sitters.sit(2, down=True)
    assert not sitters.take_back(2)
    assert (sitters.pairs, sitters.bots) == ((2,), {})
    sitters.sit(2, down=False)
    assert sitters.pairs == ()
