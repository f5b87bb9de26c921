"""What the scoreboard says, in the club's language."""

from __future__ import annotations

from typing import Final

from companion.kit.text import Text, speak, text
from companion.locale import translator
from companion.match.outcome import BOT_NAMES

BOARD: Final[dict[str, Text]] = {
    "title": text("Club night"),
    "tables": text("Tables"),
    "season": text("Season"),
    "all_games": text("All games"),
    "print": text("Print"),
    "as_of": text("As of"),
    "latest": text("Latest games"),
    "place": text("Place"),
    "player": text("Player"),
    "games": text("Games"),
    "wins": text("Wins"),
    "rating": text("Rating"),
    **{str(level): name for level, name in BOT_NAMES.items()},
    "joining": text("People join"),
    "over": text("Over"),
    "away": text("box not reachable"),
    "no_tables": text("No box has been heard of yet."),
    "no_games": text("No game is finished yet."),
    "no_broker": text("The broker is not there."),
    "no_club": text("The club's computer is not there."),
    "refused": text("Records refused"),
}


def board_words(language: str) -> dict[str, str]:
    """All words of the scoreboard."""
    translate = translator(language)
    return {place: speak(said, translate) for place, said in BOARD.items()}
