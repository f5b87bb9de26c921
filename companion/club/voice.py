"""The program `companion publish`: the box's publisher, in a process beside the box, or in two processes of two users.

Laws: no part of the box waits for it or knows of it; they share only the journal, which the publisher only reads. If
there are two processes, the one that reads the journal has no network, and the one with the network sees only public
messages.
"""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.club import leaving
from companion.club.hatch import Hatch, OuterSide
from companion.club.publisher import Publisher
from companion.club.running import Watch, running
from companion.club.topics import CLUB, topic
from companion.club.wire import BrokerConnection, link_of, name_of
from companion.config import Club
from companion.daemon.systemd import Systemd
from companion.version import version

LOOK_S: Final = 0.25
"""Seconds between two looks at the journal; each look costs four calls to the file system."""
AGAIN_S: Final = 1.0
"""Seconds between two tries of a voice to reach its hatch."""


def publish(club: Club, games: Path, folder: Path) -> None:
    """Publish the journal in `games` to the club until a signal comes. Raises BadConfig.

    The marks, which say how far it has come, are kept in `folder`.
    """
    wire = _wire(club)
    publisher, watch = Publisher(name_of(club), games, folder, wire, version()), Watch(wire)
    with running(wire) as ended:
        while not ended.wait(LOOK_S):
            publisher.step(time.monotonic())
            watch.look()
        publisher.stop()


def hand_out(club: Club, games: Path, folder: Path, hatch: Path) -> None:
    """The same, but through a voice that connects to this hatch. Raises OSError if the hatch cannot be opened."""
    way_out = Hatch(hatch)
    publisher = Publisher(name_of(club), games, folder, way_out, version())
    with running(way_out) as ended:
        Systemd().ready()
        while not ended.wait(LOOK_S):
            publisher.step(time.monotonic())
        publisher.stop()


def speak(club: Club, hatch: Path) -> None:
    """Be that voice until a signal comes. Raises BadConfig."""
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


def leave(club: Club) -> None:
    """Leave the club for good. Raises BadConfig."""
    leaving.leave(name_of(club), _wire(club), version())


def _wire(club: Club) -> BrokerConnection:
    box = name_of(club)
    return BrokerConnection(link_of(club), topic(box, "online"), (CLUB, topic(box, "receipt")), f"companion-{box}")
