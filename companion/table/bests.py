"""The records of the house: the best results at this box so far.

Laws: a game counts once, at its end, which no undo crosses; what bots have done does not count; the first game of all
breaks no record.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from companion.kit.best import Best
from companion.kit.seats import Seat
from companion.kit.text import Text
from companion.match.session import Session
from companion.table.ports import Ledger, Settings


class HouseRecords:
    """The records of one game at one box."""

    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        self._values = dict(settings.bests)
        self._ledger = ledger

    def broken(self, session: Session[Any], bots: Container[Seat]) -> tuple[Text, ...]:
        """Count a game that has just ended; gives a sentence for each record that it has broken."""
        bests = _by_people(session.rules.bests(session.told()), bots)
        better = [best for best in bests if best.value > self._values.get(best.name, -1)]
        told = tuple(best.said for best in better if best.name in self._values)
        if better:
            self._values |= {best.name: best.value for best in better}
            self._ledger.keep_bests(session.rules.name, self._values)
        return told


def _by_people(bests: Iterable[Best], bots: Container[Seat]) -> list[Best]:
    return [best for best in bests if best.seat not in bots]
