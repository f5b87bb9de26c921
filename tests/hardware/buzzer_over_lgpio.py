"""A buzzer over the real lgpio, in a process by itself: plays each melody it is told, and says when all is over."""

import json
import sys
import time
from pathlib import Path

from hardware.buzzer import Buzzer
from hardware.keys import open_real_pins
from hardware.pins import read_pins
from hardware.worker import Worker

open_real_pins(Path(sys.argv[1]))
buzzer = Buzzer(read_pins().buzzer)
worker = Worker(buzzer, "sound")
for line in sys.stdin:
    melody = tuple(tuple(note) for note in json.loads(line))
    began = time.monotonic()
    worker.show(melody)
    time.sleep(sum(seconds for _, seconds, _ in melody) + 0.3)
    print(json.dumps([began, worker.fault]), flush=True)
worker.close()
