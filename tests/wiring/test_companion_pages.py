"""The pages' port under a running systemd: shut as it comes; switched on by the settings or at the box's own keys, it
is the box's, which still has no network.

In clean systems of Debian 12 and 13 the box's real units run a Pi's box; a phone is a network of its own, joined to the
system's by a cable (veth). Fingers press pins below gpiozero; what is read is what the display is given to draw.
"""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Error, Page, sync_playwright

from companion.config import PagesSettings
from companion.daemon.switch import MARK
from tests.wiring import debian
from tests.wiring.nspawn import until
from tests.wiring.power_on import BOX, BOX_CHANGES
from tests.wiring.sandbox import Sandbox, System, clean_debian
from wiring.diagram import FOLDER

SERVICE, SOCKET = "companion.service", "companion-pages.socket"
UNIT, BOX_UNIT = ((FOLDER / name).read_text("utf-8") for name in (SOCKET, SERVICE))
HOME = "192.168.77.1"
BY_THE_SETTINGS = '[pages]\ninterface = "home"\n'

# Keys are pressed by a file, `KEY SECONDS`, which is called otherwise until the box has felt and drawn it; the latest
# picture's words are in another. How long a key is down does not depend on how busy the machine is.
KEYS = """
import json, threading, time
from pathlib import Path
from companion.daemon.box import Box
from companion.faces import oled
from companion.kit.text import speak
from hardware.debounce import RELEASE_S

STATE = Path("/var/lib/companion")
stepped, step = [0.0], Box.step

def told(self, t):
    step(self, t)
    stepped[0] = t

Box.step = told

def listen(hand):
    pressing = STATE / "pressing"
    pressing.unlink(missing_ok=True)  # of a box that ended under the finger
    while True:
        if (asked := STATE / "press").exists():
            key, seconds = asked.rename(pressing).read_text().split()
            up = hand.press(key) + float(seconds)
            hand.release(key, up)
            while stepped[0] < up + RELEASE_S:
                time.sleep(0.005)
            pressing.unlink()
        time.sleep(0.01)

def mock_pins(pins):
    from hardware.twin.pins import mock_pins
    threading.Thread(target=listen, args=(mock_pins(pins),), daemon=True).start()

draw = oled.draw

def tell(view, *more):
    words = [speak(said, str) if said else "" for said in (view.title, *view.lines, view.notice)]
    (STATE / "shown.new").write_text(json.dumps([view.qr, *words]))
    (STATE / "shown.new").rename(STATE / "shown")
    return draw(view, *more)

oled.draw = tell
"""
TOUCHED = KEYS + BOX.replace("    from hardware.twin.pins import mock_pins\n", "")
assert TOUCHED.count("mock_pins(wired.pin_map())") == 1
LOOK = """
import json, sys, urllib.error, urllib.request
try:
    with urllib.request.urlopen(sys.argv[1], timeout=5) as answer:
        print(json.dumps([answer.status, answer.read().decode()]))
except urllib.error.HTTPError as error:
    print(json.dumps([error.code, error.read().decode()]))
except OSError as error:
    print(json.dumps([0, str(error)]))
"""


def lines(key: str) -> list[str]:
    return [line.partition("=")[2] for line in UNIT.splitlines() if line.startswith(f"{key}=")]


def test_the_port_is_the_one_that_no_browser_names_and_of_ipv4_alone() -> None:
    assert lines("ListenStream") == ["0.0.0.0:80"]


def test_the_port_comes_and_goes_with_the_box_and_starts_nothing() -> None:
    assert lines("PartOf") == lines("Service") == [SERVICE]
    assert f"\nWants={SOCKET}\n" in BOX_UNIT
    assert lines("DefaultDependencies") == ["no"], "else the box would wait for all that it does not need"


def test_systemd_looks_where_the_box_asks() -> None:
    assert lines("ConditionPathExists") == [f"/var/lib/companion/{MARK}"]
    assert "\nStateDirectory=companion\n" in BOX_UNIT


