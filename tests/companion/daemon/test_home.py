"""Pages in a network: off unless asked for, on their own port or one that systemd hands over, with doors that last.

How the port comes and goes under a running systemd: tests/wiring/test_companion_pages.py.
"""

from __future__ import annotations

import errno
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread

import msgspec
import pytest

from companion.config import Config, GameSettings, PagesSettings
from companion.daemon import assembly, home, own_wifi, whereabouts
from companion.daemon.home import HomePages, OtherPort, home_pages, switch_pages
from companion.daemon.live import Live
from companion.daemon.locks import read_locks
from companion.daemon.parts import twin_parts
from companion.daemon.switch import FILE, MARK, WIFI_MARK, Switch, keep_switch, read_switch
from companion.journal.journal import Journal
from companion.kit.errors import BadConfig
from companion.kit.text import text, verbatim
from companion.kit.view import View
from companion.table.ports import JoinWifi, SwitchPages, WifiNetwork
from companion.web.pages.doors import CODE_S
from companion.web.port import bind_at_home
from companion.web.words import home_words
from tests import disk


def config(folder: Path, interface: str | None = "lo", port: int = 0) -> Config:
    pages, game = PagesSettings(interface, port), GameSettings("galopp-royal")
    return msgspec.structs.replace(Config(), explains=False, state_folder=str(folder), pages=pages, game=game)


def opened(folder: Path, interface: str = "lo", port: int = 0) -> HomePages:
    pages = home_pages(config(folder, interface, port))
    assert pages is not None
    return pages


# --- the port --------------------------------------------------------------------------------------------------------


def test_without_the_setting_there_are_none(tmp_path: Path) -> None:
    assert Config().pages.interface is None
    assert home_pages(config(tmp_path, None)) is None
    assert list(tmp_path.iterdir()) == []


