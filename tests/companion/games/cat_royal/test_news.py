from __future__ import annotations

from typing import TypeAlias

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events
from companion.games.cat_royal.news import line, tell
from companion.games.cat_royal.state import State
from companion.kit.event import Event
from companion.kit.text import speak

from .positions import RULES, play, plays, told, turn, use

Told: TypeAlias = tuple[int | None, str, str, tuple[str, ...]]


def news(state: State, event: Event) -> Told:
    """Who, title, number and lines, in English."""
    screen = tell(state, event)
    assert screen is not None
    assert screen.track.tokens
    return (
        screen.who,
        speak(screen.title, str),
        speak(screen.number, str),
        tuple(speak(said, str) for said in screen.lines),
    )


def of(state: State, figure: str, to: int | str, card: str | None = None) -> list[Told]:
    """The news of a play and of all its consequences."""
    answer, found = use(state, figure, to, card), []
    for event in told(state, answer):
        state = RULES.evolve(state, event)
        if tell(state, event) is not None:
            found.append(news(state, event))
    return found


# A play


def test_a_play_tells_card_and_figure_and_nothing_of_the_steps() -> None:
    assert of(turn("1K 20", "6"), "king", 26) == [(1, "plays", "6", ("king", "walks"))]
    assert of(turn("1C 20", "+4/-4"), "citizen", 16) == [(1, "plays", "±4", ("citizen", "walks"))]


def test_a_cheat_is_told_like_an_honest_play() -> None:
    assert of(turn("1C 20", "6"), "citizen", 25) == of(turn("1C 20", "6"), "citizen", 26)


def test_which_use_of_a_card_was_meant_is_not_told() -> None:
    state = turn("1C 20", "1-7")
    assert of(state, "citizen", 22) == of(state, "citizen", 26) == [(1, "plays", "", ("card 1-7", "citizen", "walks"))]


def test_a_play_into_the_goal_or_out_of_the_start_area_is_seen_by_all() -> None:
    assert of(turn("1C 62", "6"), "citizen", "G3") == [(1, "plays", "6", ("citizen", "goal 3"))]
    assert of(turn("", "13"), "king", 1) == [(1, "plays", "13", ("king", "to start field"))]


def test_a_copy_tells_what_it_copies_a_swap_with_whom() -> None:
    assert of(turn("1C 20", "copy", last="8"), "citizen", 28) == [(1, "plays", "", ("copy:8", "citizen", "walks"))]
    swap = ("citizen", "swaps with", "Pia\tking")
    assert of(turn("1C 20, 2K 40", "swap"), "citizen", 40) == [(1, "swap", "", swap)]
    assert of(turn("1C 20, 2K 40", "copy", last="swap"), "citizen", 40) == [(1, "copy:swap", "", swap)]


def test_a_magnet_tells_behind_whom() -> None:
    state = turn("1C 20, 2K 40, 3J 19", "magnet")
    assert of(state, "citizen", 39) == [(1, "magnet", "", ("citizen", "is pulled behind", "Pia\tking"))]
    beside = turn("1C 39, 2K 40", "magnet")
    assert of(beside, "citizen", 39) == [(1, "magnet", "", ("citizen", "is pulled behind", "Pia\tking"))]
    into_a_hole = turn("1C 20, 2K 28", "magnet")
    assert of(into_a_hole, "citizen", 27) == [(1, "magnet", "", ("citizen", "is pulled behind", "Pia\tking"))]
    copied = of(turn("1C 63, 1J 1", "copy", last="magnet"), "citizen", 64)
    assert copied == [(1, "copy:magnet", "", ("citizen", "is pulled behind", "Hans\tjester"))]


def test_a_capture_tells_whom() -> None:
    assert of(turn("1C 20, 2J 26", "6"), "citizen", 26)[1] == (
        2,
        "loses",
        "",
        ("jester", "is captured,", "to start area"),
    )


def test_a_wormhole_tells_who_comes_out_and_who_goes_in() -> None:
    state = turn("1C 21", "6")
    fallen = RULES.evolve(state, told(state, use(state, "citizen", 27))[0])
    assert news(fallen, events.Teleported(1, "citizen", 43, None)) == (
        1,
        "wormhole!",
        "",
        ("citizen", "to field 43"),
    )
    swapped = events.Teleported(1, "citizen", 43, (2, "king"))
    assert news(fallen, swapped)[3] == ("citizen", "swaps with", "Pia\tking")


@pytest.mark.parametrize("card", ["6", "+4/-4", "1-7", "8", "9", "10", "12", "1/11", "13"])
def test_wherever_a_figure_ends_on_the_loop_its_news_are_the_same(card: str) -> None:
    state = turn("1C 20, 1J 50, 1K G4, 1T G3", card)
    question = RULES.question(state)
    assert question is not None
    found: dict[str, set[object]] = {}
    for answer in [answer for form in (question.form, *question.armed) for answer in plays(form)]:
        (event, *_) = told(state, answer)
        after = RULES.evolve(state, event)
        found.setdefault(str(answer.figure), set()).add((news(after, event), line(after, event)))
    assert {figure: len(seen) for figure, seen in found.items()} == {"citizen": 1, "jester": 1}


