"""A whole box plays Crows: real drivers over simulated wires, a journal on disk, bots at the keys, the studies."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest
from crows import MANIFEST
from crows.rules import CROWS
from crows.state import State

from companion import games
from companion.config import Config
from companion.daemon.demo import demo
from companion.match import referee
from companion.study import told
from companion.study.executors import Alone
from companion.study.simulation import plan, simulate
from tests.companion.daemon.stepped_box import SteppedBox, config, resumed, sent
from tests.guests.crows.tests.at_the_field import opened, played, session_of
from tests.guests.crows.tests.test_secrecy import other_crows

PAIRS = (1, 2, 3, 4)


@pytest.fixture(autouse=True)
def plays_crows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The box offers it beside its own games."""
    monkeypatch.setattr(games, "LIST", (*games.LIST, MANIFEST))


def state_of(box: SteppedBox) -> State:
    state = box.session.state
    assert isinstance(state, State)
    return state


@pytest.mark.untraced
def test_people_choose_at_the_same_time_and_a_pulled_plug_keeps_what_was_chosen(tmp_path: Path) -> None:
    box = SteppedBox(tmp_path, config(CROWS.name), seed=2)
    box.start(3)
    box.box.wait(30.0)
    assert state_of(box).missing == (1, 2, 3)
    box.tap("green1", "green3", "green1", "green3", "green3")
    for key in ("green1", "green3"):
        box.box.press(key)
    box.box.wait(1.0)
    for key in ("green1", "green3"):
        box.box.release(key)
    box.box.wait(0.2)
    assert state_of(box).chosen == ("2", "", "3")
    before = box.session
    box.pull_the_plug()

    again = SteppedBox(tmp_path, config(CROWS.name))
    assert (again.session.state, again.session.history) == (before.state, before.history)
    again.box.wait(30.0)
    assert again.box.box.table.view(again.box.now).who == 2
    again.tap("red2")
    again.hold("green2")
    again.box.wait(30.0)
    assert state_of(again).flown == (("2",), ("8",), ("3",))
    assert state_of(again).eaten[1] > 0
    assert again.screen()
    assert again.lights_are_right()
    again.pull_the_plug()


@pytest.mark.untraced
def test_bots_play_a_whole_game_by_pressing_the_keys() -> None:
    wanted = Namespace(game=CROWS.name, players=5, rulebook=None, seed=1, speed=None, loop=False, no_web=True)
    (played_on,) = demo(Config(), wanted)
    found = referee.check(CROWS, played_on.record)
    assert found.is_over
    assert found.is_seed_open


def test_a_browser_gets_the_same_bytes_whatever_the_others_have_chosen(tmp_path: Path) -> None:
    steps = played(3)
    at = next(at for at in range(6, 99) if len(session_of(steps[:at]).state.missing) == 2)
    here = resumed(tmp_path / "here", CROWS, opened(), PAIRS, steps[:at])
    there = resumed(tmp_path / "there", CROWS, opened(), PAIRS, other_crows(steps[:at], None))
    assert state_of(here) != state_of(there)
    missing = state_of(here).missing
    for key in (*(f"{key}{seat}" for seat in range(1, 5) for key in ("red", "green")), f"green{missing[0]}"):
        for box in (here, there):
            box.tap(key)
        assert sent(here) == sent(there), key
    for box in (here, there):
        box.hold(f"green{missing[0]}")
    assert state_of(here).missing == missing[1:]
    assert sent(here) == sent(there), "one more has chosen"
    for box in (here, there):
        box.pull_the_plug()


# --- the record and the studies --------------------------------------------------------------------------------------


@pytest.mark.untraced
def test_many_games_are_simulated_and_counted_and_told(tmp_path: Path) -> None:
    wanted = Namespace(games=40, players=3, game=CROWS.name, rulebook=None, seed=7, records=tmp_path)
    found = simulate(plan(Config(state_folder=str(tmp_path)), wanted), Alone(), lambda _: None)
    assert [sheet.name for sheet in found.tables] == ["game", "game"]
    records = [path.read_text() for path in sorted(tmp_path.glob("*.jsonl"))]
    assert len(records) == found.games == 40
    assert all(referee.check(CROWS, text).is_over for text in records)
    moments = told.read(CROWS, records[0]).moments
    assert all(len(moment.answers) > 1 for moment in moments if moment.seat is not None)
