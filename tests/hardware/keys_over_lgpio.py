"""Keys over the real lgpio, in a process by themselves: prints what was found at the start, and then every edge.

A line that comes in lets them settle; `again` closes them and opens others, as another life of the box does.
"""

import json
import sys
from pathlib import Path

from hardware.edge import Edge
from hardware.keys import Keys, PinsUnavailableError, edges_arrive, open_real_pins
from hardware.pins import read_pins
from hardware.pipe import SETTLE_S, Patience


def say(*what: object) -> None:
    print(json.dumps(what), flush=True)


def tell(edge: Edge) -> None:
    say(edge.key, edge.pressed, edge.at)


def opened() -> Keys:
    try:
        open_real_pins(Path(sys.argv[1]))
    except PinsUnavailableError as error:
        sys.exit(str(error))
    keys = Keys(read_pins(), tell)
    say("open", keys.held_at_start, [fault.sentence for fault in keys.faults])
    return keys


keys = opened()
for line in sys.stdin:  # as long as somebody may press
    if line == "again\n":
        keys.close()
        keys = opened()
    else:
        say("settled", keys.settle(Patience(SETTLE_S)))
keys.close()
say("closed", edges_arrive())
