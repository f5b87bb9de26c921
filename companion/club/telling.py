"""What a box publishes of a game, made from its session: pure, and only what everybody at the table may see.

Law: an event is published as in the record of a running game, even the last event, since an end can be undone; a state
is published as a page on the wall shows it.
"""

from __future__ import annotations

from typing import Any

from companion.club.topics import EntryKind, LogEntry, PlayerEntry, TableStage, TableState
from companion.faces.page import page
from companion.kit.seats import Seat
from companion.kit.text import speak
from companion.locale import translator
from companion.match import record
from companion.match.history import Entry, Step, Undo
from companion.match.record import Json, Written
from companion.match.session import Session


def told(game: str, number: int, entry: Entry, before: Session[Any], after: Session[Any]) -> LogEntry:
    """Entry `number` of a game, which led from the session `before` to the session `after`."""
    kind: EntryKind = "step" if isinstance(entry, Step) else "undo" if isinstance(entry, Undo) else "redo"
    lines = _lines(entry, before) if isinstance(entry, Step) else ()
    return LogEntry(game, number, kind, _count(after), lines)


def state(session: Session[Any] | None, language: str) -> TableState:
    """The table as it stands; if there is no session, people are joining."""
    if session is None:
        return TableState("joining", language=language)
    rules, translate = session.rules, translator(language)
    seen = page(rules.view(session.state, None), translate)
    places, progress = rules.places(session.state), rules.progress(session.state)
    stage: TableStage = "over" if session.question is None else "playing"
    names: dict[Seat | None, str] = {who.seat: who.name for who in seen.seats}
    return TableState(
        stage,
        game=rules.title,
        progress=speak(progress, translate) if progress is not None else "",
        title=seen.title,
        turn=names.get(seen.who, ""),
        turn_seat=seen.who,
        seats={str(who.seat): PlayerEntry(who.name, who.colour, who.has, who.is_in) for who in seen.seats},
        winner=", ".join(names[seat] for seat, place in enumerate(places, 1) if place == 1),
        language=language,
    )


def _lines(step: Step, before: Session[Any]) -> tuple[Json, ...]:
    rules, state, n = before.rules, before.state, _count(before)
    lines: list[Json] = []
    for event in step.events:
        was, state = state, rules.evolve(state, event)
        if not isinstance(event, rules.unrecorded):
            lines.append(record.row(rules, Written(state, was, n + len(lines) + 1, event), secrets=False))
    return tuple(lines)


def _count(session: Session[Any]) -> int:
    """How many events count: all but those undone, and those that no record has."""
    return record.count(session.rules, (event for past in session.history.done for event in past.step.events))
