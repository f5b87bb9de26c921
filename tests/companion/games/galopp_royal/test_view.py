"""What the screens show: who acts, how the game stands, and above all what they do not show."""

from __future__ import annotations

from itertools import groupby
from typing import Unpack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.galopp_royal import intents
from companion.games.galopp_royal.auction import Bidding, Dealing
from companion.games.galopp_royal.booklet import RACES, SCHEMER
from companion.games.galopp_royal.cards import show
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.exchange import Drawing, Removing
from companion.games.galopp_royal.race import Arriving, Scheming
from companion.games.galopp_royal.state import State
from companion.kit.event import Event
from companion.kit.text import Text, speak
from companion.kit.view import View
from companion.testing.whole_games import NAMES, finish
from tests.companion.games.galopp_royal.positions import (
    RULES,
    Choices,
    bid,
    carry,
    deal,
    dealt,
    passes,
    play,
    race,
    scheme,
    start,
    start_auction,
    with_purse,
)
from tests.companion.games.whole_games import RANDOM, some


def english(said: Text) -> str:
    """The text in English; a tab only marks the beginning of a column."""
    return " ".join(speak(said, str).split())


def page(view: View) -> list[str]:
    """Everything a view says, line by line."""
    number = " ".join(speak(said, str) for said in (view.caption, view.number) if said)
    return [english(view.title), *([number] if number else []), *map(english, view.lines)]


def auction(seats: int = 4, **choices: Unpack[Choices]) -> State:
    return play(start(seats, **choices), deal("1", "2", "3", "5"))


# --- secrets ---------------------------------------------------------------------------------------------------------


def shown(state: State, viewer: int | None, event: Event) -> tuple[object, ...]:
    """Everything that `viewer` is told at this moment."""
    return (
        RULES.view(state, viewer),
        RULES.pages(state),
        RULES.standing(state),
        RULES.tell(state, event),
        RULES.line(state, event),
        *([RULES.secret(state, viewer)] if viewer else []),
    )


def other_hands(state: State, keeper: int | None) -> State:
    """The same auction, but with other cards, except those that `keeper` holds and those that left face up."""
    assert isinstance(state.phase, Bidding)
    known = (keeper, *state.phase.auction.passed[: state.phase.leave])
    hands = tuple((seat, hand if seat in known else ("other",) * len(hand)) for seat, hand in state.phase.hands)
    return replace(state, phase=replace(state.phase, hands=hands))


@pytest.mark.untraced
@settings(RANDOM, max_examples=some(10))
@given(seats=st.integers(3, 6), number=st.integers(0, 1 << 30))
def test_a_view_is_the_same_whatever_the_others_hold(seats: int, number: int) -> None:
    def watch(_: State, event: Event, after: State) -> None:
        if isinstance(after.phase, Bidding):
            for viewer in (None, *range(1, seats + 1)):
                assert shown(after, viewer, event) == shown(other_hands(after, viewer), viewer, event)

    finish(RULES, start(seats), number, watch)


def test_even_ones_own_view_shows_no_hand() -> None:
    """The view may be on a screen that everybody sees; the box shows a hand only while its owner holds a key."""
    state = auction()
    assert isinstance(state.phase, Bidding)
    assert RULES.view(state, 1) == RULES.view(other_hands(state, None), 1)
    assert RULES.secret(state, 1) != RULES.secret(other_hands(state, None), 1)


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_purses_are_hidden_from_others_if_the_table_plays_so(viewer: int | None) -> None:
    state = auction(open_cash=False)
    richer = with_purse(with_purse(state, 4, 99), 1 if viewer != 1 else 2, 77)
    assert RULES.view(state, viewer) == RULES.view(richer, viewer)
    assert RULES.pages(state) == RULES.pages(richer)
    assert [row.has for row in RULES.view(state, viewer).seats] == ["50" if s == viewer else "" for s in (1, 2, 3, 4)]


def test_purses_are_shown_to_all_by_the_booklets() -> None:
    assert [row.has for row in RULES.view(with_purse(race(3), 2, 7), None).seats] == ["50", "7", "50"]


def test_the_end_shows_all_purses() -> None:
    state = replace(race(3, open_cash=False), phase=Over((2,)))
    assert [row.has for row in RULES.view(state, None).seats] == ["50", "50", "50"]


# --- the auction -----------------------------------------------------------------------------------------------------


def test_whoever_has_passed_sits_the_auction_out_and_is_there_again_for_the_race() -> None:
    seats = RULES.view(play(auction(), bid(1, 7), *passes(2)), None).seats
    assert [(seat.is_in, seat.sits_out) for seat in seats] == [(True, False), (False, True), *[(True, False)] * 2]
    off = RULES.view(race(3, turn=2, chairs=("P1", 8, 7)), None).seats[0]
    assert (off.is_in, off.sits_out) == (False, False)


