"""The box between edges and frames: parts that are missing cost one plain line and no game."""

from __future__ import annotations

import logging
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest

from companion.config import LightsSettings
from companion.daemon import demo
from companion.faces.drift import due
from companion.faces.effects import BREATH, LOOK_BACK
from companion.faces.oled import draw
from companion.kit.text import text, verbatim
from companion.locale import translator
from companion.table import ports
from tests.companion.daemon.stepped_box import RESTED_S, SteppedBox, config

ROUND_S = 2 * BREATH + LOOK_BACK
"""The lights after a game breathe and look back; then they begin again."""


def sentences(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    ("no_display", "no_lights"),
    [
        (True, True),
        pytest.param(True, False, marks=[pytest.mark.slow, pytest.mark.in_box_time]),
        pytest.param(False, True, marks=[pytest.mark.slow, pytest.mark.in_box_time]),
    ],
)
def test_without_display_or_lights_the_game_goes_on(
    no_display: bool, no_lights: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = SteppedBox(tmp_path)
    if no_display:
        table.box.twin.chip.plugged = False
    if no_lights:
        table.box.twin.controller.unplug()
    table.box.wait(5.0)
    said = sentences(caplog)
    assert sum(line.startswith("display: no answer at I2C 0x3C") for line in said) == no_display
    assert sum(line.startswith("lights: ") for line in said) == no_lights
    assert len(said) == no_display + no_lights, "one plain line each"

    table.play(3, Random(2), questions=30)
    assert len(table.session.history.done) > 30

    table.box.twin.chip.plugged = True
    table.box.twin.controller.replug()
    table.box.wait(RESTED_S)
    assert table.picture().tobytes() == table.expected_picture().tobytes(), "the part is back with the right picture"
    assert table.lights_are_right()
    table.pull_the_plug()


def test_a_missing_part_is_told_at_the_table(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.box.wait(6.0)
    table.box.twin.controller.unplug()
    table.box.wait(1.5)
    notice = table.box.box.table.view(table.box.now).notice
    assert notice is not None
    assert notice.id == "The lights do not answer."
    table.pull_the_plug()


def test_the_menu_changes_the_language(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.box.wait(6.0)
    english = table.picture().tobytes()
    table.choose(text("Language"))
    table.tap("green2")
    table.hold("green2")
    assert table.box.box.table.language == "de"
    table.box.wait(0.1)
    assert table.picture().tobytes() == table.expected_picture().tobytes()
    assert table.box.box.table.session is None
    assert english
    table.pull_the_plug()


def film(table: SteppedBox, seconds: float) -> list[tuple[tuple[int, int, int], ...]]:
    """What the strip shows, 25 times a second."""
    shown = []
    for _ in range(int(seconds * 25)):
        table.box.wait(0.04)
        shown.append(table.box.twin.controller.colours)
    return shown


def test_a_bid_is_seen_on_the_strip_and_calm_lights_only_swell(tmp_path: Path) -> None:
    reds = []
    for calm in (False, True):
        settings = msgspec.structs.replace(config(), lights=LightsSettings(calm=calm))
        table = SteppedBox(tmp_path / str(calm), settings)
        table.start(3)
        table.box.wait(RESTED_S)
        table.tap("green1")
        table.hold("green1")
        seats = len(table.box.twin.layout().spaces)
        reds.append([picture[seats][0] for picture in film(table, 1.5)])
        table.pull_the_plug()
    lively, calm_ones = reds
    assert (min(lively), max(lively)) == (0, 15), "it blinks, and hides nobody's turn"
    assert min(calm_ones) > 3
    assert max(abs(one - other) for one, other in pairwise(calm_ones[1:])) < 12, "softly"


@pytest.mark.slow
@pytest.mark.in_box_time
def test_all_lights_breathe_for_the_winner_until_somebody_presses_a_key(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    for session in demo.play(table.box, 3, Random(3)):
        if session.question is None:
            break
    table.box.wait(RESTED_S)
    track = len(table.box.twin.layout().spaces)
    breaths = [picture[0] for picture in film(table, ROUND_S) if len({*picture[:track]}) == 1 and any(picture[0])]
    assert len(breaths) >= 25 * 2 * BREATH, "two whole breaths, then the track looks back, and again"
    table.tap("red1")
    assert all(len({*picture[:track]}) > 1 for picture in film(table, ROUND_S)[1:])
    table.pull_the_plug()


def test_while_a_hold_s_bar_grows_only_the_display_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = SteppedBox(tmp_path)
    table.tap("green1", "green2", "green3")
    table.box.wait(RESTED_S)
    box = table.box.box
    drawn: list[float] = []
    monkeypatch.setattr(box._lights, "show", lambda _view, t, _cue: drawn.append(t))
    table.box.press("green1")
    table.box.wait(0.3)
    before, pictures = len(drawn), {table.picture().tobytes()}
    for _ in range(4):
        table.box.wait(0.05)
        pictures.add(table.picture().tobytes())
    assert len(pictures) > 3
    assert len(drawn) == before
    table.box.release("green1")
    table.pull_the_plug()


NEXT_LIFE: tuple[ports.Request, ...] = (
    ports.KeepBoard("confirmed = true\n", "board.toml"),
    ports.PlayGame("cat-royal"),
    ports.GoOnWith(1),
    ports.TryPart("display", "en"),
    ports.LearnWiring("en"),
    ports.SwitchPages(is_on=False),
    ports.JoinWifi(ports.WifiNetwork("home", "secret words")),
    ports.PutBack(),
)


@pytest.mark.parametrize("request_", NEXT_LIFE, ids=lambda request: type(request).__name__)
def test_what_the_box_was_asked_for_has_no_other_picture_before_it_than_one_moment(
    request_: ports.Request, tmp_path: Path
) -> None:
    """The next life takes its time to load, and the last picture stands until then."""
    assert {*map(type, NEXT_LIFE), ports.ShutDown} == set(get_args(ports.Request))
    table = SteppedBox(tmp_path)
    table.box.wait(RESTED_S)
    before, shown = table.picture().tobytes(), list[bytes]()
    table.box.watch = lambda: shown.append(table.picture().tobytes())
    table.box.box.table.menu.request = request_
    table.box.wait(1.0)
    assert len({*shown} - {before}) == 1
    title = "Cat Royal" if isinstance(request_, ports.PlayGame) else "Galopp Royal"
    opening = table.box.box.table.opening()
    assert (opening.title, opening.lines) == (verbatim(title), (text("One moment."),))
    assert shown[-1] == draw(opening, translator("en"), due(table.box.now)).tobytes()
    table.box.watch = None
    table.pull_the_plug()


def test_a_board_that_could_not_be_kept_brings_the_question_back(tmp_path: Path) -> None:
    table = SteppedBox(tmp_path)
    table.box.wait(RESTED_S)
    table.box.box.table.menu.request = ports.KeepBoard("confirmed = true\n", "board.toml")
    table.box.wait(1.0)
    table.box.box.table.go_on_with_this_board(table.box.now)
    table.box.wait(1.0)
    view = table.box.box.table.view(table.box.now)
    assert (view.title, view.notice) == (text("Who plays?"), text("Board not kept: disk full or broken."))
    table.screen()
    table.pull_the_plug()
