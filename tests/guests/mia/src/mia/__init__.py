"""Mia (Mäxchen): two dice under a cup, claims that may be lies, and lives; for three to six players.

Where to look: `dice` has the order of the values, `phases` the order of play, `cup` what each seat does with the cup,
`policy` how a bot lies and doubts, `rules` the whole game as the box sees it. It imports companion's kit and nothing
else of it.
"""

from __future__ import annotations

from typing import Final

from companion.kit import Manifest

MANIFEST: Final = Manifest(
    "mia.rules:MIA", "mia", "Mia", "", range(3, 7), (), kit="1.0", languages=("en", "de"), licence="MIT"
)
"""What the box knows of this game before it loads its rules."""