def test_an_auction_says_who_is_asked_the_high_bid_and_who_made_it() -> None:
    state = play(auction(), bid(1, 7))
    view = RULES.view(state, None)
    assert view.who == 2
    assert page(view) == ["team 1/4", "bid 7", "by Hans", "you have 50"]
    assert page(RULES.view(auction(), None)) == ["team 1/4", "bid 0", "no bid yet", "you have 50"]


def test_a2_the_fourth_card_for_three_is_shown_to_all() -> None:
    assert page(RULES.view(auction(seats=3), None)) == ["face-up 5", "bid 0", "no bid yet", "you have 50"]


def test_a_drafted_bid_is_the_number() -> None:
    state = play(auction(), bid(1, 7))
    view = RULES.view(state, None, bid(2, 9))
    assert view.is_draft
    assert page(view) == ["team 1/4", "bid? 9", "over 7", "you have 50"]
    assert page(RULES.view(auction(), None, bid(1, 1))) == ["team 1/4", "bid? 1", "no bid yet", "you have 50"]
    assert not RULES.view(state, None).is_draft


def test_teams_are_counted_as_they_are_sold() -> None:
    state = dealt(start_auction(2, 3, seats=4))
    assert english(RULES.view(state, None).title) == "team 3/4"


def test_substitutes_are_no_team() -> None:
    state = dealt(replace(race(4), phase=Dealing(1, 2)))
    assert english(RULES.view(state, None).title) == "subst. 2/2"


def test_seats_still_in() -> None:
    state = play(auction(), bid(1, 7), *passes(2))
    assert [row.is_in for row in RULES.view(state, None).seats] == [True, False, True, True]
    racing = race(3, chairs=(7, "P1", "F1"))
    assert [row.is_in for row in RULES.view(racing, None).seats] == [True, False, False]
    won = replace(race(3), phase=Over((2,)))
    assert [row.is_in for row in RULES.view(won, None).seats] == [False, True, False]


# --- the race --------------------------------------------------------------------------------------------------------


def test_a_roller_sees_how_far_it_is_and_the_bearers() -> None:
    view = RULES.view(race(4, turn=2, chairs=(5, 8, 5, 5)), None)
    assert view.who == 2
    assert page(view) == ["race 1", "to go 12", "bearers", "1 3 -2 ±2"]


def test_a_typed_face_is_a_draft() -> None:
    view = RULES.view(race(4, die="table"), None, intents.Roll(seat=1, face=3))
    assert (page(view), view.is_draft) == (["race 1", "3", "the die", "bearer -2"], True)


def test_a_die_that_tumbles_leaves_the_bearers_there() -> None:
    view = RULES.view(race(4), None, intents.Roll(seat=1, face=3))
    assert (page(view), view.is_draft) == (["race 1", "die 3", "let go!", "1 3 -2 ±2"], True)


def test_chairs_on_the_track_in_the_pond_and_on_the_podium() -> None:
    view = RULES.view(race(6, turn=6, chairs=("F2", "P1", "F1", "F3", "F4", 7)), None)
    standing = [(token.seat, token.space) for token in view.track.tokens]
    assert standing == [(1, "II"), (2, "0"), (3, "I"), (4, "III"), (6, "7")]
    assert view.track.goals == ("20",)


@pytest.mark.parametrize(("at", "place"), [(29, "25"), (-1, "0"), (22, "22")])
def test_a_chair_that_has_gone_too_far_stands_on_the_last_space(at: int, place: str) -> None:
    state = replace(race(3, chairs=(at, 5, 5)), phase=Arriving(1, (1,)))
    assert RULES.view(state, None).track.tokens[0].space == place


def ways(state: State) -> dict[int, str]:
    return {token.seat: " ".join(token.way) for token in RULES.view(state, None).track.tokens}


def test_a_chair_shows_the_way_it_went_until_the_next_move() -> None:
    before = race(3, turn=2, chairs=(5, 8, 7))
    assert ways(before) == {1: "5", 2: "8", 3: "7"}
    ahead = play(before, carry("3", 2))
    assert ways(ahead) == {1: "5", 2: "8 9 10 11", 3: "7"}
    assert ways(play(ahead, carry("-2", 3))) == {1: "5", 2: "11", 3: "7 6 5"}


def test_a_chair_under_the_arch_is_put_on_the_podium_and_one_in_the_pond_has_run_there() -> None:
    assert ways(play(race(3, turn=2, chairs=(2, 19, 7)), carry("3", 2)))[2] == ""
    assert ways(play(race(3, turn=1, chairs=(2, 19, 7)), carry("-2", 1)))[1] == "2 1 0"


def test_between_races_all_chairs_are_put_back_on_start() -> None:
    ended = play(race(3, turn=2, chairs=("P1", 19, 7)), carry("3", 2))
    assert ways(ended) == {1: "5", 2: "5", 3: "5"}


