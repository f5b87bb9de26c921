"""Games of two against two by every rulebook: with and without cards for partners, tricks, real cards; with undos.

`python -m tests.companion.games.cat_royal.games_of_partners DIR 2000` writes the records of so many games into DIR.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

from companion.games.cat_royal.options import PRESETS
from companion.games.cat_royal.state import State
from companion.kit.event import Refused
from companion.kit.setup import Who
from companion.match import record
from companion.match.history import Entry, Step
from companion.match.session import Made, Session
from companion.players import bots
from companion.testing.whole_games import SEED, taken_back
from tests.companion.games.cat_royal.positions import RULES, start

CARDS: Final[tuple[Who, ...]] = ("box", "table")
KINDS: Final = tuple(product(("opposite", "opposite_pass"), (True, False), CARDS, PRESETS))
"""Every combination of what is told apart."""
UNDONE: Final = 0.02
"""How often people take back their latest decision."""


def beginning(number: int) -> State:
    """The start of game `number`, from 0; every third game is short."""
    partners, tricks, cards, rulebook = KINDS[number % len(KINDS)]
    last_deal = 100 if number % 3 else 7
    return start(
        cards=cards,
        rulebook=rulebook,
        partners=partners,
        tricks=tricks,
        first=1 + number % 4,
        last_deal=last_deal,
    )


def played(number: int, most: int = 100_000) -> tuple[list[Entry], Session[State]]:
    """Game `number`, of at most so many entries, each event audited."""
    luck, session, entries = Random(number), Session(RULES, SEED, beginning(number)), list[Entry]()
    while session.questions and len(entries) < most:
        entry: Entry | Refused | None = session.automatic()
        if entry is None and entries and luck.random() < UNDONE:
            entry = taken_back(session)
        if entry is None or isinstance(entry, Refused):
            question = bots.addressed(luck.choice(session.questions), RULES.asides(session.state), luck)
            entry = session.draw(question) if question.by_lot else session.answer(bots.answer(question, luck))
        assert not isinstance(entry, Refused), entry
        if isinstance(entry, Step):
            _audited(session.state, entry)
        session = session.apply(entry)
        entries.append(entry)
    return entries, session


def told(number: int, most: int = 100_000) -> str:
    """The record of game `number`, with all that was undone."""
    return record.write(RULES, beginning(number), played(number, most)[0], undone=True)


def _audited(before: State, step: Step) -> None:
    assert isinstance(step, Made)
    for event, after in zip(step.events, step.states, strict=True):
        RULES.audit(before, event, after)
        before = after


if __name__ == "__main__":
    folder, games = Path(sys.argv[1]), int(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for at in range(games):
        running = 10_000 if at % 5 else 60 + at % 300
        (folder / f"{at + 1:04}.jsonl").write_text(told(at, running), encoding="utf-8")
