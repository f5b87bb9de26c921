"""The whole game as the box sees it: set-up, secrets, and random play with every option and duty."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.galopp_royal import intents
from companion.games.galopp_royal.auction import Bidding
from companion.games.galopp_royal.booklet import DECK, PRESETS, Options
from companion.games.galopp_royal.state import State
from companion.kit.errors import BadChoice
from companion.kit.event import Event
from companion.kit.setup import Who
from companion.match import record, referee
from companion.testing.fair_questions import holds
from companion.testing.whole_games import SEED, finish
from tests.companion.games.galopp_royal.any_position import VALUES, tables
from tests.companion.games.galopp_royal.positions import (
    RULES,
    bid,
    deal,
    in_hand,
    passes,
    play,
    start,
)
from tests.companion.games.whole_games import RANDOM, sitting, some


@pytest.mark.untraced
@settings(RANDOM, max_examples=some(30))
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
    with pytest.raises(BadChoice, match=sentence):
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


# --- whose hand is whose ---------------------------------------------------------------------------------------------


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
