"""What a voice says of events."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from msgspec.structs import replace

from companion.faces.aloud import aloud
from companion.faces.speech import sentences
from companion.games.galopp_royal import events
from companion.games.galopp_royal.auction import Assigning, Dealing
from companion.games.galopp_royal.booklet import SCHEMER
from companion.games.galopp_royal.ending import Closing
from companion.games.galopp_royal.race_end import Paying
from companion.games.galopp_royal.state import State
from companion.kit.event import Event
from companion.locale import translator
from companion.testing.whole_games import finish
from tests.companion.games.galopp_royal.positions import (
    RULES,
    between_races,
    deal,
    dealt,
    passes,
    play,
    race,
    start,
    unseen,
)
from tests.companion.games.galopp_royal.positions import told as decided

TEAM = ("1", "5", "-2", SCHEMER)


def told(state: State, event: Event, language: str = "en") -> tuple[str, ...]:
    """Each sentence as a voice reads it."""
    view = RULES.tell(state, event)
    said = sentences(view, translator(language)) if view is not None else ()
    return tuple(aloud((each,)) for each in said)


@pytest.mark.parametrize(
    ("event", "said", "german"),
    [
        (events.Ended((), (2,), None), "Pia wins the game.", "Pia gewinnt das Spiel."),
        (events.Ended((), (2, 3), None), "Pia, Werner share the victory.", "Pia, Werner teilen sich den Sieg."),
        (
            events.Sold(2, 7, TEAM),
            "Pia gets the team for 7: 1, 5, minus 2, devil.",
            "Pia bekommt für 7 die Mannschaft mit 1, 5, minus 2, Schlitzohr als Träger.",
        ),
        (events.Sold(2, 7, (None,) * 4), "Pia gets the team for 7.", "Pia bekommt für 7 die Mannschaft."),
        (
            events.Assigned(2, 10, ("1", "5", "1", "2")),
            "Pia gets the last team for 10: 1, 5, 1, 2.",
            "Pia bekommt für 10 die letzte Mannschaft mit 1, 5, 1, 2 als Träger.",
        ),
        (
            events.Assigned(2, 10, (None,) * 4),
            "Pia gets the last team for 10.",
            "Pia bekommt für 10 die letzte Mannschaft.",
        ),
        (
            events.Unsold((None,) * 4),
            "Nobody bids. The cards are discarded.",
            "Niemand bietet. Die Karten werden abgelegt.",
        ),
        (
            events.Passed(2, leaves=True),
            "Pia passes, and this card leaves the team.",
            "Pia passt, diese Karte verlässt die Mannschaft.",
        ),
        (
            events.RaceBegan(1, 2),
            "Race 1: Pia begins. The arch is 15 ahead, the pond 5 back. The prizes are 20, 10, 5.",
            "Rennen 1: Pia beginnt. Das Ziel ist 15 Felder voraus, der Teich 5 zurück. "
            "Die Prämien sind 20, 10, 5 Gold.",
        ),
        (
            events.Rolled(2, 3, "-2"),
            "Pia rolls 3: bearer 3, a minus 2.",
            "Pia würfelt 3: Träger 3, eine minus 2, läuft.",
        ),
        (
            events.Rolled(2, 3, SCHEMER),
            "Pia rolls 3: bearer 3, a devil.",
            "Pia würfelt 3: Träger 3, ein Schlitzohr, läuft.",
        ),
        (events.Moved(3, ((3, 1),)), "Werner goes 1 ahead, 12 still to go.", "Werner geht 1 vor, noch 12 zum Ziel."),
        (
            events.Moved(1, ((1, -2),)),
            "Hans goes 2 back, 17 still to go, 3 from the pond.",
            "Hans geht 2 zurück, noch 17 zum Ziel, 3 vom Teich entfernt.",
        ),
        (
            events.Moved(3, ((3, 2), (1, -1))),
            "Werner goes 2 ahead, 12 still to go. Hans goes 1 back, 17 still to go, 3 from the pond.",
            "Werner geht 2 vor, noch 12 zum Ziel. Hans geht 1 zurück, noch 17 zum Ziel, 3 vom Teich entfernt.",
        ),
        (events.Moved(2, ((2, 5),)), "Pia goes 5 ahead.", "Pia geht 5 vor."),
        (events.Moved(4, ((4, -2),)), "Claudia goes 2 back.", "Claudia geht 2 zurück."),
        (events.Finished(2, 1), "Pia passes under the arch: place 1.", "Platz 1: Pia ist im Ziel."),
        (events.Finished(3, 3), "Race over: place 3 for Werner.", "Das Rennen ist aus: Platz 3 für Werner."),
        (
            events.Ponded(4, 4),
            "Claudia falls into the pond and is last.",
            "Claudia fällt in den Teich, auf den letzten Platz.",
        ),
        (events.Ponded(4, 3), "Claudia falls into the pond: place 3.", "Platz 3: Claudia fällt in den Teich."),
        (
            events.Removed(1, 2, 3, "1"),
            "Hans removes a 1, bearer 3 of Pia.",
            "Hans entfernt eine 1, Träger 3 von Pia.",
        ),
        (
            events.Reshuffled(17),
            "17 cards are shuffled into a new deck.",
            "17 Karten werden neu gemischt.",
        ),
        (events.Bid(2, 7), "", ""),
        (events.Passed(2, leaves=False), "", ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else "",
)
def test_an_event_in_sentences(event: Event, said: str, german: str) -> None:
    state = replace(race(4), spaces=(3, 21, 8, -1))
    assert " ".join(told(state, event)) == said
    assert " ".join(told(state, event, "de")) == german


def test_a_race_is_won_then_its_prizes_and_its_last_are_told() -> None:
    state = replace(race(3), phase=Paying(((2, 1, 20), (1, 2, 10))), last=3)
    assert told(state, events.RaceEnded(1, 3)) == ("Pia wins race 1.",)
    after = replace(state, phase=Paying(((1, 2, 10),)))
    result = ("Race 1 is over.", "Pia, place 1, gets 20.", "Hans, place 2, gets 10.", "Werner is last.")
    assert told(after, events.Paid(2, 1, 20)) == result
    nobody = replace(state, phase=Paying(((1, 2, 10),)))
    assert told(nobody, events.RaceEnded(1, 3)) == (result[0], *result[2:])
    assert told(replace(after, race=6), events.Paid(2, 1, 20)) == ("Race 6 is over.", *result[1:3])
    assert told(state, events.RaceEnded(1, 3), "de") == ("Im Rennen 1 gewinnt Pia.",)


def test_a_deal_says_which_team_it_is_and_the_open_card() -> None:
    state = start(3)
    (event,) = [each for each in decided(state, deal("1", "2", "3", "5")) if type(each) is events.Dealt]
    state = play(state, deal("1", "2", "3", "5"))
    assert told(state, event) == ("Team 1 of 3: Hans begins.", "Open card: 5.")
    later = dealt(between_races(4), "1", "2", "3", "5")
    assert told(later, events.Dealt(1, 1, (), ())) == ("Substitutes 1 of 2: Hans begins.",)


@pytest.mark.parametrize(("seats", "open_card"), [(3, ("One more card lies open.",)), (4, ())])
def test_cards_of_the_table_are_drawn_from_its_stock(seats: int, open_card: tuple[str, ...]) -> None:
    state = play(start(seats, cards="table"), unseen(4))
    head = ("Team 1 of", "Everybody draws 1 from the stock.")
    first, *others = told(state, events.Dealt(0, 1, (), ()))
    assert (first[:9], *others) == (*head, *open_card)
    drew = told(race(4, cards="table"), events.Drew(2, 3, "-2"))
    assert drew == ("Pia draws a minus 2 as bearer 3.",)
    assert told(race(4, cards="table"), events.Laid(2, TEAM)) == ("Bearers of Pia: 1, 3, minus 2, devil.",)


def test_a_card_that_leaves_is_named() -> None:
    state = play(dealt(start(5), SCHEMER, "1", "2", "3", "5"), *passes(1))
    assert told(state, events.Passed(1, leaves=True)) == ("Hans passes, and a devil leaves the team.",)


def test_hidden_teams_are_told_together() -> None:
    state = replace(race(5), race=0, last=1, setup=start(5, start_teams="when_all_have_one").setup)
    assert told(state, events.Laid(3, TEAM)) == ()
    names = [each.split(":")[0] for each in told(state, events.Laid(4, TEAM))]
    assert names == [f"Bearers of {name}" for name in ("Hans", "Pia", "Werner", "Claudia")]
    assert [each.split(":")[0] for each in told(state, events.Laid(5, TEAM))] == ["Bearers of Anna"]
    assert told(state, events.Sold(2, 7, TEAM)) == ("Pia gets the team for 7.",)


ORDINAL = re.compile(r"\d\.?$")
"""A number at an end, which a German voice reads as an ordinal if a noun follows."""


@pytest.mark.untraced
@pytest.mark.parametrize("hidden", [False, True])
def test_every_screen_of_a_game_has_sentences_and_no_german_one_ends_in_a_number(hidden: bool) -> None:
    said: set[str] = set()

    def watch(_: State, event: Event, after: State) -> None:
        views = [*RULES.finish(after), *chain.from_iterable(RULES.secret(after, seat) for seat in range(1, 7))]
        if (news := RULES.tell(after, event)) is not None:
            views.append(news)
        if RULES.question(after) is not None and not isinstance(after.phase, Closing | Dealing | Assigning):
            views.append(RULES.view(after, None))
        assert all(view.said for view in views), event
        pages = [page for page in RULES.pages(after) if page.said]
        said.update(each for view in (*views, *pages) for each in sentences(view, translator("de")))

    begun = start(6, start_teams="when_all_have_one", open_cash=False) if hidden else start(6)
    finish(RULES, begun, 7, watch)
    assert len(said) > 300
    assert [each for each in sorted(said) if ORDINAL.search(each)] == []
