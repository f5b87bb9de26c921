"""A turn: which cards must be played, which may be discarded, and what is told about it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events, intents
from companion.kit.question import Form, OneOf, only_answer
from tests.companion.games.cat_royal.positions import (
    asked,
    cheats,
    code,
    fields,
    honest,
    kinds,
    lay_off,
    name_off,
    on_turn,
    play,
    played,
    plays,
    stands,
    told,
    turn,
    use,
    with_hands,
)

# --- what is asked ---------------------------------------------------------------------------------------------------


def test_deals_who_can_use_a_card_must_play_one() -> None:
    state = turn("1C 20", "5", "swap")
    assert [(play.slot, play.to) for play in plays(asked(state).form)] == [(1, 25)]
    assert code(state, lay_off(2)) == "must_play"


def test_deals_slots_of_no_use_are_offered_like_others_and_lead_nowhere() -> None:
    state = turn("1C 20", "swap", "5", "magnet")
    form = asked(state).form
    assert isinstance(form, OneOf)
    assert [draft.slot for draft in form.below(None) if isinstance(draft, intents.Play)] == [1, 2, 3]
    assert code(state, intents.Play(seat=1, slot=1)) == "barred"


def test_deals_who_can_use_none_lays_off_one_of_choice() -> None:
    state = turn("1C 20", "swap", "magnet")
    assert plays(asked(state).form) == [lay_off(1), lay_off(2)]
    assert told(state, lay_off(2)) == (events.Discarded(1, "magnet"),)
    after = play(state, lay_off(2))
    assert (after.hands[0], after.last, after.piles.discard) == (("swap",), "magnet", ("magnet",))
    assert on_turn(after) == 2


def fields_of(form: Form, *, slot: int) -> list[object]:
    """Where the card of a slot can lead, in the order of the list."""
    return [play.to for play in plays(form) if play.slot == slot]


def test_deals_a_cheat_is_never_compulsory() -> None:
    state = turn("1C 62, 1T G3", "6", "swap")
    assert plays(asked(state).form) == [lay_off(1), lay_off(2)]
    assert cheats(state) == [("citizen", "G2", -1)]


def test_cheat_armed_it_takes_the_place_of_the_only_honest_play_so_that_both_look_alike() -> None:
    more, less = asked(turn("1C 20", "6", "1-7")).armed
    assert fields_of(more, slot=1) == [27]
    assert fields_of(less, slot=1) == [25]
    assert fields_of(more, slot=2) == [28, 27, 26, 25, 24, 23, 22, 21]
    (_, less) = asked(turn("1C 62, 1T G3", "6", "swap")).armed
    assert fields_of(less, slot=1) == ["G2"], "in place of discarding it"
    assert fields_of(less, slot=2) == [""]


def test_deals_the_only_card_is_played_by_its_seat_alone() -> None:
    state = turn("1C 20", "5", tricks=False)
    assert asked(state).from_hand
    assert len(plays(asked(state).form)) == 1
    assert only_answer(asked(state)) is None


def test_deals_the_seat_on_the_left_is_next_seats_without_cards_are_left_out() -> None:
    state = with_hands(turn("1C 20", "5"), ("5",), (), (), ("2",))
    assert on_turn(play(state, use(state, "citizen", 25))) == 4


def test_deals_who_alone_holds_cards_plays_on() -> None:
    state = with_hands(turn("1C 20", "5", "6"), ("5", "6"), (), (), ())
    assert on_turn(play(state, use(state, "citizen", 25))) == 1


def test_deals_slots_close_up_so_that_no_gap_tells_of_two_equal_cards() -> None:
    state = turn("1C 20", "5", "6", "5")
    third = intents.Play(seat=1, slot=3, figure="citizen", to=25)
    assert play(state, third).hands[0] == ("6", "5")


# --- red cards -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["1/11", "13"])
def test_red_a_start_card_brings_a_figure_out(card: str) -> None:
    state = turn("", card)
    assert honest(state) == [(figure, 1) for figure in ("king", "knight", "citizen", "jester")]
    came = told(state, use(state, "knight", 1))
    assert came == (events.Played(1, card, None, "knight", 1, None, 0),)


def test_red_or_carries_one_that_is_out() -> None:
    assert honest(turn("1C 20", "1/11"))[2:] == [("citizen", 31), ("citizen", 21), ("jester", 1)]
    assert ("citizen", 33) in honest(turn("1C 20", "13"))


def test_red_1_to_7_leads_one_figure_any_of_so_many_fields_ahead() -> None:
    assert fields(turn("1C 20", "1-7")) == {21, 22, 23, 24, 25, 26, 27}


def test_red_a_swap_changes_places_with_a_foreign_figure_whatever_its_rank() -> None:
    state = turn("1J 20, 1C 22, 2K 30, 3T 10, 4J G1", "swap")
    assert honest(state) == [("citizen", 30), ("citizen", 10), ("jester", 30), ("jester", 10)]
    came = told(state, use(state, "jester", 30))
    assert came == (events.Played(1, "swap", None, "jester", 30, (2, "king"), 0),)
    assert stands(play(state, use(state, "jester", 30))) == "1C 22, 1J 30, 2K 20, 3T 10, 4J G1"


def test_red_a_swap_takes_no_guard_and_gives_none() -> None:
    assert honest(turn("1J 1, 2K 30", "swap")) == []
    assert honest(turn("1J 20, 2K 17", "swap")) == []
    assert honest(turn("1J 1, 2K 30", "swap", start_guard="first_time")) == [("jester", 30)]


def test_red_a_swap_is_compulsory_if_it_is_the_only_card() -> None:
    state = turn("1J 20, 2K 21", "swap")
    assert code(state, lay_off(1)) == "must_play"


def test_red_a_magnet_pulls_a_figure_to_just_behind_the_next_one() -> None:
    assert honest(turn("1C 20, 1J 30, 2K 40", "magnet")) == [("citizen", 29), ("jester", 39)]
    assert honest(turn("1C 20, 2C 17", "magnet")) == [("citizen", 16)]  # on past the own start field
    assert honest(turn("1C 1, 2K 4", "magnet")) == [("citizen", 3)]  # guards may be pulled


def test_red_a_magnet_needs_somebody_else_on_the_loop() -> None:
    assert honest(turn("1C 20, 1J G1", "magnet")) == []
    assert honest(turn("1C G1, 2J 20", "magnet")) == []


def test_red_a_magnet_carries_no_cheat() -> None:
    assert cheats(turn("1C 20, 2K 40", "magnet")) == []


def test_red_a_copy_acts_as_the_card_that_was_played_last() -> None:
    state = turn("1C 20", "copy", last="1-7")
    assert fields(state) == {21, 22, 23, 24, 25, 26, 27}
    came = told(state, use(state, "citizen", 26))
    assert came == (events.Played(1, "copy", "1-7", "citizen", 26, None, 0),)


def test_red_a_copy_of_a_start_card_or_a_swap() -> None:
    assert honest(turn("", "copy", last="13"))[0] == ("king", 1)
    state = turn("1C 20, 2K 30", "copy", last="swap")
    assert played(told(state, use(state, "citizen", 30))).swapped == (2, "king")


def test_red_a_copy_counts_a_card_laid_off_but_no_forfeited_hand() -> None:
    state = turn("1C 20", "swap")
    assert play(state, lay_off()).last == "swap"
    state = turn("1C 20", "swap", last="5", no_move="forfeit")
    assert play(state, lay_off()).last == "5"


@pytest.mark.parametrize("last", ["", "copy"])
def test_red_a_copy_is_nothing_as_the_first_card_or_after_a_copy(last: str) -> None:
    assert honest(turn("1C 20", "copy", last=last)) == []


def test_red_after_a_copy_the_copy_itself_was_the_last_card() -> None:
    state = turn("1C 20", "copy", last="5")
    assert play(state, use(state, "citizen", 25)).last == "copy"


def test_king_uses_of_a_copy_what_he_may_use_of_its_card() -> None:
    assert honest(turn("1K 20", "copy", last="8")) == []
    assert honest(turn("1K 20", "copy", last="6")) == [("king", 26)]


# --- cheating --------------------------------------------------------------------------------------------------------


def test_cheat_one_step_more_or_less_than_the_card_says() -> None:
    state = turn("1C 20", "5")
    assert cheats(state) == [("citizen", 26, 1), ("citizen", 24, -1)]
    assert told(state, use(state, "citizen", 26)) == (events.Played(1, "5", None, "citizen", 26, None, 1),)


def test_cheat_back_less_or_more() -> None:
    state = turn("1C 20", "+4/-4")
    assert cheats(state) == [("citizen", 25, 1), ("citizen", 17, 1), ("citizen", 23, -1), ("citizen", 15, -1)]


def test_cheat_never_0_steps_and_only_beyond_what_the_card_can() -> None:
    assert cheats(turn("1C 20", "1-7")) == [("citizen", 28, 1)]
    assert cheats(turn("1C 20, 1J G4, 1T G3, 1K G2", "1/11")) == [
        ("citizen", 32, 1),
        ("citizen", 22, 1),
        ("citizen", 30, -1),
    ]


def test_cheat_with_a_copy_too() -> None:
    assert cheats(turn("1C 20", "copy", last="8")) == [("citizen", 29, 1), ("citizen", 27, -1)]


def test_cheat_the_kings_limit_holds_for_the_card_and_for_the_steps() -> None:
    assert cheats(turn("1K 20", "8")) == []
    assert cheats(turn("1K 20", "6")) == [("king", 27, 1), ("king", 25, -1)]
    assert cheats(turn("1K 20, 1T G4, 1C G3, 1J G2", "1/11")) == [("king", 22, 1)]
    assert cheats(turn("1K 20", "1-7")) == []


def test_cheat_a_green_card_stays_green() -> None:
    assert ("jester", 31, 1) in cheats(turn("1J 20, 2K 25", "10"))


def test_cheat_never_brings_the_fourth_figure_home() -> None:
    assert cheats(turn("1C 62, 1K G4, 1T G3, 1J G1", "6")) == []
    assert cheats(turn("1C 62, 1K G4, 1T G3", "6")) == [("citizen", "G2", -1)]
    assert ("citizen", "G2", 1) not in cheats(turn("1C G1, 1K G4, 1T G3, 1J 40", "2"))


def test_cheat_once_between_two_deals() -> None:
    state = turn("1C 20", "5", "6")
    after = replace(play(state, use(state, "citizen", 26, "5")), phase=state.phase)
    assert after.spent == (1,)
    assert asked(after).armed == ()
    assert cheats(after) == []


def test_cheat_who_does_not_cheat_any_more_is_offered_the_same_in_the_same_order() -> None:
    for stands_ in ("1J 62", "1J 63, 1K 20", "1J 61"):
        for card in ("1-7", "8", "9", "+4/-4"):
            state = turn(stands_, card)
            assert asked(state).form == asked(replace(state, spent=(1,))).form


# --- real cards ------------------------------------------------------------------------------------------------------


def test_real_cards_the_kinds_of_use_are_offered_first_and_the_others_laid_off() -> None:
    state = turn("1C 20", "5", cards="table")
    form = asked(state).form
    assert isinstance(form, OneOf)
    named = [draft.card for draft in form.below(None) if isinstance(draft, intents.Play)]
    assert named[-3:] == ["swap", "magnet", "copy"]
    assert len(named) == 15
    assert told(state, name_off("swap")) == (events.Discarded(1, "swap"),)
    assert code(state, name_off("5")) == "must_play"
    assert kinds(told(state, use(state, "citizen", 25, "5"))) == ["played"]


def test_real_cards_a_cheat_can_be_meant_too() -> None:
    state = turn("1C 20", "5", cards="table")
    assert cheats(state, "5") == [("citizen", 26, 1), ("citizen", 24, -1)]


def test_real_cards_an_eighth_of_a_kind_is_refused() -> None:
    state = turn("1C 20", "5", cards="table")
    state = replace(state, piles=replace(state.piles, discard=("5",) * 7))
    assert fields(state, "5") == set()
    refused = intents.Play(seat=1, card="5", figure="citizen", to=25)
    assert code(state, refused) == "no_such_card"
    assert code(state, intents.Play(seat=1, card="6", figure="citizen", to=30)) == "out_of_reach"


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_real_cards_it_is_refused_to_the_last_seat_with_cards_too(seat: int) -> None:
    state = turn("", "5", seat=seat, cards="table")
    state = replace(state, piles=replace(state.piles, discard=("5",) * 7))
    state = replace(state, hands=tuple(hand if own == seat else () for own, hand in enumerate(state.hands, 1)))
    assert code(state, name_off("5", seat)) == "no_such_card"


def test_real_cards_any_kind_of_no_use_forfeits_the_hand_where_a_cheat_could_use_it() -> None:
    """Otherwise taps would reach more kinds with an armed cheat."""
    state = turn("1C 20, 2K 28", "8", "6", cards="table", no_move="forfeit")
    question = asked(state)
    levels = {form.below(None) for form in (question.form, *question.armed) if isinstance(form, OneOf)}
    assert len(levels) == 1
    assert told(state, name_off("8")) == told(state, name_off("")) == (events.Forfeited(1, (None, None)),)
    assert code(state, name_off("6")) == "must_play"
    plain = turn("1C 20, 2K 28", "8", cards="table", no_move="forfeit", tricks=False)
    assert code(plain, name_off("8")) == "whole_hand"


def test_real_cards_a_forfeited_hand_stays_unknown() -> None:
    state = turn("1C 20", "5", "6", cards="table", no_move="forfeit")
    assert told(state, name_off("")) == (events.Forfeited(1, (None, None)),)
    after = play(state, name_off(""))
    assert after.hands[0] == ()
    assert after.piles.discard == (None, None)
