"""Which rows the table's menu has, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.galopp_royal.booklet import PRESETS
from companion.kit.rules import Rules
from companion.kit.setup import Who
from companion.kit.text import speak, text, verbatim
from companion.kit.view import Legend, Loudness, Speech
from companion.locale import LANGUAGES
from companion.match.history import Redo
from companion.players import bots
from companion.table.ports import KeepBoard, LearnWiring, Settings, ShutDown, TryPart
from companion.table.saving import GOOD_NIGHT
from companion.table.screens.main_menu import OWN_WORDS
from companion.table.table import Table
from companion.testing.whole_games import SEED
from tests.companion.games.every_game import EVERY_GAME
from tests.companion.games.galopp_royal.positions import RULES
from tests.companion.games.nim import NIM
from tests.companion.table.at_the_table import (
    HOLD_S,
    MOST_ROWS,
    Agreed,
    Assigned,
    Hands,
    People,
    Shown,
    Spoken,
    SpokenTo,
    Turned,
    bidding,
    choose,
    is_group,
    open_menu,
    say,
)
from tests.companion.table.screens.test_inviting import Guests

S = TypeVar("S")

OF_PEOPLE = ["Language", "Display", "Hold time", "Sandglass", "How the keys"]
OF_RULES = ["Odds", "Cards", "Die", "Rules of play", "Check the board"]
OF_SERVICE = ["Try the parts", "Find the wiring", "Shut down:"]
LEVEL = ["Back to", "Game", "People", "Rules", "Sound", "Service"]
DEEPEST = 3
"""Below so many levels of the menu nothing more is opened."""


def level(table: Hands[S]) -> list[str]:
    """The first line of each row, until the first row comes again."""
    found: list[str] = []
    while (row := speak(table.view.lines[0], str)) not in found:
        found.append(row)
        table.tap(1)
    return found


def rows(table: Hands[S]) -> dict[str, list[str]]:
    """The rows of each level, by its title."""
    open_menu(table)
    levels = {"Menu": level(table)}
    for group in levels["Menu"]:
        if is_group(table.view):
            table.hold(1)
            levels[group] = level(table)
            table.hold(1, "red")
            assert table.view.title == text("Menu"), "one level up, and only one"
        table.tap(1)
    table.hold(1, "red")
    return levels


def speaking() -> People:
    """A box with a voice, which says whose turn it is."""
    table = People()
    settings = replace(table.settings, aloud="turns", may_speak=lambda: True)
    table.table = Table(RULES, settings, table.paper, lambda: SEED)
    table.table.open(table.t)
    return table


def test_while_people_join_there_is_nothing_to_redo_or_to_put_right() -> None:
    assert rows(People()) == {
        "Menu": LEVEL,
        "Game": ["First taste:", "An earlier game"],
        "People": ["Names", *OF_PEOPLE],
        "Rules": OF_RULES,
        "Service": OF_SERVICE,
    }


def test_a_running_game_has_coins_to_put_right() -> None:
    assert rows(bidding()) == {
        "Menu": LEVEL,
        "Game": ["Pause", "New game:", "An earlier game"],
        "People": ["Seats:", *OF_PEOPLE],
        "Rules": ["Correct coins", *OF_RULES],
        "Service": OF_SERVICE,
    }


def test_what_was_undone_can_be_redone() -> None:
    table = bidding()
    table.bid(1, 3)
    table.undo()
    table.wait(5.0)
    assert rows(table)["Game"] == ["Pause", "Redo what was", "New game:", "An earlier game"]


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.name)
def test_no_level_has_more_than_seven_rows_in_any_game_at_any_time(rules: Rules[Any]) -> None:
    table = Guests(rules)
    found = [rows(table)]
    for pair in rules.pairs[: rules.seats.start]:
        table.tap(pair)
    found.append(rows(table))
    table.hold(rules.pairs[0])
    table.read()
    found.append(rows(table))
    playing = table.table.playing
    assert playing is not None
    assert playing.session.question is not None
    playing.enter(playing.session.answer(bots.answer(playing.session.question, Random(1))), table.t)
    table.undo()
    table.wait(5.0)
    found.append(rows(table))
    assert "Redo what was" in found[-1]["Game"]
    for levels in found:
        assert {"Menu", "People", "Phones", "Service"} <= set(levels)
        assert len(levels["Phones"]) >= 5
        assert max(map(len, levels.values())) <= MOST_ROWS


# --- the game and the language ---------------------------------------------------------------------------------------


def test_redo_is_offered_after_an_undo_and_does_it_again() -> None:
    table = bidding()
    table.bid(1, 7)
    after = table.state
    table.undo()
    table.wait(5.0)
    open_menu(table)
    choose(table, "Redo")
    table.hold(3)
    assert table.paper.calls[-1] == Redo()
    assert table.state == after
    assert table.view.notice == text("Done again.")


def test_redo_is_not_offered_when_nothing_was_undone() -> None:
    table = bidding()
    open_menu(table)
    seen = []
    for _ in range(4):
        seen.append(say(table.view))
        table.tap(1)
    assert not any("Redo" in words for words in seen)


def test_a_new_game_keeps_the_people_who_played() -> None:
    table = bidding()
    open_menu(table)
    choose(table, "New game")
    table.hold(2)
    assert table.paper.calls[-1] == "close"
    assert table.table.session is None
    assert table.table.joined == (1, 2, 3, 4)
    table.hold(3)
    assert table.table.session is not None
    assert table.state.setup.first == 3


def test_the_language_is_chosen_among_all_in_their_own_words_and_kept() -> None:
    table = bidding()
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        open_menu(table)
        choose(table, "Language")
        table.hold(1)
        assert table.view.lines[0] == verbatim(OWN_WORDS[table.table.language][0]), "open at the one spoken"
        table.tap(1)
        table.hold(1)
        assert table.table.language == language
        assert table.paper.calls[-1] == Spoken(language)
    assert table.turn == 1


@pytest.mark.parametrize(("taps", "loudness"), [(0, "soft"), (1, "full"), (2, "off")])
def test_how_loud_is_chosen_among_three_and_kept(taps: int, loudness: Loudness) -> None:
    table = bidding()
    assert table.table.loudness == "soft"
    open_menu(table)
    choose(table, "Sound")
    table.hold(1)
    table.tap(1, times=taps)
    table.hold(1)
    assert table.table.loudness == loudness
    assert table.paper.calls[-1] == Turned(loudness)
    assert table.turn == 1


@pytest.mark.parametrize(("taps", "speech"), [(0, "turns"), (1, "all"), (2, "off")])
def test_what_is_spoken_is_chosen_among_three_and_kept_where_the_box_has_a_voice(taps: int, speech: Speech) -> None:
    table = speaking()
    assert table.table.aloud == "turns"
    open_menu(table)
    choose(table, "Speech")
    assert say(table.view) == "Sound |  | Speech | whose turn it is"
    table.hold(1)
    table.tap(1, times=taps)
    table.hold(1)
    assert table.table.aloud == speech
    assert table.paper.calls[-1] == SpokenTo(speech)


@pytest.mark.parametrize(("duty", "words"), [("cards", "Cards"), ("die", "Die")])
def test_real_cards_and_a_real_die_are_chosen_for_the_next_game(duty: str, words: str) -> None:
    table = People()
    choices: tuple[tuple[Who, str], ...] = (("table", "real"), ("box", "in the box"))
    for who, said in choices:
        open_menu(table)
        choose(table, words)
        table.hold(1)
        table.tap(1)
        assert say(table.view) == f"{words} |  | {said}"
        table.hold(1)
        assert table.paper.calls[-1] == Assigned(RULES.name, duty, who)
        assert table.view.notice == text("Agreed for the next game.")
        assert table.table.joining.duties[duty] == who


def test_a_choice_of_values_opens_at_the_present_one() -> None:
    table = People()
    for words, values in (("Sound", ("soft", "full", "off")), ("Sandglass", ("off", "1 minute", "2 minutes"))):
        for now, then in pairwise(values):
            open_menu(table)
            choose(table, words)
            table.hold(1)
            assert say(table.view) == f"{words} |  | {now}"
            table.tap(1)
            assert say(table.view) == f"{words} |  | {then}"
            table.hold(1)


def test_a_box_without_a_voice_offers_no_speech() -> None:
    without, voiced = rows(bidding()), rows(speaking())
    assert "Sound" in without["Menu"]
    assert "Sound" not in without
    assert voiced["Sound"] == ["Sound", "Speech"]
    assert len(voiced["Menu"]) <= MOST_ROWS


@pytest.mark.parametrize("shown", [True, False])
def test_whether_the_odds_are_shown_is_chosen_and_kept(shown: bool) -> None:  # by row
    table = bidding()
    assert not table.table.menu.odds.value
    open_menu(table)
    choose(table, "Odds")
    table.hold(1)
    table.tap(1, times=shown)
    table.hold(1)
    assert table.table.menu.odds.value == shown
    assert table.paper.calls[-1] == Shown(shown)
    assert (table.view.notice == text("Table key: odds")) == shown
    assert table.turn == 1


def test_a_game_without_contests_asks_nothing_about_odds() -> None:
    table = Hands(NIM, Settings(("en",), ("Hans", "Pia"), {}, {}, HOLD_S, 2.0, 5.0))
    table.table.open(0.0)
    open_menu(table)
    with pytest.raises(AssertionError, match="no Odds in the menu"):
        choose(table, "Odds")


# --- rules of play ---------------------------------------------------------------------------------------------------


def agree(table: People, row: int, taps: int) -> Mapping[str, object]:
    """Change one rule and confirm all of them; gives what was agreed on."""
    open_menu(table)
    choose(table, "Rules")
    table.hold(2)
    for at in range(len(RULES.options({}))):
        if at == row:
            table.tap(5, "green" if taps > 0 else "red", times=abs(taps))
        table.hold(3)
    assert table.view.notice == text("Agreed for the next game.")
    kept = table.paper.calls[-1]
    assert isinstance(kept, Agreed)
    assert kept.game == RULES.name
    return kept.rules


@pytest.mark.parametrize(
    ("row", "field", "value"),
    [
        (1, "next_opener", "left_of_winner"),
        (2, "schemer", "one_effect"),
        (3, "race_end", "last_known"),
        (4, "pond_prize", "by_place"),
        (5, "start_teams", "when_all_have_one"),
        (6, "open_cash", False),
    ],
)
@pytest.mark.parametrize("way", [+1, -1])
def test_a_single_rule_is_agreed_on_and_stands_in_the_next_game(row: int, field: str, value: object, way: int) -> None:
    table = People()
    assert agree(table, row, way) == {"rulebook": "de", "options": {field: value}}
    table.start()
    setup = table.state.setup
    assert setup.rulebook == "de"
    assert setup.options == replace(PRESETS["de"], **{field: value})
    assert RULES.header(table.state)["options"] == msgspec.to_builtins(setup.options)


@pytest.mark.parametrize(("taps", "rulebook"), [(0, "de"), (1, "nl"), (2, "en"), (3, "fr"), (-1, "fr"), (4, "de")])
def test_a_rulebook_is_agreed_on_with_all_its_options(taps: int, rulebook: str) -> None:
    table = People(rulebook="de", options={"open_cash": False})
    agreed = agree(table, 0, taps)
    assert agreed == {"rulebook": rulebook, "options": {} if taps else {"open_cash": False}}
    table.start()
    assert table.state.setup.rulebook == rulebook
    assert table.state.setup.options == (PRESETS[rulebook] if taps else replace(PRESETS["de"], open_cash=False))


@pytest.mark.parametrize("begin", [People, bidding], ids=["joining", "a game"])
def test_back_leads_to_where_it_was_opened_from_on_every_screen_of_the_menu(begin: Callable[[], People]) -> None:
    paths = list(below(begin, ()))
    assert len(paths) > 15
    for *above, nth in paths:
        table = inside(begin, tuple(above))
        table.tap(1, times=nth)
        opener = table.view
        table.hold(1)
        table.hold(1, "red")
        assert table.view == opener, (*above, nth)


def below(begin: Callable[[], People], path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The paths of rows, each counted from 0, to the screens below this one that say "Back"."""
    _, rows = inside(begin, path).view.position or (0, 0)
    for nth in range(rows):
        inner = (*path, nth)
        table = inside(begin, inner)
        if (table.view.legend or Legend()).red_hold == text("Back"):
            yield inner
            if len(inner) < DEEPEST:
                yield from below(begin, inner)