# The rest


def test_a_card_laid_off_and_a_hand() -> None:
    state = turn("", "9", "swap")
    assert news(state, events.Discarded(1, "9")) == (1, "no move", "9", ("discarded",))
    assert news(state, events.Discarded(1, "swap")) == (1, "no move", "", ('card "swap"', "discarded"))
    assert news(state, events.Forfeited(1, ("9", "swap"))) == (1, "no move", "2", ("discarded",))


def test_a_verdict_tells_who_was_accused_and_by_whom() -> None:
    state = turn("1K 5")
    assert news(state, events.Accused(1, 2, guilty=True)) == (2, "cheated!", "", ("caught by Hans",))
    assert news(state, events.Accused(1, 2, guilty=False)) == (
        2,
        "was honest",
        "",
        ("in the last turn", "Hans was wrong"),
    )
    assert news(state, events.SentHome(1, "king")) == (1, "penalty", "", ("king", "to start area"))


def test_moved_wormholes_are_named_by_their_fields_for_a_board_without_lights() -> None:
    there = ("all wormholes,", "now on fields", "5 22 36 61")
    assert news(turn("1K 5"), events.Shifted(2, (61, 5, 22, 36))) == (2, "moves", "", there)


def test_a_deal_tells_who_begins_and_what_to_do() -> None:
    state = turn("", first=2, starter="rotates")
    assert news(state, events.Dealt(1, ())) == (None, "Deal 1", "", ("Pia begins", "hold ●: look", "others look away"))
    assert news(state, events.Dealt(2, ()))[3][0] == "Werner begins"
    assert news(turn("", cards="table"), events.Dealt(1, ()))[3] == ("Hans begins", "deal five each")


def test_a_shuffle_is_told_and_asked_for_with_real_cards() -> None:
    assert news(turn(""), events.Reshuffled(90)) == (None, "Shuffled", "90", ("new deck",))
    asked = news(turn("", cards="table"), events.Reshuffled(90))
    assert asked == (None, "Shuffle now", "", ("the discard pile",))


def test_setting_out() -> None:
    assert news(turn("1K 1"), events.SetOut(1, "king")) == (1, "sets out", "", ("king", "to start field"))


def test_the_winner_is_told_by_name_and_several_together() -> None:
    assert news(turn(""), events.Ended(((1, 1), (2, 2)), (1,), None)) == (None, "The winner", "Hans", ())
    assert news(turn(""), events.Ended(((1, 1), (2, 1)), (1, 2), None)) == (None, "Shared victory", "", ("Hans", "Pia"))


def test_what_is_no_event_of_this_game_has_no_screen() -> None:
    assert tell(turn(""), Event()) is None


# Lines


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (events.Dealt(3, ()), "Deal 3"),
        (events.SetOut(1, "king"), "Hans\tking out"),
        (events.Shifted(2, (5, 6, 7, 8)), "Pia\tholes moved"),
        (events.Accused(1, 2, guilty=True), "Pia\tcheated!"),
        (events.Accused(1, 2, guilty=False), "Pia\twas honest"),
        (events.SentHome(1, "king"), "Hans\tking back"),
        (events.Captured(2, "jester"), "Pia\tjester back"),
        (events.Played(1, "+4/-4", None, "king", 9, None, 1), "Hans\t±4 king"),
        (events.Played(1, "copy", "8", "king", 9, None, 0), "Hans\tcopy king"),
        (events.Teleported(1, "king", 9, None), "Hans\twormhole!"),
        (events.Discarded(1, "magnet"), "Hans\tmagnet discarded"),
        (events.Forfeited(1, ()), "Hans\tall discarded"),
    ],
)
def test_an_event_in_one_line(event: Event, words: str) -> None:
    said = line(turn("1K 5"), event)
    assert said is not None
    assert speak(said, str) == words


def test_what_nobody_needs_to_look_up_has_no_line() -> None:
    assert line(turn(""), events.Reshuffled(90)) is None
    assert line(turn(""), events.Ended(((1, 1),), (1,), None)) is None


def test_news_show_the_lights_as_they_are_then() -> None:
    state = turn("1K 20", "6")
    event = told(state, use(state, "king", 26))[0]
    screen = tell(RULES.evolve(state, event), event)
    assert screen is not None
    king = next(token for token in screen.track.tokens if (token.seat, token.piece) == (1, "king"))
    assert (king.space, king.way[0], king.way[-1]) == ("26", "20", "26")
    assert replace(play(state, use(state, "king", 26)), phase=state.phase).at[0][0] == 26
