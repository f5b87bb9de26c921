"""A game from the journal as other programs ask for it: is it over, when was it played, who came in which place.

Law: it tells only what everybody at the table has seen at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from companion.journal.permanent import in_utc, name_of
from companion.journal.saved import Saved
from companion.kit.errors import WrongUse
from companion.kit.seats import Seat
from companion.match import stints
from companion.match.outcome import PlayerResult, outcome
from companion.match.record import header
from companion.match.session import Session


class FinishedGame(NamedTuple):
    """How a game was played and how it ended."""

    permanent: str
    """Its permanent name; see `companion.journal.permanent`."""
    began: str
    """When it began, in UTC, as ISO 8601."""
    name: str
    """Which game it is, as in `Manifest.name`."""
    came: tuple[PlayerResult, ...]
    starts: Seat | None
    """Who made the first turn; `None`: the game does not say it."""


def state_of(saved: Saved, session: Session[Any]) -> Literal["over", "left", "running"]:
    """Whether a game is over, left or running; `session`: the same game, resumed."""
    return "over" if session.question is None else "left" if saved.is_left else "running"


def finished(saved: Saved, session: Session[Any], translate: Callable[[str], str] = str) -> FinishedGame:
    """The end of a game; `session`: the same game, resumed. Raises WrongUse if the game has no end that it tells."""
    if state_of(saved, session) != "over":
        raise WrongUse(f"game {saved.id} is not over: expected a finished one")
    rules, length = session.rules, len(saved.entries)
    sat = [stints.bots_at(saved.handed, behind) for behind in range(length + 1)]
    came = outcome(rules, session.state, stints.stints(sat[:-1], sat[-1]), length, translate=translate)
    begun = header(rules, rules.read_header(saved.header))
    first = begun.get("first")
    starts = first if isinstance(first, int) else None
    return FinishedGame(name_of(begun, saved.began), in_utc(saved.began), rules.name, came, starts)