def test_a_taken_port_is_told_to_the_owner(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(BadConfig, match=rf"pages: port {port} cannot be used \(Address already in use\)"):
            home_pages(config(tmp_path, port=port))


def test_switched_on_at_the_box_a_taken_port_keeps_nobody_from_playing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    keep_switch(tmp_path, Switch(is_on=True, interface="lo"))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert home_pages(config(tmp_path, None, port)) is None
    assert caplog.messages == [
        f"pages: port {port} cannot be used (Address already in use); stop what uses it, "
        "or name another one: pages.port in the settings"
    ]


def test_a_shipped_port_that_is_taken_goes_on_to_the_next_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        shipped = other.getsockname()[1]
        monkeypatch.setattr(home, "PAGES_PORT", shipped)
        pages = home_pages(msgspec.structs.replace(config(tmp_path), pages=PagesSettings("lo")))
        assert pages is not None
        assert pages.address is not None
        there = int(pages.address.partition(":")[2])
        pages.stop()
    assert there > shipped
    assert caplog.messages == [f"pages: port {shipped} is in use; they are at port {there}"]


def test_a_unit_without_network_says_who_knows_more_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def shut(_port: int) -> socket.socket:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    monkeypatch.setattr(home, "bind_at_home", shut)
    assert home_pages(config(tmp_path)) is None
    assert caplog.messages == ["pages: systemd has not opened their port; companion doctor says why"]


# --- switched at the box ---------------------------------------------------------------------------------------------


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if systemd had started the box, without a port; gives the folder that it would hand over."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


def handed_over(monkeypatch: pytest.MonkeyPatch, sock: socket.socket | None) -> None:
    """As if systemd had handed a port over."""
    monkeypatch.setattr(home, "passed", lambda _name: None if sock is None else sock.fileno())


def test_switched_on_without_systemd_they_are_there_in_the_next_life_and_switched_off_they_are_not(
    tmp_path: Path,
) -> None:
    settings = config(tmp_path, None)
    assert switch_pages(settings, SwitchPages(is_on=True, network="lo"))
    pages = home_pages(settings)
    assert pages is not None
    assert (pages.address or "").startswith("127.0.0.1:")
    pages.stop()
    assert switch_pages(settings, SwitchPages(is_on=False))
    assert home_pages(settings) is None
    assert [path.name for path in tmp_path.iterdir()] == [FILE], "systemd is asked for nothing"


def test_switched_off_at_the_box_the_settings_count_no_more_and_switched_on_again_their_network_does(
    tmp_path: Path,
) -> None:
    settings = config(tmp_path)
    switch_pages(settings, SwitchPages(is_on=False))
    assert home_pages(settings) is None
    switch_pages(settings, SwitchPages(is_on=True))
    pages = home_pages(settings)
    assert pages is not None
    assert pages.address is not None
    pages.stop()


def test_systemd_is_asked_for_the_port_and_for_a_new_start(service: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = config(service, None)
    with pytest.raises(OtherPort):
        switch_pages(settings, SwitchPages(is_on=True, network="lo"))
    assert (service / MARK).exists()
    with bind_at_home(0) as sock:
        handed_over(monkeypatch, sock)
        pages = home_pages(settings)
        assert pages is not None
        assert pages.address == f"127.0.0.1:{sock.getsockname()[1]}"
        pages.stop()
        with pytest.raises(OtherPort):
            switch_pages(settings, SwitchPages(is_on=False))
    assert not (service / MARK).exists()
    handed_over(monkeypatch, None)
    assert home_pages(settings) is None


def test_what_the_settings_say_is_asked_of_systemd_once(service: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):  # as often as they are changed
        with pytest.raises(OtherPort):
            home_pages(config(service))
        pages = home_pages(config(service))
        assert pages is not None, "this one has a network of its own"
        pages.stop()
        with socket.create_server(("127.0.0.1", 0)) as sock:
            handed_over(monkeypatch, sock)
            with pytest.raises(OtherPort):
                home_pages(config(service, None))
            assert home_pages(config(service, None)) is None
        handed_over(monkeypatch, None)


def test_a_disk_that_takes_nothing_asks_for_no_new_start(
    service: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with disk.full():
        assert not switch_pages(config(service, None), SwitchPages(is_on=True))
    assert home_pages(config(service, None)) is None
    caplog.clear()
    monkeypatch.setenv("STATE_DIRECTORY", str(service / "nowhere"))
    pages = home_pages(config(service))
    assert pages is not None
    pages.stop()
    assert caplog.messages == [f"{service}/nowhere/{MARK}: not changed: No such file or directory"]


def test_the_only_network_is_taken_and_kept_and_what_is_news_stays_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there: dict[str, str] = {}
    monkeypatch.setattr(home, "networks", lambda _sock: there)
    settings = config(tmp_path, None)
    switch_pages(settings, SwitchPages(is_on=True))
    pages = home_pages(settings)
    assert pages is not None
    assert (pages.address, pages.networks) == (None, ())

    def play(live: Live, _: HomePages) -> None:
        pages.serve(live.open_pages(home_words))
        there.update(eth0="10.0.0.6", wlan0="10.0.0.7")
        time.sleep(0.3)
        assert read_switch(tmp_path) == Switch(is_on=True, is_news=True), "nobody has said which"
        del there["eth0"], there["wlan0"]
        there.update(lo="127.0.0.1")
        until(lambda: pages.address is not None)
        until(lambda: pages._server is not None)

    monkeypatch.setattr(home, "RETRY_S", 0.05)
    with_box(tmp_path / "box", play)
    pages.stop()
    assert read_switch(tmp_path) == Switch(is_on=True, interface="lo", is_news=True)


HANDED_OVER = """
import os, sys
os.environ["LISTEN_PID"] = str(os.getpid())
from pathlib import Path
from tests.companion.daemon.test_home import opened
for _ in range(2):  # one life of a box after another
    pages = opened(Path(sys.argv[1]))
    print(pages.invite(1, 0.0).address, flush=True)
    pages.stop()
"""


def test_a_port_that_systemd_hands_over_is_taken_by_each_life_of_the_box(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        address = f"127.0.0.1:{sock.getsockname()[1]}"
        environment = {**os.environ, "LISTEN_FDS": "2", "LISTEN_FDNAMES": "other:pages"}

        def hand_over() -> None:
            os.dup2(sock.fileno(), 4)

        ran = subprocess.run(
            [sys.executable, "-c", HANDED_OVER, str(tmp_path)],
            env=environment,
            pass_fds=(4,),
            preexec_fn=hand_over,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stdout.split()) == (0, [address, address]), ran.stderr


# --- the network -----------------------------------------------------------------------------------------------------


def test_an_invitation_has_address_and_code_and_its_time(tmp_path: Path) -> None:
    pages = opened(tmp_path)
    invitation = pages.invite(2, 50.0)
    assert invitation is not None
    assert invitation.link == f"http://{invitation.address}/s#{invitation.code}"
    assert invitation.address.startswith("127.0.0.1:")
    assert invitation.until == 50.0 + CODE_S
    pages.stop()


def test_where_they_are_is_noted_as_long_as_they_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "NOTE_S", 0.01)
    whereabouts.keep(tmp_path, "http://10.9.8.7/")
    assert home_pages(config(tmp_path, None)) is None
    assert whereabouts.read(tmp_path) == "", "they are off"

    def play(live: Live, pages: HomePages) -> None:
        pages.serve(live.open_pages(home_words))
        first = pages.address
        until(lambda: whereabouts.read(tmp_path) == f"http://{first}/")
        monkeypatch.setattr(HomePages, "address", property(lambda _: "127.0.0.2:8080"))
        until(lambda: whereabouts.read(tmp_path) == "http://127.0.0.2:8080/")
        monkeypatch.setattr(HomePages, "address", property(lambda _: None))
        until(lambda: whereabouts.read(tmp_path) == "")
        monkeypatch.undo()
        monkeypatch.setattr(home, "NOTE_S", 0.01)
        until(lambda: whereabouts.read(tmp_path) != "")

    with_box(tmp_path, play)
    assert whereabouts.read(tmp_path) == ""


def test_in_no_network_nobody_is_invited_and_stopping_waits_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "RETRY_S", 60.0)
    pages = opened(tmp_path, "nowhere0")
    assert pages.invite(1, 0.0) is None
    with_box(tmp_path, lambda live, _: pages.serve(live.open_pages(home_words)))
    began = time.monotonic()
    pages.stop()
    assert time.monotonic() - began < 10.0


@pytest.mark.slow
def test_what_only_the_owner_or_a_look_back_needs_is_not_loaded_with_the_pages() -> None:
    loads = "import sys, companion.daemon.pages, companion.web.pages.app, companion.web.server; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True).stdout.split()
    assert "companion.web.pages.owner" in told
    later = {"companion.daemon.library", "companion.match.report", "companion.version", "importlib.metadata", "html"}
    assert later.isdisjoint(told)


def test_a_port_bound_to_another_network_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    pages = opened(tmp_path)
    pages._sock.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"lo")
    pages._interface = "eth9"
    with_box(tmp_path, lambda live, _: pages.serve(live.open_pages(home_words)))
    pages.stop()
    assert caplog.messages == ["pages: eth9 cannot be used: it is bound to lo"]


# --- a box -----------------------------------------------------------------------------------------------------------


def with_box(folder: Path, do: Callable[[Live, HomePages], None]) -> None:
    """A box that plays, with pages in the network of this computer."""
    pages = opened(folder)
    journal = Journal(folder)
    world = assembly.World(entrance=pages)
    live = Live(assembly.assemble(config(folder), journal, twin_parts, world, time.monotonic()))
    running = Thread(target=live.run)
    try:
        live.open_keys()
        running.start()
        do(live, pages)
    finally:
        live.stop()
        running.join()
        pages.stop()
        live.close()
        journal.shut()


def until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + 10.0
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.02)


