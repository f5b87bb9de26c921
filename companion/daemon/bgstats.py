"""A finished game as a link that the app BG Stats opens: the app shows the play, and its owner keeps it or not.

Laws: the link holds the whole play, so no network is needed to make it; the same game gives the same play, so the app
knows it again; an optional yes or no is always said, since the app for Android refuses a play that leaves one out.

Source: https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Final
from urllib.parse import quote
from uuid import UUID

import msgspec

from companion import games
from companion.daemon.finished import FinishedGame
from companion.kit.names import player_key
from companion.kit.text import speak
from companion.match.outcome import BOT_NAMES, PlayerResult

LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Companion"
"""The name under which the app remembers our games and players."""
SCORE: Final = re.compile(r"-?[0-9]{1,9}")
"""What a seat has, if it is a number."""


class SharedGame(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Which game was played, as the app wants it."""

    name: str
    source_game_id: str
    highest_wins: bool
    no_points: bool
    bgg_id: int | None = None
    """Its number at BoardGameGeek, if it is known."""


class SharedPlayer(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """A player, as the app wants it."""

    name: str
    source_player_id: str
    """The app remembers which of its players this is."""
    rank: int
    winner: bool
    start_player: bool
    score: int | None = None


class SharedPlay(msgspec.Struct, frozen=True, rename="camel"):
    """A play, as the app wants it."""

    source_name: str
    source_play_id: str
    play_date: str
    """In UTC, `2026-11-22 19:15:00`."""
    game: SharedGame
    players: tuple[SharedPlayer, ...]


def link(game: FinishedGame, translate: Callable[[str], str] = str) -> str:
    """The link to this game."""
    return LINK + quote(msgspec.json.encode(_play(game, translate)), safe="")


def _play(game: FinishedGame, translate: Callable[[str], str]) -> SharedPlay:
    listed = games.manifest(game.name)
    scores = [_score(player) for player in game.came]
    has_scores = None not in scores
    best = max((score for score in scores if score is not None), default=0)
    highest_wins = not has_scores or any(
        score == best and player.place == 1 for score, player in zip(scores, game.came, strict=True)
    )
    play = UUID(game.permanent[:32], version=4)
    return SharedPlay(
        SOURCE,
        str(play),
        datetime.fromisoformat(game.began).strftime("%Y-%m-%d %H:%M:%S"),
        SharedGame(listed.title, listed.name, highest_wins, not has_scores, listed.bgg_id),
        tuple(
            SharedPlayer(
                _name(player, translate),
                _known_as(player, play),
                player.place,
                player.place == 1,
                player.seat == game.starts,
                score if has_scores else None,
            )
            for player, score in zip(game.came, scores, strict=True)
        ),
    )


def _score(player: PlayerResult) -> int | None:
    return int(player.has) if SCORE.fullmatch(player.has) else None


def _name(player: PlayerResult, translate: Callable[[str], str]) -> str:
    return player.name if player.level is None else speak(BOT_NAMES[player.level], translate)


def _known_as(player: PlayerResult, play: UUID) -> str:
    """The same for a person in every game; for a guest another one each time, as nobody knows who it was."""
    if player.level is not None:
        return f"bot {player.level} {player.seat}"
    return f"{play} {player.seat}" if player.is_guest else player_key(player.name)
