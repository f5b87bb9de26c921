"""What people are told about an event, on a screen and in a line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.galopp_royal import events
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.race_end import Paying
from companion.games.galopp_royal.state import At, State
from companion.kit.event import Event, Intent
from companion.kit.seats import clockwise
from companion.kit.setup import Who
from companion.kit.text import Text, speak
from companion.kit.view import Cue
from companion.testing.whole_games import finish
from tests.companion.games.galopp_royal.positions import (
    RULES,
    bid,
    carry,
    deal,
    dealt,
    passes,
    play,
    race,
    scheme,
    start,
    the,
    unseen,
)
from tests.companion.games.galopp_royal.positions import told as decided
from tests.companion.games.whole_games import RANDOM, some


def english(said: Text) -> str:
    """The text in English; a tab only marks the beginning of a column."""
    return " ".join(speak(said, str).split())


def told(event: Event) -> list[str] | None:
    """The screen for an event in a race."""
    view = RULES.tell(race(4, chairs=(5, "F1", 5, 5)), event)
    if view is None:
        return None
    return [english(view.title), speak(view.number, str), *map(english, view.lines)]


def last_event(state: State, event: Event) -> str | None:
    """Its line on the page of last events."""
    said = RULES.line(state, event)
    return english(said) if said is not None else None


@pytest.mark.parametrize(
    ("event", "screen", "line"),
    [
        (events.Ended((), (2,), None), ["The winner", "Pia"], None),
        (events.Ended((), (2, 3), None), ["Shared victory", "", "Pia", "Werner"], None),
        (events.Bid(2, 7), None, "Pia bids 7"),
        (events.Passed(2, leaves=False), None, "Pia passes"),
        (events.Passed(2, leaves=True), ["passes", "", "This card leaves", "the team."], "Pia passes"),
        (events.Sold(2, 7, ("1", "5", "-2", SCHEMER)), ["pays", "7", "team is now:", "1 5 -2 ±2"], "Pia pays 7"),
        (events.Assigned(2, 10, ("1",) * 4), ["last team", "10", "no auction", "1 1 1 1"], "Pia pays 10"),
        (events.Laid(2, ("1", "5", "-2", SCHEMER)), None, "Pia lays team"),
        (events.Unsold((None,) * 4), ["Nobody bids", "", "Cards discarded."], "Nobody bids"),
        (events.RaceBegan(1, 2), ["Race 1", "", "Pia begins", "Finish space 20", "prizes 20/10/5"], None),
        (events.Rolled(2, 3, "5"), ["rolls", "3", "bearer 3:", "+5"], "Pia die 3: +5"),
        (events.Rolled(2, 3, "-2"), ["rolls", "3", "bearer 3:", "-2"], "Pia die 3: -2"),
        (events.Rolled(2, 3, SCHEMER), ["rolls", "3", "bearer 3:", "devil ±2"], "Pia die 3: ±2"),
        (events.Moved(2, ((2, 5),)), ["runs", "+5", "spaces"], None),
        (
            events.Moved(2, ((2, -2), (1, 1), (3, 1))),
            ["goes -2", "", "Hans goes +1", "Werner goes +1"],
            "Pia moves two",
        ),
        (events.Moved(2, ((2, 2), (1, -2))), ["goes +2", "", "Hans goes -2"], "Hans goes -2"),
        (events.Finished(2, 1), ["arrives", "1st", "place"], "Pia 1st place"),
        (events.Finished(2, 4), ["arrives", "4th", "place"], "Pia 4th place"),
        (events.Ponded(2, 4), ["Pond!", "4th", "place", "race 1"], "Pia pond!"),
        (events.Paid(2, 1, 20), ["Result race 1", "", "1st Pia +20", "last: Hans"], "Pia gets 20"),
        (events.Paid(1, 2, 10), None, "Hans gets 10"),
        (events.Removed(1, 2, 3, SCHEMER), ["removes", "±2", "from Pia", "bearer no. 3"], "Pia loses ±2"),
        (events.Drew(2, 3, "5"), None, "Pia draws 5"),
        (events.Reshuffled(17), ["Shuffled", "17", "cards", "new deck"], None),
        (events.Corrected(2, -3, ""), None, "Pia -3 fixed"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else "",
)
def test_news_of_an_event(event: Event, screen: list[str] | None, line: str | None) -> None:
    assert told(event) == screen
    assert last_event(race(4), event) == line


def test_a_card_that_leaves_is_shown_to_all_and_named_while_its_team_is_on_sale() -> None:
    state = dealt(start(5), SCHEMER, "1", "2", "3", "5")
    (event,) = decided(state, *passes(1))
    state = play(state, *passes(1))
    view = RULES.tell(state, event)
    assert view is not None
    assert [view.who, view.number, *map(english, view.lines)] == [1, "±2", "leaves", "the team"]
    assert last_event(state, event) == "Hans passes: ±2"
    (later,) = decided(state, *passes(2))
    state = play(state, *passes(2))
    assert (RULES.tell(state, later), last_event(state, later)) == (None, "Pia passes")
    assert last_event(play(state, *passes(3, 4), bid(5, 1)), event) == "Hans passes"


@pytest.mark.parametrize("seats", [5, 6])
def test_a_real_card_that_leaves_is_only_spoken_of(seats: int) -> None:
    state = play(start(seats, cards="table"), unseen(seats))
    (event,) = decided(state, *passes(1))
    state = play(state, *passes(1))
    view = RULES.tell(state, event)
    assert view is not None
    assert [view.number, *map(english, view.lines)] == ["", "This card leaves", "the team."]
    assert last_event(state, event) == "Hans passes"


def test_the_result_of_a_race_names_the_prizes_and_the_last() -> None:
    state = replace(race(4), phase=Paying(((1, 2, 10),)), last=4)
    view = RULES.tell(state, events.Paid(2, 1, 20))
    assert view is not None
    assert [english(line) for line in view.lines] == ["1st Pia +20", "2nd Hans +10", "last: Claudia"]


def test_the_finish_of_a_race_is_its_winner_s_with_the_last_move_once_more() -> None:
    state = replace(play(race(4, chairs=("F1", 18, 19, 8), turn=3), carry("3", 3)), phase=Paying(((1, 1, 20),)))
    ended = events.RaceEnded(1, 4)
    view = RULES.tell(state, ended)
    assert view is not None
    assert (english(view.title), view.number) == ("Race 1 won by", "Hans")
    assert [(token.seat, token.way) for token in view.again] == [(3, ("19", "20", "21", "22"))]
    assert RULES.cue(state, ended) == Cue("finish", 1)


def test_a_race_without_a_first_prize_has_no_winner() -> None:
    state, ended = race(4), events.RaceEnded(1, 4)
    assert (told(ended), RULES.cue(state, ended)) == (["Result race 1", "", "last: Claudia"], Cue("last", 4))


@pytest.mark.parametrize(
    ("chairs", "answers", "screens"),
    [
        (("F1", "F2", 19, 8), [carry("1", 3)], ["arrives 3rd", "race over 4th"]),
        (("P1", "P2", 7, 2), [carry("-2", 4)], ["race over 1st"]),
        (("F1", "P1", 19, 8), [carry(SCHEMER, 4), scheme(4, (4, -2), (3, 2))], ["arrives 2nd", "race over 3rd"]),
        (("F1", "F2", 2, 9), [carry(SCHEMER, 3), scheme(3, (3, -2), (4, 2))], ["race over 3rd"]),
        (("F1", "F2", 2, 19), [carry(SCHEMER, 3), scheme(3, (3, -2), (4, 2))], ["arrives 3rd"]),
        (("F1", "F2", 18, 19), [carry(SCHEMER, 3), scheme(3, (3, 2), (4, -2))], ["arrives 3rd", "race over 4th"]),
        (
            ("F1", 18, 19, 19),
            [carry(SCHEMER, 2), scheme(2, (2, -2), (3, 1), (4, 1))],
            ["arrives 2nd", "arrives 3rd", "race over 4th"],
        ),
    ],
)
def test_a_chair_left_over_does_not_arrive(chairs: tuple[At, ...], answers: list[Intent], screens: list[str]) -> None:
    *before, answer = answers
    state = play(race(4, turn=answers[0].seat or 0, chairs=chairs), *before)
    came = []
    for event in decided(state, answer):
        state = RULES.evolve(state, event)
        if isinstance(event, events.Finished) and (screen := RULES.tell(state, event)) is not None:
            came.append(f"{english(screen.title)} {speak(screen.number, str)}")
    assert came == screens


@pytest.mark.untraced
@settings(RANDOM, max_examples=some(25))
@given(seats=st.integers(3, 6), number=st.integers(0, 1 << 30))
def test_only_who_crosses_the_line_arrives(seats: int, number: int) -> None:
    def watch(before: State, event: Event, after: State) -> None:
        if isinstance(event, events.Finished):
            screen = RULES.tell(after, event)
            assert screen is not None
            has_crossed = before.spaces[event.seat - 1] >= before.finish
            assert english(screen.title) == ("arrives" if has_crossed else "race over")

    finish(RULES, start(seats), number, watch)


def test_a_chair_that_runs_on_the_track_has_so_much_left_to_go() -> None:
    state = race(4, chairs=(5, 9, 5, 5))
    screens = [RULES.tell(state, events.Moved(seat, ((seat, 2),))) for seat in (1, 2)]
    assert [english(screen.lines[-1]) for screen in screens if screen is not None] == ["15 to go", "11 to go"]


def test_a_dear_team_stands_below_its_price() -> None:
    state = race(4)
    view = RULES.tell(state, events.Sold(2, 100, ("1", "5", "-2", SCHEMER)))
    assert view is not None
    assert [view.number, *map(english, view.lines)] == ["", "for a team", "1 5 -2 ±2"]
    assert english(view.title) == "pays 100"


@pytest.mark.parametrize(("seats", "batches"), [(3, [3]), (4, [4]), (5, [4, 1]), (6, [4, 2])])
def test_teams_that_were_hidden_are_laid_open_four_at_a_time(seats: int, batches: list[int]) -> None:
    state = start(seats, start_teams="when_all_have_one", first=2)
    shown: list[list[str]] = []
    paid: list[str] = []

    def watch(_before: State, event: Event, after: State) -> None:
        screen = RULES.tell(after, event) if not after.race else None
        if isinstance(event, events.Laid) and screen is not None:
            shown.append([english(row) for row in screen.lines])
        elif isinstance(event, events.Sold | events.Assigned) and screen is not None:
            paid.append(" ".join(map(english, screen.lines)))

    finish(RULES, state, 5, watch)
    assert list(map(len, shown)) == batches
    names = [row.split()[0] for rows in shown for row in rows]
    assert names == [state.name(seat) for seat in clockwise(2, seats)]
    assert sorted(paid) == [*["for a team"] * (seats - 1), "no auction"]


def test_a_real_team_that_was_typed_in_is_shown_to_all() -> None:
    view = RULES.tell(start(4, cards="table"), events.Laid(2, ("1", "5", "-2", SCHEMER)))
    assert view is not None
    assert [view.who, english(view.lines[0])] == [2, "1 5 -2 ±2"]


def test_news_show_coins_and_chairs_as_they_stand() -> None:
    state = race(4, chairs=(7, 5, 5, 5))
    view = RULES.tell(state, events.Rolled(1, 1, "1"))
    assert view is not None
    assert (view.seats, view.track) == (RULES.view(state, None).seats, RULES.view(state, None).track)


@pytest.mark.parametrize(("players", "how"), [(3, ["draw 1 each", "and 1 open"]), (5, ["draw 1 each"])])
def test_with_real_cards_a_deal_says_how_many_each_draws(players: int, how: list[str]) -> None:
    state = start(players, cards="table")
    dealing = replace(deal(), cards=(None,) * {3: 4, 5: 5}[players])
    view = RULES.tell(play(state, dealing), the(events.Dealt, decided(state, dealing)))
    assert view is not None
    assert [english(said) for said in view.lines[1:]] == how


@pytest.mark.parametrize(
    ("cards", "how"),
    [
        ("box", ["hold ●: see card", "Werner begins"]),
        ("table", ["Werner begins", "draw 1 each"]),
    ],
)
def test_a_deal_says_who_begins_and_what_to_do(cards: Who, how: list[str]) -> None:
    state = start(4, cards=cards, first=3)
    dealing = deal("1", "2", "3", "5") if cards == "box" else replace(deal(), cards=(None,) * 4)
    view = RULES.tell(play(state, dealing), the(events.Dealt, decided(state, dealing)))
    assert view is not None
    assert [english(said) for said in (view.title, *view.lines)] == ["Team 1/4", *how]


def test_a_deal_says_which_card_lies_open() -> None:
    state, dealing = start(3), deal("1", "2", "3", "-2")
    view = RULES.tell(play(state, dealing), the(events.Dealt, decided(state, dealing)))
    assert view is not None
    assert [english(said) for said in view.lines] == ["hold ●: see card", "Hans begins", "face-up card: -2"]
