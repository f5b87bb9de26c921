"""What a voice says of questions, of looks and of the pages of the table key."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.faces.aloud import aloud
from companion.faces.speech import sentences
from companion.games.galopp_royal import events, intents
from companion.games.galopp_royal.auction import Laying
from companion.games.galopp_royal.booklet import RACES, SCHEMER
from companion.games.galopp_royal.ending import Over
from companion.games.galopp_royal.exchange import Drawing, Removing
from companion.games.galopp_royal.state import State
from companion.kit.event import Intent
from companion.kit.view import View
from companion.locale import translator
from tests.companion.games.galopp_royal.positions import (
    RULES,
    between_races,
    bid,
    carry,
    deal,
    dealt,
    passes,
    play,
    race,
    scheme,
    start,
    unseen,
    with_display,
    with_purse,
)


def told(view: View, language: str = "en") -> tuple[str, ...]:
    """Each sentence as a voice reads it."""
    return tuple(aloud((each,)) for each in sentences(view, translator(language)))


def asks(state: State, draft: Intent | None = None, viewer: int | None = None, language: str = "en") -> tuple[str, ...]:
    return told(RULES.view(state, viewer, draft), language)


def opened() -> State:
    """Three bid for a team with an open card."""
    return play(start(3), deal("1", "2", "3", "5"))


# --- auctions --------------------------------------------------------------------------------------------------------


def test_an_auction_says_what_is_on_sale_then_the_high_bid_and_who_passed() -> None:
    state = opened()
    assert asks(state) == ("Hans: team 1 of 3, open card 5.", "No bid yet.", "Hans has 50 coins.")
    state = play(state, bid(1, 7))
    assert asks(state) == ("Pia: open card 5.", "High bid 7, by Hans.", "Pia has 50 coins.")
    state = play(state, *passes(2))
    assert asks(state)[1:] == ("High bid 7, by Hans.", "Werner has 50 coins.", "Still bidding: Hans, Werner.")
    assert asks(state, language="de") == (
        "Werner: Karte 5 liegt offen.",
        "Höchstes Gebot 7, von Hans.",
        "Werner hat 50 Gold.",
        "Noch dabei: Hans, Werner.",
    )


def test_a_bid_that_is_chosen_is_one_sentence_and_all_else_stays() -> None:
    state = play(opened(), bid(1, 7))
    assert asks(state, bid(2, 9)) == ("Pia: bid 9?", *asks(state)[1:])
    assert asks(state, bid(2, 9), language="de")[0] == "Pia: 9 bieten?"
    assert asks(state, bid(2, 9), language="fr")[0] == "Pia : offrir 9 ?"


def test_a_hidden_purse_is_told_to_its_owner_alone() -> None:
    state = play(start(4, open_cash=False), deal("1", "2", "3", "5"))
    assert asks(state) == ("Hans: team 1 of 4.", "No bid yet.") == asks(state, viewer=2)
    assert asks(state, viewer=1) == ("Hans: team 1 of 4.", "No bid yet.", "Hans has 50 coins.")


def test_one_coin_is_no_coins() -> None:
    state = with_purse(opened(), 1, 1)
    assert asks(state)[2] == "Hans has 1 coin."
    assert told(RULES.pages(state)[0])[1] == "Hans: 1 coin."


def test_of_an_auction_that_is_over_no_sentence_is_left() -> None:
    state = play(opened(), bid(1, 7), *passes(2))
    assert RULES.view(RULES.evolve(state, events.Passed(3, leaves=False)), None).said == ()


def test_the_first_question_after_an_exchange_tells_the_new_teams() -> None:
    """Nobody is told card by card what everybody has drawn."""
    state = dealt(between_races(3), "1", "2", "3", "5")
    head, _, purse, *teams = asks(state)
    assert (head, purse) == ("Hans: substitutes 1 of 2, open card 5.", "Hans has 50 coins.")
    assert teams[1:] == ["Bearers of Pia: 1, 3, minus 2, devil.", "Bearers of Werner: 1, 3, minus 2, devil."]
    assert not [each for each in asks(play(state, bid(1, 1))) if "Bearers" in each]
    assert not [each for each in asks(dealt(between_races(3, nth=2), "1", "2", "3", "5")) if "Bearers" in each]


def test_substitutes_without_an_open_card() -> None:
    assert asks(dealt(between_races(4), "1", "2", "3", "5"))[0] == "Hans: substitutes 1 of 2."


def test_typed_cards_are_named_as_they_come() -> None:
    state = play(start(4, cards="table"), unseen(4), bid(1, 1), *passes(2, 3, 4))
    assert isinstance(state.phase, Laying)
    assert asks(state) == ("Now Hans lays the team.",)
    assert asks(state, intents.Lay(seat=1, cards=("5", SCHEMER))) == ("Hans lays 5, devil.",)
    state = replace(race(4, cards="table"), last=3, phase=Drawing(3))
    state = with_slot_free(state)
    assert asks(state) == ("Werner draws bearer 2.",)
    assert asks(state, intents.Draw(seat=3, owner=3, cards=("-2",))) == ("Werner draws a minus 2 as bearer 2?",)


def with_slot_free(state: State) -> State:
    """The second bearer of seat 3 is gone."""
    display = state.displays[2]
    return replace(state, displays=(*state.displays[:2], (display[0], None, *display[2:]), *state.displays[3:]))


# --- races -----------------------------------------------------------------------------------------------------------


def test_before_a_roll_it_says_how_far_it_is_and_where_the_pond_is_near() -> None:
    assert asks(race(3, chairs=(6, 8, 5))) == ("Hans rolls: 14 still to go, bearers 1, 3, minus 2, devil.",)
    near = race(3, chairs=(3, 8, 5))
    assert asks(near) == ("Hans rolls: 17 still to go, 3 from the pond, bearers 1, 3, minus 2, devil.",)
    assert asks(near, language="de") == (
        "Hans würfelt: noch 17 zum Ziel, 3 vom Teich entfernt, Träger 1, 3, minus 2, Schlitzohr im Team.",
    )


def test_of_a_die_that_tumbles_it_says_only_what_letting_go_does() -> None:
    assert asks(race(3), intents.Roll(seat=1, face=3)) == ("Let go to roll.",)
    assert asks(race(3, die="table"), intents.Roll(seat=1, face=3)) == ("Hans rolls 3: bearer 3, a minus 2?",)


def test_the_devil_says_the_whole_choice() -> None:
    state = play(race(4, chairs=(6, 8, 7, 6)), carry(SCHEMER, 1))
    assert asks(state) == ("Hans uses the devil.",)
    question = RULES.question(state)
    assert question is not None
    draft = scheme(1, (1, 2), (2, -1), (4, -1))
    (said,) = asks(state, draft)
    assert said.startswith("Hans, choice ")
    assert said.endswith(": Hans 2 ahead, Pia 1 back, Claudia 1 back?")
    assert asks(state, draft, language="de")[0].endswith(": Hans 2 vor, Pia 1 zurück, Claudia 1 zurück?")
    assert asks(state, scheme(1, (3, -2))) == ("Hans chooses: Werner 2 back?",)


def test_a_bearer_to_remove_is_one_sentence_then_comes_the_team() -> None:
    state = replace(race(4), last=3, phase=Removing(4))
    team = "Bearers of Claudia: 1, 3, minus 2, devil."
    assert asks(state) == ("Werner removes a bearer of Claudia.", team)
    draft = intents.Remove(seat=3, owner=4, slot=2)
    assert asks(state, draft) == ("Werner: remove a 3, bearer 2 of 4 of Claudia?", team)
    assert asks(state, draft, language="de")[0] == "Werner: eine 3 entfernen, Träger 2 von 4 bei Claudia?"


# --- looks, pages, the end -------------------------------------------------------------------------------------------


def test_at_one_ear_it_says_the_own_cards() -> None:
    (page,) = RULES.secret(play(start(4), deal("-2", "2", "3", "5")), 1)
    assert told(page) == ("Only for Hans.", "Hans holds a minus 2.")
    hidden = with_purse(dealt(between_races(4, open_cash=False), "1", "2", "3", "5"), 2, 38)
    (page,) = RULES.secret(with_display(hidden, 2, "1", "1", "2", SCHEMER), 2)
    assert told(page) == ("Only for Pia.", "Pia holds a 2.", "Bearers of Pia: 1, 1, 2, devil.", "Pia has 38 coins.")
    (page,) = RULES.secret(replace(race(3), bought=(("2", "-2", "1", "5"), (), ())), 1)
    assert told(page) == ("Only for Hans.", "Hans holds 2, minus 2, 1, 5.")


def test_pages_say_a_sentence_for_each_seat() -> None:
    state = with_display(with_purse(race(4, chairs=(7, "P1", "F1", 9)), 2, 7), 1)
    coins, order, teams, prizes, more, _ = map(told, RULES.pages(state))
    assert coins == ("Coins:", "Hans: 50 coins.", "Pia: 7 coins.", "Werner: 50 coins.", "Claudia: 50 coins.")
    assert order == (
        "Race 1:",
        "Werner: place 1.",
        "Claudia: 11 still to go.",
        "Hans: 13 still to go.",
        "Pia: place 4.",
    )
    assert teams[:3] == ("Teams:", "Hans has no team.", "Bearers of Pia: 1, 3, minus 2, devil.")
    assert prizes[:2] == ("Prizes:", "Race 1: 20, 10, 5 coins.")
    assert more[:2] == ("Prizes:", "Race 4: 35, 17, 8 coins.")


def test_the_page_of_a_race_says_how_it_ended() -> None:
    state = replace(race(5), result=("F2", 9, "P1", 7, "F1"), last=4)
    result = [each for each in map(told, RULES.pages(state)) if each[0].startswith("Result")]
    assert result == [
        ("Result race 1:", "Anna: place 1.", "Hans: place 2.", "Pia: no place."),
        ("Result race 1:", "Claudia: place 5.", "Werner: place 5."),
    ]


def test_the_page_of_cards_that_left() -> None:
    state = play(dealt(start(5), SCHEMER, "1", "2", "3", "5"), *passes(1))
    assert ("Left the team:", "a devil from Hans.") in [*map(told, RULES.pages(state))]


def test_the_end_says_places_and_coins() -> None:
    state = with_purse(replace(race(3, number=RACES), phase=Over((2,))), 2, 70)
    results = ("Pia, place 1: 70 coins.", "Hans, place 2: 50 coins.", "Werner, place 2: 50 coins.")
    assert asks(state) == ("The game is over.", *results)
    assert told(RULES.pages(state)[0]) == ("Coins:", *results)


def test_the_counting_says_one_sentence_for_each_seat() -> None:
    said = dict.fromkeys(view.said for view in RULES.finish(with_purse(race(3), 2, 90)))
    assert [speech for view in said for speech in told(View(view[0], said=view))] == [
        "The box counts the coins.",
        "Hans: 50 coins.",
        "Pia: 90 coins.",
        "Werner: 50 coins.",
    ]


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_what_comes_every_turn_is_short(language: str) -> None:
    """About four seconds."""
    for state in (race(3, chairs=(6, 8, 5)), play(opened(), bid(1, 7))):
        assert len(" ".join(asks(state, language=language))) < 75