def come(link: str) -> tuple[int, str]:
    """Enter with the code of a link, as its page does; gives the door and the cookie."""
    origin, code = link.partition("/s#")[::2]
    headers = {"Content-Type": "application/json", "Origin": origin}
    asked = urllib.request.Request(f"{origin}/enter", json.dumps({"code": code}).encode(), headers)  # noqa: S310
    with urllib.request.urlopen(asked, timeout=10.0) as answer:  # noqa: S310
        return json.load(answer)["door"], answer.headers["Set-Cookie"].partition(";")[0]


def test_a_phone_comes_in_at_a_running_box_and_its_key_outlasts_a_new_start(tmp_path: Path) -> None:
    keys: list[str] = []

    def play(live: Live, pages: HomePages) -> None:
        twin, table = live._parts.twin, live.box.table
        assert twin is not None
        pages.serve(live.open_pages(home_words))
        until(lambda: pages._server is not None)
        twin.press("red2")
        twin.hold("red2", 0.0)
        twin.release("red2", 0.1)
        until(lambda: table.view(time.monotonic()).qr != "")
        link = table.view(time.monotonic()).qr
        door, key = come(link)
        assert door == 2
        keys.append(key.partition("=")[2])
        until(lambda: table.view(time.monotonic()).qr == "")
        said = table.view(time.monotonic()).notice
        assert said == text("{name}'s phone is in.", name=text("Blue"))

    with_box(tmp_path, play)
    again = opened(tmp_path)
    assert again._doors.opened_by(keys[0]) == 2
    again.begin_game(time.monotonic())
    assert again._doors.opened_by(keys[0]) is None, "it has not been here on this evening"
    assert read_locks(tmp_path) == {}
    again.shut()
    assert again._doors.opened_by(keys[0]) is None
    again.stop()
    assert keys[0] not in "".join(path.read_text("latin-1") for path in tmp_path.iterdir())


