"""A whole box plays Mia: real drivers over simulated wires, a journal on disk, bots at the keys, the studies."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from mia import MANIFEST
from mia.cup import Answering, Claiming, Over
from mia.rules import MIA
from mia.state import State

from companion import games
from companion.club.admission import let_in
from companion.club.topics import Record
from companion.config import Config
from companion.daemon.demo import demo
from companion.match import record, referee
from companion.study.executors import Alone
from companion.study.simulation import plan, simulate
from tests.companion.daemon.stepped_box import SteppedBox, config, resumed, sent
from tests.guests.mia.tests.at_the_cup import opened, played, session_of
from tests.guests.mia.tests.test_secrecy import other_dice

PAIRS = (1, 2, 3, 4)


@pytest.fixture(autouse=True)
def plays_mia(monkeypatch: pytest.MonkeyPatch) -> None:
    """The box offers it beside its own games."""
    monkeypatch.setattr(games, "LIST", (*games.LIST, MANIFEST))


def state_of(box: SteppedBox) -> State:
    state = box.session.state
    assert isinstance(state, State)
    return state


def shown(box: SteppedBox) -> tuple[str, object]:
    """Title and number of what the display shows."""
    view = box.box.box.table.view(box.box.now)
    return view.title.id, view.number


def drafted(box: SteppedBox) -> str:
    """The answer that a hold would give."""
    view = box.box.box.table.view(box.box.now)
    assert view.is_draft
    return view.lines[0].id


# --- at the keys -----------------------------------------------------------------------------------------------------


@pytest.mark.untraced
def test_people_look_lie_doubt_and_go_on_after_a_pulled_plug(tmp_path: Path) -> None:
    box = SteppedBox(tmp_path, config(MIA.name), seed=2)
    box.start(3)
    box.box.wait(30.0)
    assert state_of(box).phase == Claiming(1)
    dice = state_of(box).dice
    box.box.press("green1")
    box.box.wait(1.0)
    assert shown(box) == ("only {name} looks", dice)
    box.box.release("green1")
    box.box.wait(0.2)
    assert shown(box) == ("says", "")
    box.tap("green1", "red1", "red1")  # the first of all, then back past the end: Mia, then the pairs
    assert shown(box) == ("says", "11")
    box.hold("green1")
    box.tap("red1")
    box.hold("green1")
    said = state_of(box)
    assert (said.phase, said.claim) == (Answering(2), "66")
    assert shown(box) == ("answers", "66")
    assert drafted(box) == "believe it"
    before = box.session
    box.pull_the_plug()

    again = SteppedBox(tmp_path, config(MIA.name))
    assert (again.session.state, again.session.history) == (before.state, before.history)
    again.box.wait(30.0)
    again.box.press("green1")
    again.box.wait(1.0)
    assert shown(again) == ("only {name} looks", dice), "the dice stay under the cup"
    again.box.release("green1")
    again.box.wait(0.2)
    again.tap("green2")
    assert drafted(again) == "doubt it"
    again.hold("green2")
    again.box.wait(30.0)
    loser = 2 if dice in ("66", "21") else 1
    assert state_of(again).lives == tuple(2 if seat == loser else 3 for seat in (1, 2, 3))
    assert state_of(again).phase == Claiming(loser)
    assert again.screen()
    assert again.lights_are_right()
    again.pull_the_plug()


@pytest.mark.untraced
def test_bots_play_a_whole_game_by_pressing_the_keys() -> None:
    wanted = Namespace(game=MIA.name, players=5, rulebook=None, seed=1, speed=None, loop=False, no_web=True)
    (told,) = demo(Config(), wanted)
    found = referee.check(MIA, told.record)
    assert found.is_over
    assert found.is_seed_open


@pytest.mark.parametrize("viewer", [None, 3])
def test_a_browser_gets_the_same_bytes_whatever_lies_under_the_cup(viewer: int | None, tmp_path: Path) -> None:
    steps = played(3)
    at = next(at for at in range(9, 99) if isinstance(session_of(steps[:at]).state.phase, Answering))
    here = resumed(tmp_path / "here", MIA, opened(), PAIRS, steps[:at])
    there = resumed(tmp_path / "there", MIA, opened(), PAIRS, other_dice(steps[:at]))
    assert state_of(here) != state_of(there)
    asked = here.asked.seat
    others = [seat for seat in range(1, 5) if seat != state_of(here).holder]
    keys = [f"{key}{seat}" for seat in others for key in ("green", "red") if (key, seat) != ("green", asked)]
    for key in (*keys, f"green{asked}"):
        for box in (here, there):
            box.tap(key)
        assert sent(here) == sent(there), key
    for key in keys:
        for box in (here, there):
            box.hold(key)
        assert sent(here) == sent(there), f"{key}, held"
    if viewer in others:
        for box in (here, there):
            box.box.press(f"green{viewer}")
            box.box.wait(0.3)
        assert sent(here) == sent(there)
    for box in (here, there):
        box.pull_the_plug()


# --- the record and the studies --------------------------------------------------------------------------------------


@pytest.mark.untraced
def test_many_games_are_simulated_and_counted(tmp_path: Path) -> None:
    wanted = Namespace(games=40, players=3, game=MIA.name, rulebook=None, seed=7, records=tmp_path)
    found = simulate(plan(Config(state_folder=str(tmp_path)), wanted), Alone(), lambda _: None)
    assert [sheet.name for sheet in found.tables] == ["game", "game"]
    records = [path.read_text() for path in sorted(tmp_path.glob("*.jsonl"))]
    assert len(records) == found.games == 40
    assert all(referee.check(MIA, text).is_over for text in records)


def test_a_club_takes_a_finished_game_and_names_the_winner() -> None:
    steps = played(3)
    over = session_of(steps).state
    told = Record("2026-11-22T20:15:00+01:00", record.write(MIA, opened(), steps))
    result = let_in(msgspec.json.encode(told), datetime(2026, 11, 25, tzinfo=UTC))
    assert result.title == "Mia"
    assert isinstance(over.phase, Over)
    assert [came.seat for came in result.came if came.place == 1] == [over.phase.winner]
