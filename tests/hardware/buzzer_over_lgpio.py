"""A buzzer over the real lgpio, in a process by itself: plays each melody it is told, and says when all is over.

It also prints the longest delay of the process, by which the wave was delayed, too.
"""

import json
import sys
import time
from pathlib import Path

from hardware.buzzer import Buzzer
from hardware.keys import open_real_pins
from hardware.pins import read_pins
from hardware.worker import Worker

STEP_S = 0.001

open_real_pins(Path(sys.argv[1]))
buzzer = Buzzer(read_pins().buzzer)
worker = Worker(buzzer, "sound")
for line in sys.stdin:
    melody = tuple(tuple(note) for note in json.loads(line))
    began = time.monotonic()
    worker.show(melody)
    now, late, end = began, 0.0, began + sum(seconds for _, seconds, _ in melody) + 0.3
    while now < end:
        before = now
        time.sleep(STEP_S)
        now = time.monotonic()
        late = max(late, now - before - STEP_S)
    print(json.dumps([began, worker.fault, late]), flush=True)
worker.close()