def inside(begin: Callable[[], People], path: tuple[int, ...]) -> People:
    """A table where somebody has opened the menu and chosen these rows, each on its level."""
    table = begin()
    open_menu(table)
    for nth in path:
        table.tap(1, times=nth)
        table.hold(1)
    return table


@pytest.mark.parametrize("by", ["table key", "back"])
def test_leaving_the_rules_of_play_changes_nothing(by: str) -> None:
    table = People()
    before = table.view
    open_menu(table)
    choose(table, "Rules")
    table.hold(2)
    table.tap(2)
    if by == "table key":
        table.tap(0, "table")
    else:
        for _ in ("the first rule", "the group", "the menu"):
            assert table.view != before
            table.hold(4, "red")
    assert table.view == before
    assert table.paper.calls == []
    table.start()
    assert table.state.setup.rulebook == "de"


def test_a_game_that_runs_keeps_the_rules_it_began_with() -> None:
    table = bidding()
    before = table.table.session
    open_menu(table)
    choose(table, "Rules")
    assert text("for next game") in table.view.lines
    table.tap(0, "table")
    agree(table, 0, 3)
    assert table.table.session == before
    open_menu(table)
    choose(table, "New game")
    table.hold(2)
    table.hold(3)
    assert table.state.setup.rulebook == "fr"


