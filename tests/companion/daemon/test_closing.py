"""Closing closes every part, even if an earlier part fails, and no part's error changes the reason of the stop."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest

from companion.config import Config, GameSettings, PagesSettings, TwinSettings
from companion.daemon import life, start
from companion.daemon.display import twin_display
from companion.daemon.home import HomePages
from companion.daemon.live import Live
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.journal.journal import Journal
from companion.kit.seats import COLOURS
from companion.kit.text import speak
from companion.match.history import NewGame
from companion.players.play import begin
from companion.table.ports import GoOnWith, KeepBoard, PlayGame, Request, ShutDown, SwitchPages, TryPart
from companion.testing.whole_games import SEED
from hardware.closing import close_all
from tests.ports import free_port

STEPS = (
    "companion.daemon.live:Live.close",
    "companion.daemon.live:Live.good_night",
    "companion.daemon.page:TwinPage.stop",
    "companion.daemon.projector:Projector.close",
    "companion.daemon.home:HomePages.stop",
    "companion.daemon.library:Library.close",
    "companion.daemon.reports:Reports.close",
    "companion.daemon.twin:Twin.close",
    "companion.journal.file:File.release",
    "companion.journal.journal:Journal.shut",
    "companion.players.mind:BotProcess.close",
    "companion.players.stand_in:StandIn.close",
    "companion.table.table:Table.good_night",
    "companion.web.server:Server.stop",
    "hardware.buzzer:Buzzer.close",
    "hardware.keys:Keys.close",
    "hardware.keys:_Key.close",
    "hardware.line:SerialLine.close",
    "hardware.oled:Oled.close",
    "hardware.strip:Strip.close",
    "hardware.twin.controller:Controller.close",
    "hardware.twin.controller:Controller.stop",
    "hardware.twin.controller:Controller.unplug",
    "hardware.twin.port_folder:PortFolder.close",
    "hardware.worker:Worker.close",
)
"""Every method that closes something when a life of the box ends."""
WORDS = ("close", "stop", "shut", "unplug", "release", "good_night")
NOT_OURS = {"companion.daemon.live:Live.stop"}
"""It only requests the end, and closes nothing itself."""
ASKED: tuple[Request, ...] = (
    KeepBoard("confirmed = true\n", GALOPP_ROYAL.board_name),
    PlayGame("cat-royal"),
    GoOnWith(1),
    ShutDown(),
)


PORT = "companion.daemon.page:TwinPage.stop"
"""Its port: if it is never closed, the next life cannot open it."""
GALOPP = ("Galopp Royal", False)


class Broken(Exception):
    """The error of a part that cannot be closed."""


def a_game_of_another_evening(folder: Path) -> None:
    journal = Journal(folder)
    rules = GALOPP_ROYAL
    journal.begin(NewGame(rules.name, rules.header(begin(rules, 3, COLOURS, {})), SEED, (1, 2, 3)))
    journal.close()
    journal.shut()


def config(folder: Path) -> Config:
    pages, page = PagesSettings("lo", 0), TwinSettings(free_port())
    game = GameSettings("galopp-royal")
    return msgspec.structs.replace(
        Config(), explains=False, state_folder=str(folder), page=page, pages=pages, game=game
    )


def breaks(step: str, monkeypatch: pytest.MonkeyPatch, *, does_it: bool) -> list[Callable[[], object]]:
    """Let the closing of a part raise, after it is done or instead; gives the closings that are still to be done."""
    undone: list[Callable[[], object]] = []
    module, name = step.split(":")
    owner, method = name.split(".")
    kind: Any = getattr(import_module(module), owner)
    close: Callable[..., object] = getattr(kind, method)

    def complain(*given: object, **named: object) -> None:
        if does_it:
            close(*given, **named)
        else:
            undone.append(partial(close, *given, **named))
        raise Broken(step)

    monkeypatch.setattr(kind, method, complain)
    return undone


@contextmanager
def heard_closing(closed: set[str]) -> Iterator[None]:
    """Within it, collect every call of a method with such a name, in any thread, with the name of its class."""

    def look(frame: FrameType, event: str, _: object) -> None:
        name, module = frame.f_code.co_qualname, frame.f_globals.get("__name__", "")
        if event == "call" and name.rpartition(".")[2] in WORDS and module.split(".")[0] in ("companion", "hardware"):
            closed.add(f"{module}:{name}")

    threading.setprofile(look)
    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


class Evening:
    """Lives of a box one after another; the next request ends each of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, asked: tuple[Request | None, ...]) -> None:
        self.played: list[tuple[str, bool]] = []
        """The game of each life, and whether it was running."""
        self.commands: list[tuple[str, ...]] = []
        evening, coming = self, list(asked)

        class Short(Live):
            def run(self) -> Request | None:
                table = self.box.table
                evening.played.append((speak(table.opening().title, str), table.session is not None))
                for worker in self._workers:
                    assert worker.flush(10.0), "each part is open"
                table.menu.request = request = coming.pop(0)
                return request

        def switch_off(command: tuple[str, ...], **_: object) -> subprocess.CompletedProcess[str]:
            self.commands.append(command)
            return subprocess.CompletedProcess(command, returncode=0)

        def serve(pages: HomePages, *given: Any) -> None:
            served(pages, *given)
            assert pages._starting is not None
            pages._starting.join()
            pages._past(*given)  # somebody looks back

        served = HomePages.serve
        monkeypatch.setattr(HomePages, "serve", serve)
        monkeypatch.setattr(life, "Live", Short)
        monkeypatch.setattr(subprocess, "run", switch_off)


