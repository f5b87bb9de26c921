"""One life of the box, from its first picture to its last."""

from __future__ import annotations

import time
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.config import Config, state_folder
from companion.daemon import assembly, owner
from companion.daemon.display import Front
from companion.daemon.home import HomePages
from companion.daemon.live import Live
from companion.daemon.newer import updates
from companion.daemon.on_trial import refusal_news
from companion.daemon.parts import parts_with
from companion.daemon.signals import stopped_by_signals
from companion.daemon.small_files import keep, put_right
from companion.daemon.switch import NO_PORT, PAGES_OFF, keep_switch, may_open_wifi, read_switch
from companion.daemon.telling import say
from companion.journal.journal import Journal
from companion.kit.errors import BadConfig
from companion.kit.text import Text
from companion.table.ports import KeepBoard, Request, ShutDown
from companion.table.table import Table
from companion.web.words import home_words
from hardware.closing import close_all
from hardware.errors import PinsUnavailableError

if TYPE_CHECKING:
    from hardware.keys import Keys


def live(config: Config, journal: Journal, front: Front, said: Text | None = None) -> Request | None:
    """Play until the table requests something, or until a signal (`None`); `said`: the first news for the table.

    Raises BadConfig, UnknownGame.
    """
    page, home = front.page, front.home
    folder = journal.path.parent
    put_right(folder, *owner.boards(folder))
    with ExitStack() as leaving:
        world = assembly.World(
            first_moment=assembly.new_moment(),
            entrance=home,
            may_have_pages=True,
            may_have_wifi=may_open_wifi(),
            lasts=front.lasts,
            version=_version,
            updates=updates(),
        )
        assembled = assembly.assemble(config, journal, partial(parts_with, front.display), world, time.monotonic())
        if said is not None:
            assembled.table.say(said, time.monotonic())
        if (refused := refusal_news(journal)) is not None:
            assembled.table.tell(refused, time.monotonic())
        _tell_of_pages(assembled.table, home, state_folder(config))
        box = Live(assembled, front.screen)
        leaving.callback(close_all, box.close)
        with stopped_by_signals(box.stop):  # threads import from now on: a stop raised in an import could block them
            keys = _open_keys(box)
            for fault in keys.faults:
                say(fault.sentence)
            if page is not None and assembled.parts.twin is not None:
                page.serve(assembled.parts.twin)
            if home is not None:
                home.serve(box.open_pages(home_words))
            while isinstance(request := box.run(), KeepBoard) and not _keep_board(config, request, journal):
                box.go_on_with_this_board()
        if isinstance(request, ShutDown):
            # Everything is saved in one file, or not, before the display says whether it is safe.
            close_all(journal.shut, box.good_night)
        if page is not None:
            close_all(page.stop)  # first the page: no more presses while the parts go dark
    return request


@cache
def _version() -> str:
    """The version that runs, read when somebody first asks."""
    from companion.version import readable_version

    return readable_version()


def _tell_of_pages(table: Table[Any], home: HomePages | None, folder: Path) -> None:
    """Tell the table the result of the latest switch of pages, once."""
    switch, now = read_switch(folder), time.monotonic()
    if switch is None or not switch.is_news:
        return
    keep_switch(folder, replace(switch, is_news=False))
    if home is not None and home.trying is not None:
        from companion.daemon.own_wifi import trying

        table.tell(trying(home.trying), now)
    elif home is not None:
        table.show_where(now)
    else:
        table.tell(NO_PORT if switch.is_on else PAGES_OFF, now)


def _keep_board(config: Config, request: KeepBoard, journal: Journal) -> bool:
    """Whether the next life may begin with this board: only if it is saved, or it would be lost."""
    return journal.is_saved and keep(state_folder(config) / request.name, request.file)


def _open_keys(box: Live) -> Keys:
    try:
        return box.open_keys()
    except PinsUnavailableError as error:
        raise BadConfig(str(error)) from None
