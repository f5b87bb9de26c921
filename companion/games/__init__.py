"""The games the box can play, in an explicit list. They never import each other.

Law: the list costs nothing: the rules of a game are loaded when somebody first asks for them. `companion.installed`
adds the games that the owner has installed; one that cannot be played takes no other game away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games import cat_royal, galopp_royal
from companion.kit.errors import UnknownGame
from companion.kit.manifest import Manifest

if TYPE_CHECKING:
    from companion.kit.rules import Rules

    GAMES: tuple[Rules[Any], ...]
    """The rules of all games that can be loaded, in the order of the list."""

LIST: tuple[Manifest, ...] = (galopp_royal.MANIFEST, cat_royal.MANIFEST)
"""The first game is the default."""


class Missing(NamedTuple):
    """A game that was installed here and cannot be played."""

    title: str
    """Its name for people; empty: it is not known."""
    why: str
    """Why it cannot be played, in words that follow its name."""


MISSING: dict[str, Missing] = {}
"""By name."""

look_further: Callable[[], object] = tuple
"""Called when a game is asked for that is not in the list: commands put the search for installed games here, since they
have time for it; a box that starts has not."""


def __getattr__(name: str) -> tuple[Rules[Any], ...]:
    if name != "GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return tuple(loadable(LIST))


def loadable(listed: Iterable[Manifest]) -> Iterator[Rules[Any]]:
    """The rules of these games, but for those that do not load any more."""
    for game in listed:
        with suppress(UnknownGame):
            yield find_rules(game.name)


def came_with(name: str) -> str:
    """The name and version of the package that brought a game; empty: the game is built in, or not known."""
    return next((game.came_with for game in LIST if game.name == name), "")


def title(name: str) -> str:
    """The name of a game for people, as far as it is known here."""
    missing = MISSING[name].title if name in MISSING else ""
    return next((game.title for game in LIST if game.name == name), missing) or name


def manifest(name: str | None, package: str = "") -> Manifest:
    """What a game says of itself; `None`: the default game. `package`: what it came with, as far as that is known.

    Raises UnknownGame.
    """
    if (game := _listed(name)) is not None:
        return game
    look_further()
    if (game := _listed(name)) is not None:
        return game
    if name in MISSING:
        raise UnknownGame(f"{name}: {MISSING[name].why}")
    if package:
        raise UnknownGame(f"{name}: it comes with the package {package}, which is not installed here")
    raise UnknownGame(f"unknown game {name!r}: this companion plays {', '.join(game.name for game in LIST)}")


def _listed(name: str | None) -> Manifest | None:
    return next((game for game in LIST if name in (None, game.name)), None)


def find_rules(name: str | None, package: str = "") -> Rules[Any]:
    """The rules of a game; see `manifest`. Raises UnknownGame."""
    game = manifest(name, package)
    try:
        return game.load()
    except Exception as error:
        if not game.folder:
            raise
        raise UnknownGame(f"{game.name}: its package does not load ({type(error).__name__}: {error})") from error
