"""A box leaves for good, at a real Mosquitto: the broker keeps nothing of it, and the club's page drops its table."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import msgspec
import pytest

from companion.club import publisher
from companion.club.discovery import discovered
from companion.club.topics import ONLINE
from companion.club.wire import BrokerConnection, link_of
from companion.daemon import whereabouts
from tests.companion.club.brokers import Broker, broker, until
from tests.companion.club.evenings import MakeEvening
from tests.companion.club.night import Voice, club, publish, settings

pytestmark = pytest.mark.slow

BOX = ("companion/1/box/#", "homeassistant/#")
KEPT = {*(topic for topic, _ in discovered("box", "1.0")), "companion/1/box/state", "companion/1/box/online"}


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Broker]:
    with broker(tmp_path / "broker", "box") as made:
        yield made


@pytest.fixture
def voice(evening_in: MakeEvening, here: Broker, tmp_path: Path) -> Iterator[Voice]:
    evening = evening_in(tmp_path / "games")
    evening.some(20)
    made = Voice("box", evening.folder, tmp_path / "told", here)
    yield made
    made.stop()


def kept(here: Broker) -> dict[str, bytes]:
    """What the broker keeps of the box: all that it gives to somebody who comes new, up to a last message."""
    comer = BrokerConnection(link_of(here.settings("watcher")), "companion/1/watcher/online", BOX)
    subscribed = Event()
    comer._client.on_subscribe = lambda *_: subscribed.set()
    comer.start()
    assert subscribed.wait(30)
    caller = BrokerConnection(link_of(here.settings("club")), "companion/1/club", ())
    caller.start()
    caller.say("companion/1/box/last", b"last")
    found: dict[str, bytes] = {}
    while True:
        where, words = comer.came.get(timeout=30)
        if where == "companion/1/box/last":
            caller.stop()
            comer.stop()
            return found
        found[where] = words


def stepped(voice: Voice, here: Broker) -> dict[str, bytes]:
    def is_all_there() -> bool:
        voice.step()
        return voice.publisher.is_done and len(kept(here)) == len(KEPT)

    until(is_all_there, "all that is kept")
    return kept(here)


def test_a_box_that_has_left_is_kept_nowhere_and_one_that_comes_again_is(
    voice: Voice, here: Broker, tmp_path: Path
) -> None:
    before = stepped(voice, here)
    assert {*before} == KEPT
    assert before["companion/1/box/online"] == ONLINE
    voice.stop()
    assert {*kept(here)} == KEPT, "it is only switched off"
    leave = publish("--config", settings(tmp_path, here), "publish", "--leave")
    ran = subprocess.run(leave, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert kept(here) == {}


def test_the_club_s_page_drops_its_table(voice: Voice, here: Broker, tmp_path: Path) -> None:
    with club(here, str(tmp_path / "club.sqlite"), tmp_path) as night:

        def tables() -> list[object]:
            voice.step()
            found = night.now()["tables"]
            assert isinstance(found, list)
            return found

        until(tables, "the table")
        voice.wire.stop()
        until(lambda: not tables()[0]["is_online"], "that it is off")  # type: ignore[index]  # it is a table
        leave = publish("--config", settings(tmp_path, here), "publish", "--leave")
        subprocess.run(leave, check=True, timeout=60)
        until(lambda: tables() == [], "that it has left")


def test_if_the_broker_refuses_it_says_so(here: Broker, tmp_path: Path) -> None:
    (tmp_path / "wrong").write_text("swordfish")
    (tmp_path / "wrong").chmod(0o600)
    wrong = settings(tmp_path, here, password_file=str(tmp_path / "wrong"))
    leave = publish("--config", wrong, "publish", "--leave")
    ran = subprocess.run(leave, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 2
    assert "it refuses user box" in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_the_pages_address_comes_and_goes_with_the_pages(
    voice: Voice, here: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whereabouts, "RUN", tmp_path / "none")
    monkeypatch.setattr(publisher, "MARK_S", 0.1)

    def urls() -> set[str | None]:
        voice.step()
        told = [words for where, words in kept(here).items() if where.startswith("homeassistant/")]
        return {msgspec.json.decode(words)["device"].get("configuration_url") for words in told}

    until(lambda: urls() == {None}, "the entities")
    whereabouts.keep(tmp_path / "games", "http://10.0.0.7/")
    until(lambda: urls() == {"http://10.0.0.7/"}, "the address")
    whereabouts.keep(tmp_path / "games", "")
    until(lambda: urls() == {None}, "that the pages are off")
