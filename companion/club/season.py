"""The table of the season: who plays how well, by all games of the club in their order. Pure.

Laws: a game counts if two people or more have played it under names of their own; the same games give the same table;
guests are opponents like all others, begin anew in every game, and stand in no table; a bot is a player by its level.

The ratings are those of Weng and Lin (2011) by Plackett and Luce, as `openskill` has them: how good somebody is taken
to be (`mu`), less three times what is not known of it (`sigma`), so that a few lucky games lead nobody to the top.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from statistics import fmean
from typing import Final, Literal, TypeAlias

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from companion.club.admission import Came
from companion.kit.names import player_key

MODEL: Final = PlackettLuce()


PEOPLE: Final = 2
"""So many, by names of their own, make a game of the season."""

Key: TypeAlias = tuple[Literal["person", "bot", "guest"], str]
"""By which a player is known: a person by name, a bot by its level, a guest by the seat."""


class Row(msgspec.Struct, frozen=True):
    """A player's line of the table."""

    place: int
    name: str
    """As it was spelled last; empty: a bot."""
    games: int
    wins: int
    rating: float
    level: str = ""
    """Of a bot."""


class _Player(msgspec.Struct):
    """As far as the games have been counted."""

    key: Key
    rating: PlackettLuceRating
    name: str = ""
    games: int = 0
    wins: int = 0

    @property
    def shown(self) -> float:
        """To one digit, so that who is equal on the page is equal in the table."""
        return round(self.rating.ordinal(), 1)

    @property
    def level(self) -> str:
        """Of a bot."""
        kind, which = self.key
        return which if kind == "bot" else ""


def table(games: Iterable[tuple[Came, ...]]) -> tuple[Row, ...]:
    """Everybody who has played under a name of their own, and the bots they met, the best first."""
    players: dict[Key, _Player] = {}
    for game in games:
        if sum(not came.is_guest for came in game) >= PEOPLE:
            _count(game, players)
    ranked = sorted(players.values(), key=lambda player: (-player.shown, player_key(player.name), player.level))
    shown = [player.shown for player in ranked]
    return tuple(
        Row(shown.index(each.shown) + 1, each.name, each.games, each.wins, each.shown, each.level) for each in ranked
    )


def _count(game: tuple[Came, ...], players: dict[Key, _Player]) -> None:
    sat = [_key(came) for came in game]
    there = {key: players.get(key) or _Player(key, MODEL.rating()) for key in sat}
    ratings = [[deepcopy(there[key].rating)] for key in sat]  # one object on two seats would be rated twice
    rated = MODEL.rate(ratings, ranks=[float(came.place) for came in game])
    for key, player in there.items():
        seats = [at for at, who in enumerate(sat) if who == key]
        player.rating = _mean([rated[at][0] for at in seats])
        player.games += 1
        player.wins += any(game[at].place == 1 for at in seats)
        player.name = "" if player.level else game[seats[0]].name.strip()
    players.update((key, player) for key, player in there.items() if key[0] != "guest")


def _key(came: Came) -> Key:
    if came.level is not None:
        return "bot", came.level
    return ("guest", str(came.seat)) if came.is_guest else ("person", player_key(came.name))


def _mean(ratings: list[PlackettLuceRating]) -> PlackettLuceRating:
    """Of a bot that has played several seats."""
    first, *others = ratings
    if not others:
        return first
    return MODEL.rating(fmean(each.mu for each in ratings), fmean(each.sigma for each in ratings))
