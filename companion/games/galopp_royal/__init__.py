"""Galopp Royal (Klaus Teuber, 1995): auctions for teams of bearers and six sedan-chair races for 3-6 players.

Where to look: `booklet` has the printed tables, `phases.comes_next` is the order of play, `auction`, `race`, `race_end`
and `exchange` have the rules of each part (`race.Arriving`: a chair falls into the pond; `race_end.last_of_race`: the
first one in it is last), `rules` is the whole game as the box sees it.
"""

from __future__ import annotations

from typing import Final

from companion.kit.manifest import Manifest

MANIFEST: Final = Manifest(
    "companion.games.galopp_royal.rules:GALOPP_ROYAL",
    "galopp-royal",
    "Galopp Royal",
    "board.toml",
    range(3, 7),
    ("de", "nl", "en", "fr"),
    "1.0",
    ("en", "de", "fr", "nl"),
    "MIT",
    bgg_id=428,
)
