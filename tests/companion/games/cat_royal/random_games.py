"""Games by the box's lots and bots, each step of them audited."""

from __future__ import annotations

import random

from companion.games.cat_royal.state import State
from companion.kit.event import Refused
from companion.match.history import Entry
from companion.match.session import Session
from companion.players import bots
from companion.testing.whole_games import SEED
from tests.companion.games.cat_royal.positions import RULES


def random_game(start: State, number: int, most: int = 100_000) -> tuple[list[Entry], Session[State]]:
    """A game by the box's lots and by bots that cheat and accuse now and then, of at most so many steps."""
    luck, session, entries = random.Random(number), Session(RULES, SEED, start), list[Entry]()
    while (question := session.question) is not None and len(entries) < most:
        step = session.automatic()
        if step is None:
            question = bots.addressed(question, RULES.asides(session.state), luck)
            answer = session.draw(question) if question.by_lot else session.answer(bots.answer(question, luck))
            assert not isinstance(answer, Refused), f"{answer} to {question}"
            step = answer
        for event, before, after in zip(step.events, (step.before, *step.states), step.states, strict=False):
            RULES.audit(before, event, after)
        session = session.apply(step)
        entries.append(step)
    return entries, session
