"""The table of the season: how well each player plays, from all games of the club in their order. Pure.

Laws: a game counts if at least two people have played it under their own names; the same games give the same table;
guests are opponents like all others, but start fresh in every game and are not in the table; all bots of one level are
one player; partners win and lose together, so each is rated by what the whole side could do.

The ratings follow Weng and Lin (2011) with the Plackett-Luce model, as `openskill` computes them: the estimated skill
(`mu`) minus three times its uncertainty (`sigma`), so that a few lucky games bring nobody to the top.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from itertools import chain
from statistics import fmean
from typing import Final, Literal, TypeAlias

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from companion.kit.names import player_key
from companion.match.outcome import PlayerResult

MODEL: Final = PlackettLuce()


PEOPLE: Final = 2
"""How many named people a game of the season needs."""

PlayerKey: TypeAlias = tuple[Literal["person", "bot", "guest"], str]
"""What identifies a player: the name of a person, the level of a bot, the seat of a guest."""


class SeasonRow(msgspec.Struct, frozen=True):
    """A player's line of the table."""

    place: int
    name: str
    """The latest spelling of the name; empty: a bot."""
    games: int
    wins: int
    rating: float
    level: str = ""
    """Of a bot."""


class _Player(msgspec.Struct):
    """A player after the games counted so far."""

    key: PlayerKey
    rating: PlackettLuceRating
    name: str = ""
    games: int = 0
    wins: int = 0

    @property
    def shown(self) -> float:
        """The rating, rounded to one digit, so that players who look equal on the page are equal in the table."""
        return round(self.rating.ordinal(), 1)

    @property
    def level(self) -> str:
        """Of a bot."""
        kind, which = self.key
        return which if kind == "bot" else ""


def table(games: Iterable[tuple[PlayerResult, ...]]) -> tuple[SeasonRow, ...]:
    """All players with names of their own, and the bots they met, best first."""
    players: dict[PlayerKey, _Player] = {}
    for game in games:
        if sum(not came.is_guest for came in game) >= PEOPLE:
            _count(game, players)
    ranked = sorted(players.values(), key=lambda player: (-player.shown, player_key(player.name), player.level))
    shown = [player.shown for player in ranked]
    return tuple(
        SeasonRow(shown.index(each.shown) + 1, each.name, each.games, each.wins, each.shown, each.level)
        for each in ranked
    )


def _count(game: tuple[PlayerResult, ...], players: dict[PlayerKey, _Player]) -> None:
    sat = [_key(came) for came in game]
    there = {key: players.get(key) or _Player(key, MODEL.rating()) for key in sat}
    sides = _sides(game)
    # a copy: one object on two seats would be rated twice
    ratings = [[deepcopy(there[sat[at]].rating) for at in side] for side in sides]
    by_side = MODEL.rate(ratings, ranks=[float(game[side[0]].place) for side in sides])
    rated = dict(zip(chain.from_iterable(sides), chain.from_iterable(by_side), strict=True))
    for key, player in there.items():
        seats = [at for at, who in enumerate(sat) if who == key]
        player.rating = _mean([rated[at] for at in seats])
        player.games += 1
        player.wins += any(game[at].place == 1 for at in seats)
        player.name = "" if player.level else game[seats[0]].name.strip()
    players.update((key, player) for key, player in there.items() if key[0] != "guest")


def _sides(game: tuple[PlayerResult, ...]) -> list[list[int]]:
    """Which results belong together, each by its index; who is alone is a side of one."""
    sides: dict[int, list[int]] = {}
    for at, came in enumerate(game):
        sides.setdefault(came.side or came.seat, []).append(at)
    return list(sides.values())


def _key(came: PlayerResult) -> PlayerKey:
    if came.level is not None:
        return "bot", came.level
    return ("guest", str(came.seat)) if came.is_guest else ("person", player_key(came.name))


def _mean(ratings: list[PlackettLuceRating]) -> PlackettLuceRating:
    """The mean rating of a bot that has played several seats."""
    first, *others = ratings
    if not others:
        return first
    return MODEL.rating(fmean(each.mu for each in ratings), fmean(each.sigma for each in ratings))
