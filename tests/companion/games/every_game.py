"""The games under test: all games of the box, and toys with shapes that none of these has yet."""

from __future__ import annotations

from typing import Any, Final

from companion.games import GAMES
from companion.kit.rules import Rules
from tests.companion.games.nim import NIM
from tests.toy.tin_frogs import TIN_FROGS

EVERY_GAME: Final[tuple[Rules[Any], ...]] = (*GAMES, NIM, TIN_FROGS)

SHORT: Final[dict[str, dict[str, object]]] = {"cat-royal": {"last_deal": 8}}
"""For each long game, by its name, choices that make it short."""

PARTNERS: Final[dict[str, object]] = {"last_deal": 3, "options": {"partners": "opposite_pass"}}
"""The choices of Cat Royal for two against two, who hand each other cards: several seats are asked at once."""
