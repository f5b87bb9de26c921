"""Games to write into a journal, and how to read them again."""

from __future__ import annotations

from companion.games.galopp_royal.events import EVENTS, Bid, Passed
from companion.journal.entries import decode
from companion.journal.journal import Journal, Saved
from companion.table.history import Entry, Redo, Step, Undo
from tests.companion.games.play import SEED

HEADER = {"rulebook": "de", "seats": [{"seat": 1, "name": "Zoë"}], "deck": None}
ENTRIES: tuple[Entry, ...] = (Step(1, False, (Bid(1, 3),)), Undo(), Redo(), Step(2, False, (Passed(2, leaves=False),)))


def begin(journal: Journal, *entries: Entry) -> None:
    journal.begin("galopp-royal", HEADER, SEED, (2, 4, 6))
    for entry in entries:
        journal.append(entry)


def read(saved: Saved | None) -> list[Entry]:
    assert saved is not None
    return [decode(row, EVENTS) for row in saved.entries]


def reopen(journal: Journal) -> Journal:
    journal.shut()
    return Journal(journal.path.parent)
