"""Accusing, the penalties, and moving the wormholes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events
from companion.games.cat_royal.state import State
from companion.games.cat_royal.turns import Turn
from companion.kit.event import Refused
from companion.kit.question import Cards, OneOf, Question
from companion.match.session import Session
from companion.testing.whole_games import SEED
from tests.companion.games.cat_royal.positions import (
    RULES,
    Choices,
    accuse,
    asked,
    code,
    kinds,
    lay_off,
    on_turn,
    play,
    send_home,
    shift,
    stands,
    told,
    turn,
    use,
    with_hands,
)


def after_a_play(to: int, more: str = "2K 40", **choices: object) -> State:
    """Seat 1 has played a `5` with its citizen on 20 to this field, and seat 2 is on turn."""
    state = turn(f"1C 20, {more}", "5", **choices)  # type: ignore[arg-type]  # typed where they are named
    return play(state, use(state, "citizen", to))


def offered(state: State) -> list[tuple[int | None, str]]:
    """The asides that each seat may say."""
    return [(aside.seat, aside.name.id if aside.name else "") for aside in RULES.asides(state)]


# --- accusing --------------------------------------------------------------------------------------------------------


def test_accuse_a_cheat_costs_the_figure_it_was_done_with() -> None:
    state = after_a_play(26)
    assert told(state, accuse(2, 1)) == (events.Accused(2, 1, True), events.SentHome(1, "citizen"))
    after = play(state, accuse(2, 1))
    assert stands(after) == "2K 40"
    assert on_turn(after) == 2


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_accuse_each_seat_pays_for_its_own_cheat(seat: int) -> None:
    by = seat % 4 + 1
    state = turn(f"{seat}C 20, {by}K 40", "5", seat=seat)
    state = play(state, use(state, "citizen", 26))
    assert told(state, accuse(by, seat)) == (events.Accused(by, seat, True), events.SentHome(seat, "citizen"))


def test_accuse_in_the_goal_too() -> None:
    state = turn("1C 62, 2K 40", "6")
    state = play(state, use(state, "citizen", "G4"))
    assert events.SentHome(1, "citizen") in told(state, accuse(2, 1))


def test_accuse_in_vain_costs_one_of_the_accusers_by_lot_the_goal_included() -> None:
    state = after_a_play(25, "2K 40, 2J G3")
    assert told(state, accuse(2, 1)) == (events.Accused(2, 1, False),)
    judged = play(state, accuse(2, 1))
    assert asked(judged) == Question(None, OneOf((send_home("king"), send_home("jester"))), by_lot=True)
    assert stands(play(judged, send_home("jester"))) == "1C 25, 2K 40"
    assert on_turn(play(judged, send_home("jester"))) == 2


def test_accuse_in_vain_with_one_figure_costs_that_one() -> None:
    assert told(after_a_play(25), accuse(2, 1))[1] == events.SentHome(2, "king")


def test_accuse_the_cheats_figure_is_gone_already() -> None:
    state = after_a_play(26)
    taken = replace(state, at=(("S",) * 4, *state.at[1:]))
    assert told(taken, accuse(2, 1)) == (events.Accused(2, 1, True),)
    assert on_turn(play(taken, accuse(2, 1))) == 2


def test_accuse_a_cheat_is_paid_for_once() -> None:
    paid = replace(play(after_a_play(26), accuse(2, 1)), phase=Turn(2))
    assert told(paid, accuse(2, 1))[0] == events.Accused(2, 1, False)


def test_accuse_it_is_about_the_latest_turn() -> None:
    state = with_hands(replace(after_a_play(26), phase=Turn(1)), ("6",), ("2",), ("2",), ("2",))
    honest = play(state, use(state, "citizen", 32))
    assert honest.cheated == ("", "", "", "")
    state = replace(after_a_play(26), phase=Turn(1), last="copy")
    state = with_hands(state, ("copy",), ("2",), ("2",), ("2",))
    assert play(state, lay_off()).cheated[0] == ""


def test_accuse_once_a_turn_then_what_is_possible_is_looked_at_anew() -> None:
    after = play(after_a_play(26), accuse(2, 1))
    assert code(after, accuse(2, 3)) == "once_a_turn"
    assert (2, "Accuse") not in offered(after)
    assert kinds(told(after, use(after, "king", 42))) == ["played"]


def test_accuse_a_seat_with_nothing_to_lose_may_not() -> None:
    assert offered(turn("2K 40", "13")) == [(2, "Move holes"), (3, "Move holes"), (4, "Move holes")]
    assert (1, "Accuse") in offered(turn("1K 40", "13"))


def test_accuse_any_other_seat() -> None:
    (aside, *_) = RULES.asides(turn("1K 40", seats=3))
    assert aside.form == OneOf((accuse(1, 2), accuse(1, 3)))


def test_options_caught_costs_the_figure_or_one_by_lot() -> None:
    state = after_a_play(26, "1K 10, 2K 40")
    assert kinds(told(state, accuse(2, 1))) == ["accused", "sent_home"]
    state = after_a_play(26, "1K 10, 2K 40", caught="lot")
    judged = play(state, accuse(2, 1))
    assert asked(judged).form == OneOf((send_home("king"), send_home("citizen")))
    assert told(judged, send_home("king")) == (events.SentHome(1, "king"),)


def test_options_without_tricks_nobody_cheats_accuses_or_moves_wormholes() -> None:
    state = turn("1K 40", "5", tricks=False)
    assert offered(state) == []
    assert asked(state).armed == ()


# --- moving the wormholes --------------------------------------------------------------------------------------------


def test_holes_a_seat_not_on_turn_may_move_all_four_by_lot() -> None:
    state = turn("1K 40, 2C 12")
    aside = RULES.asides(state)[1]
    assert (aside.seat, aside.by_lot) == (2, True)
    assert isinstance(aside.form, Cards)
    (layer,) = aside.form.layers
    assert layer.cards == tuple(
        str(there) for there in range(1, 65) if there not in (1, 17, 33, 49, 27, 43, 59, 11, 40, 12)
    )
    assert aside.form.count == 4
    assert told(state, shift(2, 5, 64, 6, 2)) == (events.Shifted(2, (5, 64, 6, 2)),)
    after = play(state, shift(2, 5, 64, 6, 2))
    assert after.holes == (5, 64, 6, 2)
    assert asked(after) == asked(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_holes_each_seat_that_is_not_on_turn_may_move_them(seats: int) -> None:
    assert offered(turn(seats=seats)) == [(other, "Move holes") for other in range(2, seats + 1)]


def test_holes_nobody_may_choose_where_they_go() -> None:
    session = Session(RULES, SEED, turn("1K 40"))
    answer = session.answer(shift(2, 5, 64, 6, 2))
    assert isinstance(answer, Refused)
    assert answer.code == "by_lot"


@pytest.mark.parametrize("there", [1, 27, 40])
def test_holes_go_to_no_start_field_no_wormhole_and_nobody(there: int) -> None:
    assert code(turn("1K 40"), shift(2, 5, 64, 6, there)) == "not_free"


def test_holes_once_between_two_deals() -> None:
    after = play(turn("1K 40"), shift(2, 5, 64, 6, 2))
    assert offered(after) == [(1, "Accuse"), (3, "Move holes"), (4, "Move holes")]


def test_holes_who_stands_on_an_old_one_stays() -> None:
    state = play(turn("1C 27, 2K 40"), shift(2, 5, 64, 6, 2))
    assert stands(state) == "1C 27, 2K 40"


def test_holes_before_and_after_an_accusation() -> None:
    state = play(after_a_play(26), shift(1, 5, 64, 6, 2), accuse(2, 1), shift(3, 8, 9, 10, 12))
    assert state.shifted == (1, 3)
    assert on_turn(state) == 2


def test_options_hats_are_printed_and_stay_where_they_are() -> None:
    options: Choices = {"holes": "hats"}
    assert offered(turn("1K 40", **options)) == [(1, "Accuse")]
