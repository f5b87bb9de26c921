"""A box that plays Tin Frogs, too."""

from __future__ import annotations

import pytest

from companion import games
from tests.companion.games.offered import offer
from tests.toy.tin_frogs import TIN_FROGS


@pytest.fixture
def plays_tin_frogs(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, *games.GAMES, TIN_FROGS)
