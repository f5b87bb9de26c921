"""Starting on a Pi: without display and lights it says so in one line each, and runs until it is told to stop."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import time
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Timer

import msgspec
import pytest
from PIL import Image, ImageChops

from companion.config import Config, PagesSettings, TwinSettings
from companion.daemon import assembly, life, start
from companion.daemon.lasting import Loss
from companion.daemon.live import Live
from companion.daemon.signals import ended_by_signals
from companion.daemon.switch import MARK, NO_PORT, PAGES_OFF, read_switch
from companion.daemon.systemd import FOR_A_PI
from companion.daemon.telling import HELP
from companion.daemon.wired import Wired, WiredDisplay, WiredLights, keep_wired
from companion.faces import oled
from companion.faces.drift import HOME
from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.journal.file import FILE
from companion.journal.journal import Journal
from companion.kit.text import Text, text, verbatim
from companion.kit.view import View
from companion.locale import translator
from companion.table.controls import Press
from companion.table.ports import KeepBoard, LearnWiring, PlayGame, Request, ShutDown, SwitchPages, TryPart
from companion.table.saving import GOOD_NIGHT, NOT_SAVED
from hardware.edge import Edge
from hardware.keys import Keys
from hardware.pins import PinMap, SeatPins, read_pins
from tests import disk
from tests.companion.daemon.test_systemd import Ear
from tests.companion.games.nim import NIM
from tests.companion.games.offered import offer
from tests.hardware.fake_rpi_ends import fake_rpi_pins
from tests.ports import free_port
from wiring.diagram import FOLDER

BOARD = GALOPP_ROYAL.board_name


def config(folder: Path) -> Config:
    return msgspec.structs.replace(Config(), explains=False, state_folder=str(folder), page=TwinSettings(free_port()))


@pytest.mark.slow
def test_a_pi_without_display_and_lights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(start, "is_pi", lambda: True)
    monkeypatch.setattr("hardware.keys.open_real_pins", lambda: None)  # fake-rpi is below gpiozero already
    monkeypatch.setattr("hardware.strip.BY_ID", tmp_path / "no-serial-ports")

    class Ended(Live):
        def run(self) -> Request | None:
            Timer(2.0, os.kill, (os.getpid(), signal.SIGTERM)).start()
            return super().run()

    monkeypatch.setattr(life, "Live", Ended)
    with fake_rpi_pins(read_pins()) as fingers:
        fingers.press("green2")
        assert start.play(config(tmp_path)) is None
    said = [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.WARNING]
    assert sum(line.startswith("display: ") for line in said) == 1
    assert sum(line.startswith("lights: ") for line in said) == 1
    assert len(said) == 2


@pytest.mark.parametrize("is_pi", [True, False])
def test_with_another_board_the_box_starts_anew_until_it_is_shut_down(
    is_pi: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lives: list[Request] = [KeepBoard("confirmed = true\n", BOARD), ShutDown()]
    called: list[tuple[str, ...]] = []
    monkeypatch.setattr(start, "is_pi", lambda: is_pi)
    told: list[Text | None] = []

    def live(_config: Config, _journal: Journal, said: Text | None, _file: Path | None) -> Request:
        told.append(said)
        return lives.pop(0)

    monkeypatch.setattr(start, "_live", live)

    def run(command: tuple[str, ...], **_: object) -> subprocess.CompletedProcess[str]:
        called.append(command)
        return subprocess.CompletedProcess(command, returncode=1)

    monkeypatch.setattr(subprocess, "run", run)
    assert start.play(msgspec.structs.replace(Config(), state_folder=str(tmp_path))) is None
    assert lives == []
    assert told == [None, text("The board is kept.")]
    assert called == [start.POWER_OFF] * is_pi
    assert ("could not be switched off" in capsys.readouterr().err) == is_pi


@pytest.mark.parametrize("errand", [TryPart("keys", "de"), LearnWiring("de")])
def test_what_needs_the_box_opened_ends_this_life_and_is_handed_on_without_a_word_to_systemd(
    errand: Request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr("companion.daemon.live.Systemd.stopping", lambda _self: told.append("stopping"))

    class Asked(Live):
        def _play(self) -> Request | None:
            self.box.table.menu.request = errand
            return super()._play()

    monkeypatch.setattr(life, "Live", Asked)
    assert start.play(config(tmp_path)) == errand
    assert told == []


def test_a_stop_while_the_keys_are_opened_and_pages_begin_is_raised_nowhere_and_ends_the_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopping(Live):
        """Is told to stop while other threads may import."""

        def open_keys(self) -> Keys:
            os.kill(os.getpid(), signal.SIGTERM)
            return super().open_keys()

    monkeypatch.setattr(life, "Live", Stopping)
    with ended_by_signals():
        assert start.play(config(tmp_path)) is None


def test_the_games_are_put_away_before_the_last_picture_says_that_it_is_safe_to_unplug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "state"
    seen: list[str] = []

    class Bedtime(Live):
        def run(self) -> Request | None:
            box = self.box
            box.table.press(Press(1, "green", "tap"), time.monotonic())
            box.table.menu.language = "de"
            box.table._ledger.keep_language("de")
            box.table.menu.language = "de"
            Journal.keep_language(box.table._ledger, "de")  # type: ignore[arg-type]
            assert (folder / f"{FILE}-wal").stat().st_size > 0, "not all of it is in the file yet"
            box.table.menu.request = ShutDown()
            return box.table.request

        def good_night(self) -> None:
            seen.extend(sorted(path.name for path in folder.iterdir()))
            Journal(folder).shut()  # nobody else is at work there
            super().good_night()
            self._screen.flush(10.0)
            assert self._parts.twin is not None
            picture = self._parts.twin.chip.picture()
            expected = oled.draw(GOOD_NIGHT, translator("de"))
            assert ImageChops.logical_xor(picture, expected).getbbox() is None

        def close(self) -> None:
            super().close()
            seen.append("on" if self._parts.twin is not None and self._parts.twin.chip.on else "off")

    monkeypatch.setattr(life, "Live", Bedtime)
    monkeypatch.setattr("companion.daemon.box.due", lambda _t: HOME)
    assert start._run(config(folder)) == ShutDown()
    assert seen == [BOARD, FILE, "lock", "on"], "no part of a game lies beside the file; the picture stays"


def test_what_the_disk_did_not_take_is_said_by_the_last_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Image.Image] = []
    with ExitStack() as disk_fails:

        class Bedtime(Live):
            def run(self) -> Request | None:
                disk_fails.enter_context(disk.full())
                self.box.table._ledger.keep_language("fr")
                self.box.table.menu.request = ShutDown()
                Journal.keep_language(self.box.table._ledger, "fr")  # type: ignore[arg-type]
                self.box.table.menu.request = ShutDown()
                return self.box.table.request

            def good_night(self) -> None:
                super().good_night()
                self._screen.flush(10.0)
                assert self._parts.twin is not None
                seen.append(self._parts.twin.chip.picture())

        monkeypatch.setattr(life, "Live", Bedtime)
        monkeypatch.setattr("companion.daemon.box.due", lambda _t: HOME)
        assert start._run(config(tmp_path)) == ShutDown()
    expected = oled.draw(msgspec.structs.replace(NOT_SAVED, is_saved=False), translator("en"))
    assert ImageChops.logical_xor(seen[0], expected).getbbox() is None


@pytest.mark.parametrize("is_saved", [True, False])
def test_a_board_that_the_disk_does_not_take_ends_no_life(
    is_saved: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[Text | None] = []
    requests: list[Request] = [ShutDown(), *[KeepBoard("confirmed = true\n", BOARD)] * 2]
    with ExitStack() as disk_fails:

        class Measured(Live):
            def run(self) -> Request | None:
                if len(requests) == 3:
                    disk_fails.enter_context(disk.full())
                    if not is_saved:
                        self.box.table._ledger.keep_language("fr")
                        self.box.table.tick(time.monotonic())
                elif len(requests) == 2:
                    said.append(self.box.table.view(time.monotonic()).notice)
                    assert not (tmp_path / BOARD).read_text(encoding="utf-8").endswith("\nconfirmed = true\n")
                    disk_fails.close()
                    self.box.table._ledger.keep_language("de")
                self.box.table.menu.request = requests.pop()
                return self.box.table.request

        monkeypatch.setattr(life, "Live", Measured)
        assert start.play(config(tmp_path)) is None
    assert requests == [], "the next life had the new board"
    assert said == [text("Board not kept: disk full or broken.")]
    assert (tmp_path / BOARD).read_text(encoding="utf-8").endswith("\nconfirmed = true\n")
    assert not (tmp_path / f"{BOARD}.new").exists(), "nothing half-written is left"


def test_another_game_is_played_in_the_next_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, GALOPP_ROYAL, NIM)
    monkeypatch.setattr(start, "is_pi", lambda: False)
    seen: list[Text] = []
    moments: list[int] = []
    requests: list[Request] = [ShutDown(), PlayGame("nim")]

    class Short(Live):
        def run(self) -> Request | None:
            table = self.box.table
            seen.extend((table.opening().title, table.view(time.monotonic()).title))
            moments.append(next(table.joining._moments))
            table.menu.request = requests.pop()
            return table.request

    monkeypatch.setattr(life, "Live", Short)
    assert start.play(config(tmp_path)) is None
    assert seen[:2] == [verbatim("Galopp Royal"), text("Which game?")]
    assert seen[2:] == [verbatim("Nim"), text("Who plays?")], "it has been said which"
    assert moments[0] != moments[1], "what a phone saw in one says nothing in the other"


def test_a_box_whose_board_has_been_checked_goes_on_with_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "is_pi", lambda: False)
    seen: list[Text] = []
    requests: list[Request] = [ShutDown(), KeepBoard("confirmed = true\n", BOARD)]

    class Short(Live):
        def run(self) -> Request | None:
            seen.append(self.box.table.view(time.monotonic()).title)
            self.box.table.menu.request = requests.pop()
            return self.box.table.request

    monkeypatch.setattr(life, "Live", Short)
    assert start.play(config(tmp_path)) is None
    assert seen == [text("Which game?"), text("Who plays?")]


def test_pages_are_switched_on_and_off_between_two_lives_and_each_time_the_display_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "is_pi", lambda: False)
    seen: list[View] = []
    requests: list[Request] = [ShutDown(), SwitchPages(is_on=False), PlayGame("cat-royal"), SwitchPages(True, "lo")]

    class Short(Live):
        def run(self) -> Request | None:
            table = self.box.table
            seen.append(table.view(time.monotonic()))
            table.menu.request = requests.pop()
            return table.request

        def close(self) -> None:
            if isinstance(self.box.table.request, SwitchPages):
                self._screen.flush(1.0)
                seen.append(self.box.table.opening())
                assert self._parts.twin is not None
                picture = oled.draw(self.box.table.opening(), translator("en"))
                assert ImageChops.logical_xor(self._parts.twin.chip.picture(), picture).getbbox() is None
            super().close()

    monkeypatch.setattr(life, "Live", Short)
    monkeypatch.setattr("companion.daemon.box.due", lambda _t: HOME)
    settings = config(tmp_path)
    port = free_port()
    assert start.play(msgspec.structs.replace(settings, pages=PagesSettings(port=port))) is None
    link = f"http://127.0.0.1:{port}/"
    assert [view.qr for view in seen] == ["", "", link, "", "", ""], "it is told once"
    assert (seen[-1].title, seen[-1].lines) == (PAGES_OFF.title, PAGES_OFF.lines)


def test_pages_whose_port_is_taken_are_told_of_and_the_box_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "is_pi", lambda: False)
    seen: list[View] = []
    requests: list[Request] = [ShutDown(), SwitchPages(True, "lo")]

    class Short(Live):
        def run(self) -> Request | None:
            seen.append(self.box.table.view(time.monotonic()))
            self.box.table.menu.request = requests.pop()
            return self.box.table.request

    monkeypatch.setattr(life, "Live", Short)
    with socket.create_server(("127.0.0.1", 0)) as other:
        pages = PagesSettings(port=other.getsockname()[1])
        assert start.play(msgspec.structs.replace(config(tmp_path), pages=pages)) is None
    assert [view.lines for view in seen[1:]] == [NO_PORT.lines]


def test_a_switch_that_the_disk_does_not_take_is_said_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "is_pi", lambda: False)
    said: list[Text | None] = []
    requests: list[Request] = [ShutDown(), SwitchPages(True, "lo")]
    with ExitStack() as disk_fails:

        class Short(Live):
            def run(self) -> Request | None:
                said.append(self.box.table.view(time.monotonic()).notice)
                self.box.table.menu.request = request = requests.pop()
                if isinstance(request, SwitchPages):
                    disk_fails.enter_context(disk.full())
                return request

        monkeypatch.setattr(life, "Live", Short)
        assert start.play(config(tmp_path)) is None
    assert said == [None, text("Not kept: disk full or broken.")]
    assert read_switch(tmp_path) is None


def test_systemd_starts_a_box_anew_that_ends_with_what_its_unit_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "is_pi", lambda: False)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))

    class Short(Live):
        def run(self) -> Request | None:
            self.box.table.menu.request = SwitchPages(is_on=True)
            return self.box.table.request

    monkeypatch.setattr(life, "Live", Short)
    with pytest.raises(SystemExit) as ended:
        start.play(config(tmp_path))
    unit = (FOLDER / "companion.service").read_text("utf-8")
    assert f"\nSuccessExitStatus={ended.value.code}\n" in unit
    assert f'"$EXIT_STATUS" != {ended.value.code} ' in unit
    assert (tmp_path / MARK).exists()


def test_the_service_where_there_is_no_pi_says_so_and_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address, folder = str(tmp_path / "notify"), tmp_path / "games"
    settings = config(folder)
    monkeypatch.setattr(start, "is_pi", lambda: False)
    monkeypatch.setattr(start, "may_listen", lambda: False)
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    with closing(Ear(address)) as ear:
        assert start.play(settings) is None
        assert ear.heard() == [f"STATUS={FOR_A_PI}", "READY=1"], "no failed start"
    assert capsys.readouterr().err == f"companion: {FOR_A_PI}. {HELP}.\n"
    assert not folder.exists()


def test_a_box_is_wired_as_its_owner_has_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pins = PinMap((SeatPins(5, 6), SeatPins(16, 26)), table=17, buzzer=18, i2c_bus=1)
    keep_wired(tmp_path, Wired(pins, WiredDisplay("sh1106", 0x3D), WiredLights("/dev/serial/by-id/usb", 50, "grb")))
    seen: list[object] = []

    class Short(Live):
        def run(self) -> Request | None:
            twin = self._parts.twin
            assert twin is not None
            self._screen.flush(1.0)
            assert twin.chip.picture().getbbox() is not None
            twin.press("green2")
            twin.press("green3")  # not wired
            came = [self._inbox.get(timeout=1.0) for _ in range(3)]
            edges = [each.key for each in came if isinstance(each, Edge)]
            seen.extend([edges, self._inbox.empty(), len(twin.controller.colours), self._parts.order])
            return None

    monkeypatch.setattr(life, "Live", Short)
    assert start._run(config(tmp_path)) is None
    assert seen == [["green2"], True, 50, "grb"]


class Enough(Exception):
    """The start has come as far as the test wants it."""


@pytest.mark.parametrize("is_pi", [True, False])
@pytest.mark.parametrize("is_lost", [True, False])
def test_where_games_would_be_lost_is_said_once_and_only_a_real_box_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_pi: bool, is_lost: bool
) -> None:
    lost = Loss("lies in memory", "give it another place")
    monkeypatch.setattr(start, "is_pi", lambda: is_pi)
    monkeypatch.setattr(start, "loss_here", lambda _folder: lost if is_lost else None)
    lasts: list[bool] = []

    def assemble(_config: Config, _journal: Journal, _parts: object, world: assembly.World, _t: float) -> None:
        lasts.append(world.lasts)
        raise Enough

    monkeypatch.setattr(assembly, "assemble", assemble)
    with pytest.raises(Enough):
        start._run(config(tmp_path))
    assert lasts == [not (is_pi and is_lost)]
    said = f"companion: {tmp_path} lies in memory; give it another place. {HELP}.\n" if is_lost else ""
    assert capsys.readouterr().err == said
