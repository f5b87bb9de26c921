"""Crows: all choose a crow in secret at once, ties quarrel, the highest single one eats the corn; for 3 to 6 players.

Where to look: `field` has the crows and the corn, `flight` the order of play, `policy` which crow a bot sends, `rules`
the whole game as the box sees it. It imports companion's kit and nothing else of it.
"""

from __future__ import annotations

from typing import Final

from companion.kit import Manifest

MANIFEST: Final = Manifest(
    "crows.rules:CROWS", "crows", "Crows", "", range(3, 7), (), kit="1.0", languages=("en", "de"), licence="MIT"
)
"""What the box knows of this game before it loads its rules."""
