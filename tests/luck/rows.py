"""The tables: a row for each rulebook and number of players, each figure with its standard error.

Law: the shares of a row add up to 100 but for rounding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.kit.errors import WrongUse
from tests.luck.evenings import standard_error, with_error
from tests.luck.shares import PLAY, SEAT, Kind, Measured, mean

EVENINGS: Final = (1, 5, 20)
ALL: Final = "all"
"""The name of all rulebooks together, each game the mean of one of each."""


class Percent(NamedTuple):
    """A figure with its standard error, both as shares of 1."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{round(100 * self.value)} ± {round(100 * self.error)}"


class Row(NamedTuple):
    """One rulebook with one number of players."""

    rulebook: str
    players: int
    games: int
    luck: Percent
    """All sources of luck together, of the variance of the result."""
    sources: Mapping[str, Percent]
    """Each of them."""
    seat: Percent
    play: Percent
    """With the luck and the seats it adds up to 1."""
    won: Percent
    """How often one better bot wins among others."""
    ahead: tuple[Percent, ...]
    """How often it is ahead of another one after `EVENINGS`."""


def row(kind: Kind, games: Sequence[Measured]) -> Row:
    """The row of these games. Raises WrongUse if there are too few, or no lot was drawn in them."""
    if len(games) < 2:
        raise WrongUse(f"--games: expected 2 or more, since their differences show the error; came {len(games)}")
    sources = sorted({source for each in games for source in each.explained} - {SEAT, PLAY})
    if not sources:
        raise WrongUse(f"{kind.rules.name}: expected a game in which lots are drawn; none was")
    whole = fmean(sum(each.explained.values()) for each in games)

    def of(*names: str) -> Percent:
        parts = [sum(each.explained.get(name, 0.0) for name in names) / whole for each in games]
        return Percent(fmean(parts), stdev(parts) / sqrt(len(parts)))

    won = [share for each in games for share in each.won]
    return Row(
        kind.rulebook,
        kind.players,
        len(games),
        of(*sources),
        {source: of(source) for source in sources},
        of(SEAT),
        of(PLAY),
        Percent(fmean(won), standard_error(won)),
        tuple([Percent(*with_error(won, kind.players, evenings)) for evenings in EVENINGS]),
    )


def tables(found: Mapping[Kind, Sequence[Measured]]) -> Iterator[str]:
    """The lines of both tables, in Markdown: each kind, then all rulebooks together. Raises WrongUse."""
    rows = [row(kind, games) for kind, games in {**found, **dict(_together(found))}.items()]
    total = Counter[str]()
    for each in rows:
        total.update({name: share.value for name, share in each.sources.items()})
    sources = [name for name, _ in total.most_common()]
    yield _line("rulebook", "players", "games", "luck %", *(f"{name} %" for name in sources), "seat %", "play %")
    yield _line(*["---"] * (len(sources) + 6))
    for each in rows:
        shares = (each.sources.get(name, Percent(0.0, 0.0)) for name in sources)
        yield _line(each.rulebook, each.players, each.games, each.luck, *shares, each.seat, each.play)
    yield ""
    yield _line("rulebook", "players", "better one wins %", *(f"ahead after {each} %" for each in EVENINGS))
    yield _line(*["---"] * (len(EVENINGS) + 3))
    for each in rows:
        yield _line(each.rulebook, each.players, each.won, *each.ahead)


def _together(found: Mapping[Kind, Sequence[Measured]]) -> Iterator[tuple[Kind, list[Measured]]]:
    """All rulebooks with the same number of players; their games of one number have the same luck, so they are one."""
    for players in sorted({kind.players for kind in found}):
        alike = {kind: games for kind, games in found.items() if kind.players == players}
        if len(alike) > 1:
            yield replace(next(iter(alike)), rulebook=ALL), [*map(mean, zip(*alike.values(), strict=True))]


def _line(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"
