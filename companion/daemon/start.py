"""Starting the box: the real one on a Pi, its twin elsewhere."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from companion.config import Config, state_folder
from companion.daemon import assembly, owner
from companion.daemon.home import HomePages, OtherPort, home_pages, switch_pages
from companion.daemon.lasting import loss_here
from companion.daemon.live import Live
from companion.daemon.locks import LOCKS
from companion.daemon.page import TwinPage
from companion.daemon.parts import real_parts, twin_parts
from companion.daemon.signals import stopped_by_signals
from companion.daemon.small_files import SmallFile, keep
from companion.daemon.switch import NO_PORT, PAGES, PAGES_OFF, keep_switch, read_switch
from companion.daemon.systemd import ANEW, FOR_A_PI, Systemd, state
from companion.games import LIST
from companion.journal.journal import Journal
from companion.kit.errors import BadConfig
from companion.kit.text import Text, text
from companion.table.ports import (
    GoOnWith,
    KeepBoard,
    LearnWiring,
    PlayGame,
    Request,
    ShutDown,
    SwitchPages,
    TryPart,
)
from companion.table.table import Table
from companion.web.port import may_listen
from companion.web.words import home_words
from hardware.closing import close_all
from hardware.errors import PinsUnavailableError

if TYPE_CHECKING:
    from hardware.keys import Keys

POWER_OFF: Final = ("/usr/bin/systemctl", "poweroff")
PATIENCE_S: Final = 30.0
"""How long we wait for systemd, which usually answers at once."""
MODEL: Final = Path("/proc/device-tree/model")


def is_pi() -> bool:
    """Whether this is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in MODEL.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def play(config: Config, file: Path | None = None) -> TryPart | LearnWiring | None:
    """Run the box until it is told to stop, or until the table requests something for which a person must open the box.

    `file`: where the settings stand, if in any. Raises BadConfig, Unusable, UnknownGame; SystemExit, if systemd has to
    start it anew.
    """
    systemd = Systemd()
    if not is_pi() and state() is not None and not may_listen():  # a twin needs its page
        systemd.status(FOR_A_PI)
        systemd.ready()  # trying again would not help
        _say(FOR_A_PI)
        return None
    systemd.works()
    try:
        request = _run(config, file)
    except OtherPort:
        systemd.ready()  # otherwise systemd would take this for a failed start
        raise SystemExit(ANEW) from None
    if isinstance(request, ShutDown) and is_pi() and not _switch_off():
        _say("the Pi could not be switched off; wiring/50-companion.rules gives leave to")
    return request if isinstance(request, TryPart | LearnWiring) else None


def _switch_off() -> bool:
    import subprocess

    try:
        return subprocess.run(POWER_OFF, check=False, timeout=PATIENCE_S).returncode == 0  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False


def _run(config: Config, file: Path | None = None) -> Request | None:
    """One life of the box after another, over the same journal, until a request ends them.

    Raises OtherPort.
    """
    with ExitStack() as leaving:
        journal = Journal(state_folder(config))
        leaving.callback(close_all, journal.shut)
        Systemd().works()
        _put_right(journal.path.parent)
        if (lost := loss_here(journal.path.parent)) is not None:
            _say(lost.said(journal.path.parent))
        said: Text | None = None
        while True:
            request, said = _live(config, journal, said, file), None
            match request:
                case KeepBoard(name=board):  # the next life has the board, and need not ask again for the game
                    config = owner.playing(config, next(game.name for game in LIST if game.board_name == board))
                    said = text("The board is kept.")
                case SwitchPages():
                    said = None if switch_pages(config, request) else text("Not kept: disk full or broken.")
                case PlayGame(name=name):
                    config = owner.playing(config, name)
                case GoOnWith(number=number):
                    journal.go_on_with(number)  # if the disk fails, the next life reports it
                case _:
                    return request


def _put_right(folder: Path) -> None:
    """Repair the damaged small files that a start reads."""
    from companion.daemon.wired import WIRED

    kept: tuple[SmallFile[Any], ...] = (PAGES, LOCKS, WIRED, *owner.boards())
    for kind in kept:
        with suppress(OSError):  # its reader will report it
            kind.mend(folder / kind.name)


def _live(config: Config, journal: Journal, said: Text | None, file: Path | None) -> Request | None:
    """One life of the box, from its settings to its last picture; `said`: the first news for the table."""
    is_twin = not is_pi()
    with ExitStack() as leaving:
        page = TwinPage(config.page.port) if is_twin else None
        if page is not None:
            leaving.callback(close_all, page.stop)
        home = home_pages(config, file)
        if home is not None:
            leaving.callback(close_all, home.stop)
        make_parts = twin_parts if is_twin else real_parts
        lasts = is_twin or loss_here(journal.path.parent) is None
        world = assembly.World(first_moment=assembly.new_moment(), entrance=home, may_have_pages=True, lasts=lasts)
        assembled = assembly.assemble(config, journal, make_parts, world, time.monotonic())
        if said is not None:
            assembled.table.say(said, time.monotonic())
        _tell_of_pages(assembled.table, home, state_folder(config))
        live = Live(assembled)
        leaving.callback(close_all, live.close)
        keys = _open_keys(live)
        for fault in keys.faults:
            _say(fault.sentence)
        if page is not None and assembled.parts.twin is not None:
            page.serve(assembled.parts.twin)
        if home is not None:
            home.serve(live.open_pages(home_words), live.came_in)
        with stopped_by_signals(live.stop):
            while isinstance(request := live.run(), KeepBoard) and not _keep_board(config, request, journal):
                live.go_on_with_this_board()
        if isinstance(request, ShutDown):
            # Everything is saved in one file, or not, before the display says whether it is safe.
            close_all(journal.shut, live.good_night)
        elif isinstance(request, SwitchPages):
            close_all(live.one_moment)
        if page is not None:
            close_all(page.stop)  # first the page: no more presses while the parts go dark
    return request


def _tell_of_pages(table: Table[Any], home: HomePages | None, folder: Path) -> None:
    """Tell the table the result of the latest switch of pages, once."""
    switch, now = read_switch(folder), time.monotonic()
    if switch is None or not switch.is_news:
        return
    keep_switch(folder, replace(switch, is_news=False))
    if home is not None:
        table.show_where(now)
    else:
        table.tell(NO_PORT if switch.is_on else PAGES_OFF, now)


def _keep_board(config: Config, request: KeepBoard, journal: Journal) -> bool:
    """Whether the next life may begin with this board: only if it is saved, or it would be lost."""
    return journal.is_saved and keep(state_folder(config) / request.name, request.file)


def _open_keys(live: Live) -> Keys:
    try:
        return live.open_keys()
    except PinsUnavailableError as error:
        raise BadConfig(str(error)) from None


def _say(sentence: str) -> None:
    print(f"companion: {sentence}.", file=sys.stderr)
