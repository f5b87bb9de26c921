"""The whole game as the box sees it: set-up, secrets, and random play by every option and duty."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import DECK, PRESETS, Options
from companion.games.galopp_royal.rules import Standing
from companion.games.galopp_royal.state import State
from companion.kit.errors import WrongLine
from companion.kit.event import Event
from companion.kit.setup import Who
from companion.match import record, referee
from tests.companion.games.galopp_royal.any_position import VALUES, tables
from tests.companion.games.galopp_royal.positions import (
    RULES,
    bid,
    deal,
    in_hand,
    passes,
    play,
    race,
    start,
    start_auction,
)
from tests.companion.games.whole_games import RANDOM, SEED, finish, sitting
from tests.invariants import holds


@RANDOM
@given(state=tables(), number=st.integers(0, 1 << 30))
def test_random_play_keeps_every_invariant_and_its_record_replays(state: State, number: int) -> None:
    def watch(before: State, event: Event, after: State) -> None:
        RULES.audit(before, event, after)
        holds(RULES, after, SEED)

    game = finish(RULES, state, number, watch)
    text = record.write(RULES, state, game.entries)
    found = referee.check(RULES, text)
    assert (found.state, found.events) == (game.state, len(game.events))


# --- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", PRESETS)
def test_a_rulebook_is_a_preset_of_all_options(book: str) -> None:
    assert RULES.begin(sitting(4), {"rulebook": book}).setup.options == PRESETS[book]


@pytest.mark.parametrize("option", Options.__struct_fields__)
def test_setup_each_option_can_be_set_alone(option: str) -> None:
    (value,) = (
        value
        for values, name in zip(VALUES, Options.__struct_fields__, strict=True)
        for value in values
        if name == option and value != getattr(PRESETS["fr"], option)
    )
    chosen = RULES.begin(sitting(4), {"rulebook": "fr", "options": {option: value}}).setup.options
    assert chosen == replace(PRESETS["fr"], **{option: value})


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"rulebook": "it"}, "rulebook must be one of de, nl, en, fr, not 'it'"),
        ({"options": {"luck": "much"}}, "luck"),
        ({"options": {"schemer": "none"}}, "none"),
        ({"board": {"start": 30}}, "must rise one after another"),
        ({"colour": "red"}, "colour"),
        ({"deck": {"1": 40}}, "deck must give a count"),
    ],
)
def test_choices_no_game_can_begin_with(choices: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        RULES.begin(sitting(4), choices)


@pytest.mark.parametrize(
    ("cards", "confirmed", "deck"), [("box", False, DECK), ("box", True, DECK), ("table", True, DECK)]
)
def test_the_box_counts_on_a_deck_it_deals_or_the_owner_has_checked(
    cards: Who, confirmed: bool, deck: dict[str, int]
) -> None:
    assert start(4, cards=cards, confirmed=confirmed).setup.deck == deck


def test_real_cards_nobody_has_counted_make_no_deck() -> None:
    assert start(4, cards="table").setup.deck is None


def test_the_header_is_all_that_was_agreed() -> None:
    state = start(3, rulebook="fr", first=2)
    header = RULES.header(state)
    assert list(header) == ["rulebook", "options", "duties", "seats", "first", "capital", "board", "deck", "commitment"]
    assert RULES.read_header(header) == state


def test_setup_the_owner_is_asked_to_check_an_unconfirmed_board() -> None:
    assert RULES.unconfirmed({}) is not None
    assert RULES.unconfirmed({"confirmed": True}) is None


def test_setup_three_to_six_may_play() -> None:
    assert list(RULES.seats) == [3, 4, 5, 6]


# --- coins and positions ---------------------------------------------------------------------------------------------


def test_standing() -> None:
    state = race(3, chairs=(7, "F1", "P1"))
    assert RULES.standing(state) == Standing(((1, 50), (2, 50), (3, 50)), ((1, 7), (2, "F1"), (3, "P1")))


# --- secrets in a record ---------------------------------------------------------------------------------------------


def test_hands_are_left_out_while_they_are_secret() -> None:
    state = start(3)
    event = events.Dealt(0, 1, ((1, ("1",)), (2, ("2",)), (3, ("3",))), ("5",))
    assert RULES.without_secrets(state, event) == events.Dealt(0, 1, ((1, (None,)), (2, (None,)), (3, (None,))), ("5",))


def test_unsold_cards_that_lay_face_down_stay_secret() -> None:
    state = play(start(3), deal("1", "2", "3", "5"))
    event = events.Unsold(("1", "2", "3", "5"))
    assert RULES.without_secrets(state, event) == events.Unsold((None, None, None, "5"))


def test_a_start_team_that_is_kept_hidden_stays_secret() -> None:
    """But for the card that lay open."""
    state = play(start(3, rulebook="nl"), deal("1", "2", "3", "5"))
    event = events.Sold(1, 4, ("1", "2", "3", "5"))
    assert RULES.without_secrets(state, event) == events.Sold(1, 4, (None, None, None, "5"))
    last = start_auction(3, seats=3, rulebook="nl")
    given = events.Assigned(3, 10, ("1", "2", "3", "5"))
    assert RULES.without_secrets(last, given) == events.Assigned(3, 10, (None,) * 4)
    assert RULES.without_secrets(start_auction(3, seats=3), given) == given


def test_a_bought_team_is_no_secret() -> None:
    state = play(start(3), deal("1", "2", "3", "5"))
    event = events.Sold(1, 4, ("1", "2", "3", "5"))
    assert RULES.without_secrets(state, event) == event


def test_a2_a_hand_is_seen_by_its_holder_alone() -> None:
    state = start(4)
    assert in_hand(state, 1) == ()
    state = play(state, deal("1", "2", "3", "5"))
    assert [in_hand(state, seat) for seat in (1, 2, 3, 4, 5)] == [("1",), ("2",), ("3",), ("5",), ()]
    state = play(state, bid(1, 1), *passes(2, 3, 4))
    assert in_hand(state, 1) == ()


def test_real_cards_are_no_secret_of_the_box() -> None:
    state = play(start(4, cards="table"), intents.Deal(cards=(None,) * 4))
    assert isinstance(state.phase, Bidding)
    assert in_hand(state, 1) == ()


# --- cards the deck cannot give --------------------------------------------------------------------------------------


def test_overdrawn_names_the_card_of_which_there_are_too_many() -> None:
    state = race(4)
    assert RULES.overdrawn(state) is None
    team = ("+2/-2",) * 4
    assert RULES.overdrawn(replace(state, displays=(team, *state.displays[1:]))) == "+2/-2"
    full = replace(state, displays=(("5",) * 4, *state.displays[1:]))
    assert RULES.overdrawn(full) is None
    assert RULES.overdrawn(replace(full, piles=full.piles.discarded(("5", "5")))) == "5"


def test_overdrawn_names_a_card_the_game_does_not_have() -> None:
    state = race(4)
    assert RULES.overdrawn(replace(state, displays=(("7", "1", "1", "1"), *state.displays[1:]))) == "7"


# --- what a record may tell in another order -------------------------------------------------------------------------

CARDS = ("1", "2", "3", "5")
TURNED = ("5", "1", "3", "2")


@pytest.mark.parametrize(
    ("expected", "came", "same"),
    [
        (events.Sold(1, 4, CARDS), events.Sold(1, 4, TURNED), True),
        (events.Unsold(CARDS), events.Unsold(TURNED), True),
        (events.Laid(1, CARDS), events.Laid(1, TURNED), True),
        (events.Sold(1, 4, (None, None, None, "5")), events.Sold(1, 4, TURNED), True),
        (events.Sold(1, 4, CARDS), events.Sold(1, 4, ("1", "1", "3", "5")), False),
        (events.Sold(1, 4, CARDS), events.Sold(1, 4, ("1", "2", "3")), False),
        (events.Sold(1, 4, CARDS), events.Unsold(TURNED), False),
        (events.Passed(1, leaves=True), events.Passed(2, leaves=True), False),
    ],
)
def test_the_cards_of_a_team_may_be_told_in_any_order(expected: Event, came: Event, same: bool) -> None:
    assert RULES.retold(expected, came) == (came if same else expected)


def test_only_the_order_may_differ() -> None:
    assert RULES.retold(events.Sold(1, 4, CARDS), events.Sold(2, 5, TURNED)) == events.Sold(1, 4, TURNED)


def test_a_referee_takes_the_cards_of_a_team_and_its_slots_in_any_order() -> None:
    state = start(4)
    lines = record.write(RULES, state, finish(RULES, state, 7).entries).splitlines()
    rows = [json.loads(line) for line in lines]
    last = max(at for at, row in enumerate(rows) if row.get("event") in {"sold", "unsold"})
    told = next(at for at, row in enumerate(rows) if row.get("event") == "laid")
    for at in (last, told):
        rows[at]["cards"].sort(reverse=True)
    text = "".join(json.dumps(row) + "\n" for row in rows[: told + 1])
    assert referee.check(RULES, text).state.displays.count(tuple(rows[told]["cards"])) == 1
    rows[told]["cards"][0] = "1" if rows[told]["cards"][0] != "1" else "2"
    with pytest.raises(WrongLine, match="laid"):
        referee.check(RULES, "".join(json.dumps(row) + "\n" for row in rows[: told + 1]))


# --- what an event came from -----------------------------------------------------------------------------------------


def test_coins_put_right_are_recalled_though_they_answer_no_question() -> None:
    assert RULES.recall(race(), events.Corrected(2, -5, "fell")) == intents.Correct(payee=2, amount=-5, reason="fell")


def test_what_only_follows_came_from_nobody() -> None:
    assert RULES.recall(race(), events.Finished(1, 1)) is None
