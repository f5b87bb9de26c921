"""The option table (`options`), row by row: the effect of each value on the same position.

`opening` and `starter` are in `test_dealing`, `tricks` and `caught` in `test_tricks`, `partners` in `test_partners`.
"""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from companion.games.cat_royal import events
from companion.games.cat_royal.booklet import At
from companion.games.cat_royal.options import PRESETS, Options
from tests.companion.games.cat_royal.positions import (
    Choices,
    fields,
    honest,
    kinds,
    lay_off,
    play,
    put,
    told,
    turn,
    use,
)


def test_options_the_table_of_the_three_rulebooks() -> None:
    table = {name: [getattr(preset, name) for preset in PRESETS.values()] for name in Options.__struct_fields__}
    assert list(PRESETS) == ["manual", "app", "dog"]
    assert table == {
        "opening": ["home", "home", "one_out"],
        "starter": ["fixed", "fixed", "rotates"],
        "no_move": ["discard_one", "discard_one", "forfeit"],
        "goal_entry": ["must", "must", "must"],
        "start_guard": ["always", "always", "first_time"],
        "green_passes": ["ranks", "all", "ranks"],
        "green_takes_king": ["any_green", "minus_four", "any_green"],
        "magnet_zero": [True, True, True],
        "holes": ["random", "pairs", "hats"],
        "tricks": [True, True, False],
        "caught": ["figure", "lot", "figure"],
        "partners": ["none", "none", "none"],
    }


def test_options_every_value_of_every_one_has_a_test() -> None:
    values = {name: set(get_args(kind) or (True, False)) for name, kind in get_type_hints(Options).items()}
    assert {name: len(of) for name, of in values.items() if len(of) != 2} == {"holes": 3, "partners": 3}
    assert set(values) == set(Choices.__annotations__) - {"cards", "first", "rulebook", "last_deal"}


def test_options_no_move_lays_off_one_card_of_choice_or_the_whole_hand() -> None:
    assert told(turn("", "5", "6"), lay_off(2)) == (events.Discarded(1, "6"),)
    state = turn("", "5", "6", no_move="forfeit")
    assert told(state, lay_off(2)) == told(state, lay_off(1)) == (events.Forfeited(1, ("5", "6")),)
    after = play(state, lay_off(1))
    assert (after.hands[0], after.piles.discard, after.last) == ((), ("5", "6"), "")


@pytest.mark.parametrize(("option", "there"), [("must", ["G2"]), ("may", [3, "G2"])])
def test_options_goal_entry_must_or_may(option: str, there: list[At]) -> None:
    assert [to for _, to in honest(turn("1C 62", "5", goal_entry=option))] == there


@pytest.mark.parametrize(("option", "fresh", "lands"), [("always", "", False), ("first_time", "", True)])
def test_options_start_guard_always_or_from_being_put_there(option: str, fresh: str, lands: bool) -> None:
    assert (17 in fields(turn("1C 15, 2J 17", "2", fresh=fresh, start_guard=option))) == lands
    assert (18 in fields(turn("1C 15, 2J 17", "3", fresh=fresh, start_guard=option))) == lands
    assert 17 not in fields(turn("1C 15, 2J 17", "2", fresh="2J", start_guard=option))


@pytest.mark.parametrize(("seat", "corner", "before"), [(1, 1, 63), (2, 17, 15), (3, 33, 31), (4, 49, 47)])
def test_options_start_guard_of_each_seat_from_being_put_there(seat: int, corner: int, before: int) -> None:
    state = turn("", "13", seat=seat, start_guard="first_time")
    out = play(state, use(state, "jester", corner))
    assert corner not in fields(put(out, seat % 4 + 1, "king", before), "2")


@pytest.mark.parametrize(("option", "passes"), [("ranks", False), ("all", True)])
def test_options_green_passes_ranks_or_guards_too(option: str, passes: bool) -> None:
    assert (19 in fields(turn("1C 15, 2J 17", "+4/-4", green_passes=option))) == passes
    assert 18 not in fields(turn("1C 15, 2J 17", "3", green_passes=option))
    assert 17 not in fields(turn("1C 13, 2J 17", "+4/-4", green_passes=option))


@pytest.mark.parametrize(("option", "ahead"), [("any_green", True), ("minus_four", False)])
def test_options_green_takes_king_with_any_or_going_back_alone(option: str, ahead: bool) -> None:
    options: Choices = {"green_takes_king": option}
    assert (23 in fields(turn("1C 13, 2K 23", "10", **options))) == ahead
    assert (23 in fields(turn("1C 19, 2K 23", "+4/-4", **options))) == ahead
    assert 23 in fields(turn("1C 27, 2K 23", "+4/-4", **options))


@pytest.mark.parametrize("option", [True, False])
def test_options_magnet_zero_may_be_played_or_not(option: bool) -> None:
    assert (fields(turn("1C 20, 2K 21", "magnet", magnet_zero=option)) == {20}) == option
    assert fields(turn("1C 20, 2K 22", "magnet", magnet_zero=option)) == {21}


@pytest.mark.parametrize(
    ("option", "after"),
    [("random", ["played"]), ("pairs", ["played", "teleported"]), ("hats", ["played", "teleported"])],
)
def test_options_holes_lead_anywhere_to_the_partner_or_to_the_next(option: str, after: list[str]) -> None:
    state = turn("1C 24, 1J 56", "3", holes=option)
    assert kinds(told(state, use(state, "citizen", 27))) == after
    assert (kinds(told(state, use(state, "jester", 59))) == ["played", "teleported"]) == (option == "pairs")
