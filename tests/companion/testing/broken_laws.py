"""How a law is broken: by a game that was played by sound rules, or by the rules themselves."""

from __future__ import annotations

from functools import cache
from typing import Any

from crows.rules import CROWS, Crows

from companion.kit.rules import Rules
from companion.testing.whole_games import Game, finish, seated
from tests.companion.games.nim import NIM, Nim
from tests.companion.testing.broken_games import BREAKERS
from tests.toy.tin_frogs import TIN_FROGS


@cache
def sound(name: str) -> Game:
    """A whole game of the toy that breaks this law, by rules that keep it."""
    kinds: list[tuple[type, Rules[Any]]] = [(Nim, NIM), (Crows, CROWS)]
    rules = next((rules for kind, rules in kinds if isinstance(BREAKERS[name], kind)), TIN_FROGS)
    return finish(rules, rules.begin(seated(rules, 3, "box"), {}), 1)
