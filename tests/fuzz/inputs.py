"""All kinds of input to the box: each function feeds one spoiled input, and fails if the box cannot handle it.

Law: an input depends only on its kind and seed.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from itertools import chain, islice
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

import msgspec
from PIL import Image
from smbus2 import i2c_msg

from companion.cli import main
from companion.club.board import Scoreboard
from companion.club.receiver import Receiver
from companion.club.store import Store
from companion.club.topics import ROOT, Record
from companion.games import GAMES
from companion.kit.setup import ALL_PAIRS
from hardware.adalight import harmless
from hardware.keyboard import Edge, Keyboard, KeyKnown, Steadiness
from hardware.oled import Oled
from hardware.strip import Strip
from hardware.twin.chip import Chip, SimulatedBus
from hardware.twin.controller import Controller
from tests.companion.club.evenings import Evening
from tests.companion.daemon.stepped_box import SteppedBox
from tests.companion.daemon.test_small_files import SAMPLES, kept
from tests.companion.web.pages.at_home import Home, at_home
from tests.fuzz.spoiled import spoiled

BEARABLE: Final = (0, 1, 2)
"""Exit codes: right, the checked thing is wrong, wrong use. Any other code is a bug of ours."""
TEN_YEARS: Final = timedelta(days=3653)

Throw = Callable[[Random, Path], None]


# --- files -----------------------------------------------------------------------------------------------------------


@cache
def _records() -> tuple[bytes, ...]:
    """A whole game of each kind."""
    with TemporaryDirectory() as folder:
        evenings = [Evening(Path(folder) / game.name, 5, game, **_short(game.name)) for game in GAMES]
        told = [evening.whole().encode() for evening in evenings]
        for evening in evenings:
            evening.journal.shut()
    return (*told, Path("tests/records/random-3-de-real-cards.jsonl").read_bytes())


def _short(game: str) -> dict[str, object]:
    return {"last_deal": 3} if game == "cat-royal" else {}


def _said(*words: str) -> None:
    """Run a command of the shell, which must report every error in a sentence."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    assert code in BEARABLE, (code, err.getvalue())
    assert "Traceback" not in err.getvalue()
    assert code == 0 or err.getvalue() or out.getvalue()


def record(luck: Random, folder: Path) -> None:
    """A game record to be checked."""
    file = folder / "game.jsonl"
    file.write_bytes(spoiled(luck.choice(_records()), luck))
    _said("replay", str(file))


SETTINGS: Final = b"""language = "de"
state_folder = "~/games"
[game]
name = "galopp-royal"
names = ["Ada", "Bea", "Zo\xc3\xab"]
rulebook = "nl"
[keys]
hold_s = 0.6
[display]
chip = "sh1106"
address = 0x3C
[lights]
port = "/dev/serial/by-id/usb-1"
leds_per_space = 2
[sound]
level = "soft"
[club]
broker = "club.example"
name = "box"
"""


def settings(luck: Random, folder: Path) -> None:
    """The owner's settings."""
    file = folder / "companion.toml"
    file.write_bytes(spoiled(SETTINGS, luck))
    with patch.dict(os.environ, {"HOME": str(folder), "STATE_DIRECTORY": str(folder)}):
        _said("--config", str(file), "games")


def small_file(luck: Random, folder: Path) -> None:
    """A small file that the box keeps beside its games: the box starts with it."""
    kind = luck.choice([*SAMPLES])
    path = kept(kind, folder)
    path.write_bytes(spoiled(path.read_bytes(), luck))
    SteppedBox(folder).pull_the_plug()


# --- a club ----------------------------------------------------------------------------------------------------------


class _Broker:
    """Takes what the club answers."""

    fault = ""

    def __init__(self) -> None:
        self.came: SimpleQueue[tuple[str, bytes]] = SimpleQueue()

    def say(self, _topic: str, _words: bytes) -> None:
        pass


