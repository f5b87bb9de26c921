from __future__ import annotations

from msgspec.structs import replace

from companion.games.cat_royal.differences import RULEBOOKS
from companion.games.cat_royal.pages import pages
from companion.games.cat_royal.state import State
from companion.kit.text import speak

from .positions import turn

TABLE = turn("1K 20, 1T G1, 2K G4, 2J 33", "6", "8", seats=2)


def said(state: State) -> dict[str, list[tuple[str, ...]]]:
    """The lines of the pages, by their title, in English."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for page in pages(state):
        found.setdefault(speak(page.title, str), []).append(tuple(speak(line, str) for line in page.lines))
    return found


def test_goals_cards_and_wormholes() -> None:
    table = said(replace(TABLE, shifted=(2,)))
    assert table["In the goal"] == [("Hans\t1 of 4", "Pia\t1 of 4")]
    assert table["Cards, deal 1"] == [("Hans\t2", "Pia\t1")]
    assert table["Wormholes"] == [("on these fields:", "11 27 43 59")]
    assert table["Wormholes, deal 1"] == [("Hans\tnot moved yet", "Pia\tmoved them")]


def test_a_voice_tells_a_page_in_one_sentence_and_a_rank_with_its_fields() -> None:
    told = [speak(sentence, str) for page in pages(replace(TABLE, shifted=(2,))) for sentence in page.said]
    assert told == [
        "Figures in the goal: Hans 1 of 4, Pia 1 of 4",
        "Cards in hand in deal 1: Hans 2, Pia 1",
        "Wormholes are on fields 11, 27, 43, 59",
        "Wormholes in deal 1: Hans not moved yet, Pia moved them",
        "Kings: Hans on field 20, Pia in goal 4",
        "Knights: Hans in goal 1, Pia in the start area",
        "Citizens: Hans in the start area, Pia in the start area",
        "Jesters: Hans in the start area, Pia on field 33",
    ]


def test_where_nobody_may_move_the_wormholes_no_page_asks_who_has() -> None:
    assert "Wormholes, deal 1" not in said(turn("", tricks=False))
    assert "Wormholes, deal 1" not in said(turn("", holes="hats"))


def test_where_each_rank_is_in_words() -> None:
    table = said(TABLE)
    assert table["Kings"] == [("Hans\ton the track", "Pia\tgoal 4")]
    assert table["Knights"] == [("Hans\tgoal 1", "Pia\tin start area")]
    assert table["Citizens"] == [("Hans\tin start area", "Pia\tin start area")]
    assert table["Jesters"] == [("Hans\tin start area", "Pia\ton the track")]


def test_the_lights_of_a_rank_show_that_rank_alone() -> None:
    kings = next(page for page in pages(TABLE) if speak(page.title, str) == "Kings")
    assert [(token.seat, token.piece, token.space) for token in kings.track.tokens] == [
        (1, "king", "20"),
        (2, "king", "blue G4"),
    ]
    assert [seat.name for seat in kings.seats] == ["Hans", "Pia"]


def test_the_rules_played_by_and_where_they_differ() -> None:
    assert said(TABLE)["Rulebook"] == [("Cat Royal", "as printed")]
    setup = turn("", rulebook="dog", tricks=True).setup
    first, *rest = RULEBOOKS.to_pages(setup.rulebook, setup.options)
    assert [speak(line, str) for line in first.lines] == ["DOG Royal", "with changes"]
    assert [[speak(line, str) for line in (page.title, *page.lines)] for page in rest] == [
        ["Tricks", "are allowed", "cheat and accuse"]
    ]
