"""Cat Royal (after DOG Royal, Schmidt 2012): a loop race with secret hands, wormholes, cheating and accusing, for 2-4.

Where to look: `booklet` has the printed tables, `phases` the order of play, `steps` how a figure walks, `uses` what a
card can do, `turns` a turn, `landing` its consequences, `tricks` accusing and wormholes, `rules` the whole game as the
box sees it.
"""

from __future__ import annotations

from typing import Final

from companion.kit.manifest import Manifest

MANIFEST: Final = Manifest(
    "companion.games.cat_royal.rules:CAT_ROYAL",
    "cat-royal",
    "Cat Royal",
    "",
    range(2, 5),
    ("manual", "app", "dog"),
    "1.0",
    ("en", "de", "fr", "nl"),
    "MIT",
)
