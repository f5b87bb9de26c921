"""The games of other evenings: which games of the journal can be resumed.

Law: a game that is over, cannot be read, or has been resumed since is not offered.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import islice
from typing import Final

from companion.daemon.aside import looking_at
from companion.daemon.resuming import resume
from companion.journal.dates import likely
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from companion.kit.errors import Damaged, UnknownGame
from companion.table.ports import Earlier

_log = logging.getLogger(__name__)

OFFERED: Final = 6
"""Games."""
LOOKED_AT: Final = 20
"""How many of the latest games are checked: each must be replayed to its last entry, which takes time."""


def earlier(journal: Journal) -> tuple[Earlier, ...]:
    """The latest first."""
    return tuple(islice(_unfinished(journal), OFFERED))


def _unfinished(journal: Journal) -> Iterator[Earlier]:
    seeds: set[str] = set()
    for number in reversed(journal.numbers(LOOKED_AT)):
        try:
            saved = journal.load(number)
            if saved is not None and saved.seed not in seeds:
                seeds.add(saved.seed)  # an older game with the same seed is the one this was copied from
                yield from _offered(saved)
        except (UnknownGame, Damaged, ValueError) as why:
            _log.warning("%s; it is not offered", why)


def _offered(saved: Saved) -> Iterator[Earlier]:
    with looking_at(saved):
        session = resume(saved)
        if not saved.is_left or session.question is None:
            return
        names = tuple(seat.name for seat in session.rules.view(session.state, None).seats)
    yield Earlier(saved.id, session.rules.title, names, _for_people(saved.began))


def _for_people(began: str) -> str:
    """Day and time in the box's time zone; empty: the box did not know."""
    when = likely(began)
    return f"{when.astimezone():%Y-%m-%d %H:%M}" if when is not None else ""
