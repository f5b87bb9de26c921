"""The program `companion publish`: a box's voice, in a process of its own beside the box.

Law: nothing of the box waits for it, or knows of it; all they share is the journal, which it only reads.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from companion.club.publisher import Publisher
from companion.club.running import Watch, running
from companion.club.topics import CLUB, topic
from companion.club.wire import Wire, link_of, name_of
from companion.config import Club
from companion.version import version

LOOK_S: Final = 0.25
"""How often the journal is looked at, which costs four questions to the file system."""


def publish(club: Club, games: Path, folder: Path) -> None:
    """Tell the club what the journal in `games` says, until a signal comes. Raises BadConfig.

    How far it has come is written down in `folder`.
    """
    box = name_of(club)
    wire = Wire(link_of(club), topic(box, "online"), (CLUB, topic(box, "receipt")), f"companion-{box}")
    publisher, watch = Publisher(box, games, folder, wire, version()), Watch(wire)
    with running(wire) as ended:
        while not ended.wait(LOOK_S):
            publisher.step(time.monotonic())
            watch.look()
        publisher.stop()
