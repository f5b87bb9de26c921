"""Boxes of an evening: whole games, each with its own seed, played into real journals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from companion.games.galopp_royal.rules import GALOPP_ROYAL
from companion.journal.journal import Journal
from companion.kit.event import Refused
from companion.kit.question import commit
from companion.kit.rules import Rules
from companion.kit.seats import COLOURS, Player
from companion.kit.setup import Seating
from companion.match import record
from companion.match.history import Entry, NewGame, Step, Undo
from companion.match.session import Session
from companion.players import bots
from companion.testing.whole_games import taken_back

PEOPLE: Final = (
    *("Ada", "Bea", "Cem", "Dora", "Emil", "Finn", "Gül", "Hans", "Ida", "Jan", "Kai", "Lea"),
    *("Mia", "Nora", "Otto", "Pia", "Rosa", "Sven", "Tim", "Uma", "Vera", "Werner", "Yves", "Zoë"),
)


class Evening:
    """One box, at which bots play one game after another."""

    def __init__(self, folder: Path, number: int, rules: Rules[Any] = GALOPP_ROYAL, **choices: object) -> None:
        self.folder = folder
        self.journal = Journal(folder)
        self.session: Session[Any] | None = None
        self.rules = rules
        self.choices: Mapping[str, object] = choices
        self._rng = Random(number)

    def begin(self, *names: str, players: int = 3) -> Session[Any]:
        """People sit down, by these names or some of the club's, and the box promises its seed."""
        seed = self._rng.randbytes(32).hex()
        called = names or self._rng.sample(PEOPLE, players)
        seats = tuple(Player(at, name, COLOURS[at - 1]) for at, name in enumerate(called, 1))
        duties = {duty.name: "box" for duty in self.rules.duties}
        start = self.rules.begin(Seating(seats, 1, duties, commit(seed)), self.choices)  # type: ignore[arg-type]  # "box" is one of two words
        self.journal.begin(NewGame(self.rules.name, self.rules.header(start), seed, tuple(range(1, len(seats) + 1))))
        self.session = Session(self.rules, seed, start)
        return self.session

    def play(self, *names: str, players: int = 3) -> Iterator[Session[Any]]:
        """Play a whole new game; yields the session after each entry, which is then on disk."""
        self.begin(*names, players=players)
        yield from self.play_on()

    def play_on(self) -> Iterator[Session[Any]]:
        """Play the rest of the game."""
        session = self.session
        assert session is not None
        while (question := session.question) is not None:
            step: Step | Refused | None = session.automatic()
            if step is None:
                is_lot = question.by_lot
                step = session.draw(question) if is_lot else session.answer(bots.answer(question, self._rng))
            assert not isinstance(step, Refused)
            session = self.put(step)
            yield session

    def some(self, entries: int, *names: str) -> Session[Any]:
        """Play this many entries of a new game."""
        *_, last = islice(self.play(*names), entries)
        return last

    def put(self, entry: Entry) -> Session[Any]:
        """Add one entry."""
        assert self.session is not None
        self.journal.append(getattr(entry, "step", entry))
        self.session = self.session.apply(entry)
        return self.session

    def undo(self) -> Session[Any]:
        """Undo the last decision; only an older companion can undo an end."""
        assert self.session is not None
        entry = taken_back(self.session)
        return self.put(entry if isinstance(entry, Undo) else Undo())

    def whole(self, *names: str, players: int = 3) -> str:
        """Play a game to its end; returns its record."""
        for session in self.play(*names, players=players):
            last = session
        return text_of(last)


MakeEvening: TypeAlias = Callable[..., Evening]


def text_of(session: Session[Any], **how: Any) -> str:
    """The record of a game."""
    steps: list[Step] = [past.step for past in session.history.done]
    return record.write(session.rules, session.rules.read_header(session.rules.header(session.state)), steps, **how)