def test_the_track_from_the_pond_to_the_podium() -> None:
    spaces = RULES.track({}).spaces
    assert [space.id for space in spaces] == [*map(str, range(26)), "I", "II", "III"]
    assert [space.role for space in spaces if space.role != "space"] == [
        "trap",
        "start",
        *["goal"] * 6,
        *["podium"] * 3,
    ]
    assert {space.id: space.label for space in spaces if space.label}["21"] == "25/12/6"


def test_the_schemer_says_who_goes_where() -> None:
    state = play(race(4, chairs=(5, 8, 7, 6)), carry(SCHEMER, 1))
    assert isinstance(state.phase, Scheming)
    drafts = {
        ((1, 2), (2, -1), (4, -1)): ["goes +2?", "Pia goes -1", "Claudia goes -1"],
        ((1, -2), (3, 2)): ["goes -2?", "Werner goes +2"],
        ((1, 2),): ["goes +2?", "nobody else"],
        ((3, -2),): ["Devil", "Werner goes -2"],
    }
    assert {steps: page(RULES.view(state, None, scheme(1, *steps))) for steps in drafts} == drafts


# --- the exchange ----------------------------------------------------------------------------------------------------


def test_the_last_is_asked_which_bearer_to_take() -> None:
    state = replace(race(4), last=3, phase=Removing(4))
    view = RULES.view(state, None, intents.Remove(seat=3, owner=4, slot=3))
    assert view.who == 3
    assert page(view) == ["removes?", "card -2", "from Claudia", "1 3 [-2] ±2"]


def test_a_real_card_is_typed_onto_the_free_slot() -> None:
    state = replace(race(4, cards="table"), last=3, phase=Drawing(3))
    state = replace(state, displays=(*state.displays[:2], ("1", None, "-2", SCHEMER), state.displays[3]))
    view = RULES.view(state, None, intents.Draw(seat=3, owner=3, cards=("5",)))
    assert view.who == 3
    assert page(view) == ["draws", "5", "bearer no. 2"]


def test_a_real_team_is_typed_in_slot_by_slot() -> None:
    state = play(start(4, cards="table"), intents.Deal(cards=(None,) * 4), bid(1, 1), *passes(2, 3, 4))
    assert page(RULES.view(state, None)) == ["team", "_ _ _ _"]
    view = RULES.view(state, None, intents.Lay(seat=1, cards=("5", "3", "1")))
    assert page(view) == ["team", "5 3 1 _"]


# --- pages and the end -----------------------------------------------------------------------------------------------


def test_pages_of_rules_that_are_not_the_rulebooks() -> None:
    rules = [page(view) for view in RULES.pages(race(4, rulebook="fr", schemer="both", open_cash=False))[-3:]]
    assert rules == [
        ["Rulebook", "French", "with changes"],
        ["Crafty devil", "both effects", "own +2, one -2"],
        ["Coins", "hidden", "until the end"],
    ]


def test_the_winner_and_everybodys_coins_the_richest_first() -> None:
    state = with_purse(replace(race(3, number=RACES), phase=Over((2,))), 2, 70)
    assert page(RULES.view(state, None)) == ["Pia wins", "1st Pia 70", "2nd Hans 50", "2nd Werner 50"]
    state = replace(state, phase=Over((1, 2)))
    assert english(RULES.view(state, None).title) == "Shared victory"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_last_screen_has_everybody(seats: int) -> None:
    state = replace(race(seats, number=RACES), phase=Over((1,)))
    told = " ".join(page(RULES.view(state, None)))
    assert all(f"{name} 50" in told for name in NAMES[:seats]), told


def test_the_last_screen_has_the_richest_where_names_are_too_long_for_all_and_a_page_has_everybody() -> None:
    state = with_purse(replace(race(4, number=RACES), phase=Over((1,))), 4, 145)
    shown = RULES.view(state, None)
    assert page(shown) == ["Hans wins", "1st Claudia 145", "2nd Hans 50", "2nd Pia 50"]
    assert len(shown.page_lines) == 4


def test_at_the_end_coins_are_counted_seat_by_seat_and_each_sum_stays_for_a_while() -> None:
    state = with_purse(with_purse(race(3), 2, 90), 3, 30)
    first, *pictures = [key for key, _ in groupby((picture.who, picture.number) for picture in RULES.finish(state))]
    assert first == (None, "")
    assert pictures[:7] == [(1, "0"), (1, "8"), (1, "16"), (1, "25"), (1, "33"), (1, "41"), (1, "50")]
    assert [picture for picture in pictures if picture[0] != 1][6::7] == [(2, "90"), (3, "30")]
    assert len(RULES.finish(state)) == 10 + 3 * 11


def test_cards_in_few_letters() -> None:
    assert [show(card) for card in ("1", "-2", SCHEMER, None)] == ["1", "-2", "±2", "_"]
