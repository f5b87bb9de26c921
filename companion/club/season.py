"""The table of the season: who plays how well, by all games of the club in their order. Pure.

Laws: the same games give the same table, whenever each of them arrived; guests are opponents like all others, begin
anew in every game, and stand in no table.

The ratings are those of Weng and Lin (2011) by Plackett and Luce, as `openskill` has them: how good somebody is taken
to be (`mu`), less three times what is not known of it (`sigma`), so that a few lucky games lead nobody to the top.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from companion.club.admission import Came
from companion.kit.names import player_key

MODEL: Final = PlackettLuce()


class Row(msgspec.Struct, frozen=True):
    """A player's line of the table."""

    place: int
    name: str
    """As it was spelled last."""
    games: int
    wins: int
    rating: float


class _Player(msgspec.Struct):
    """As far as the games have been counted."""

    name: str
    rating: PlackettLuceRating
    games: int = 0
    wins: int = 0

    @property
    def shown(self) -> float:
        """To one digit, so that who is equal on the page is equal in the table."""
        return round(self.rating.ordinal(), 1)


def table(games: Iterable[tuple[Came, ...]]) -> tuple[Row, ...]:
    """Everybody who has played under a name of their own, the best first."""
    players: dict[str, _Player] = {}
    for game in games:
        _count(game, players)
    ranked = sorted(players.values(), key=lambda player: (-player.shown, player_key(player.name)))
    shown = [player.shown for player in ranked]
    return tuple(Row(shown.index(each.shown) + 1, each.name, each.games, each.wins, each.shown) for each in ranked)


def _count(game: tuple[Came, ...], players: dict[str, _Player]) -> None:
    there = [_player(came, players) for came in game]
    rated = MODEL.rate([[player.rating] for player in there], ranks=[float(came.place) for came in game])
    for came, player, (rating,) in zip(game, there, rated, strict=True):
        player.name, player.rating = came.name.strip(), rating
        player.games += 1
        player.wins += came.place == 1


def _player(came: Came, players: dict[str, _Player]) -> _Player:
    if came.is_guest:
        return _Player(came.name, MODEL.rating())
    return players.setdefault(player_key(came.name), _Player(came.name, MODEL.rating()))
