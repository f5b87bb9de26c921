"""Lives of a box one after another over the real lgpio: as soon as a line comes in, the next request ends the life.

It prints which game each life plays, what is pressed there, and at the end that the Pi is switched off.
"""

from __future__ import annotations

import json
import subprocess
import sys
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import ClassVar

import msgspec
import pytest

from companion.config import Config, GameSettings
from companion.daemon import life, start
from companion.daemon.display import display_over
from companion.daemon.live import Live
from companion.kit.text import speak
from companion.table.controls import Press
from companion.table.ports import Request
from hardware.edge import KeyKnown
from tests.companion.daemon.over_lgpio import ends_over_chips
from tests.companion.daemon.test_closing import ASKED, a_game_of_another_evening


def say(*what: object) -> None:
    print(json.dumps(what), flush=True)


class ToldToEnd(Live):
    """Ends by the next request."""

    coming: ClassVar[list[Request]] = list(ASKED)

    def run(self) -> Request | None:
        table = self.box.table

        def tell(press: Press, t: float) -> None:  # noqa: ARG001  # as the table is told
            say(press.kind, press.pair)

        table.press = tell  # type: ignore[method-assign]  # the table stays, and its presses are told
        assert self.keys is not None
        say("life", speak(table.opening().title, str), table.session is not None, len(self.keys.faults))
        Thread(target=self._end_when_told, daemon=True).start()
        return super().run()

    def _end_when_told(self) -> None:
        sys.stdin.readline()
        self.box.table.menu.request = self.coming.pop(0)
        self._inbox.put(KeyKnown("nobody", inf))


def main(chips: Path) -> None:
    def switch_off(command: tuple[str, ...], **_: object) -> subprocess.CompletedProcess[str]:
        say("off", *command)
        return subprocess.CompletedProcess(command, returncode=0)

    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr(start, "is_pi", lambda: True)
        patch.setattr(start, "real_display", lambda config, _pins: display_over(config, ends_over_chips(chips, config)))
        patch.setattr(life, "Live", ToldToEnd)
        patch.setattr(subprocess, "run", switch_off)
        a_game_of_another_evening(Path(folder))
        settings = msgspec.structs.replace(
            Config(), explains=False, state_folder=folder, game=GameSettings("galopp-royal")
        )
        start.play(settings)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