def mqtt(luck: Random, folder: Path) -> None:
    """A message of a box, or of a program that claims to be one."""
    record = msgspec.json.encode(Record("2026-11-22T20:15:00+01:00", luck.choice(_records()).decode()))
    state = b'{"stage":"playing","game":"galopp-royal","began":"2026-11-22T20:15:00+01:00","seats":[]}'
    channel, words = luck.choice((("record", record), ("state", state), ("online", b"1")))
    wire = _Broker()
    topic = spoiled(f"{ROOT}/box/{channel}".encode(), luck) if luck.random() < 0.2 else f"{ROOT}/box/{channel}".encode()
    wire.came.put((topic.decode(errors="replace"), spoiled(words, luck)))
    store = Store(f"sqlite:///{folder / 'club.sqlite'}")
    Receiver(wire, store, Scoreboard("en", {})).step(0.001)  # type: ignore[arg-type]  # as far as the club uses a wire
    assert wire.came.empty()


# --- pages -----------------------------------------------------------------------------------------------------------


@contextmanager
def pages() -> Iterator[Home]:
    """A real server."""
    with at_home() as home:
        yield home


def _exchange(home: Home, words: bytes) -> bytes:
    """Send only this; gives the answer."""
    answer = b""
    with closing(socket.create_connection(("127.0.0.1", home.port), timeout=10.0)) as wire, suppress(ConnectionError):
        wire.sendall(words)
        with suppress(OSError):  # it has hung up already
            wire.shutdown(socket.SHUT_WR)
        while piece := wire.recv(65_536):
            answer += piece
    return answer


def _request(home: Home, method: str, path: str, body: bytes = b"") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: {home.host}\r\nOrigin: {home.origin}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


PATHS: Final = ("/", "/s", "/seat", "/owner", "/owner/games", "/owner/record/1", "/live", "/table.js", "/report")


def http(home: Home, luck: Random) -> None:
    """A request."""
    path = luck.choice(
        ("/", "/s", "/seat", "/owner", "/owner/games", "/owner/record/1", "/live", "/table.js", "/report")
    )
    code = b'{"code": "123456"}'
    asked = luck.choice(
        (
            spoiled(_request(home, "GET", path), luck),
            spoiled(_request(home, "POST", "/enter", code), luck),
            _request(home, "POST", "/enter", spoiled(code, luck)),
        )
    )
    answer = _exchange(home, asked)
    assert b"Traceback" not in answer
    assert not answer.startswith(b"HTTP/1.1 500")


SAYINGS: Final = (
    b'{"moment": 0, "path": [4], "is_said": true}',
    *(b'{"name": "Zo\xc3\xab"}', b'{"key": "green1", "down": true, "held_ms": 0}'),
    *(b'{"order": "agree", "chosen": [0, 1]}', b'{"order": "back", "moment": 0}'),
)


def websocket(home: Home, luck: Random) -> None:
    """A page's connection: a right handshake, then frames of which one or all are spoiled."""
    said = spoiled(luck.choice(SAYINGS), luck)
    mask = luck.randbytes(4)
    length = len(said)
    head = bytes([0x80 | luck.choice((1, 1, 1, 2, 8, 9))])
    head += bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + min(length, 65_535).to_bytes(2, "big")
    frame = head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(said))
    if luck.random() < 0.3:
        frame = spoiled(frame, luck)
    query = luck.choice(("", "?as=seat", "?as=owner"))
    answer = _exchange(home, home.handshake(query, home.key(4)) + frame)
    assert b"Traceback" not in answer


# --- wires -----------------------------------------------------------------------------------------------------------


def serial(luck: Random, _folder: Path) -> None:
    """A controller that sends garbage, and comes and goes: the lights never raise, and are right once it is well."""
    with closing(Controller(12)) as far:
        strip = Strip(None, 12, folder=far.folder)
        wanted, now = luck.randbytes(36), 0.0
        strip.show(wanted)
        for _ in range(40):
            now += luck.uniform(0.0, 0.2)
            with suppress(BlockingIOError):
                far.say(spoiled(b"WLED 2606010\r\nAda\n", luck)[:3000])
            luck.choice((far.unplug, far.reset, *[far.replug] * 8))()
            strip.tick(now)
            far.poll(now)
        far.unplug()
        far.replug()
        for _ in range(400):
            now += 0.02
            strip.tick(now)
            far.poll(now)
        assert bytes(chain.from_iterable(far.colours)) == harmless(wanted)
        strip.close()