def spend(folder: Path, monkeypatch: pytest.MonkeyPatch, broken: Sequence[str], *, does_it: bool) -> set[str]:
    """An evening in which closing these parts raises; every request is still obeyed. Gives the parts that were
    closed."""
    a_game_of_another_evening(folder)
    has_page = PORT in broken
    monkeypatch.setattr(start, "is_pi", lambda: not has_page)
    monkeypatch.setattr(start, "real_display", twin_display)
    evening, closed = Evening(monkeypatch, ASKED), set[str]()
    undone = [breaks(step, monkeypatch, does_it=does_it) for step in broken]
    with heard_closing(closed):
        assert start.play(config(folder)) is None
    close_all(*chain(*undone))
    assert evening.played == [GALOPP, GALOPP, ("Cat Royal", False), ("Galopp Royal", True)]
    assert (folder / GALOPP_ROYAL.board_name).read_text("utf-8").endswith("confirmed = true\n")
    assert evening.commands == [start.POWER_OFF] * (not has_page)
    return closed - NOT_OURS - ({PORT} if not has_page else set())


def of_a_pi() -> list[str]:
    return [step for step in STEPS if step != PORT]


def test_every_part_is_closed_whatever_all_of_them_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert spend(tmp_path, monkeypatch, STEPS, does_it=True) == set(STEPS), "and there are no others"
    said = {entry.getMessage() for entry in caplog.records if entry.levelno >= logging.ERROR}
    assert said == {"a part was not closed as it should be"}, "an engineer can read of it"


@pytest.mark.slow
def test_what_was_asked_for_happens_though_no_part_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ["companion.daemon.live:Live.close", "companion.daemon.home:HomePages.stop"]
    spend(tmp_path, monkeypatch, whole, does_it=False)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # of a server without its socket
@pytest.mark.slow
@pytest.mark.parametrize("does_it", [True, False])
@pytest.mark.parametrize("step", of_a_pi())
def test_what_was_asked_for_happens_whatever_a_part_says(
    step: str, does_it: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    closed = spend(tmp_path, monkeypatch, [step], does_it=does_it)
    assert not does_it or closed == set(of_a_pi())
    assert "a part was not closed as it should be" in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("errand", [SwitchPages(is_on=True, network="lo"), TryPart("keys", "de"), None])
def test_nor_does_it_change_any_other_end(
    errand: Request | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "is_pi", lambda: True)
    monkeypatch.setattr(start, "real_display", twin_display)
    asked = (errand, None) if isinstance(errand, SwitchPages) else (errand,)
    evening = Evening(monkeypatch, asked)
    for step in of_a_pi():
        breaks(step, monkeypatch, does_it=True)
    assert start.play(config(tmp_path)) == (errand if isinstance(errand, TryPart) else None)
    assert len(evening.played) == len(asked)
    assert evening.commands == []
