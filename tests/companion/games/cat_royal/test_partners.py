"""Two against two, with `state`: whose figures a seat plays, whom it may accuse, who wins; every worked position."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.cat_royal import events, view
from companion.games.cat_royal.booklet import FIGURES
from companion.games.cat_royal.ending import Closing, Over
from companion.games.cat_royal.turns import Turn
from companion.kit.errors import BadChoice
from companion.kit.text import speak
from companion.kit.view import Cue
from companion.testing.whole_games import SEED
from tests.companion.games.cat_royal.positions import (
    CLOSE,
    LETTERS,
    RULES,
    accuse,
    asked,
    cheats,
    code,
    honest,
    kinds,
    lay_off,
    play,
    played,
    send_home,
    start,
    told,
    turn,
    use,
    with_hands,
)

HOME = "1K G1, 1T G2, 1C G3, 1J G4"
SEVEN = f"{HOME}, 3K G4, 3C G1, 3J G2, 3T 30"
LAST = "1K G4, 1C G1, 1J G2, 1T 60"


def partners(stands: str, *hand: str, **choices: Any) -> Any:
    return turn(stands, *hand, **{"partners": "opposite"} | choices)


WORKED: list[tuple[str, str, str, str]] = [
    (f"{HOME}, 3C 30", "6", "C G3", "C G2 -1, C G4 +1"),
    (f"{HOME}, 2K 33", "1/11", "K 33, T 33, C 33, J 33", ""),
    (SEVEN, "6", "T G3", ""),
    (SEVEN, "5", "", ""),
    (LAST, "9", "", "T G3 -1, T 6 +1"),
    (f"{HOME}, 3C 40, 2T 20, 4K 49", "swap", "C 20", ""),
    ("1T 10, 3C 16", "6", "T 16", "T 15 -1, T 17 +1"),
    ("1C 14, 3K 20", "6", "", "C 19 -1"),
    ("1C 30, 3T 33", "5", "", ""),
]
"""The table of the rules, row by row; the letters say which figure."""


@pytest.mark.parametrize(("stands", "card", "fair", "armed"), WORKED)
def test_partners_the_worked_positions(stands: str, card: str, fair: str, armed: str) -> None:
    state = partners(stands, card)
    short = dict(zip(FIGURES, LETTERS, strict=True))
    assert {f"{short[figure]} {to}" for figure, to in honest(state)} == {*filter(None, fair.split(", "))}
    came = {f"{short[figure]} {to} {by:+}" for figure, to, by in cheats(state)}
    assert came == {*filter(None, armed.split(", "))}


def test_partners_without_them_a_cheat_brings_no_fourth_figure_home() -> None:
    assert cheats(turn(LAST, "9")) == [("knight", 6, 1)]


# --- helping ---------------------------------------------------------------------------------------------------------


def test_partners_who_is_home_plays_the_figures_of_its_partner() -> None:
    state = partners(f"{HOME}, 3C 30, 2T 36", "6", "5")
    came = told(state, use(state, "citizen", "G3"))
    assert played(came) == events.Played(1, "6", None, "citizen", "G3", None, 0, 3)
    assert play(state, use(state, "citizen", "G3")).at[2] == ("S", "S", "G3", "S")
    assert told(partners("1C 30", "6"), use(partners("1C 30", "6"), "citizen", 36))[0] == events.Played(
        1, "6", None, "citizen", 36, None, 0, 1
    )


def test_partners_a_helper_brings_out_guards_and_loses_figures_of_its_partner() -> None:
    state = partners(f"{HOME}, 2K 33", "13", start_guard="first_time")
    came = told(state, use(state, "jester", 33))
    assert kinds(came) == ["played", "captured"]
    after = play(state, use(state, "jester", 33))
    assert (after.at[2][3], after.fresh) == (33, ("", "", "jester", ""))
    through = partners(f"{HOME}, 3C 21, 4J 27", "6")
    assert kinds(told(through, use(through, "citizen", 27))) == ["played", "captured"]
    assert RULES.question(play(through, use(through, "citizen", 27))).by_lot  # type: ignore[union-attr]


def test_partners_nobody_plays_for_the_partner_before() -> None:
    state = partners("1K G1, 1T G2, 1C G3, 3C 30", "6")
    assert honest(state) == []
    assert kinds(told(state, lay_off())) == ["discarded"]


def test_partners_help_beside_each_other_and_use_up_their_own_cheat() -> None:
    state = with_hands(partners(f"{HOME}, 3C 30"), ("6", "5"), ("2",), ("2",), ("2",))
    after = play(state, use(state, "citizen", "G4"))
    assert (after.spent, after.cheated, after.helped) == ((1,), ("citizen", "", "", ""), (1,))
    assert after.hands[0] == ("5",)


def test_partners_one_seats_four_figures_end_nothing() -> None:
    state = with_hands(partners("1K G4, 1C G1, 1J G2, 1T 60", "8"), ("8", "6"), ("2",), ("2",), ("2",))
    after = play(state, use(state, "knight", "G3"))
    assert after.phase == Turn(2)
    assert after.plays_for(1) == 3
    assert after.plays_for(3) == 3


# --- accusing --------------------------------------------------------------------------------------------------------


def test_partners_accuse_only_opponents() -> None:
    state = partners("1C 30, 3T 40", "6")
    (aside,) = [aside for aside in RULES.asides(state) if not aside.by_lot]
    assert aside.form.answers == (accuse(1, 2), accuse(1, 4))  # type: ignore[union-attr]  # a list
    assert code(state, accuse(1, 3)) == "partner"


def test_partners_a_caught_cheat_costs_the_figure_whoever_played_it() -> None:
    state = partners(f"{HOME}, 3C 30, 2T 40", "6")
    cheated = replace(play(state, use(state, "citizen", "G4")), phase=Turn(2))
    came = told(cheated, accuse(2, 1))
    assert came == (events.Accused(2, 1, guilty=True), events.SentHome(3, "citizen"))
    assert play(cheated, accuse(2, 1)).at[2] == ("S",) * 4


def test_partners_a_caught_fourth_figure_makes_its_seat_play_its_own_again() -> None:
    state = partners(f"{LAST}, 2T 40", "9")
    cheated = replace(play(state, use(state, "knight", "G3")), phase=Turn(2))
    assert cheated.plays_for(1) == 3
    caught = play(cheated, accuse(2, 1))
    assert caught.at[0] == ("G4", "S", "G1", "G2")
    assert caught.plays_for(1) == 1


def test_partners_caught_by_lot_costs_a_figure_of_that_colour() -> None:
    state = partners(f"{HOME}, 3C 30, 3K 50, 2T 40", "6", caught="lot")
    cheated = replace(play(state, use(state, "citizen", "G4")), phase=Turn(2))
    waits = play(cheated, accuse(2, 1))
    assert list(asked(waits).form.answers) == [send_home("king"), send_home("citizen")]  # type: ignore[union-attr]
    assert told(waits, send_home("king")) == (events.SentHome(3, "king"),)


def test_partners_a_wrong_accuser_loses_a_figure_that_it_plays_now() -> None:
    state = partners(f"{HOME}, 3C 30, 3J G4", "6")
    waits = play(state, accuse(1, 2))
    assert told(waits, send_home("jester")) == (events.SentHome(3, "jester"),)
    assert code(waits, send_home("king")) == "not_to_lose"


def test_partners_who_plays_no_figure_outside_may_not_accuse() -> None:
    state = partners(HOME, "6")
    assert [aside for aside in RULES.asides(state) if not aside.by_lot] == []
    assert code(state, accuse(1, 2)) == "nothing_to_lose"


def test_partners_a_turn_without_help_is_about_the_own_figures_again() -> None:
    state = with_hands(partners(f"{HOME}, 3C 30", "6"), ("6", "2"), ("2",), ("2",), ("2",))
    helped = play(state, use(state, "citizen", "G3"))
    assert helped.helped == (1,)
    assert play(replace(helped, phase=Turn(1)), lay_off()).helped == ()


def test_partners_a_cheat_that_wins_is_refused_with_its_reason() -> None:
    state = partners(SEVEN, "5")
    assert code(state, replace(lay_off(), figure="knight", to="G3")) == "cheat_wins"
    assert code(replace(partners(LAST, "9"), spent=(1,)), replace(lay_off(), figure="knight", to="G3")) == "cheat_spent"


# --- the end ---------------------------------------------------------------------------------------------------------


def test_partners_a_team_wins_with_its_eighth_figure_at_once() -> None:
    state = partners(SEVEN, "6", "5")
    after = play(state, use(state, "knight", "G3"))
    assert after.phase == Closing()
    assert told(after, CLOSE) == (events.Ended(((1, 1), (2, 3), (3, 1), (4, 3)), (1, 3), SEED),)
    assert RULES.winners(play(after, CLOSE)) == (1, 3)


@pytest.mark.parametrize(
    ("home", "places", "winners"),
    [
        ("1K G1, 2K G1, 2T G2, 3K G1, 3T G2", (1, 3, 1, 3), (1, 3)),
        (HOME, (1, 3, 1, 3), (1, 3)),
        ("1K G1, 2K G1, 4K G1", (3, 1, 3, 1), (2, 4)),
        ("1K G1, 4K G1", (1, 1, 1, 1), (1, 2, 3, 4)),
    ],
)
def test_partners_after_the_last_deal_the_team_with_more_figures_home_wins(
    home: str, places: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    state = replace(partners(home), phase=Closing())
    assert told(state, CLOSE) == (events.Ended(tuple(enumerate(places, 1)), winners, SEED),)
    assert play(state, CLOSE).phase == Over(winners)
    assert RULES.places(play(state, CLOSE)) == places


# --- before the game -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_partners_are_left_out_with_fewer_than_four(seats: int) -> None:
    choices: dict[str, object] = {"options": {"partners": "opposite"}}
    assert start(seats, partners="opposite") == start(seats)
    assert RULES.left_out(choices, seats) is not None
    assert RULES.left_out(choices, 4) is None
    assert RULES.left_out({}, seats) is None
    header = RULES.header(start(seats))
    options = header["options"]
    assert isinstance(options, dict)
    with pytest.raises(BadChoice, match=f"partners need 4 seats, not {seats}"):
        RULES.read_header(header | {"options": options | {"partners": "opposite"}})


def test_partners_a_header_without_them_is_an_older_one() -> None:
    header = RULES.header(start(4))
    options = header["options"]
    assert isinstance(options, dict)
    assert options.pop("partners") == "none"
    assert RULES.read_header(header) == start(4)
    del options["tricks"]
    with pytest.raises(BadChoice, match="options must give tricks too"):
        RULES.read_header(header)


# --- what people read ------------------------------------------------------------------------------------------------


def words(view: Any) -> list[str]:
    return [speak(line, str) for line in view.lines]


def test_partners_the_screen_says_whose_figures_are_played() -> None:
    state = partners(f"{HOME}, 3C 30, 2T 40", "6", "13", "swap", "magnet")
    assert words(RULES.view(state, None)) == ["figures of", "Werner"]
    draft = lay_off()
    steps = RULES.view(state, 1, replace(draft, figure="citizen", to=None))
    assert words(steps) == ["Werner\tcitizen", "on the track"]
    for slot, figure, to, first in (
        (2, "king", 33, "Werner\tking"),
        (3, "citizen", 40, "Werner\tcitizen"),
        (4, "citizen", 39, "Werner\tcitizen"),
    ):
        assert words(RULES.view(state, 1, replace(draft, slot=slot, figure=figure, to=to)))[0] == first
    came = told(state, use(state, "citizen", "G3", "6"))
    screen = RULES.tell(play(state, use(state, "citizen", "G3", "6")), came[0])
    assert words(screen) == ["Werner\tcitizen", "goal 3"]
    assert RULES.cue(state, came[0]) == Cue("place", 3)


def test_partners_are_named_together_at_the_end() -> None:
    state = play(replace(partners("1K G1, 3K G1, 2K G1"), phase=Closing()), CLOSE)
    screen = RULES.view(state, None)
    assert words(screen) == ["figures in the goal:", "Hans + Werner\t2", "Pia + Claudia\t1"]
    told = RULES.tell(state, events.Ended((), (1, 3), None))
    assert words(told) == ["Hans + Werner"]
    assert told is not None
    assert speak(screen.title, str) == speak(told.title, str) == "Team victory"
    assert speak(view.won(state, (1, 2, 3, 4)), str) == "Shared victory", "both teams have won"
