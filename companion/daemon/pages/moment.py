"""The box at one moment, stored by its loop for pages.

Law: nothing in it changes any more, and the loop makes no words of it, since it has no time for that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.kit.policy import Bots
from companion.kit.rules import Rules
from companion.kit.seats import Player
from companion.kit.setup import ALL_PAIRS, Who
from companion.kit.text import Text
from companion.kit.view import View
from companion.match.session import Session
from companion.table.ports import UpdateNews
from companion.table.table import Table


class Consent(msgspec.Struct, frozen=True):
    """One seat is asked to agree that a decision is undone."""

    pair: int
    """The seat's pair of keys."""
    moment: int
    """See `Consenting.moment`."""


class Moment(msgspec.Struct, frozen=True):
    """The box at one moment."""

    view: View
    """The view for everybody."""
    language: str
    languages: tuple[str, ...]
    """The languages of the box."""
    rules: Rules[Any]
    choices: Mapping[str, object]
    """The rules of the next game."""
    duties: Mapping[str, Who]
    """Who does what in the next game."""
    players: tuple[Player, ...]
    """The players of the next game at pairs 1 … 6."""
    session: Session[Any] | None = None
    pairs: tuple[int, ...] = ()
    count: int = 0
    """See `Playing.moment`."""
    asked_at: tuple[int, ...] = ()
    """See `Playing.asked_at`."""
    consent: Consent | None = None
    """The consent that somebody is asked for; `view` shows what would be undone."""
    may_join: bool = False
    """See `MainMenu.may_join`."""
    version: Callable[[], str] = str
    """Gives the version of the box, for its owner."""
    update: UpdateNews | None = None
    """What is known of a newer version; `None`: nobody has asked."""
    may_update: bool = False
    """The box can look for a newer version."""
    sits: tuple[int, ...] = ()
    """The pairs of keys where a person plays in the next game."""
    busy: Text | None = None
    """Why nobody can play now."""
    is_telling: bool = False
    is_asleep: bool = False
    bots: Bots = {}
    """The seats for which a bot plays."""
    odds: tuple[int, ...] = ()
    """How likely seats 1 … n are to win, in percent, if the table wants to see this."""

    def count_of(self, pair: int) -> int:
        """The number of the moment since which a pair of keys may give its current answers."""
        if self.consent is not None and self.consent.pair == pair:
            return self.consent.moment
        return self.asked_at[self.pairs.index(pair)] if pair in self.pairs else self.count


def moment(table: Table[Any], t: float, *, is_asleep: bool = False) -> Moment:
    """The table at time `t`."""
    joining, playing, asking, updates = table.joining, table.playing, table.consenting, table.menu.updates
    still = Moment(
        table.seen(t),
        table.language,
        table.menu.languages,
        joining.rules,
        joining.choices,
        joining.duties,
        joining.names.players(ALL_PAIRS),
        may_join=table.menu.may_join,
        version=table.menu.version,
        update=updates.news(t) if updates is not None else None,
        may_update=updates is not None,
        sits=joining.people,
        busy=table.busy,
        is_telling=table.showing.is_telling,
        is_asleep=is_asleep,
    )
    if playing is None:
        return still
    return msgspec.structs.replace(
        still,
        session=playing.session,
        pairs=playing.pairs,
        bots=playing.bots,
        count=playing.moment,
        asked_at=playing.asked_at,
        odds=table.pages.odds.chances,
        consent=Consent(playing.pairs[asking.seat - 1], asking.moment) if asking is not None else None,
    )


def placed(view: View, pairs: tuple[int, ...]) -> View:
    """The view, with the pair of keys of each seat."""
    seats = tuple(msgspec.structs.replace(seat, pair=pairs[seat.seat - 1]) for seat in view.seats)
    return msgspec.structs.replace(view, seats=seats)
