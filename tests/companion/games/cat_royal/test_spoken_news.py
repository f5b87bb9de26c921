"""Each event in a sentence: who, the card, and where everybody ends; never the steps."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events
from companion.games.cat_royal.spoken_news import of_event
from companion.games.cat_royal.state import State
from companion.kit.event import Event
from companion.kit.seats import COLOURS, Player
from companion.kit.text import speak
from companion.locale import translator

from .positions import RULES, told, turn, use


def said(state: State, event: Event, language: str = "en") -> list[str]:
    """The sentences, in a language."""
    return [speak(sentence, translator(language)) for sentence in of_event(state, event)]


def of(state: State, figure: str, to: int | str, language: str = "en") -> list[str]:
    """The sentences of a play and of all its consequences."""
    found = []
    for event in told(state, use(state, figure, to)):
        state = RULES.evolve(state, event)
        found += said(state, event, language)
    return found


def test_a_play_tells_the_card_and_where_the_figure_ends() -> None:
    assert of(turn("1K 20", "6"), "king", 26) == ["Hans plays the 6: the king is now on field 26"]
    assert of(turn("1C 62", "6"), "citizen", "G3") == ["Hans plays the 6: the citizen is now in goal 3"]
    assert of(turn("", "1/11"), "king", 1) == ["Hans plays the 1 or 11: the king is now on start field 1"]


def test_a_german_sentence_does_not_end_with_its_number() -> None:
    assert of(turn("1K 20", "6"), "king", 26, "de") == ["Hans spielt die 6: auf Feld 26 steht jetzt der König"]


def test_a_cheat_is_told_like_an_honest_play_and_no_way_back_by_its_direction() -> None:
    ahead, back = (of(turn("1C 20", "+4/-4"), "citizen", to)[0] for to in (24, 16))
    assert ahead.replace("24", "16") == back == "Hans plays the ±4: the citizen is now on field 16"
    cheat = of(turn("1C 20", "6"), "citizen", 25)
    assert cheat == ["Hans plays the 6: the citizen is now on field 25"]


def test_a_capture_says_whose_figure_it_was() -> None:
    state = turn("1C 20, 2J 26", "6")
    taken = "Pia's jester is captured and goes back to the start area"
    assert of(state, "citizen", 26) == ["Hans plays the 6: the citizen is now on field 26", taken]


def test_a_swap_tells_both_fields() -> None:
    swap = "Hans plays the swap: the citizen is now on field 40, Pia's king on field 20"
    assert of(turn("1C 20, 2K 40", "swap"), "citizen", 40) == [swap]


def test_a_magnet_tells_behind_whom_and_where() -> None:
    pulled = "the citizen is now on field 39, pulled behind Pia's king"
    assert of(turn("1C 20, 2K 40", "magnet"), "citizen", 39) == [f"Hans plays the magnet: {pulled}"]
    copied = of(turn("1C 20, 2K 40", "copy", last="magnet"), "citizen", 39)
    assert copied == [f"Hans plays the copy, as magnet: {pulled}"]


def test_a_wormhole_tells_where_figures_come_out() -> None:
    state = turn("1C 43, 2K 27", "6")
    assert said(state, events.Teleported(1, "citizen", 43, None)) == ["Wormhole: Hans's citizen is now on field 43"]
    both = "Wormhole: Hans's citizen is now on field 43, Pia's king on field 27"
    assert said(state, events.Teleported(1, "citizen", 43, (2, "king"))) == [both]


def test_a_figure_of_the_partner_has_its_name() -> None:
    state = turn("1K G1, 1T G2, 1C G3, 1J G4, 3C 20", "6", partners="opposite")
    assert of(state, "citizen", 26) == ["Hans plays the 6: Werner's citizen is now on field 26"]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Discarded(1, "9"), "Hans discards the 9"),
        (events.Discarded(1, "swap"), "Hans discards the swap"),
        (events.Forfeited(1, ("9",)), "Hans can play no card and discards all"),
        (events.Accused(1, 2, guilty=True), "Hans was right: Pia cheated"),
        (events.Accused(1, 2, guilty=False), "Hans was wrong: Pia was honest"),
        (events.SentHome(1, "king"), "Penalty: Hans's king goes back to the start area"),
        (events.Shifted(2, (61, 5, 22, 36)), "Pia has moved the wormholes to fields 5, 22, 36, 61"),
        (events.SetOut(1, "king"), "Hans sets out: the king is now on start field 1"),
        (events.CardsHanded(()), "All have handed their partner a card"),
        (events.Reshuffled(25), "Shuffled: 25 cards"),
        (events.Dealt(2, ()), "Deal 2: Hans begins"),
        (events.Ended((), (2,), None), "Pia wins"),
        (events.Ended((), (1, 2), None), "Shared victory: Hans, Pia"),
    ],
)
def test_any_other_event_in_one_sentence(event: Event, sentence: str) -> None:
    assert said(turn("1K 5", "6"), event) == [sentence]


LIE = "Wormholes are on fields 11, 27, 43, 59"


def test_the_first_deal_tells_how_to_get_the_cards_which_figures_are_whose_and_where_wormholes_are() -> None:
    state = turn("", seats=2)
    own = "Own cards: hold ● while the others look away, or listen by phone"
    starts = ["Hans is Red: start field 1", "Pia is Blue: start field 17"]
    assert said(state, events.Dealt(1, ())) == ["Deal 1: Hans begins", own, *starts, LIE]
    unnamed = replace(
        state,
        setup=replace(state.setup, seats=tuple(Player(at, COLOURS[at - 1].title(), COLOURS[at - 1]) for at in (1, 2))),
    )
    assert said(unnamed, events.Dealt(1, ()))[2:] == ["Red has start field 1", "Blue has start field 17", LIE]


def test_with_real_cards_people_deal_and_shuffle() -> None:
    state = turn("", cards="table")
    begins, deal, *starts, lie = said(state, events.Dealt(1, ()))
    assert (begins, deal, lie) == ("Deal 1: Hans begins", "Deal five cards to each", LIE)
    assert len(starts) == state.seats
    assert said(state, events.Dealt(2, ())) == ["Deal 2: Hans begins", "Deal five cards to each"]
    assert said(state, events.Reshuffled(25)) == ["Shuffle all discards now"]


def test_a_team_wins_together() -> None:
    state = turn("", partners="opposite")
    assert said(state, events.Ended((), (1, 3), None)) == ["As a team win: Hans, Werner"]


def test_what_is_no_event_of_this_game_is_not_told() -> None:
    assert said(turn(""), Event()) == []
