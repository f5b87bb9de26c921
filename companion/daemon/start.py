"""Starting the box, up to its first picture: the real one on a Pi, its twin elsewhere.

Law: what this picture does not show is loaded after it.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from companion import games
from companion.config import Config, state_folder
from companion.daemon import owner, restoring, wired
from companion.daemon.display import FIRST_PICTURE_S, Front, first_picture, real_display, twin_display
from companion.daemon.home import OtherPort, home_pages, switch_pages
from companion.daemon.lasting import loss_here
from companion.daemon.page import TwinPage
from companion.daemon.small_files import put_right
from companion.daemon.switch import PAGES
from companion.daemon.systemd import ANEW, FOR_A_PI, Systemd, state
from companion.daemon.telling import say
from companion.journal.journal import Journal
from companion.kit.text import Text, text
from companion.table.ports import (
    GoOnWith,
    JoinWifi,
    KeepBoard,
    LearnWiring,
    PlayGame,
    PutBack,
    Request,
    ShutDown,
    SwitchPages,
    TryPart,
)
from companion.web.port import may_listen
from hardware.closing import close_all
from hardware.worker import Worker

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
        say(FOR_A_PI)
        return None
    systemd.works()
    try:
        while isinstance(request := _run(config, file), PutBack):
            if state() is not None:
                raise SystemExit(ANEW)
            config = replace(owner.load(file), page=config.page, pages=config.pages)  # ports are this computer's own
    except OtherPort:
        systemd.ready()  # otherwise systemd would take this for a failed start
        raise SystemExit(ANEW) from None
    if isinstance(request, ShutDown) and is_pi() and not _switch_off():
        say("the Pi could not be switched off; wiring/50-companion.rules gives leave to")
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
        said: Text | None = restoring.put_back(state_folder(config), file)
        journal = Journal(state_folder(config))
        leaving.callback(close_all, journal.shut)
        Systemd().works()
        put_right(journal.path.parent, PAGES, wired.WIRED)
        if (lost := loss_here(journal.path.parent)) is not None:
            say(lost.said(journal.path.parent))
        while True:
            request, said = _live(config, journal, said, file), None
            match request:
                case KeepBoard(name=board):  # the next life has the board, and need not ask again for the game
                    config = owner.playing(config, next(game.name for game in games.LIST if game.board_name == board))
                    said = text("The board is kept.")
                case SwitchPages() | JoinWifi():
                    said = None if switch_pages(config, request) else text("Not kept: disk full or broken.")
                case PlayGame(name=name):
                    config = owner.playing(config, name)
                case PutBack() if (said := restoring.agree(journal.path.parent)) is not None:
                    pass
                case GoOnWith(number=number):
                    journal.go_on_with(number)  # if the disk fails, the next life reports it
                case _:
                    return request


def _live(config: Config, journal: Journal, said: Text | None, file: Path | None) -> Request | None:
    """One life of the box, from its settings to its last picture; `said`: the first news for the table."""
    with ExitStack() as leaving:
        is_twin = not is_pi()
        page = TwinPage(config.page.port) if is_twin else None
        if page is not None:
            leaving.callback(close_all, page.stop)
        home = home_pages(config, file)
        if home is not None:
            leaving.callback(close_all, home.stop)
        config, pins = wired.as_wired(config, journal.path.parent)
        display = (twin_display if is_twin else real_display)(config, pins)
        display.oled.show(first_picture(config, journal))
        screen = Worker(display.oled, "display")
        leaving.callback(close_all, screen.close)
        screen.flush(FIRST_PICTURE_S)  # otherwise it would compete with what is loaded now
        from companion.daemon.life import live

        lasts = is_twin or loss_here(journal.path.parent) is None
        return live(config, journal, Front(display, screen, page, home, lasts), said)
