"""The program `companion publish`: a box's voice, in a process of its own beside the box, or in two of two users.

Laws: nothing of the box waits for it, or knows of it; all they share is the journal, which it only reads. Where there
are two, who reads the journal has no network, and who speaks with the broker sees only what may be told.
"""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.club.hatch import Hatch, OuterSide
from companion.club.publisher import Publisher
from companion.club.running import Watch, running
from companion.club.topics import CLUB, topic
from companion.club.wire import Wire, link_of, name_of
from companion.config import Club
from companion.daemon.systemd import Systemd
from companion.version import version

LOOK_S: Final = 0.25
"""How often the journal is looked at, which costs four questions to the file system."""
AGAIN_S: Final = 1.0
"""How often a voice looks for its hatch."""


def publish(club: Club, games: Path, folder: Path) -> None:
    """Tell the club what the journal in `games` says, until a signal comes. Raises BadConfig.

    How far it has come is written down in `folder`.
    """
    wire = _wire(club)
    publisher, watch = Publisher(name_of(club), games, folder, wire, version()), Watch(wire)
    with running(wire) as ended:
        while not ended.wait(LOOK_S):
            publisher.step(time.monotonic())
            watch.look()
        publisher.stop()


def hand_out(club: Club, games: Path, folder: Path, hatch: Path) -> None:
    """The same, but for a voice that comes to this hatch. Raises OSError if it cannot be opened."""
    way_out = Hatch(hatch)
    publisher = Publisher(name_of(club), games, folder, way_out, version())
    with running(way_out) as ended:
        Systemd().ready()
        while not ended.wait(LOOK_S):
            publisher.step(time.monotonic())
        publisher.stop()


def speak(club: Club, hatch: Path) -> None:
    """Be that voice, until a signal comes. Raises BadConfig."""
    wire = _wire(club)
    watch = Watch(wire)
    with running(wire) as ended:
        while not ended.is_set():
            try:
                side = OuterSide(hatch, wire)
            except OSError:
                ended.wait(AGAIN_S)
            else:
                with closing(side):
                    while side.step() and not ended.wait(LOOK_S):
                        watch.look()
            watch.look()


def _wire(club: Club) -> Wire:
    box = name_of(club)
    return Wire(link_of(club), topic(box, "online"), (CLUB, topic(box, "receipt")), f"companion-{box}")
