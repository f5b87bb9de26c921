from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import intents
from companion.games.cat_royal.booklet import FIGURES
from companion.games.cat_royal.dealing import Dealing, SettingOut
from companion.games.cat_royal.ending import Over
from companion.games.cat_royal.state import State
from companion.games.cat_royal.view import view
from companion.kit.text import Text, speak
from companion.kit.view import View

from .positions import turn


def said(screen: View) -> tuple[str, str, tuple[str, ...]]:
    """Title, number and lines, in English."""
    return speak(screen.title, str), speak(screen.number, str), tuple(speak(line, str) for line in screen.lines)


def drafted(state: State, viewer: int | None = None, **draft: object) -> tuple[str, str, tuple[str, ...]]:
    """The screen of an unfinished play of seat 1."""
    screen = view(state, viewer, intents.Play(seat=1, **draft))  # type: ignore[arg-type]  # fields by name
    assert (screen.who, screen.is_draft) == (1, True)
    return said(screen)


def captions(*screens: View) -> list[str]:
    """The captions of the numbers, in English."""
    return [speak(screen.caption or "", str) for screen in screens]


FREE = ("lands on a", "free field")


# What is asked


def test_who_plays_how_many_cards_are_left_and_which_was_last() -> None:
    state = turn("", "6", "13", last="swap")
    assert said(view(state, None)) == ("plays", "2", ("top of pile:", "swap"))
    assert said(view(replace(state, last=""), None)) == ("plays", "2", ("top of pile:", "none yet"))
    assert captions(view(state, None), view(turn("", "6"), None)) == ["hand", "hand"], "no number of a card"


def test_setting_out_and_moments_in_which_nobody_is_asked() -> None:
    state = turn("1K 5")
    assert said(view(replace(state, phase=SettingOut(2)), None)) == ("sets out", "", ("a figure", "to start field"))
    draft = view(replace(state, phase=SettingOut(1)), None, intents.SetOut(seat=1, figure="jester"))
    assert said(draft) == ("sets out", "", ("jester", "to start field"))
    assert [token.aim for token in draft.track.tokens if token.mark == "drafted"] == ["1"]
    assert said(view(replace(state, phase=Dealing()), None)) == ("One moment", "", ())


def test_accusing_says_what_a_mistake_costs() -> None:
    screen = view(turn("1K 5"), None, intents.Accuse(seat=1, accused=2))
    assert said(screen) == ("accuses", "", ("whom? Pia", "wrong: 1 figure back"))
    assert [speak(line, str) for line in screen.page_lines] == ["Pia", "wrong: 1 figure back"], "a button with a name"


def test_moving_the_wormholes() -> None:
    screen = view(turn("1K 5"), None, intents.Shift(seat=3, cards=("2",)))
    assert (screen.who, said(screen)) == (3, ("moves", "", ("all wormholes", "to new fields")))


def test_the_end_counts_figures_at_home_the_most_first() -> None:
    state = turn("1K G1, 2K G2, 2T G3, 3K G4", seats=3)
    rows = ("figures in the goal:", "Pia\t2\tHans\t1", "Werner\t1\t")
    assert said(view(replace(state, phase=Over((2,))), None)) == ("Pia wins", "", rows)
    two = replace(turn("1K G1", seats=2), phase=Over((1,)))
    assert said(view(two, None))[2] == ("figures in the goal:", "Hans\t1", "Pia\t0")
    assert said(view(replace(state, phase=Over((1, 2))), None))[0] == "Shared victory"


# A card


def test_a_slot_is_named_to_all_and_its_card_to_its_owner() -> None:
    state = turn("1K 5", "6", "swap", "13")
    assert drafted(state, slot=2) == drafted(state, 2, slot=2) == ("chooses", "2", ("hidden card", "this one?"))
    assert drafted(state, 1, slot=2) == ("chooses", "2", ("swap", "in hand"))
    assert captions(view(state, None, intents.Play(seat=1, slot=2))) == ["of 3"], "it is not the number on a card"


def test_the_title_of_a_slot_does_not_tell_whether_the_seat_can_move() -> None:
    assert drafted(turn("1K 5", "6"), slot=1) == drafted(turn("", "6"), slot=1)


def test_a_real_card_is_named_by_its_kind_and_whether_it_can_be_played() -> None:
    state = turn("1K 5", None, None, cards="table")
    assert drafted(state, card="6") == ("chooses", "6", ("to play",))
    assert drafted(state, card="12") == ("chooses", "12", ("no move",))
    assert drafted(state, card="1/11") == ("chooses", "", ('card "1/11"', "to play"))
    assert drafted(state, card="swap") == ("chooses", "", ('card "swap"', "no move"))
    assert drafted(state, card="") == ("chooses", "", ("no move", "all discarded"))


def test_a_card_is_open_once_its_figure_is_chosen() -> None:
    state = turn("1K 5, 1J G2", "+4/-4", "1/11", "copy", last="8")
    assert drafted(state, slot=1, figure="king") == ("card ±4", "", ("who? king", "on the track"))
    assert drafted(state, slot=1, figure="jester") == ("card ±4", "", ("who? jester", "goal 2"))
    assert drafted(state, slot=2, figure="knight") == ("1 or 11", "", ("who? knight", "from start area"))
    assert drafted(state, slot=3, figure="king") == ("copy:8", "", ("who? king", "on the track"))


def test_a_card_laid_off() -> None:
    state = turn("", "9", "swap")
    assert drafted(state, slot=1, figure="", to="") == ("no move", "9", ("discard it",))
    assert drafted(state, slot=2, figure="", to="") == ("no move", "", ('card "swap"', "discard it"))
    forfeit = turn("", "9", no_move="forfeit")
    assert drafted(forfeit, slot=1, figure="", to="") == ("no move", "", ("discard", "the whole hand"))


