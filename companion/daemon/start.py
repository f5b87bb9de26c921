"""Starting the box: the real one on a Pi, its twin elsewhere."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.config import Config, state_folder
from companion.daemon import assembly, owner
from companion.daemon.live import Live, stopped_by_signals
from companion.daemon.page import TwinPage
from companion.daemon.parts import real_parts, twin_parts
from companion.games import GAMES
from companion.journal.journal import Journal
from companion.kit.errors import BadConfig
from companion.kit.text import Text, text
from companion.table.ports import GoOnWith, KeepBoard, LearnWiring, PlayGame, Request, ShutDown, TryPart
from hardware.errors import PinsUnavailableError

if TYPE_CHECKING:
    from hardware.keys import Keys

POWER_OFF: Final = ("/usr/bin/systemctl", "poweroff")
MODEL: Final = Path("/proc/device-tree/model")


def is_pi() -> bool:
    """Whether this is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in MODEL.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def play(config: Config) -> TryPart | LearnWiring | None:
    """Run the box until it is told to stop, or until the table wants something for which it must be opened.

    Raises BadConfig, Unusable, UnknownGame.
    """
    request = _run(config)
    if isinstance(request, ShutDown) and is_pi() and not _switch_off():
        _say("the Pi could not be switched off; wiring/50-companion.rules gives leave to")
    return request if isinstance(request, TryPart | LearnWiring) else None


def _switch_off() -> bool:
    import subprocess

    return subprocess.run(POWER_OFF, check=False).returncode == 0  # noqa: S603


def _run(config: Config) -> Request | None:
    """One life of the box after another, over the same journal, until something is asked that ends them all."""
    with ExitStack() as leaving:
        journal = Journal(state_folder(config))
        leaving.callback(journal.shut)
        said: Text | None = None
        while True:
            request, said = _live(config, journal, said), None
            match request:
                case KeepBoard(name=board):  # the next life has it, and need not ask again which game is played
                    config = owner.playing(config, next(game.name for game in GAMES if game.board_name == board))
                    said = text("The board is kept.")
                case PlayGame(name=name):
                    config = owner.playing(config, name)
                case GoOnWith(number=number):
                    journal.go_on_with(number)  # or the next life says what the disk has against it
                case _:
                    return request


def _live(config: Config, journal: Journal, said: Text | None) -> Request | None:
    """One life of the box, from its settings to its last picture; `said`: what the table is told first."""
    is_twin = not is_pi()
    with ExitStack() as leaving:
        page = TwinPage(config.page.port) if is_twin else None
        if page is not None:
            leaving.callback(page.stop)
        assembled = assembly.assemble(config, journal, twin_parts if is_twin else real_parts, t=time.monotonic())
        if said is not None:
            assembled.table.say(said, time.monotonic())
        live = Live(assembled)
        leaving.callback(live.close)
        keys = _open_keys(live)
        for fault in keys.faults:
            _say(fault.sentence)
        if page is not None and assembled.parts.twin is not None:
            page.serve(assembled.parts.twin)
        with stopped_by_signals(live.stop):
            while isinstance(request := live.run(), KeepBoard) and not _keep_board(config, request, journal):
                live.go_on_with_this_board()
        if isinstance(request, ShutDown):
            journal.shut()  # everything is in one file, or it is not, before the display says whether it is safe
            live.good_night()
        if page is not None:
            page.stop()  # nobody presses keys of parts that go dark
    return request


def _keep_board(config: Config, request: KeepBoard, journal: Journal) -> bool:
    """Whether the next life may begin with this board; what is not saved would not outlast this one."""
    return journal.is_saved and owner.keep(state_folder(config) / request.name, request.file)


def _open_keys(live: Live) -> Keys:
    try:
        return live.open_keys()
    except PinsUnavailableError as error:
        raise BadConfig(str(error)) from None


def _say(sentence: str) -> None:
    print(f"companion: {sentence}.", file=sys.stderr)
