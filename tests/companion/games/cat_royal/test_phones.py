"""What phones get: on any screen, nothing that their seat may not know, whatever it has chosen so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest

from companion.daemon.pages import own
from companion.games.cat_royal.intents import Play
from companion.games.cat_royal.state import State
from companion.match.history import Step
from companion.match.session import Session
from companion.table.afar import Reply, options
from companion.testing.traffic import OTHER_SEED, differences, moment, pages
from companion.testing.whole_games import SEED
from tests.companion.games.phones import kind, sheets_of
from tests.companion.web.pages.stepped_wires import Phones, alike

from .on_the_box import Box, resumed
from .other_secrets import otherwise, steps_from, with_other_cheats
from .positions import RULES, start
from .test_nothing_leaks import MORE, At, fumbling, tried

pytestmark = [pytest.mark.in_box_time, pytest.mark.untraced]

DEALS = 3
TABLES: dict[str, State] = {
    "manual": start(3, last_deal=DEALS),
    "app": start(4, last_deal=DEALS, rulebook="app"),
    "dog": start(2, last_deal=DEALS, rulebook="dog"),
    "hand forfeited": start(3, last_deal=DEALS, no_move="forfeit", opening="one_out"),
    "real cards": start(3, last_deal=DEALS, cards="table"),
}
SCREENS = {
    "SettingOut SetOut",
    "Turn Play",
    "Turn Play armed +Cards",
    "Turn Play armed +Accuse +Cards",
    "Turn Play +Accuse +Cards",
    "Over nothing",
}
RARE = {"Turn Play +Cards"}
"""What few games have: who is on turn has used its cheat, and has nothing to lose by an accusation."""
SHEETS = {"answer list", "secret list", "aside list", "aside lot"}
"""All kinds of sheets; the asides of a turn are the accusation and the wormholes."""


@cache
def played(table: str, number: int) -> tuple[Step, ...]:
    return tuple(steps_from(TABLES[table], number))


def some(table: str, number: int, few: int) -> Iterator[tuple[Sequence[Step], Session[State]]]:
    """Some moments of each kind at which a seat is asked, or the game is over, evenly spread."""
    session, steps = Session(RULES, SEED, TABLES[table]), played(table, number)
    found: dict[str, list[tuple[Sequence[Step], Session[State]]]] = {}
    for at in range(len(steps) + 1):
        if (question := session.question) is None or question.seat is not None:
            found.setdefault(kind(session), []).append((steps[:at], session))
        session = session.apply(steps[at]) if at < len(steps) else session
    for same in found.values():
        yield from same[:: -(-len(same) // few)]


def elsewhere(table: str, past: Sequence[Step], viewer: int | None) -> Session[State]:
    """The same game with other facts that the viewer does not know; the box knows no real cards."""
    if TABLES[table].setup.duties.cards == "table":
        others = with_other_cheats(past, viewer)
    else:
        others = otherwise(past, viewer, seats=TABLES[table].seats, before=TABLES[table])
    return Session(RULES, OTHER_SEED, TABLES[table]).resume(others)


def compare(table: str, number: int, few: int) -> Iterator[str]:
    """The kinds of screens that do not depend on facts hidden from the viewer."""
    for past, here in some(table, number, few):
        if here.question is not None and past:
            for viewer in (None, *range(1, TABLES[table].seats + 1)):
                there = elsewhere(table, past, viewer)
                assert differences(here, there, viewer) == [], (viewer, kind(here), len(past))
        yield kind(here)


@pytest.mark.parametrize("table", TABLES)
def test_traffic_is_the_same_whatever_is_hidden(table: str) -> None:
    assert sum(1 for _ in compare(table, 1, few=2)) > 4


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2, 4))
@pytest.mark.parametrize("table", TABLES)
def test_traffic_is_the_same_at_many_moments(table: str, number: int) -> None:
    assert sum(1 for _ in compare(table, number, few=30)) > 15


def test_every_kind_of_screen_and_sheet_is_compared() -> None:
    compared = [here for table in TABLES for _, here in some(table, 1, few=2)]
    assert {*map(kind, compared)} == SCREENS
    assert {sheet for here in compared for seat in (1, 2) for sheet in sheets_of(here, seat)} == SHEETS


def test_the_game_that_phones_are_compared_with_is_another_one() -> None:
    """It has other hands and cheats; a viewer who may see them gets other bytes."""
    differs = Counter[str]()
    for table in TABLES:
        for past, here in some(table, 1, few=2):
            if here.question is None or not past:
                continue
            there = elsewhere(table, past, None)
            for name in ("hands", "cheated", "spent"):
                differs[name] += getattr(here.state, name) != getattr(there.state, name)
            for seat in (1, 2):
                differs["own"] += pages(here).own(seat, None) != pages(there).own(seat, None)
    assert all(differs[what] > 5 for what in ("hands", "cheated", "spent", "own")), differs


def test_the_phone_of_a_seat_shows_its_hand_and_no_other() -> None:
    here = next(here for _, here in some("manual", 1, few=2) if all(here.state.hands))
    shown = {msgspec.json.encode(own(moment(here), pair, None, str).secret) for pair in (1, 2, 3)}
    assert len(shown) == 3
    assert own(moment(here), 4, None, str).secret == ()


# --- on a box: every byte of every wire, and when it comes -----------------------------------------------------------


def phones_of(folder: Path, past: Sequence[Step], at: At) -> Phones[Box]:
    """The phones at a box that was switched on with this game in its journal."""
    box = resumed(folder, past, at.seats)
    return Phones(box, box.turn, at.viewer)


def card(phones: Phones[Box], slot: int) -> Reply:
    """The card in this slot: its first figure, and the first place for it."""
    question = phones.box.asked
    path: tuple[int, ...] = ()
    while below := options(question, path):
        drafts = [
            (at, draft) for at, draft in below.items() if path or (isinstance(draft, Play) and draft.slot == slot)
        ]
        path = (*path, drafts[0][0])
    return Reply(phones.moment, path, is_said=True)


@pytest.mark.parametrize(
    "at", [At(3, 1, 0.5, "other"), *(pytest.param(each, marks=pytest.mark.slow) for each in MORE)], ids=str
)
def test_wires_carry_the_same_at_the_same_times_whatever_is_hidden(at: At, tmp_path: Path) -> None:
    """This holds while a phone chooses, keys are tapped, and a card is played from the phone."""
    others, slot = tried(at.past, at.viewer, at.seats)
    with phones_of(tmp_path / "here", at.past, at) as here, phones_of(tmp_path / "there", others, at) as there:
        look_alike(here, there, at, slot)


def look_alike(here: Phones[Box], there: Phones[Box], at: At, slot: int) -> None:
    assert here.box.state != there.box.state
    alike(here, there, lambda phones: phones.wires.wait(1.0))
    for reply in here.choices():
        alike(here, there, lambda phones, reply=reply: phones.asked.says(reply))  # type: ignore[misc]
    assert (here.asked.heard == there.asked.heard) == (at.viewer == here.box.turn)
    for stroke in fumbling(here.box.turn, at.seats, at.viewer):
        alike(here, there, lambda phones, stroke=stroke: phones.box.press(stroke))  # type: ignore[misc]
    if slot:
        alike(here, there, lambda phones: phones.asked.says(card(phones, slot)))
        alike(here, there, lambda phones: phones.wires.wait(5.0))
        assert len(here.box.session.history.done) > len(at.past)