# Where to


@pytest.mark.parametrize(
    ("card", "to", "number", "caption", "there"),
    [
        ("6", 16, "6", "card", FREE),
        ("6", 17, "6", "card", FREE),
        ("6", 15, "6", "card", FREE),
        ("+4/-4", 14, "+4", "used as", FREE),
        ("+4/-4", 6, "-4", "used as", FREE),
        ("1-7", 11, "1", "used as", ("lands on a", "wormhole")),
        ("1-7", 14, "4", "used as", FREE),
        ("1/11", 21, "11", "used as", FREE),
        ("copy", 17, "7", "used as", FREE),
        ("8", 18, "8", "card", ("Pia\tis hit", "jester")),
        ("10", 20, "10", "card", ("Hans\tis hit", "citizen")),
    ],
)
def test_a_move_shows_the_points_claimed_and_who_or_what_is_there(
    card: str, to: int, number: str, caption: str, there: tuple[str, ...]
) -> None:
    state = turn("1K 10, 1C 20, 2J 18", card, last="1-7")
    assert drafted(state, slot=1, figure="king", to=to) == ("king", number, there)
    assert captions(view(state, None, intents.Play(seat=1, slot=1, figure="king", to=to))) == [caption]


def test_a_jester_shows_the_points_it_lets_go() -> None:
    state = turn("1J 62", "6")
    assert drafted(state, slot=1, figure="jester", to="G3") == ("jester", "6", ("into", "goal 3"))
    assert drafted(state, slot=1, figure="jester", to="G1") == ("jester", "6", ("goal 1", "2 steps lost"))


def test_who_comes_out_counts_no_points() -> None:
    assert drafted(turn("", "13"), slot=1, figure="king", to=1) == ("card 13", "", ("king out", "to start field"))
    taking = drafted(turn("2K 1", "13"), slot=1, figure="king", to=1)
    assert taking[2] == ("king out", "Pia\tis hit")


def test_a_swap_names_whom_first() -> None:
    state = turn("1K 10, 2J 18", "swap")
    assert drafted(state, slot=1, figure="king", to=18) == ("swap", "", ("my king with", "Pia\tjester"))


def test_a_magnet_pulls_behind_somebody_into_a_wormhole_or_nowhere() -> None:
    assert drafted(turn("1K 10, 2J 18", "magnet"), slot=1, figure="king", to=17)[2] == ("king", "behind Pia")
    assert drafted(turn("1K 63, 2J 1", "magnet"), slot=1, figure="king", to=64)[2] == ("king", "behind Pia")
    assert drafted(turn("1K 10, 2J 12", "magnet"), slot=1, figure="king", to=11)[2] == ("king", "wormhole")
    assert drafted(turn("1K 10, 2J 11", "magnet"), slot=1, figure="king", to=10)[2] == ("king", "stays there")


def test_no_screen_of_a_move_names_a_field() -> None:
    state = turn("1K 40, 2J 58", "8", "swap", "magnet")
    for slot, to in ((1, 48), (2, 58), (3, 57)):
        assert not {"40", "48", "57", "58"} & set(" ".join(drafted(state, slot=slot, figure="king", to=to)[2]).split())


# Lights


def marks(state: State, **draft: object) -> dict[str, str | None]:
    screen = view(state, None, intents.Play(seat=1, **draft))  # type: ignore[arg-type]  # fields by name
    return {token.piece: token.mark for token in screen.track.tokens if token.seat == 1}


def test_lights_tell_nothing_of_a_card_before_it_is_open() -> None:
    state = turn("1K 5, 1T 9", "6", "12")
    assert view(state, None, intents.Play(seat=1, slot=2)).track == view(state, None).track


def test_figures_that_the_card_can_move_are_bright() -> None:
    state = turn("1K 5, 1T 9", "12")
    assert marks(state, slot=1, figure="knight") == {
        "king": "dimmed",
        "knight": "drafted",
        "citizen": "dimmed",
        "jester": "dimmed",
    }


def test_who_can_move_by_a_cheat_alone_is_bright_too_whether_one_may_cheat_or_not() -> None:
    state = turn("1C 14, 1T 40, 2K 20", "6")
    assert marks(state, slot=1, figure="knight")["citizen"] == "able"
    assert marks(replace(state, spent=(1,)), slot=1, figure="knight")["citizen"] == "able"
    fair = turn("1C 14, 1T 40, 2K 20", "6", tricks=False)
    assert marks(fair, slot=1, figure="knight")["citizen"] == "dimmed"


def test_the_field_aimed_at_is_that_of_the_figure_to_swap_with() -> None:
    screen = view(turn("1K 10, 2J 18", "swap"), None, intents.Play(seat=1, slot=1, figure="king", to=18))
    assert [token.aim for token in screen.track.tokens if token.mark == "drafted"] == ["18"]


# Seats


def test_a_seat_shows_who_is_home_and_is_in_while_it_holds_cards() -> None:
    state = turn("1K G1, 1T G2", "6", seats=3)
    state = replace(state, hands=(("6",), (), ("2",)))
    assert [(seat.has, seat.is_in) for seat in view(state, None).seats] == [("2", True), ("0", False), ("0", True)]
    over = view(replace(state, phase=Over((1,))), None)
    assert [seat.is_in for seat in over.seats] == [True, False, False]


def test_every_figure_has_a_name() -> None:
    lines = [drafted(turn("1K 5, 1T 6, 1C 7, 1J 8", "2"), slot=1, figure=figure)[2][0] for figure in FIGURES]
    assert lines == [f"who? {figure}" for figure in FIGURES]
    assert isinstance(view(turn(""), None).title, Text)