def test_what_was_agreed_on_is_where_the_next_agreement_begins() -> None:
    table = People()
    agree(table, 0, 3)
    assert agree(table, 6, 1) == {"rulebook": "fr", "options": {"open_cash": False}}
    assert agree(table, 6, 1) == {"rulebook": "fr", "options": {}}


# --- the board -------------------------------------------------------------------------------------------------------


def test_the_board_is_checked_number_by_number_and_asked_to_be_kept() -> None:
    table = People()
    open_menu(table)
    choose(table, "Check")
    table.hold(2)
    numbers = [measure.value for measure in RULES.measures(table.table.joining.choices)]
    table.tap(5, times=1)
    for number in [numbers[0] + 1, *numbers[1:]]:
        assert table.view.number == str(number)
        assert table.table.request is None
        table.hold(3)
    assert isinstance(table.table.request, KeepBoard)
    assert "start = 6 " in table.table.request.file
    assert "confirmed = true" in table.table.request.file


def test_a_board_that_could_not_be_kept_is_said_and_the_table_goes_on() -> None:
    table = People()
    open_menu(table)
    choose(table, "Check")
    table.hold(2)
    for _ in RULES.measures(table.table.joining.choices):
        table.hold(2)
    assert isinstance(table.table.request, KeepBoard)
    table.table.go_on_with_this_board(table.t)
    assert table.table.request is None
    assert table.view.notice == text("Board not kept: disk full or broken.")


