"""What a player's name may be: the same rule for keys, pages, settings, records and clubs.

Laws: a name is one line of 1 to 20 printable letters without spaces at its ends, in Unicode's composed form (NFC); two
names are the same if they differ only in capitals or in how a letter is encoded.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.kit.text import Text, composed, text

LETTERS: Final = 20
"""The longest name."""


def tidied(name: str) -> str:
    """A name as it is stored, however it was typed."""
    return composed(name).strip()


def player_key(name: str) -> str:
    """The key that identifies a player: equal for two spellings of one name."""
    return composed(tidied(name).casefold())


def objection(name: str, most: int = LETTERS) -> Text | None:
    """Why a tidied name of at most `most` letters is not allowed; `None` if it is."""
    if len(name) > most:
        return text("A name has at most {n} letters.", n=most)
    if not name:
        return text("A name needs a letter.")
    return None if name.isprintable() else text("A name is one line of plain letters.")


@lru_cache(maxsize=8)  # one picture asks for the same names many times
def told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """The same names, with a number added to each repeated name."""
    told: dict[str, str] = {}
    for name in names:
        numbered = (f"{name[: LETTERS - len(str(n))].rstrip()}{n}" for n in range(2, len(told) + 3))
        own = next(each for each in (name, *numbered) if player_key(each) not in told)
        told[player_key(own)] = own
    return tuple(told.values())