def test_settings_say_nothing_of_pages_as_they_come() -> None:
    assert PagesSettings().interface is None


MENU, HELD, TAP = ("table", 5.3), ("green1", 0.8), ("green1", 0.08)
JOIN = (HELD, *((f"green{pair}", 0.08) for pair in (1, 2, 3)), HELD, HELD)
"""Skips the first news, begins the game, and skips its first news."""


def _within(phone: subprocess.Popen[bytes], *words: str) -> list[str]:
    return ["nsenter", f"--target={phone.pid}", "--net", *words]


class Place(NamedTuple):
    """A system with a box, and a phone that may be joined to it."""

    machine: Sandbox
    phone: subprocess.Popen[bytes]

    def plug_in(self, name: str, address: str, phones: str) -> None:
        """A cable from the system to the phone."""
        beside = self.machine.beside
        self._cable(self.phone, name, phones)
        beside("ip", "address", "add", f"{address}/24", "dev", name)
        beside("ip", "link", "set", name, "up")

    def join(self, network: str, phone: subprocess.Popen[bytes], at: str) -> None:
        """One more phone in a network of several, a bridge of the system."""
        cable, beside = f"cable{phone.pid}", self.machine.beside
        self._cable(phone, cable, at)
        beside("ip", "link", "set", cable, "master", network, "up")

    def _cable(self, phone: subprocess.Popen[bytes], name: str, at: str) -> None:
        end, pid = f"{name}-phone"[:15], str(phone.pid)
        self.machine.beside("ip", "link", "add", name, "type", "veth", "peer", "name", end, "netns", pid)
        for words in (
            ("address", "add", f"{at}/24", "dev", end),
            ("link", "set", end, "up"),
            ("link", "set", "lo", "up"),
        ):
            subprocess.run(_within(phone, "ip", *words), check=True)

    @property
    def announced(self) -> Path:
        """The file from which avahi would announce the page."""
        return self.machine.root / "etc/avahi/services/companion.service"

    def look(self, address: str) -> tuple[int, str]:
        """The status and the text that the phone gets; status 0: it cannot connect."""
        status, said = json.loads(self._of_phone("python3", "-c", LOOK, f"http://{address}/"))
        return status, said

    def _of_phone(self, *words: str) -> str:
        return subprocess.run(_within(self.phone, *words), check=True, capture_output=True, text=True).stdout

    def press(self, *presses: tuple[str, float]) -> None:
        """Fingers at the box, one after the other."""
        for key, seconds in presses:
            asked = self.machine.root / "var/lib/companion/press"
            asked.with_suffix(".new").write_text(f"{key} {seconds}")
            asked.with_suffix(".new").rename(asked)
            until(lambda asked=asked: not asked.exists(), key)  # type: ignore[misc]  # each its own
            until(lambda asked=asked: not asked.with_name("pressing").exists(), key)  # type: ignore[misc]  # as well
            time.sleep(0.3)

    def shown(self) -> list[str]:
        """What the display shows: the content of a QR code, then the words."""
        told: list[str] = json.loads((self.machine.root / "var/lib/companion/shown").read_text())
        return told

    def choose(self, row: str, key: str = "green1") -> None:
        """Choose a row of the open menu."""
        for _ in range(20):
            if row in self.shown():
                break
            self.press((key, 0.08))
        assert row in self.shown()
        self.press(HELD)

    def open_phones(self) -> None:
        self.press(MENU)
        until(lambda: "Menu" in self.shown(), "the menu")
        self.choose("Phones")

    def state(self) -> tuple[str, str]:
        return self.machine.shows(SERVICE, "ActiveState"), self.machine.shows(SOCKET, "ActiveState")


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def system(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    folder = tmp_path_factory.mktemp(request.param)
    yield clean_debian(request.param, folder)
    shutil.rmtree(folder)


def network(pid: object) -> Path:
    return Path(f"/proc/{pid}/ns/net").readlink()


def unplugged() -> subprocess.Popen[bytes]:
    """A phone with a network of its own, which is joined to none."""
    phone = subprocess.Popen(("unshare", "--net", "sleep", "infinity"))  # noqa: S607  # wherever it is
    until(lambda: network(phone.pid) != network("self"), "its network")
    return phone


@pytest.fixture
def place(system: System, tmp_path: Path) -> Iterator[Place]:
    debian.needs("ip", "nsenter", "unshare")
    changes = {f"{SERVICE}.d/pi.conf": BOX_CHANGES}
    machine = Sandbox(system, tmp_path, changes, "sysinit.target", "--private-network")
    phone = unplugged()
    try:
        (machine.root / "opt/box.py").write_text(TOUCHED)
        (machine.root / "etc/model").write_text("Raspberry Pi made up")
        (machine.root / "etc/avahi/services").mkdir(parents=True)
        settings = machine.root / "etc/companion/companion.toml"
        settings.parent.mkdir()
        settings.write_text('explains = false\n[game]\nname = "galopp-royal"\n')
        yield Place(machine, phone)
    finally:
        machine.halt()
        phone.kill()
        phone.wait()


@pytest.fixture
def opened(place: Place) -> Place:
    """A system whose settings switch pages on before there is any network; then the phone is connected."""
    with (place.machine.root / "etc/companion/companion.toml").open("a") as settings:
        settings.write(BY_THE_SETTINGS)
    assert place.machine.systemctl("restart", SERVICE) == 0
    until(lambda: place.state() == ("active", "active"), "both")
    place.plug_in("home", HOME, "192.168.77.2")
    until(lambda: place.look(HOME)[0] == 200, "a page")
    place.machine.systemctl("reset-failed", SERVICE)  # none of these starts is to count
    return place


@pytest.mark.slow
def test_as_it_comes_nothing_listens(place: Place) -> None:
    assert place.machine.systemctl("start", SERVICE) == 0
    place.plug_in("home", HOME, "192.168.77.2")
    assert place.state() == ("active", "inactive")
    assert place.look(HOME)[0] == 0
    assert not place.announced.exists()


@pytest.mark.slow
def test_a_family_switches_them_on_and_off_at_the_box_in_the_middle_of_a_game(place: Place) -> None:
    machine = place.machine
    assert machine.systemctl("start", SERVICE) == 0
    place.plug_in("home", HOME, "192.168.77.2")
    place.press(*JOIN)
    until(lambda: "a game is on" in machine.shows(SERVICE, "StatusText"), "a game")
    for _ in range(2):  # more starts than may fail
        place.open_phones()
        place.choose("Switch on:")
        until(lambda: place.shown()[0] == f"http://{HOME}/", "its address to be scanned")
        until(lambda: place.look(HOME)[0] == 200, "the page")
        assert place.state() == ("active", "active")
        assert "_http._tcp" in place.announced.read_text()

        place.press(TAP)
        place.open_phones()
        place.choose("Switch off:", "red1")
        until(lambda: place.shown()[1:3] == ["Phones", "switched off"], "that they are off")
        assert place.look(HOME)[0] == 0
        assert place.state() == ("active", "inactive")
        assert not place.announced.exists()
        until(lambda: "a game is on" in machine.shows(SERVICE, "StatusText"), "the same game")
    assert (machine.shows(SERVICE, "NRestarts"), machine.shows(SERVICE, "Result")) == ("0", "success")


@pytest.mark.slow
def test_among_several_networks_the_display_asks_and_the_box_moves_to_another_one(place: Place) -> None:
    machine, other = place.machine, "192.168.88.1"
    assert machine.systemctl("start", SERVICE) == 0
    place.plug_in("home", HOME, "192.168.77.2")
    place.plug_in("other", other, "192.168.88.2")
    place.open_phones()
    place.choose("Switch on:")
    until(lambda: "Which network?" in place.shown(), "the question")
    assert place.look(HOME)[0] == place.look(other)[0] == 0, "nobody comes in before it is answered"
    place.choose("other")
    until(lambda: place.shown()[0] == f"http://{other}/", "its address")
    until(lambda: (place.look(HOME)[0], place.look(other)[0]) == (0, 200), "the page in the other network alone")

    place.press(TAP)
    place.open_phones()
    place.choose("Another network", "red1")
    place.choose("home")
    until(lambda: place.shown()[0] == f"http://{HOME}/", "the other address")
    until(lambda: (place.look(HOME)[0], place.look(other)[0]) == (200, 0), "the page at home alone")


@pytest.mark.slow
def test_a_port_that_another_program_has_is_said_and_the_box_plays(place: Place) -> None:
    machine = place.machine
    assert machine.systemctl("start", SERVICE) == 0
    place.plug_in("home", HOME, "192.168.77.2")
    serve = ("systemd-run", "--unit=other.service", "python3", "-m", "http.server", "80", "--directory=/opt")
    machine.run(*serve)
    until(lambda: place.look(HOME)[0] == 200, "another page")
    place.open_phones()
    place.choose("Switch on:")
    until(lambda: "cannot come in:" in place.shown(), "that nobody can come in")
    until(lambda: place.state() == ("active", "failed"), "the end of its start")
    machine.systemctl("stop", "other.service")
    place.open_phones()
    place.choose("Switch on:")
    until(lambda: place.shown()[0] == f"http://{HOME}/", "its address, the second time")
    until(lambda: "<!doctype html>" in place.look(HOME)[1], "the page")


@pytest.mark.slow
def test_opened_there_is_a_page_in_its_network_and_in_no_other(opened: Place) -> None:
    opened.plug_in("other", "192.168.88.1", "192.168.88.2")
    assert "<!doctype html>" in opened.look(HOME)[1]
    assert opened.look(f"{HOME}/nowhere")[0] == 404
    assert opened.look("192.168.88.1")[0] == 0
    assert "_http._tcp" in opened.announced.read_text()


@pytest.mark.slow
def test_the_service_has_no_network_of_its_own_even_then(opened: Place) -> None:
    machine = opened.machine
    pid = machine.shows(SERVICE, "MainPID")
    networks = [machine.run("readlink", f"/proc/{who}/ns/net").stdout for who in ("1", pid)]
    assert networks[0] != networks[1]
    devices = machine.run("cat", f"/proc/{pid}/net/dev").stdout.splitlines()[2:]
    assert [line.split(":")[0].strip() for line in devices] == ["lo"]
    assert machine.shows(SERVICE, "RestrictAddressFamilies") == "AF_UNIX"


@pytest.mark.slow
def test_it_comes_back_with_the_box_and_nobody_in_the_network_starts_one_that_was_stopped(opened: Place) -> None:
    machine = opened.machine
    machine.systemctl("kill", "--signal=KILL", SERVICE)
    until(lambda: machine.shows(SERVICE, "NRestarts") == "1" and opened.state() == ("active", "active"), "a new start")
    until(lambda: opened.look(HOME)[0] == 200, "a page after a fall")

    machine.systemctl("stop", SERVICE)
    assert opened.look(HOME)[0] == 0
    time.sleep(1.0)
    assert opened.state() == ("inactive", "inactive")
    assert not opened.announced.exists()
    machine.systemctl("start", SERVICE)
    until(lambda: opened.look(HOME)[0] == 200, "a page, as it is enabled")

    settings = machine.root / "etc/companion/companion.toml"
    settings.write_text(settings.read_text().replace(BY_THE_SETTINGS, ""))
    assert machine.systemctl("restart", SERVICE) == 0
    until(lambda: opened.state() == ("active", "inactive"), "a box without pages")
    assert opened.look(HOME)[0] == 0


@pytest.mark.slow
def test_nobody_in_the_network_starts_a_box_that_cannot_and_mended_both_are_back(opened: Place) -> None:
    machine = opened.machine
    settings = machine.root / "etc/companion/companion.toml"
    right = settings.read_text()
    settings.write_text("colour = 3\n")
    machine.systemctl("restart", SERVICE)
    until(lambda: opened.state() == ("failed", "failed"), "a box that has given up")
    assert opened.look(HOME)[0] == 0
    assert opened.state() == ("failed", "failed")
    settings.write_text(right)
    until(lambda: machine.systemctl("restart", SERVICE) == 0, "a start")
    until(lambda: opened.look(HOME)[0] == 200, "a page of mended settings")


# --- two phones ------------------------------------------------------------------------------------------------------

ANSWERS = 3
"""How often each phone answers."""
PATIENCE_S = 90.0


@contextmanager
def browsers(folder: Path, phones: Sequence[subprocess.Popen[bytes]]) -> Iterator[list[Page]]:
    """A page of a Chromium that runs on each of these phones."""
    with sync_playwright() as playwright, ExitStack() as open_ones:
        pages = []
        for phone in phones:
            program = folder / f"chromium-{phone.pid}"
            program.write_text(f'#!/bin/sh\nexec {shlex.join(_within(phone, "chromium"))} "$@"\n')
            program.chmod(0o755)
            browser = playwright.chromium.launch(
                executable_path=program, args=["--headless=new", "--no-sandbox", "--disable-gpu"]
            )
            open_ones.callback(browser.close)
            pages.append(browser.new_page(viewport={"width": 360, "height": 640}, has_touch=True))
        yield pages


def answers(page: Page, nth: int) -> None:
    """Answer by a click, if this phone is asked: bid the first time, then pass, then do what is offered first."""
    for buttons in ("#offer" if nth == 0 else "#otherwise", "#confirm", "#choices button"):
        there = page.locator(f"{buttons} >> visible=true")
        if there.count():
            with suppress(Error):  # it has gone meanwhile
                there.first.click(timeout=1000)
            return


@pytest.mark.slow
@pytest.mark.parametrize("system", ["trixie"], indirect=True)
def test_two_phones_in_one_network_come_in_by_the_display_and_play(place: Place, tmp_path: Path) -> None:
    debian.needs("chromium")
    beside, ends = place.machine.beside, (place.phone, unplugged())
    beside("ip", "link", "add", "home", "type", "bridge")
    beside("ip", "address", "add", f"{HOME}/24", "dev", "home")
    beside("ip", "link", "set", "home", "up")
    try:
        for at, phone in enumerate(ends, 2):
            place.join("home", phone, f"192.168.77.{at}")
        assert place.machine.systemctl("start", SERVICE) == 0
        place.press(HELD)
        place.open_phones()
        place.choose("Switch on:")
        until(lambda: place.shown()[0] == f"http://{HOME}/", "its address to be scanned")
        place.press(TAP)
        with browsers(tmp_path, ends) as pages:
            for pair, page in enumerate(pages, 1):
                place.press((f"red{pair}", 0.08))
                until(lambda: "/s#" in place.shown()[0], "a code to be scanned")
                page.goto(place.shown()[0])
                page.wait_for_selector("#how >> text=You are in.")
                until(lambda: "/s#" not in place.shown()[0], "that the display is free again")
            place.press(("green3", 0.08), HELD)
            until(lambda: "a game is on" in place.machine.shows(SERVICE, "StatusText"), "a game")
            given, end = [0, 0], time.monotonic() + PATIENCE_S
            while min(given) < ANSWERS:
                assert time.monotonic() < end, (given, place.shown(), [page.inner_text("body") for page in pages])
                for nth, page in enumerate(pages):
                    before = page.inner_text("body")
                    answers(page, given[nth])
                    page.wait_for_timeout(300)
                    given[nth] += page.inner_text("body") != before
                place.press(("red3", 0.8))
            assert all(page.get_attribute("body", "data-stage") == "playing" for page in pages)
    finally:
        ends[1].kill()
        ends[1].wait()