def test_a_board_that_no_game_fits_is_not_kept() -> None:
    table = People()
    open_menu(table)
    choose(table, "Check")
    table.hold(2)
    table.tap(2, times=20)
    for _ in RULES.measures(table.table.joining.choices):
        table.hold(2)
    assert table.table.request is None
    assert table.view.notice == text("No game fits such a board.")


# --- requests to the program that runs the table ---------------------------------------------------------------------


def test_trying_a_part_is_a_request_and_touches_no_game() -> None:
    table = bidding()
    before, written = table.state, list(table.paper.calls)
    for asked in (None, TryPart("display", "en")):
        open_menu(table)
        choose(table, "Try")
        table.hold(1)
        assert table.view.title == text("Self-test")
        table.tap(6)
        assert table.view.lines == (text("Display"),)
        table.tap(0, "table") if asked is None else table.hold(2)
        assert table.table.request == asked
        assert table.view.who == 1, "the screen is the game's again"
    assert table.state == before
    assert table.paper.calls == written


def test_finding_the_wiring_is_a_request_in_the_language_of_the_table() -> None:
    table = bidding()
    table.table.menu.language = "nl"
    open_menu(table)
    choose(table, "Find")
    table.hold(1)
    assert table.table.request == LearnWiring("nl")


def test_shutting_down_is_a_request_and_the_last_picture_says_so() -> None:
    table = bidding()
    written = list(table.paper.calls)
    open_menu(table)
    choose(table, "Shut down")
    table.hold(4)
    assert table.table.request == ShutDown()
    assert table.view != GOOD_NIGHT, "whoever runs the table first puts the games away"
    table.table.good_night()
    assert table.view == GOOD_NIGHT
    assert table.paper.calls == written, "the game stays"


def test_service_names_the_version_without_its_commit() -> None:
    people = People()
    table = Hands(RULES, replace(people.settings, version=lambda: "0.4.0.dev7+gabc"))
    table.table.open(table.t)
    open_menu(table)
    choose(table, "Version")
    assert table.view.lines[:2] == (text("Version"), verbatim("0.4.0.dev7"))
    table.hold(1)
    assert table.table.request is None