# --- the box's own Wi-Fi ---------------------------------------------------------------------------------------------

AT_HOME = WifiNetwork("Heimnetz", "12345678")


class Told:
    """Takes the news for the table."""

    def __init__(self) -> None:
        self.news: list[View] = []

    def tell(self, news: View) -> None:
        self.news.append(news)


def answered(folder: Path, monkeypatch: pytest.MonkeyPatch, **told: object) -> None:
    """As companion-wifi.service answers the last wish; its radio is this computer's own `lo`."""
    asked = own_wifi.read_wish(folder)
    assert asked is not None
    (folder / "answer").write_text(json.dumps({"number": asked.number, "device": "lo", **told}))
    monkeypatch.setattr(own_wifi, "answer", partial(own_wifi.answer, file=folder / "answer"))


def in_wifi(folder: Path, asked: SwitchPages | JoinWifi) -> HomePages:
    """The pages of the life of the box after this request."""
    settings = config(folder, None)
    assert switch_pages(settings, asked)
    pages = home_pages(settings)
    assert pages is not None
    return pages


def test_asked_for_systemd_is_to_open_it_and_switched_off_to_close_it(
    service: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed_over(monkeypatch, None)
    with pytest.raises(OtherPort):
        switch_pages(config(service, None), SwitchPages(is_on=True, is_own=True))
    assert {path.name for path in service.iterdir()} >= {FILE, MARK, own_wifi.FILE, WIFI_MARK}
    with pytest.raises(OtherPort):
        switch_pages(config(service, None), SwitchPages(is_on=True, network="lo"))
    assert not (service / WIFI_MARK).exists()
    assert (service / MARK).exists()


def test_until_it_is_open_there_is_no_address_and_then_it_is_that_of_its_radio(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages, told = in_wifi(tmp_path, SwitchPages(is_on=True, is_own=True)), Told()
    asked = own_wifi.read_wish(tmp_path)
    assert asked is not None
    assert pages.own_wifi == asked.own
    pages._look_at_wifi(told)  # type: ignore[arg-type]
    is_somewhere = pages.address is not None
    answered(tmp_path, monkeypatch)
    pages._look_at_wifi(told)  # type: ignore[arg-type]
    assert not is_somewhere
    assert (pages.address or "").startswith("127.0.0.1")
    assert pages.own_wifi == asked.own
    assert told.news == []
    pages.stop()


def test_if_it_does_not_open_the_display_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages, told = in_wifi(tmp_path, SwitchPages(is_on=True, is_own=True)), Told()
    answered(tmp_path, monkeypatch, device="")
    pages._look_at_wifi(told)  # type: ignore[arg-type]
    assert told.news == [own_wifi.NO_WIFI]
    assert (pages.own_wifi, pages.address) == (None, None)
    pages.stop()


def test_once_in_the_home_network_the_box_stays_there_and_forgets_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages, told = in_wifi(tmp_path, JoinWifi(AT_HOME)), Told()
    assert (pages.trying, pages.own_wifi) == (AT_HOME, None)
    answered(tmp_path, monkeypatch, is_home=True)
    pages._look_at_wifi(told)  # type: ignore[arg-type]
    assert [view.lines for view in told.news] == [(verbatim("Heimnetz"), text("The box is in it."))]
    assert (pages.own_wifi, pages.trying) == (None, None)
    assert (pages.address or "").startswith("127.0.0.1")
    assert read_switch(tmp_path) == Switch(is_on=True, interface="lo")
    assert AT_HOME.password not in (tmp_path / own_wifi.FILE).read_text()
    pages.stop()


def test_turned_away_from_home_the_box_is_in_its_own_wifi_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages, told = in_wifi(tmp_path, JoinWifi(AT_HOME)), Told()
    answered(tmp_path, monkeypatch, why="password")
    pages._look_at_wifi(told)  # type: ignore[arg-type]
    assert [view.lines[1] for view in told.news] == [text("Wrong password.")]
    assert pages.own_wifi is not None
    switch = read_switch(tmp_path)
    assert switch is not None
    assert switch.is_own
    assert AT_HOME.password not in (tmp_path / own_wifi.FILE).read_text()
    pages.stop()


def test_on_a_full_disk_nothing_is_switched(tmp_path: Path) -> None:
    with disk.full():
        assert not switch_pages(config(tmp_path, None), JoinWifi(AT_HOME))
