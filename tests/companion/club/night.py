"""A whole club night: many boxes at one real broker that is killed now and then, and the club as a real process."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

import msgspec

from companion.club import marks
from companion.club.marks import Marks
from companion.club.publisher import Publisher
from companion.club.story import Place
from companion.club.topics import CLUB, topic
from companion.club.wire import BrokerConnection, link_of
from tests.companion.club.brokers import Broker, until
from tests.ports import free_port


class Voice:
    """A box's publisher, as `companion publish` makes it, stepped by the test."""

    def __init__(self, box: str, games: Path, folder: Path, broker: Broker) -> None:
        """It sends the whole journal, unless marks say otherwise."""
        if not (folder / marks.FILE).exists():
            folder.mkdir(parents=True, exist_ok=True)
            marks.keep(folder, Marks(Place(1)))
        self.box = box
        heard = (CLUB, topic(box, "receipt"))
        self.wire = BrokerConnection(link_of(broker.settings(box)), topic(box, "online"), heard, f"companion-{box}")
        self.publisher = Publisher(box, games, folder, self.wire, "1.0")
        self.wire.start()

    def step(self) -> None:
        self.publisher.step(time.monotonic())

    def stop(self) -> None:
        self.publisher.stop()
        self.wire.stop()


class Night:
    """A running club."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def now(self) -> dict[str, object]:
        """What the scoreboard shows."""
        with urlopen(f"http://127.0.0.1:{self.port}/now", timeout=10) as answer:
            shown: dict[str, object] = json.load(answer)
            return shown


def settings(folder: Path, broker: Broker, **other: object) -> Path:
    """A settings file with which `box` can connect."""
    club = msgspec.structs.asdict(broker.settings("box", **other))
    lines = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in club.items() if value is not None]
    file = folder / "box.toml"
    file.write_text("\n".join([f'state_folder = "{folder}/state"', "[club]", *lines]))
    return file


def publish(*words: object) -> list[str]:
    """The command that starts the publisher as a program."""
    return [sys.executable, "-m", "companion", *map(str, words)]


@contextmanager
def club(broker: Broker, database: str, folder: Path) -> Iterator[Night]:
    """`companion club`, until it is told to end."""
    port = free_port()
    settings = broker.settings("club")
    words = ["--broker", "localhost", "--broker-port", str(broker.port), "--user", "club", "--port", str(port)]
    words += ["--password-file", str(settings.password_file), "--database", database]
    words += ["--ca", str(settings.ca)] if settings.tls else ["--no-tls"]
    empty = folder / "club.toml"
    empty.write_text("")
    command = [sys.executable, "-m", "companion", "--config", str(empty), "club", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert "The scoreboard is at" in process.stdout.readline(), process.communicate()[1]
        yield Night(process, port)
    finally:
        process.terminate()
        process.communicate(timeout=30)


@contextmanager
def voices(boxes: Iterable[tuple[str, Path]], broker: Broker, folder: Path) -> Iterator[list[Voice]]:
    """The boxes' publishers, by name and journal folder; their marks are kept in `folder`."""
    with ExitStack() as leaving:
        made = []
        for box, games in boxes:
            made.append(Voice(box, games, folder / box, broker))
            leaving.callback(made[-1].stop)
        yield made


def all_done(voices: list[Voice], seconds: float) -> None:
    """Step them until the club has sent a receipt for every game."""

    def are_done() -> bool:
        for voice in voices:
            voice.step()
        return all(voice.publisher.is_done for voice in voices)

    until(are_done, "all receipts", seconds)
