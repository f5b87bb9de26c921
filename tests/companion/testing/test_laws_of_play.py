"""Each law of play finds a game that breaks it; `test_every_game` has those that keep it."""

from __future__ import annotations

import pytest

from companion.kit.errors import BrokenLaw
from companion.testing import laws_of_play
from companion.testing.whole_games import GameLaw
from tests.companion.testing.broken_games import BREAKERS
from tests.companion.testing.broken_laws import sound


@pytest.mark.parametrize("law", laws_of_play.ALL, ids=lambda law: law.__name__)
def test_a_game_that_breaks_the_law_is_found(law: GameLaw) -> None:
    with pytest.raises(BrokenLaw):
        law(BREAKERS[law.__name__], sound(law.__name__))
