"""What phones get: on any screen, nothing that their seat may not know, whatever it has chosen so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import get_args

import pytest

from companion.games.galopp_royal.auction import Assigning, Dealing
from companion.games.galopp_royal.ending import Closing
from companion.games.galopp_royal.phases import AnyPhase
from companion.games.galopp_royal.race import Arriving, Bearing, Lining
from companion.games.galopp_royal.race_end import Paying
from companion.games.galopp_royal.state import State
from companion.journal.journal import Journal
from companion.kit.question import Amount, Question
from companion.match.history import NewGame, Step
from companion.match.session import Session
from companion.table.afar import Reply
from companion.testing.traffic import differences, pages
from companion.testing.whole_games import finish
from tests.companion.daemon.stepped_box import RESTED_S, SteppedBox
from tests.companion.games.phones import kind, sheets_of
from tests.companion.web.pages.stepped_wires import Phones, alike

from .other_secrets import otherwise, session_of
from .positions import RULES, start, with_options

pytestmark = [pytest.mark.in_box_time, pytest.mark.untraced]

TABLES: dict[str, State] = {
    "the box deals and rolls": start(3),
    "coins are hidden": start(4, open_cash=False),
    "teams are hidden": start(4, start_teams="when_all_have_one"),
    "coins and teams are hidden": start(3, open_cash=False, start_teams="when_all_have_one", rulebook="fr"),
    "real cards": start(3, cards="table", open_cash=False),
    "real dice": start(3, die="table", open_cash=False),
    "all is real": start(4, cards="table", die="table"),
}
OVER = "Over nothing"
SCREENS = {
    "Bidding Amount",
    "Laying Cards typed",
    "Rolling Roll by lot",
    "Rolling Roll typed",
    "Scheming Scheme",
    "Removing Remove",
    "Drawing Cards typed",
    OVER,
}
SHEETS = {"answer amount", "answer cards", "answer list", "answer lot"}
"""All kinds of sheets."""


def moments(opened: State, number: int) -> Iterator[tuple[Sequence[Step], Session[State]]]:
    """Every moment at which a seat is asked, or the game is over, with the events until then."""
    session, entries = session_of(opened, ()), finish(RULES, opened, number).entries
    for at in range(len(entries) + 1):
        if (question := session.question) is None or question.seat is not None:
            yield entries[:at], session
        session = session.apply(entries[at]) if at < len(entries) else session


def some(opened: State, number: int, few: int) -> Iterator[tuple[Sequence[Step], Session[State]]]:
    """Some moments of each kind."""
    had = Counter[str]()
    for past, session in moments(opened, number):
        had[kind(session)] += 1
        if had[kind(session)] <= few or session.state.race == 0:
            yield past, session


def compare(opened: State, number: int, few: int) -> Iterator[str]:
    """The kinds of screens that do not depend on facts hidden from the viewer."""
    for past, here in some(opened, number, few):
        for viewer in (None, *range(1, opened.seats + 1)):
            there = otherwise(opened, past, viewer)
            if here.question is not None:  # at the end everything is open
                assert differences(here, there, viewer) == [], (viewer, kind(here), len(past))
        yield kind(here)


@pytest.mark.parametrize("table", TABLES)
def test_traffic_is_the_same_whatever_is_hidden(table: str) -> None:
    assert set(compare(TABLES[table], 1, few=2)) <= SCREENS


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2, 4))
@pytest.mark.parametrize("table", TABLES)
def test_traffic_is_the_same_at_many_moments(table: str, number: int) -> None:
    assert set(compare(TABLES[table], number, few=20)) <= SCREENS


def test_every_kind_of_screen_and_sheet_is_compared() -> None:
    compared = [here for opened in TABLES.values() for _, here in some(opened, 1, few=2)]
    assert {*map(kind, compared)} == SCREENS
    phases = {screen.split()[0] for screen in SCREENS}
    assert phases == {phase.__name__ for phase in get_args(AnyPhase) if is_seen(phase)}
    assert {sheet for here in compared for seat in (1, 2, 3) for sheet in sheets_of(here, seat)} == SHEETS


def is_seen(phase: type) -> bool:
    """Whether the box waits at this moment: a seat is asked, or the game is over."""
    return phase not in {Dealing, Assigning, Lining, Bearing, Arriving, Paying, Closing}


def test_the_other_game_is_another_one() -> None:
    """It has other hands, hidden teams and hidden coins; a viewer who may see them gets other bytes."""
    differs = Counter[str]()
    for opened in TABLES.values():
        for past, here in some(opened, 1, few=2):
            there = otherwise(opened, past, None)
            if here.question is None:
                continue
            differs["hands"] += here.state.phase.cards != there.state.phase.cards
            differs["teams"] += here.state.bought != there.state.bought
            differs["coins"] += here.state.money != there.state.money
            for seat in range(1, opened.seats + 1):
                differs["own"] += pages(here).own(seat, None) != pages(there).own(seat, None)
    assert all(differs[what] > 5 for what in ("hands", "teams", "coins", "own")), differs


# --- on a box: every byte of every wire, and when it comes -----------------------------------------------------------


def resumed(folder: Path, opened: State, session: Session[State]) -> SteppedBox:
    """A box switched on with such a game in its journal."""
    journal = Journal(folder)
    journal.begin(NewGame(RULES.name, RULES.header(opened), session.seed, tuple(range(1, opened.seats + 1))))
    for past in session.history.done:
        journal.append(past.step)
    journal.shut()
    box = SteppedBox(folder)
    box.box.wait(RESTED_S)
    return box


def said(session: Session[State], moment: int) -> list[Reply]:
    """A bid: after other answers the box may draw, and it would draw differently, since another seed is sealed."""
    match session.question:
        case Question(form=Amount(least=least)):
            return [Reply(moment, (0, least), is_said=True)]
        case _:
            return []


ON_WIRES = ("teams are hidden", "real dice", "all is real")


@pytest.mark.parametrize(
    ("tables", "screen", "viewer"),
    [
        (ON_WIRES[:1], "Bidding Amount", 2),
        *(
            pytest.param(ON_WIRES, screen, viewer, marks=pytest.mark.slow)
            for screen in sorted(SCREENS - {OVER})
            for viewer in (None, 1, 2, 3)
        ),
    ],
)
def test_wires_carry_the_same_at_the_same_times_whatever_is_hidden(
    tables: Sequence[str], screen: str, viewer: int | None, tmp_path: Path
) -> None:
    """This holds while a phone chooses, keys are tapped, somebody looks, and an answer comes from the phone."""
    for nth, table in enumerate(tables):
        opened = with_options(TABLES[table], open_cash=True)
        found = [(past, here) for past, here in some(opened, 1, few=4) if kind(here) == screen]
        if found:
            past, game = found[-1]
            other = otherwise(opened, past, viewer)
            assert game.question is not None
            asked = game.question.seat or 0
            with ExitStack() as leaving:
                here, there = (
                    leaving.enter_context(Phones(resumed(tmp_path / f"{name}{nth}", opened, each), asked, viewer))
                    for name, each in (("here", game), ("there", other))
                )
                look_alike(here, there, asked)


def look_alike(here: Phones[SteppedBox], there: Phones[SteppedBox], asked: int) -> None:
    alike(here, there, lambda phones: phones.wires.wait(1.0))
    for reply in here.choices():
        alike(here, there, lambda phones, reply=reply: phones.asked.says(reply))  # type: ignore[misc]
    for key in (f"green{asked}", f"red{asked}", *(f"green{pair}" for pair in (1, 2, 3) if pair != asked)):
        alike(here, there, lambda phones, key=key: phones.box.tap(key))  # type: ignore[misc]
    for pair in (1, 2, 3):
        if pair != asked and not here.box.asked.keys:  # else it is said
            alike(here, there, lambda phones, key=f"green{pair}": phones.box.hold(key))  # type: ignore[misc]
    for reply in said(here.box.session, here.moment):
        alike(here, there, lambda phones, reply=reply: phones.asked.says(reply))  # type: ignore[misc]
        alike(here, there, lambda phones: phones.wires.wait(5.0))
