"""How a game went: by hand on a few events, and at the end of a whole game."""

from __future__ import annotations

from companion.games.cat_royal import events
from companion.games.cat_royal.rules import CAT_ROYAL
from companion.games.cat_royal.summary import curves, summary
from companion.kit.event import Event
from companion.kit.text import speak
from companion.match.session import Session
from companion.testing.whole_games import SEED, finish, seated
from tests.companion.games.cat_royal.positions import start


def read(told: list[Event]) -> list[list[str]]:
    pages = summary((start(3), event) for event in told)
    return [[speak(text, str) for text in (page.title, *page.lines)] for page in pages]


def test_each_thing_is_counted_for_whoever_did_or_suffered_it() -> None:
    told = [
        events.Dealt(1, ()),
        events.Played(1, "5", None, "K", 7, None, 1),
        events.Captured(2, "K"),
        events.Accused(2, 1, guilty=True),
        events.SentHome(1, "K"),
        events.Dealt(2, ()),
        events.Played(3, "5", None, "K", 7, None, 0),
        events.Captured(2, "Q"),
        events.Captured(1, "Q"),
        events.Teleported(3, "K", 20, None),
        events.Accused(1, 3, guilty=False),
        events.Played(1, "5", None, "K", 7, None, -1),
    ]
    assert read(told) == [
        ["The game", "deals\t2", "captures\t3", "wormholes\t1"],
        ["Figures taken", "Hans\t1", "Pia\t0", "Werner\t2"],
        ["Figures lost", "Hans\t1", "Pia\t2", "Werner\t0"],
        ["Cheats made", "Hans\t2", "Pia\t0", "Werner\t0"],
        ["Cheats caught", "Hans\t1", "Pia\t0", "Werner\t0"],
    ]


def test_of_nothing_there_is_nothing_to_tell() -> None:
    assert read([]) == []


def test_figures_in_the_goal_are_counted_when_cards_are_dealt_and_in_the_end() -> None:
    begun = start(2)
    assert curves([(begun, events.Dealt(1, ()))]) == (), "no deal is over yet"
    (curve,) = curves([(begun, events.Dealt(1, ())), (begun, events.Captured(2, "K")), (begun, events.Dealt(2, ()))])
    assert (curve.stages, curve.counts) == (("0", "1"), ((0, 0), (0, 0)))


def test_a_whole_game_is_summed_up() -> None:
    begun = CAT_ROYAL.begin(seated(CAT_ROYAL, 3, "box"), {"rulebook": "manual", "last_deal": 5})
    session = Session(CAT_ROYAL, SEED, begun).resume(finish(CAT_ROYAL, begun, 3).entries)
    (whole, *rest) = CAT_ROYAL.summary(session.told())
    assert speak(whole.lines[0], str) == f"deals\t{session.state.deal}"
    assert [len(page.lines) for page in rest] == [3, 3, 3, 3]
    (curve,) = CAT_ROYAL.curves(session.told())
    assert curve.stages == tuple(map(str, range(session.state.deal + 1)))
    assert curve.counts[-1] == tuple(map(session.state.home, (1, 2, 3)))
