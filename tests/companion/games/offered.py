"""A box that offers other games than the built-in ones."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from companion import games
from companion.kit import KIT
from companion.kit.manifest import Manifest
from companion.kit.rules import Rules


def offer(monkeypatch: pytest.MonkeyPatch, *offered: Rules[Any]) -> None:
    """These games are the list now."""
    monkeypatch.setattr(games, "LIST", tuple(map(_manifest, offered)))


def _manifest(rules: Rules[Any]) -> Manifest:
    module = type(rules).__module__
    (name,) = (name for name, value in vars(sys.modules[module]).items() if value is rules)
    known = rules.name, rules.title, rules.board_name, rules.seats, tuple(rules.rulebooks)
    return Manifest(f"{module}:{name}", *known, KIT, ("en",), "MIT")
