"""A game from the journal: resuming it after a power cut, and making its record.

Law: a game is resumed as far as it can be read; the unreadable rest is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.daemon.aside import changed, keep_game, missing, set_aside_silent
from companion.games import came_with, find_rules
from companion.journal.entries import decode
from companion.journal.journal import Journal
from companion.journal.saved import Saved
from companion.kit.errors import BadChoice, Damaged, Impossible, SetAside, UnknownGame
from companion.kit.policy import Bots
from companion.kit.rules import Rules
from companion.kit.text import text
from companion.kit.view import View
from companion.match.history import Entry
from companion.match.session import Session

_log = logging.getLogger(__name__)

DAMAGED_GAMES: Final = View(
    text("Saved games"), lines=(text("Some are damaged."), text("They are kept;"), text("check yours."))
)
LOST_GAME: Final = View(text("The last game"), lines=(text("cannot be read."), text("It is kept.")))


class LeftOff(Struct, frozen=True):
    """The state of the box when it was last switched off."""

    rules: Rules[Any]
    """The rules of the game to resume, or of the game to join."""
    session: Session[Any] | None = None
    """The game to resume; `None`: there is none, or it cannot be read."""
    pairs: tuple[int, ...] = ()
    """The pairs of keys of its seats."""
    bots: Bots = {}
    """The seats that bots play, with their levels."""
    is_taste: bool = False
    """It is a first taste of the game."""
    fault: View | None = None
    """What is wrong with the game, for the display."""


def left_off(journal: Journal, otherwise: str | None) -> LeftOff:
    """The game to resume, as far as it can be read; otherwise the game named `otherwise`. Raises UnknownGame.

    A game that stopped answering in the last life of the box is neither.
    """
    silent = set_aside_silent(journal)
    fault, saved = silent.view if silent is not None else None, None
    try:
        saved = journal.running()
        if saved is not None and (silent is None or saved.id != silent.number):
            keep_game(saved.name)
            session, damage = _as_far_as_it_goes(saved, journal)
            return LeftOff(session.rules, session, saved.pairs, saved.bots, saved.is_taste, damage or fault)
    except UnknownGame as why:
        _log.warning("%s; the game in progress is kept", why)
        if saved is not None:
            fault = changed(saved.name) if isinstance(why, SetAside) else missing(saved.name)
    except Damaged as why:
        journal.close()
        _log.warning("%s; it is kept in the journal, and a new one can begin", why)
        fault = LOST_GAME
    rules = find_rules(otherwise if silent is None or otherwise != silent.name else None)
    keep_game(rules.name)
    return LeftOff(rules, fault=fault)


def _as_far_as_it_goes(saved: Saved, journal: Journal) -> tuple[Session[Any], View | None]:
    """The game up to the first entry that does not fit. Raises UnknownGame, SetAside, Damaged."""
    try:
        return resume(saved), None
    except Damaged as error:
        if error.good is None:
            raise
        journal.cut(error.good, error)
        return resume(replace(saved, entries=saved.entries[: error.good])), DAMAGED_GAMES


def resume(saved: Saved, pause: Callable[[], object] = tuple) -> Session[Any]:
    """A game from the journal at its last entry; `pause` is called after each.

    Raises UnknownGame, Damaged; SetAside, if the installed version of its package cannot play it on.
    """
    package = came_with(saved.name)
    if package and saved.silent_with == package:
        raise SetAside(f"game {saved.id} stopped answering with {package}; it waits for another version")
    if saved.package == package:
        return _resumed(saved, pause)
    find_rules(saved.name, saved.package)
    try:
        return _as_before(saved, pause)
    except Exception as error:  # the rules of a stranger may raise anything
        before, why = saved.package or "another version", f"{type(error).__name__}: {error}"
        raise SetAside(f"game {saved.id} was played with {before}, and {package} does not go on: {why}") from None


def _as_before(saved: Saved, pause: Callable[[], object]) -> Session[Any]:
    """A game with another version of its package, if this makes the same events. Raises Exception."""
    from companion.match import referee

    session = _resumed(saved, pause)
    if (more := session.rules.follows(session.state)) is not None:
        raise Damaged(f"one more event would have happened: {more}")
    if session.question is not None:  # otherwise nobody plays it on
        referee.check(session.rules, record_of(saved, secrets=True, undone=True, pause=pause))
        session.rules.view(session.state, None)
    return session


def _resumed(saved: Saved, pause: Callable[[], object]) -> Session[Any]:
    """A game at its last entry. Raises UnknownGame, Damaged."""
    session = _begun(saved)
    for after, _ in _steps(session, saved):
        session = after
        pause()
    return session


def _begun(saved: Saved) -> Session[Any]:
    """The game before its first entry. Raises UnknownGame, Damaged."""
    rules = find_rules(saved.name, saved.package)
    try:
        return Session(rules, saved.seed, rules.read_header(saved.header))
    except BadChoice as error:
        raise Damaged(f"game {saved.id} cannot be read: {error}") from None


def _steps(session: Session[Any], saved: Saved) -> Iterator[tuple[Session[Any], Entry]]:
    """Each entry, and the game after it. Raises Damaged."""
    for good, row in enumerate(saved.entries):
        try:
            entry = decode(row, session.rules.events)
            session = session.apply(entry)
        except (ValueError, LookupError, Impossible, AssertionError) as error:
            raise Damaged(f"game {saved.id} cannot be read: entry {good + 1}: {error}", good) from None
        yield session, entry


def record_of(saved: Saved, *, secrets: bool = False, undone: bool = False, pause: Callable[[], object] = tuple) -> str:
    """The record of a game from the journal; see `record.lines`; `pause` is called after each entry and line.

    Raises UnknownGame, Damaged.
    """
    from companion.match import record

    begun = _begun(saved)
    entries, text = list[Entry](), list[str]()
    for _, entry in _steps(begun, saved):
        entries.append(entry)
        pause()
    handed, package = saved.handed, saved.package
    told = record.lines(
        begun.rules, begun.state, entries, handed=handed, package=package, secrets=secrets, undone=undone
    )
    for line in told:
        text.append(line)
        pause()
    return "".join(text)