class _Failing(SimulatedBus):
    """A bus on which any transfer may fail, until it is mended."""

    def __init__(self, there: Mapping[int, Chip], luck: Random) -> None:
        super().__init__(dict(there))
        self.luck: Random | None = luck

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int], /) -> None:
        self._fail()
        super().write_i2c_block_data(address, register, data)

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        self._fail()
        super().i2c_rdwr(*messages)

    def _fail(self) -> None:
        if self.luck is not None and self.luck.random() < 0.4:
            number = self.luck.choice((errno.EREMOTEIO, errno.ETIMEDOUT, errno.EIO, errno.ENXIO, errno.EAGAIN))
            raise OSError(number, os.strerror(number))


def i2c(luck: Random, _folder: Path) -> None:
    """Errors of the display's bus: it never raises, and shows the newest picture once the bus is well."""
    chip = Chip("ssd1306")
    bus = _Failing({0x3C: chip}, luck)
    panel, now = Oled(bus, "ssd1306"), 0.0
    for _ in range(20):
        picture = Image.frombytes("1", (128, 64), luck.randbytes(1024))
        panel.show(picture)
        now += luck.uniform(0.0, 3.0)
        panel.tick(now)
    bus.luck = None
    for _ in range(30):
        now += 1.0
        panel.tick(now)
    assert chip.picture().tobytes() == picture.tobytes()


# --- keys and clocks -------------------------------------------------------------------------------------------------


def keys(luck: Random, _folder: Path) -> None:
    """Noise on every line, in any order, with any times: reports name only existing keys, and they end."""
    names = [f"{key}{pair}" for pair in ALL_PAIRS for key in ("green", "red")] + ["table"]
    steadied = {key: Steadiness(luck.choice((0.0, 0.1)), luck.choice((0.0, 0.2))) for key in names[::2]}
    keyboard, now = Keyboard(lambda _key: (0.6,), steadied=steadied), 0.0
    for _ in range(200):
        now += luck.expovariate(1 / luck.choice((0.0005, 0.01, 0.2)))
        at = now - luck.choice((0.0, 0.0, 0.0, luck.uniform(0.0, 0.3)))
        told = keyboard.feed(Edge(luck.choice(names), luck.random() < 0.5, at))
        keyboard.on_key_known(KeyKnown(luck.choice(names), now))
        for each in (*told, *keyboard.tick(now)):
            assert each.key in names
    for name in names:
        keyboard.feed(Edge(name, pressed=False, at=now + 1.0))
    keyboard.tick(now + 3600.0)
    assert not keyboard.tick(now + 7200.0)


class _Leaping(datetime):
    """A wall clock that leaps."""

    luck = Random(0)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + cls.luck.uniform(-1.0, 1.0) * TEN_YEARS


@contextmanager
def _leaping() -> Iterator[None]:
    """Within it, all of our modules that look at the wall clock see one that leaps."""
    ours = [module for name, module in [*sys.modules.items()] if name.startswith("companion.")]
    with contextlib.ExitStack() as patched:
        for module in ours:
            if vars(module).get("datetime") is datetime:
                patched.enter_context(patch.object(module, "datetime", _Leaping))
        yield


def clock(luck: Random, folder: Path) -> None:
    """A Pi whose clock leaps by up to ten years at every look: games are still kept, listed and written."""
    _Leaping.luck = luck
    with _leaping():
        evening = Evening(folder, luck.randrange(1000), GAMES[0])
        for _ in range(luck.randint(1, 3)):
            for _ in islice(evening.play(), 12):
                pass
        evening.journal.shut()
    with patch.dict(os.environ, {"STATE_DIRECTORY": str(folder)}):
        _said("games")
        _said("export")
    assert datetime.now(UTC).year >= 2026


FILES: Final[Mapping[str, Throw]] = {
    **{"record": record, "settings": settings, "small file": small_file, "MQTT": mqtt, "serial": serial, "I2C": i2c},
    **{"keys": keys, "clock": clock},
}
WIRES: Final[Mapping[str, Callable[[Home, Random], None]]] = {"HTTP": http, "WebSocket": websocket}
LONGEST_S: Final = 20.0
"""The longest time that an input may take, in seconds."""


@contextmanager
def in_time() -> Iterator[None]:
    """Within it, an input that takes longer fails as one that hangs."""
    began = time.process_time()
    yield
    assert time.process_time() - began < LONGEST_S, "it takes too long"
