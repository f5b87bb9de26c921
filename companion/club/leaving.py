"""A box leaves its club for good: nothing of it stays at the broker.

Law: an empty message takes the place of each that the broker keeps of this box, which is how Home Assistant is told to
remove an entity, and how a club's page drops a table.
"""

from __future__ import annotations

import time
from typing import Final

from companion.club.discovery import discovered
from companion.club.running import running
from companion.club.topics import topic
from companion.club.wire import CONNECT_S, BrokerConnection
from companion.kit.errors import BadConfig

LOOK_S: Final = 0.1
SAID_S: Final = 5.0
"""How long the broker may take for each message."""


def leave(box: str, wire: BrokerConnection, version: str) -> None:
    """Take away all that the broker keeps of this box. Raises BadConfig if the broker cannot be reached."""
    until = time.monotonic() + CONNECT_S
    with running(wire) as ended:
        while not wire.is_up:
            if wire.refused or ended.wait(LOOK_S) or time.monotonic() > until:
                raise BadConfig(f"{wire.fault or 'the broker does not answer'}; nothing is taken away there yet")
        kept = [*(where for where, _ in discovered(box, version)), topic(box, "state")]
        said = [wire.say(where, b"", keep=True) for where in kept]
        for each in said:
            each.wait_for_publish(SAID_S)
        wire.farewell = b""
