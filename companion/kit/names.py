"""What somebody may be called: the one law for keys, pages, settings, records and clubs.

Laws: a name is one line of 1 to 20 letters that can be printed, with no blank around it, in Unicode's composed form
(NFC); two names that differ only in capitals or in how a letter is encoded are one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.kit.text import Text, composed, text

LETTERS: Final = 20
"""Of a name at most."""


def tidied(name: str) -> str:
    """A name as it is kept, however it was typed in."""
    return composed(name).strip()


def player_key(name: str) -> str:
    """By what a player is known: equal for two spellings of one name."""
    return composed(tidied(name).casefold())


def objection(name: str, most: int = LETTERS) -> Text | None:
    """What speaks against a name that is tidied, of at most so many letters; `None`: nothing."""
    if len(name) > most:
        return text("A name has at most {n} letters.", n=most)
    if not name:
        return text("A name has a letter at least.")
    return None if name.isprintable() else text("A name is one line of plain letters.")


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """The same names; who is called like somebody before gets a number."""
    told: dict[str, str] = {}
    for name in names:
        numbered = (f"{name[: LETTERS - len(str(n))].rstrip()}{n}" for n in range(2, len(told) + 3))
        own = next(each for each in (name, *numbered) if player_key(each) not in told)
        told[player_key(own)] = own
    return tuple(told.values())
